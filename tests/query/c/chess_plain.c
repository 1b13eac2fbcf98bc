/* SPDX-License-Identifier: MIT */
/* Chess boards in plain C. */
#include "plain.h"

enum { a1 = 0, c1 = 2, g6 = 46, g7 = 54, e7 = 52, h8 = 63 };

int capi_reads_chess_boards(const void* endings, size_t length) {
    char men[64] = {0};
    mexquery_table* table = NULL;
    mexquery_moves* moves = NULL;
    mexquery_value value;
    mexquery_error error;
    uint64_t index, same;
    int32_t outcome;
    const char* name;
    size_t i;

    CHECK(mexquery_open_memory(endings, length, &table, &error) == MEXQUERY_OK);
    /* 7k/4P3/6K1/8/8/8/8/8: White to move mates by a queen or a rook, Black to move is lost too. */
    men[h8] = 'k';
    men[e7] = 'P';
    men[g6] = 'K';
    CHECK(mexquery_chess_index(table, men, 0, 0, &index, &error) == MEXQUERY_OK && error.code == MEXQUERY_OK);
    CHECK(mexquery_index(table, "7k/4P3/6K1/8/8/8/8/8 w", &same, NULL) == MEXQUERY_OK && same == index);
    CHECK(mexquery_stored_outcome_at(table, index, &outcome, &error) == MEXQUERY_OK && outcome == MEXQUERY_WIN);
    CHECK(mexquery_outcome_at(table, index, &outcome, NULL) == MEXQUERY_OK && outcome == MEXQUERY_WIN);
    CHECK(mexquery_stored_at(table, index, &value, &error) == MEXQUERY_OK);
    CHECK(value.outcome == MEXQUERY_WIN && value.remoteness == 1);
    CHECK(mexquery_moves_of(table, "7k/4P3/6K1/8/8/8/8/8 w", MEXQUERY_LEFT, &moves, NULL) == MEXQUERY_OK);
    CHECK(mexquery_engine_name(moves, 0, &name, &error) == MEXQUERY_OK);
    CHECK(strcmp(name, "e7e8q") == 0 || strcmp(name, "e7e8r") == 0);
    CHECK(mexquery_engine_name(moves, mexquery_moves_count(moves), &name, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_engine_name(moves, 0, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_engine_name(NULL, 0, &name, &error) == MEXQUERY_BAD_USAGE);
    mexquery_moves_free(moves);

    CHECK(mexquery_chess_index(table, men, 1, 0, &same, &error) == MEXQUERY_OK && same != index);
    CHECK(mexquery_stored_outcome_at(table, same, &outcome, &error) == MEXQUERY_OK && outcome == MEXQUERY_LOSS);
    /* Written with points, and for the other side from the other end of the board. */
    for (i = 0; i < 64; ++i) men[i] = '.';
    men[7] = 'K';
    men[12] = 'p';
    men[22] = 'k';
    CHECK(mexquery_chess_index(table, men, 1, 0, &same, &error) == MEXQUERY_OK && same == index);
    /* Without the pawn nobody can win. */
    men[12] = '.';
    CHECK(mexquery_chess_index(table, men, 1, 0, &same, &error) == MEXQUERY_OK);
    CHECK(mexquery_stored_outcome_at(table, same, &outcome, &error) == MEXQUERY_OK && outcome == MEXQUERY_DRAW);
    mexquery_close(table);
    return 0;
}

int capi_reads_distances_to_exits(const void* pawn_endings, size_t length) {
    mexquery_table* table = NULL;
    mexquery_moves* moves = NULL;
    mexquery_move move;
    mexquery_info info;
    mexquery_value value, values[2];
    mexquery_error error;
    uint64_t indices[2];
    char text[32];

    CHECK(mexquery_open_memory(pawn_endings, length, &table, &error) == MEXQUERY_OK);
    CHECK(mexquery_describe(table, &info, &error) == MEXQUERY_OK && info.distance == MEXQUERY_DISTANCE_EXIT);
    CHECK(mexquery_probe(table, "4k3/8/4K3/4P3/8/8/8/8 w - -", &value, &error) == MEXQUERY_OK);
    CHECK(value.distance == MEXQUERY_DISTANCE_EXIT && value.outcome == MEXQUERY_WIN && value.remoteness == 3);
    mexquery_value_text(&value, text, sizeof text);
    CHECK(strcmp(text, "win exit 3") == 0);
    CHECK(mexquery_index(table, "4k3/8/4K3/4P3/8/8/8/8 w - -", &indices[0], NULL) == MEXQUERY_OK);
    CHECK(mexquery_index(table, "7k/8/6K1/8/8/8/8/8 b - -", &indices[1], NULL) == MEXQUERY_OK);
    CHECK(mexquery_at_many(table, indices, 2, values, &error) == MEXQUERY_OK);
    mexquery_value_text(&values[0], text, sizeof text);
    CHECK(strcmp(text, "win exit 3") == 0);
    mexquery_value_text(&values[1], text, sizeof text);
    CHECK(strcmp(text, "draw") == 0);
    CHECK(mexquery_moves_of(table, "4k3/8/4K3/4P3/8/8/8/8 w - -", MEXQUERY_LEFT, &moves, NULL) == MEXQUERY_OK);
    CHECK(mexquery_move_at(moves, 0, &move, &error) == MEXQUERY_OK);
    mexquery_value_text(&move.value, text, sizeof text);
    CHECK(strcmp(text, "loss exit 2") == 0);
    mexquery_moves_free(moves);
    mexquery_close(table);
    /* Bytes that a program of an older header has left there mean the end. */
    value.distance = 0x5a5a5a5a;
    mexquery_value_text(&value, text, sizeof text);
    CHECK(strcmp(text, "win 3") == 0);
    return 0;
}

int capi_refuses_chess_boards(const void* endings, size_t length, const void* other, size_t other_length) {
    char men[64] = {0};
    mexquery_table *table = NULL, *no_chess = NULL;
    mexquery_error error;
    uint64_t index = 7;
    int32_t outcome = 9;

    CHECK(mexquery_open_memory(endings, length, &table, &error) == MEXQUERY_OK);
    CHECK(mexquery_open_memory(other, other_length, &no_chess, &error) == MEXQUERY_OK);
    men[a1] = 'K';
    men[h8] = 'k';
    CHECK(mexquery_chess_index(NULL, men, 0, 0, &index, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_index(table, NULL, 0, 0, &index, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_index(table, men, 0, 0, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_index(table, men, 0, 64, &index, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_index(table, men, 0, -1, &index, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_index(no_chess, men, 0, 0, &index, &error) == MEXQUERY_NOT_APPLICABLE);
    CHECK(strstr(error.message, "not a table of chess") != NULL);
    men[c1] = 'q';
    CHECK(mexquery_chess_index(table, men, 1, 0, &index, &error) == MEXQUERY_BAD_POSITION);
    CHECK(strcmp(error.message, "the board is not a position: White is in check, but Black is to move") == 0);
    men[g7] = 'P';
    CHECK(mexquery_chess_index(table, men, 0, 0, &index, &error) == MEXQUERY_BAD_POSITION);
    CHECK(strcmp(error.message, "the board is not a position: this table has no positions with the pieces KQKP") == 0);
    CHECK(index == 7);
    CHECK(mexquery_outcome_at(NULL, 0, &outcome, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_outcome_at(table, 0, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_stored_outcome_at(NULL, 0, &outcome, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_stored_outcome_at(table, 0, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_stored_outcome_at(table, UINT64_MAX, &outcome, &error) == MEXQUERY_OUT_OF_DOMAIN);
    CHECK(outcome == 9);
    mexquery_close(table);
    mexquery_close(no_chess);
    return 0;
}

int capi_reads_endings(const char* directory) {
    mexquery_chess* endings = NULL;
    mexquery_chess_board board = {0};
    mexquery_chess_move moves[MEXQUERY_CHESS_MOST_MOVES];
    mexquery_open_options options = {0};
    mexquery_error error;
    size_t count = 0;
    int32_t number = 9;

    CHECK(mexquery_chess_open(directory, &options, &endings, &error) == MEXQUERY_BAD_USAGE);
    options.size = sizeof options;
    options.backend = MEXQUERY_READ;
    CHECK(mexquery_chess_open(directory, &options, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_open(NULL, &options, &endings, &error) == MEXQUERY_BAD_USAGE && endings == NULL);
    CHECK(mexquery_chess_open(directory, &options, &endings, &error) == MEXQUERY_OK && error.code == MEXQUERY_OK);
    CHECK(mexquery_chess_most_men(endings) == 3 && mexquery_chess_most_men(NULL) == 0);
    /* 4k3/8/4K3/4P3/8/8/8/8 w: mate in 21 plies, and a pawn move that keeps the win in 3. */
    board.white = UINT64_C(1) << 44 | UINT64_C(1) << 36;
    board.black = UINT64_C(1) << 60;
    board.kings = UINT64_C(1) << 44 | UINT64_C(1) << 60;
    board.pawns = UINT64_C(1) << 36;
    board.turn = 1;
    board.rule50 = 97;
    CHECK(mexquery_chess_wdl(endings, &board, &number, &error) == MEXQUERY_OK && number == MEXQUERY_CHESS_WIN);
    board.rule50 = 98;
    CHECK(mexquery_chess_wdl(endings, &board, &number, &error) == MEXQUERY_OK && number == MEXQUERY_CHESS_CURSED_WIN);
    board.rule50 = -1;
    CHECK(mexquery_chess_wdl(endings, &board, &number, NULL) == MEXQUERY_OK && number == MEXQUERY_CHESS_WIN);
    CHECK(mexquery_chess_dtz(endings, &board, &number, &error) == MEXQUERY_OK && number == 3);
    CHECK(mexquery_chess_dtm(endings, &board, &number, &error) == MEXQUERY_OK && number == 21);
    CHECK(mexquery_chess_root(endings, &board, NULL, 0, &count, &error) == MEXQUERY_OK && count == 4);
    CHECK(mexquery_chess_root(endings, &board, moves, 2, &count, &error) == MEXQUERY_OK && count == 4);
    CHECK(moves[0].wdl == MEXQUERY_CHESS_WIN && moves[0].dtz == 3 && moves[0].dtm == 21);
    CHECK((moves[0].move & 63) == 44 && moves[0].move >> 12 == 0);

    CHECK(mexquery_chess_wdl(NULL, &board, &number, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_wdl(endings, NULL, &number, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_wdl(endings, &board, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_dtm(NULL, &board, &number, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_dtm(endings, NULL, &number, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_dtm(endings, &board, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_dtz(NULL, &board, &number, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_dtz(endings, NULL, &number, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_dtz(endings, &board, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_root(NULL, &board, moves, 1, &count, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_root(endings, NULL, moves, 1, &count, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_root(endings, &board, NULL, 1, &count, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_chess_root(endings, &board, moves, 1, NULL, &error) == MEXQUERY_BAD_USAGE);
    mexquery_chess_close(endings);
    mexquery_chess_close(NULL);
    return 0;
}
