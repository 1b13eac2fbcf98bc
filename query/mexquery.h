/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Mexbase tables, in plain C.
 *
 * Tables are immutable and safe to use from several threads, without locks once a block is decoded. Call
 * `mexquery_close` only after all other calls on the table have returned.
 *
 * A function that can fail returns MEXQUERY_OK or an error code. On an error it also stores the code and one line of
 * text in `error`, unless that is NULL. It sets output arguments only on success, with documented exceptions. The
 * library prints nothing, does not end the program and throws no C++ exceptions. Strings are UTF-8 and end with a zero
 * byte.
 *
 * Examples: docs/embedding.md.
 */
#ifndef MEXQUERY_H
#define MEXQUERY_H

#include <stddef.h>
#include <stdint.h>

#include "version.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/** Returns MEXQUERY_VERSION of the loaded library, which may be newer than the headers. */
int mexquery_version(void);

/** Error codes. The numbers never change. */
enum {
    MEXQUERY_OK = 0,
    MEXQUERY_BAD_SPEC = 1,
    MEXQUERY_BAD_POSITION = 2, /**< text that is not a position of the game */
    MEXQUERY_BAD_FILE = 3,
    MEXQUERY_NOT_APPLICABLE = 4,
    MEXQUERY_BAD_USAGE = 5, /**< a NULL that is not allowed; an unknown backend, player or option */
    MEXQUERY_NOT_FOUND = 6, /**< no such file */
    MEXQUERY_IO = 7,
    MEXQUERY_NOT_A_TABLE = 8,
    MEXQUERY_UNSUPPORTED_VERSION = 9, /**< the table needs a newer reader */
    MEXQUERY_CORRUPT = 10,
    MEXQUERY_OUT_OF_DOMAIN = 11, /**< an index or position that the table does not hold */
    MEXQUERY_OUT_OF_MEMORY = 12,
    MEXQUERY_VERIFICATION_FAILED = 13,
    MEXQUERY_INTERRUPTED = 14
};

/** Ways to read a file. */
enum {
    MEXQUERY_MAP = 0, /**< memory map: fastest; the file must not be shortened while it is mapped */
    MEXQUERY_READ = 1 /**< plain reads: the file is not mapped into the address space */
};

/** Outcomes, for the player to move. */
enum { MEXQUERY_LOSS = 0, MEXQUERY_WIN = 1, MEXQUERY_DRAW = 2, MEXQUERY_TIE = 3, MEXQUERY_UNKNOWN = 4 };

/** Kinds of value that a table may hold. */
enum {
    MEXQUERY_KIND_OUTCOME = 0,
    MEXQUERY_KIND_NIMBER = 1,
    MEXQUERY_KIND_OBLIGED = 2,
    MEXQUERY_KIND_PARTIZAN_OUTCOME = 3,
    MEXQUERY_KIND_CANONICAL = 4 /**< a partizan value in canonical form */
};

/** Outcome classes of partizan games, by winner. */
enum {
    MEXQUERY_CLASS_N = 0,  /**< the player who begins */
    MEXQUERY_CLASS_P = 1,  /**< the player who does not begin */
    MEXQUERY_CLASS_L = 2,  /**< Left in either case */
    MEXQUERY_CLASS_R = 3,  /**< Right in either case */
    MEXQUERY_NO_CLASS = -1 /**< the game has a draw, or the value is not partizan */
};

/** Players, for games in which they differ. */
enum { MEXQUERY_LEFT = 0, MEXQUERY_RIGHT = 1 };

/** An open table. Owned by the caller until `mexquery_close`. */
typedef struct mexquery_table mexquery_table;

/** A sum of positions of open tables, with its cached results. Owned by the caller until `mexquery_sum_free`. */
typedef struct mexquery_sum mexquery_sum;

/** The moves of a position, best first. Owned by the caller until `mexquery_moves_free`. */
typedef struct mexquery_moves mexquery_moves;

/** Tables in directories, found by their specs. Owned by the caller until `mexquery_library_close`. */
typedef struct mexquery_library mexquery_library;

/** The distinct partizan values of a table. */
typedef struct mexquery_values mexquery_values;

/** An error: its code, and a line of text, truncated if too long. */
typedef struct mexquery_error {
    int code;
    char message[256];
} mexquery_error;

/** The value of a position. `kind` says which members are set in addition to `outcome`. */
typedef struct mexquery_value {
    int32_t kind;        /**< MEXQUERY_KIND_OUTCOME … */
    int32_t outcome;     /**< MEXQUERY_LOSS …: the result in normal play if the position is played alone; for partizan
                            values MEXQUERY_UNKNOWN, because it depends on who begins */
    uint64_t remoteness; /**< for outcomes: plies to the end; 0 for draw and unknown */
    uint64_t nimber;     /**< n of *n; 0 if infinite */
    uint64_t counter;    /**< for finite nimbers of loopy games: a reply that reverts must have a smaller one */
    const uint32_t* reached; /**< for infinite nimbers: the nimbers in the set K, ascending; owned by the table */
    size_t reached_count;
    uint8_t cannot_win;            /**< for outcomes, 1: proven that the player to move cannot force a win */
    uint8_t cannot_lose;           /**< for outcomes, 1: proven that the opponent cannot force one */
    uint8_t infinite;              /**< for nimbers, 1: infinite */
    uint8_t obliged;               /**< 0..3: 2 if normal play is won, plus 1 if misere play is won */
    int32_t left_first;            /**< MEXQUERY_LOSS …: for partizan values, the result for Left if Left begins */
    int32_t right_first;           /**< the result for Right if Right begins */
    int32_t outcome_class;         /**< MEXQUERY_CLASS_N … */
    uint64_t left_remoteness;      /**< for partizan outcomes: plies to the end if Left begins; 0 for a draw */
    uint64_t right_remoteness;     /**< plies to the end if Right begins */
    uint32_t number;               /**< for canonical forms: equal in one table if and only if the values are */
    const mexquery_values* values; /**< for canonical forms: the list with this number; owned by the table */
} mexquery_value;

/** A move and its target. The `mexquery_moves` object owns both texts. */
typedef struct mexquery_move {
    const char* name;     /**< "" if the game does not name moves */
    const char* position; /**< text of the position after the move */
    uint64_t index; /**< of that position; UINT64_MAX for a sum, and for a position that has a value and no index */
    mexquery_value value; /**< of that position, for the opponent, who moves there */
} mexquery_move;

/** Description of a table. It owns `spec`. Counts are over the legal positions below `queryable_size`. */
typedef struct mexquery_info {
    const char* spec;
    uint64_t indices;        /**< stored: 0..indices-1 */
    uint64_t queryable_size; /**< queryable: 0..queryable_size-1 */
    uint64_t positions;
    uint64_t outcomes[5];        /**< by MEXQUERY_LOSS … */
    uint64_t largest_nimber;     /**< 0 also if no position has one */
    uint64_t longest_remoteness; /**< 0 also if no position has one */
    uint64_t file_bytes;
    uint32_t rules_version;
    int32_t value_kind; /**< MEXQUERY_KIND_OUTCOME … */
    int32_t misere;     /**< 1: misère play */
    int32_t periodic;   /**< 1: proven periodic with the period below, so that every index has a value */
    uint64_t preperiod;
    uint64_t period;          /**< 0: unknown */
    int32_t remoteness_exact; /**< 0: an upper bound, because the game was bounded */
    /** Partizan outcomes: the count for a pair of results is at index 3 times `left_first` plus `right_first`. */
    uint64_t pairs[9];
    uint64_t classes[4];      /**< canonical forms: by MEXQUERY_CLASS_N … */
    uint64_t distinct_values; /**< canonical forms: number of different values of the positions */
} mexquery_info;

/** Options for opening a table. Set all bytes to zero, then `size`, then the members to change. Later versions may add
 * members, and 0 will keep the behaviour of this version. */
typedef struct mexquery_open_options {
    size_t size;      /**< sizeof(mexquery_open_options) */
    int32_t backend;  /**< MEXQUERY_MAP or MEXQUERY_READ; ignored for a table in memory */
    int32_t reserved; /**< 0 */
    /** Limit in bytes on decoded blocks of a stream, for each thread; at least two blocks are kept. Memory is allocated
     * as blocks are read. A stream of at most this decoded size is decoded whole at its first use, once for all threads
     * (see `mexquery_preload`). 0: 2 MiB. */
    size_t cache_bytes;
} mexquery_open_options;

/** Opens the table in file `path`. Close it with `mexquery_close`. */
int mexquery_open(const char* path, int backend, mexquery_table** table, mexquery_error* error);
/** Variant with options; NULL means the defaults. MEXQUERY_BAD_USAGE for options that this library does not support. */
int mexquery_open_with(const char* path, const mexquery_open_options* options, mexquery_table** table,
                       mexquery_error* error);
/** Opens a table in memory. Borrows the bytes, which must outlive the table and must not change. */
int mexquery_open_memory(const void* bytes, size_t length, mexquery_table** table, mexquery_error* error);
/** Variant with options, as in `mexquery_open_with`. */
int mexquery_open_memory_with(const void* bytes, size_t length, const mexquery_open_options* options,
                              mexquery_table** table, mexquery_error* error);
/** A part of a table to read to `bytes`. */
typedef struct mexquery_range {
    uint64_t offset;
    size_t length;
    void* bytes;
} mexquery_range;

/** Source of the bytes of a table that is not a local file, such as a part of an archive or a network. The bytes never
 * change. Set all of it to zero, then `size` and the members needed. Any thread that uses the table calls the
 * functions, several at once. They return MEXQUERY_OK or an error code (MEXQUERY_IO if no other fits), which the call
 * that needed the bytes then returns. All bytes are checked against the table's checksums. */
typedef struct mexquery_reader {
    size_t size;     /**< sizeof(mexquery_reader) */
    void* user;      /**< passed to the functions */
    uint64_t length; /**< of the table in bytes */
    /** Fills all `length` bytes of `bytes`. The range is within the table. */
    int (*read_at)(void* user, uint64_t offset, void* bytes, size_t length);
    /** Reads several parts, in ascending order; a query takes two such rounds. NULL: calls `read_at` for each. */
    int (*read_many)(void* user, const mexquery_range* ranges, size_t count);
    /** Called once, when the table is closed or could not be opened. May be NULL. */
    void (*release)(void* user);
} mexquery_reader;

/** Opens a table whose bytes a reader supplies; `reader` is copied. A stream in blocks is not decoded whole before
 * `mexquery_preload`: a probe reads only the blocks it needs. */
int mexquery_open_reader(const mexquery_reader* reader, const mexquery_open_options* options, mexquery_table** table,
                         mexquery_error* error);
/** Reads the data for these stored indices, in two rounds, if the table has a reader; otherwise does nothing. This
 * thread's next queries for them then make no call to the reader. */
int mexquery_fetch(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_error* error);
/** Closes a table; NULL does nothing. */
void mexquery_close(mexquery_table* table);

/** Describes a table. */
int mexquery_describe(const mexquery_table* table, mexquery_info* info, mexquery_error* error);
/** Reads every byte of the table once and compares all checksums. */
int mexquery_check(const mexquery_table* table, mexquery_error* error);
/** Does now the work of first uses: decodes the streams that fit `cache_bytes`, reads the lists of sets and of values,
 * makes the game. */
int mexquery_preload(const mexquery_table* table, mexquery_error* error);

/** Gets the value of a position in text form, including `start` and `#N`. If the game splits positions into sums, also
 * of a sum such as `3+4`. */
int mexquery_probe(const mexquery_table* table, const char* position, mexquery_value* value, mexquery_error* error);
/** Gets the value of a queryable index. MEXQUERY_OUT_OF_DOMAIN for an index that is not a position.
 * Functions on indices and values need no rules of games. A program that calls only these and links the archive
 * excludes the rules (docs/embedding.md). Then the functions that reject holes return MEXQUERY_NOT_APPLICABLE for
 * tables with holes, and those for stored indices still work. */
int mexquery_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error);
/** Variant for every stored index, also past `queryable_size`. */
int mexquery_stored_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error);
/** Gets the outcome (MEXQUERY_LOSS …) of a queryable index. Cheaper than `mexquery_at` if remoteness is stored too.
 * MEXQUERY_NOT_APPLICABLE in a table of partizan values: the winner depends on who begins. */
int mexquery_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error);
/** Variant for every stored index: the fastest, because it does not check that the index is a position. */
int mexquery_stored_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error);
/** Batch form of `mexquery_at` for `count` indices, faster than single calls. On an error all elements of `values` are
 * unspecified. */
int mexquery_at_many(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_value* values,
                     mexquery_error* error);

/** Gets the index of a position in text form. */
int mexquery_index(const mexquery_table* table, const char* position, uint64_t* index, mexquery_error* error);
/** Gets the index of a chess board, for `mexquery_stored_outcome_at` and `mexquery_stored_at`, without parsing text or
 * allocating memory. `men` has the piece on each square in the order a1, b1, … h8: `KQRBNP` White's, `kqrbnp` Black's,
 * 0 or `.` none. `black_moves` is not 0 if Black is to move. `en_passant` is the square that a pawn has just passed
 * over, or 0; it is ignored if no pawn can capture there. Castling is not allowed. MEXQUERY_NOT_APPLICABLE for a table
 * of another game, MEXQUERY_BAD_POSITION for a board outside this table, such as one with too many men. */
int mexquery_chess_index(const mexquery_table* table, const char men[64], int black_moves, int en_passant,
                         uint64_t* index, mexquery_error* error);
/** Sets `*legal` to 1 if a stored index, or in a periodic table any index, is a position, else to 0. */
int mexquery_legal(const mexquery_table* table, uint64_t index, int32_t* legal, mexquery_error* error);
/** Writes the text of a stored position to `buffer`, at most `size` bytes with the zero at the end. `*needed` (unless
 * NULL) gets the full size. MEXQUERY_BAD_USAGE if it does not fit: then only `*needed` is written. */
int mexquery_format(const mexquery_table* table, uint64_t index, char* buffer, size_t size, size_t* needed,
                    mexquery_error* error);
/** Gets the options of a position, each once, best first for the player to move. `mover` is MEXQUERY_LEFT or
 * MEXQUERY_RIGHT, the player to move in a partizan game. Other games, chess among them, ignore it: pass MEXQUERY_LEFT.
 * UINT64_MAX means an option that is a sum, or that has a value and no index. Writes the first `capacity` of them to
 * `options` and `values` (each may be NULL), and their total number to `*count`. */
int mexquery_best(const mexquery_table* table, uint64_t index, int mover, uint64_t* options, mexquery_value* values,
                  size_t capacity, size_t* count, mexquery_error* error);

/** Gets the moves of a position in text form, best first for the player to move: every move if the game names its
 * moves, else every option once. `mover` is as in `mexquery_best`: MEXQUERY_LEFT except in partizan games. The result
 * is exact even if symmetric positions share the index. It is empty if play has ended. If play has ended because a move
 * wins at once, it has the winning moves that the game names; their targets may not be positions and have the text
 * "(over)". Free it with `mexquery_moves_free` before closing the table. */
int mexquery_moves_of(const mexquery_table* table, const char* position, int mover, mexquery_moves** moves,
                      mexquery_error* error);
/** Frees moves with their texts; NULL does nothing. */
void mexquery_moves_free(mexquery_moves* moves);
/** Returns the number of moves; 0 for NULL. */
size_t mexquery_moves_count(const mexquery_moves* moves);
/** Gets a move, numbered from 0, the best. MEXQUERY_BAD_USAGE past the last. */
int mexquery_move_at(const mexquery_moves* moves, size_t which, mexquery_move* move, mexquery_error* error);
/** Gets the name of a move in the notation of engines (in chess `e7e8q`), or "" if the game has no such notation.
 * `moves` owns the text. MEXQUERY_BAD_USAGE past the last. */
int mexquery_engine_name(const mexquery_moves* moves, size_t which, const char** name, mexquery_error* error);

/** Options for opening a library, used like `mexquery_open_options`. */
typedef struct mexquery_library_options {
    size_t size;          /**< sizeof(mexquery_library_options) */
    int32_t backend;      /**< for each table: MEXQUERY_MAP or MEXQUERY_READ */
    int32_t reserved;     /**< 0 */
    size_t most_open;     /**< tables kept open; 0: 64 */
    uint64_t cache_bytes; /**< limit on the decoded blocks of all tables together, in bytes; 0: 256 MiB */
} mexquery_library_options;

/** Choice among several tables of one game. */
enum {
    MEXQUERY_ANY = -1 /**< the first kind of value in their order; normal play before misère */
};

/** A file of a library, which owns the texts until it is refreshed or closed. */
typedef struct mexquery_library_file {
    const char* path;
    const char* spec;   /**< "" for a skipped file */
    const char* fault;  /**< the reason for skipping the file; "" for a table */
    int32_t fault_code; /**< MEXQUERY_OK for a table */
    int32_t value_kind; /**< MEXQUERY_KIND_OUTCOME … */
    int32_t misere;     /**< 1: misère play */
    int32_t reserved;
    uint64_t indices;
    uint64_t bytes;
} mexquery_library_file;

/** Opens the tables in one or more directories. There may be any number of files; few are open at a time. Skips files
 * that are not tables. Safe to use from several threads. */
int mexquery_library_open(const char* const* directories, size_t count, const mexquery_library_options* options,
                          mexquery_library** library, mexquery_error* error);
/** Closes a library; NULL does nothing. Its tables stay open until they are closed. */
void mexquery_library_close(mexquery_library* library);
/** Lists the directories again. No other call on the library may run at the same time. */
int mexquery_library_refresh(mexquery_library* library, mexquery_error* error);
/** Gets the number of files, including skipped ones. */
int mexquery_library_count(const mexquery_library* library, size_t* count, mexquery_error* error);
/** Gets a file, numbered from 0 by directory and then by name. MEXQUERY_BAD_USAGE past the last. */
int mexquery_library_file_at(const mexquery_library* library, size_t which, mexquery_library_file* file,
                             mexquery_error* error);
/** Gets the table of a spec, such as `octal:code=kayles,max=1000`: keys in any order, defaults left out. If keys that
 * limit what one table holds are left out, gets the largest. `value_kind` is MEXQUERY_KIND_OUTCOME … or MEXQUERY_ANY,
 * `misere` 0, 1 or MEXQUERY_ANY. MEXQUERY_NOT_FOUND without such a table. Close it with `mexquery_close`. */
int mexquery_library_table(const mexquery_library* library, const char* spec, int value_kind, int misere,
                           mexquery_table** table, mexquery_error* error);
/** Gets the table of that game that has the position: `chess` finds any position in any chess tables. Close it with
 * `mexquery_close`. */
int mexquery_library_table_for(const mexquery_library* library, const char* spec, const char* position, int value_kind,
                               int misere, mexquery_table** table, mexquery_error* error);
/** Gets the value of a position in that table, and the table, which the caller closes. `*table` owns `reached` and
 * `values`; if `table` is NULL, they are NULL. */
int mexquery_library_probe(const mexquery_library* library, const char* spec, const char* position, int value_kind,
                           int misere, mexquery_value* value, mexquery_table** table, mexquery_error* error);

/** Makes an empty sum. One thread at a time may use it, and the tables of its components must stay open as long. */
int mexquery_sum_new(mexquery_sum** sum, mexquery_error* error);
/** Frees a sum; NULL does nothing. */
void mexquery_sum_free(mexquery_sum* sum);
/** Removes all components. Refilling a sum is faster than making a new one. */
void mexquery_sum_clear(mexquery_sum* sum);
/** Adds a position as the next component, numbered from 0. */
int mexquery_sum_add(mexquery_sum* sum, const mexquery_table* table, uint64_t index, mexquery_error* error);
/** Variant for text: a position, or several that form a sum, such as `3+4`, as one component. */
int mexquery_sum_add_text(mexquery_sum* sum, const mexquery_table* table, const char* position, mexquery_error* error);
/** Marks a component of an obliged sum as begun: it is finished before others are touched, and after those marked
 * earlier. */
int mexquery_sum_mark_begun(mexquery_sum* sum, size_t component, mexquery_error* error);
/** Gets the result of a sum. `*kind` is the kind of the tables, and `*value` depends on it:
 * MEXQUERY_KIND_NIMBER: the outcome (MEXQUERY_LOSS …) of the disjunctive sum for the player to move. Loopy tables may
 * draw; in tables of races the first component to end decides. The empty sum is lost.
 * MEXQUERY_KIND_OBLIGED: the pair (as `obliged` of a value) of the obliged sum.
 * MEXQUERY_KIND_CANONICAL: the class (MEXQUERY_CLASS_N …) of the disjunctive sum, which may include nimbers of
 * loop-free games. MEXQUERY_NOT_APPLICABLE for other mixtures, and for a sum that is too large to decide. */
int mexquery_sum_value(mexquery_sum* sum, int32_t* kind, int32_t* value, mexquery_error* error);
/** Gets a move that wins, or, for nimbers, one that keeps a draw if none wins: in component `*component` to position
 * `*option`, which is UINT64_MAX for several positions that form a sum. MEXQUERY_NOT_FOUND if there is none. For
 * canonical forms `mover` (MEXQUERY_LEFT …) moves. `misere` is 0, or in an obliged sum 1 for misère play. Writes the
 * text of the new component like `mexquery_format`, unless `size` is 0 and `needed` NULL. */
int mexquery_sum_move(mexquery_sum* sum, int mover, int misere, size_t* component, uint64_t* option, char* buffer,
                      size_t size, size_t* needed, mexquery_error* error);

/** Writes a canonical form in the notation of CGSuite 2, such as `{0|^<2>}`, to `buffer`, at most `size` bytes with the
 * zero at the end. `*needed` (unless NULL) gets the full size. MEXQUERY_BAD_USAGE if it does not fit: then only
 * `*needed` is written. MEXQUERY_NOT_APPLICABLE for a value of another kind, and for a text of more than 2^20
 * characters. */
int mexquery_canonical_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                            mexquery_error* error);
/** Variant for the atomic weight. MEXQUERY_NOT_FOUND if the value is not all-small and so has none. */
int mexquery_atomic_weight_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                                mexquery_error* error);
/** Gets the fingerprint of a canonical form: equal forms have equal fingerprints in all tables and programs. */
int mexquery_fingerprint(const mexquery_value* value, uint64_t* fingerprint, mexquery_error* error);

/** Writes a value as `win 7`, `draw`, `*5`, `inf{0 2}`, `01`, `N`, `L/D`, `{0|^*}` to `buffer` of `size` bytes,
 * truncated if too small; 32 bytes are enough except for long sets and canonical forms. Writes an empty text if it has
 * more than 2^20 characters. */
void mexquery_value_text(const mexquery_value* value, char* buffer, size_t size);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
