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
