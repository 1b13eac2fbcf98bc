#include <mexbase/query/mexquery.h>
#include <stdio.h>

static mexquery_chess* endings; /* NULL without tables: then every probe fails */

/* setoption name MexbasePath value DIRECTORY */
static void set_path(const char* directory) {
    mexquery_error error;
    mexquery_chess_close(endings);
    endings = NULL;
    if (mexquery_chess_open(directory, NULL, &endings, &error) != MEXQUERY_OK)
        printf("info string %s\n", error.message);
}

/* In the search: returns 1 and sets *wdl, or returns 0 if no table has the board. */
static int probe(const mexquery_chess_board* board, int men, int32_t* wdl) {
    return men <= mexquery_chess_most_men(endings) && mexquery_chess_wdl(endings, board, wdl, NULL) == MEXQUERY_OK;
}

/* At the root: returns 1 and sets *best, or returns 0 if the engine must search. */
static int best_move(const mexquery_chess_board* board, mexquery_chess_move* best) {
    size_t count = 0;
    return mexquery_chess_root(endings, board, best, 1, &count, NULL) == MEXQUERY_OK && count != 0;
}

int main(void) {
    /* White: Kg6, Ra1. Black: Kh8. White to move. The order is Fathom's. */
    const uint64_t white = 1ULL << 46 | 1ULL << 0, black = 1ULL << 63;
    const mexquery_chess_board board = {white,
                                        black,
                                        1ULL << 46 | black,
                                        0,
                                        1ULL << 0,
                                        0,
                                        0,
                                        0,
                                        /* rule50 */ 12,
                                        /* castling */ 0,
                                        /* ep */ 0,
                                        /* turn */ 1};
    mexquery_chess_move best;
    int32_t wdl;
    set_path("tables");
    if (!probe(&board, 3, &wdl) || !best_move(&board, &best)) return 1;
    printf("wdl %d, bestmove %c%c%c%c, mate in %d plies\n", (int)wdl, (int)('a' + best.move % 8),
           (int)('1' + best.move / 8 % 8), (int)('a' + best.move / 64 % 8), (int)('1' + best.move / 512 % 8),
           (int)best.dtm);
    mexquery_chess_close(endings);
    return 0;
}
