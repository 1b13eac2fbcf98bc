/* SPDX-License-Identifier: MIT */
/* Plain C over the C interface. The tests in C++ make the tables and call these functions, each of which returns the
 * line that failed, or 0. */
#ifndef MEXBASE_TESTS_C_PLAIN_H
#define MEXBASE_TESTS_C_PLAIN_H

#include <string.h>

#include "query/mexquery.h"

#define CHECK(condition)                   \
    do {                                   \
        if (!(condition)) return __LINE__; \
    } while (0)

#ifdef __cplusplus
extern "C" {
#endif

int capi_reads(const char* path, int backend);
int capi_reads_memory(const void* bytes, size_t length);
int capi_refuses(const char* path, const char* no_table);
int capi_adds_nimbers(const void* kayles, size_t kayles_length, const void* square, size_t square_length);
int capi_adds_obliged_pairs(const void* knights, size_t length);
int capi_refuses_sums(const void* kayles, size_t kayles_length, const void* knights, size_t knights_length);
/* 0 if all values are still there once the file is cut, -1 if not all are. */
int capi_obeys_cache_bytes(const char* path, size_t cache_bytes, void (*cut)(void));
int capi_preloads(const char* path, void (*cut)(void));
int capi_reads_canonical_forms(const void* bytes, size_t length);
int capi_reads_partizan_outcomes(const void* bytes, size_t length);
int capi_reads_chess_boards(const void* endings, size_t length);
int capi_refuses_chess_boards(const void* endings, size_t length, const void* other, size_t other_length);
int capi_reads_distances_to_exits(const void* pawn_endings, size_t length);
int capi_reads_endings(const char* directory);
int capi_finds_tables(const char* directory);
int capi_reads_through_a_reader(const void* bytes, size_t length);
int capi_names_moves(const void* tic_tac_toe, size_t length);
int capi_lists_moves_without_names(const void* heaps, size_t length);
int capi_refuses_moves(const void* tic_tac_toe, size_t length);

#ifdef __cplusplus
}
#endif

#endif
