/* SPDX-License-Identifier: MIT */
/* Moves in plain C. */
#include "plain.h"

int capi_names_moves(const void* tic_tac_toe, size_t length) {
    mexquery_table* table = NULL;
    mexquery_moves* moves = NULL;
    mexquery_move move;
    mexquery_value value;
    mexquery_error error;
    size_t i;
    char text[16];
    const char* engine_name = NULL;

    CHECK(mexquery_open_memory(tic_tac_toe, length, &table, &error) == MEXQUERY_OK);
    /* O is lost but for the corners: what follows is the tie by the fewest plies. */
    CHECK(mexquery_moves_of(table, "O:.../.X./...", MEXQUERY_LEFT, &moves, &error) == MEXQUERY_OK);
    CHECK(error.code == MEXQUERY_OK);
    CHECK(mexquery_moves_count(moves) == 8);
    for (i = 0; i < 8; ++i) {
        CHECK(mexquery_move_at(moves, i, &move, &error) == MEXQUERY_OK);
        CHECK(strlen(move.name) == 2 && move.position[0] == 'X' && strchr(move.position, 'O') != NULL);
        CHECK(move.index != UINT64_MAX);
        CHECK(move.value.kind == MEXQUERY_KIND_OUTCOME);
        CHECK(move.value.outcome == (i < 4 ? MEXQUERY_TIE : MEXQUERY_WIN));
        CHECK(mexquery_probe(table, move.position, &value, &error) == MEXQUERY_OK);
        CHECK(value.outcome == move.value.outcome && value.remoteness == move.value.remoteness);
    }
    CHECK(mexquery_engine_name(moves, 7, &engine_name, &error) == MEXQUERY_OK && strcmp(engine_name, "") == 0);
    CHECK(mexquery_move_at(moves, 0, &move, NULL) == MEXQUERY_OK);
    mexquery_value_text(&move.value, text, sizeof text);
    CHECK(strcmp(text, "tie 7") == 0);
    CHECK(mexquery_move_at(moves, 8, &move, &error) == MEXQUERY_BAD_USAGE && error.code == MEXQUERY_BAD_USAGE);
    CHECK(strlen(move.name) == 2);
    mexquery_moves_free(moves);

    /* Play has stopped. */
    CHECK(mexquery_moves_of(table, "O:XXX/OO./...", MEXQUERY_LEFT, &moves, &error) == MEXQUERY_OK);
    CHECK(mexquery_moves_count(moves) == 0);
    mexquery_moves_free(moves);
    mexquery_close(table);
    return 0;
}

int capi_lists_moves_without_names(const void* heaps, size_t length) {
    mexquery_table* table = NULL;
    mexquery_moves* moves = NULL;
    mexquery_move move;

    CHECK(mexquery_open_memory(heaps, length, &table, NULL) == MEXQUERY_OK);
    CHECK(mexquery_moves_of(table, "5+3", MEXQUERY_RIGHT, &moves, NULL) == MEXQUERY_OK);
    CHECK(mexquery_moves_count(moves) > 4);
    CHECK(mexquery_move_at(moves, 0, &move, NULL) == MEXQUERY_OK);
    CHECK(strcmp(move.name, "") == 0 && move.index == UINT64_MAX && strchr(move.position, '+') != NULL);
    CHECK(move.value.kind == MEXQUERY_KIND_NIMBER && move.value.nimber == 0);
    mexquery_moves_free(moves);
    CHECK(mexquery_moves_of(table, "1", MEXQUERY_LEFT, &moves, NULL) == MEXQUERY_OK);
    CHECK(mexquery_moves_count(moves) == 1 && mexquery_move_at(moves, 0, &move, NULL) == MEXQUERY_OK);
    CHECK(strcmp(move.position, "0") == 0 && move.index == 0);
    mexquery_moves_free(moves);
    mexquery_close(table);
    return 0;
}

int capi_refuses_moves(const void* tic_tac_toe, size_t length) {
    mexquery_table* table = NULL;
    mexquery_moves* moves = NULL;
    mexquery_move move;
    mexquery_error error;

    CHECK(mexquery_open_memory(tic_tac_toe, length, &table, &error) == MEXQUERY_OK);
    CHECK(mexquery_moves_of(NULL, "start", MEXQUERY_LEFT, &moves, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_moves_of(table, NULL, MEXQUERY_LEFT, &moves, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_moves_of(table, "start", MEXQUERY_LEFT, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_moves_of(table, "start", 2, &moves, &error) == MEXQUERY_BAD_USAGE);
    CHECK(strcmp(error.message, "the player is 2, expected MEXQUERY_LEFT or MEXQUERY_RIGHT") == 0);
    CHECK(mexquery_moves_of(table, "X:.../", MEXQUERY_LEFT, &moves, &error) == MEXQUERY_BAD_POSITION);
    CHECK(mexquery_moves_of(table, "#5478", MEXQUERY_LEFT, &moves, &error) == MEXQUERY_OUT_OF_DOMAIN);
    CHECK(moves == NULL);
    CHECK(mexquery_moves_count(NULL) == 0);
    CHECK(mexquery_move_at(NULL, 0, &move, &error) == MEXQUERY_BAD_USAGE);
    mexquery_moves_free(NULL);
    CHECK(mexquery_moves_of(table, "start", MEXQUERY_LEFT, &moves, &error) == MEXQUERY_OK);
    CHECK(mexquery_move_at(moves, 0, NULL, &error) == MEXQUERY_BAD_USAGE);
    mexquery_moves_free(moves);
    mexquery_close(table);
    return 0;
}
