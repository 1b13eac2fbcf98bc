/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Makes tables from the caller's rules, in plain C.
 *
 * The library never prints, ends the program or throws a C++ exception to the caller. Errors are those of
 * `mexquery.h`. Strings are UTF-8 and end in a zero byte.
 */
#ifndef MEXGEN_H
#define MEXGEN_H

#include <stddef.h>
#include <stdint.h>

#include "../../query/mexquery.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Receiver of answers. Owned by the library; valid only during the call of `mexgen_rules`. */
typedef struct mexgen_answers mexgen_answers;

/**
 * Adds the answer for the next position. `line` has the options separated by blanks, or it is `=win`, `=loss`, `=tie`
 * or `=draw`. It is empty if there are no options. In partizan games `|` separates the options of both players
 * (docs/your-own-game.md). The library copies `line`. NULL is an error.
 */
void mexgen_answer(mexgen_answers* answers, const char* line);

/**
 * Function that defines the rules of a game. It must call `mexgen_answer` once for each of `positions`, in order. The
 * first call has one position, `start`; its answer lists the positions in which play begins. Returns 0, or another
 * number to stop the job. Called only on the thread of `mexgen_solve_rules`. It must not leave by `longjmp`.
 */
typedef int (*mexgen_rules)(void* user, const char* const* positions, size_t count, mexgen_answers* answers);

/** Options of a job. Zeros are the defaults. */
typedef struct mexgen_options {
    int32_t kind;        /**< MEXQUERY_KIND_OUTCOME …, used if `with_kind` is 1; partizan games have no outcomes */
    int32_t misere;      /**< 1: a player who cannot move wins */
    uint32_t threads;    /**< number of threads, at most 256; 0: one per processor */
    uint64_t memory;     /**< bytes for positions; 0: three quarters of the machine's memory */
    uint64_t positions;  /**< maximum number of positions; 0: 100,000,000 */
    uint64_t bound;      /**< expands only whole levels of play with at most this many positions in total; 0: all */
    int32_t with_kind;   /**< 0: ignores `kind` and uses outcomes, or partizan outcomes in a partizan game */
    int32_t arcs;        /**< 1: stores the moves too, so that reading the table never needs the rules */
    const char* scratch; /**< folder for positions and moves that exceed `memory`; then the rules are called two or
                            three times per position. NULL: exceeding it is MEXQUERY_OUT_OF_MEMORY */
} mexgen_options;

/**
 * Explores all positions reachable by `rules`, solves them and writes the table to `path`. The file appears only when
 * it is complete. The spec of the game is `program:name=NAME`. `options` may be NULL. Returns MEXQUERY_INTERRUPTED if
 * `rules` returned a nonzero number.
 */
int mexgen_solve_rules(const char* name, mexgen_rules rules, void* user, const mexgen_options* options,
                       const char* path, mexquery_error* error);

#ifdef __cplusplus
}
#endif

#endif
