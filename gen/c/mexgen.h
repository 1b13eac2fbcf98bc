/**
 * \file
 * Making tables from rules that the caller answers, in plain C.
 *
 * Nothing is printed, nothing ends the program, and no C++ exception leaves the library; the errors are those of
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

/** Where answers go. It belongs to the library, and lives during the call that it is given to. */
typedef struct mexgen_answers mexgen_answers;

/**
 * Answers the next of the positions asked about by `line`: its options with blanks between, `=win`, `=loss`, `=tie` or
 * `=draw`, and in partizan games both players' with `|` between, as docs/your-own-game.md has it; an empty
 * line where there are none, NULL is a fault. A copy is kept.
 */
void mexgen_answer(mexgen_answers* answers, const char* line);

/**
 * Rules: calls `mexgen_answer` once for each of `positions`, in order. The only position of the first call is `start`,
 * and its answer the positions where play begins. Returns 0, or anything else to stop. It is called by one thread, the
 * one that called `mexgen_solve_rules`, and must not jump out of it.
 */
typedef int (*mexgen_rules)(void* user, const char* const* positions, size_t count, mexgen_answers* answers);

/** How to solve. All zero is a good choice. */
typedef struct mexgen_options {
    int32_t kind;        /**< MEXQUERY_KIND_OUTCOME …; partizan games have no outcomes: see `default_kind` */
    int32_t misere;      /**< 1: who cannot move wins */
    uint32_t threads;    /**< that solve, 256 at most; 0: one a processor */
    uint64_t memory;     /**< bytes for positions; 0: three quarters of the machine's */
    uint64_t positions;  /**< how many there may be; 0: 100,000,000 */
    uint64_t bound;      /**< ask only about as many whole levels of play as have so many positions; 0: all */
    int32_t with_kind;   /**< 0: `kind` means nothing, the table has what is usual: outcomes, or of partizan games
                            partizan outcomes */
    int32_t arcs;        /**< 1: the table holds the moves too, so that nobody needs the rules any more */
    const char* scratch; /**< a folder for positions and moves that take more than `memory`; then the rules are asked
                            about each position two or three times. NULL: that is MEXQUERY_OUT_OF_MEMORY */
} mexgen_options;

/**
 * Asks `rules` about all that play reaches, solves it and writes the table to `path`, whole or not at all; the game is
 * `program:name=NAME`. `options` may be NULL. Where `rules` stopped it, the code is MEXQUERY_INTERRUPTED.
 */
int mexgen_solve_rules(const char* name, mexgen_rules rules, void* user, const mexgen_options* options,
                       const char* path, mexquery_error* error);

#ifdef __cplusplus
}
#endif

#endif
