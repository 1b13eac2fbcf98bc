#include <mexbase/query/mexquery.h>
#include <stdio.h>

/* By text: what the position is worth to who is to move, and the best move. */
static void by_text(const mexquery_table* table, const char* fen) {
    mexquery_value value;
    mexquery_moves* moves = NULL;
    mexquery_error error;
    char text[32];
    const char* name = "";
    if (mexquery_probe(table, fen, &value, &error) != MEXQUERY_OK ||
        mexquery_moves_of(table, fen, MEXQUERY_LEFT, &moves, &error) != MEXQUERY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return;
    }
    mexquery_value_text(&value, text, sizeof text);
    mexquery_engine_name(moves, 0, &name, NULL); /* none where play is over */
    printf("%s: %s\n", text, name);
    mexquery_moves_free(moves);
}

/* By squares: no text is read and no memory taken. */
static void by_squares(const mexquery_table* table) {
    char men[64] = {0}; /* 0 is a1, 7 is h1, 63 is h8 */
    uint64_t index;
    int32_t outcome;
    men[46] = 'K';
    men[52] = 'Q';
    men[63] = 'k';
    if (mexquery_chess_index(table, men, 1, 0, &index, NULL) != MEXQUERY_OK) return; /* as with too many men */
    if (mexquery_stored_outcome_at(table, index, &outcome, NULL) != MEXQUERY_OK) return;
    puts(outcome == MEXQUERY_DRAW ? "a draw" : "not a draw");
}

int main(int argc, char** argv) {
    mexquery_table* table = NULL;
    mexquery_error error;
    if (mexquery_open(argc > 1 ? argv[1] : "queen.mxb", MEXQUERY_MAP, &table, &error) != MEXQUERY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    by_text(table, "7k/8/5K2/8/8/8/8/6Q1 w - -");
    by_squares(table);
    mexquery_close(table);
    return 0;
}
