/* SPDX-License-Identifier: MIT */
/**
 * \file
 * Mexbase tables, in plain C.
 *
 * Tables are immutable and safe to use from several threads. A query whose block is decoded takes no lock. Call
 * `mexquery_close` only after all other calls on the table have returned.
 *
 * A function that can fail returns MEXQUERY_OK or an error code. On an error it also stores the code and one line of
 * text in `error`, unless `error` is NULL. It sets output arguments only on success, unless its comment says otherwise.
 * It never prints, ends the program or throws a C++ exception. Strings are UTF-8 and end with a zero byte.
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
    MEXQUERY_NOT_FOUND = 6, /**< a file, table, move or atomic weight that does not exist */
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
    MEXQUERY_READ = 1 /**< plain reads at an offset, without a memory map */
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

/** Distances that the remoteness of an outcome may count. */
enum {
    MEXQUERY_DISTANCE_END = 0, /**< plies to the end */
    MEXQUERY_DISTANCE_EXIT = 1 /**< plies to an exit, in a table made with `--distance exit` (docs/values.md) */
};

/** Outcome classes of partizan games. A comment names the winner. */
enum {
    MEXQUERY_CLASS_N = 0,  /**< the player who begins */
    MEXQUERY_CLASS_P = 1,  /**< the player who does not begin */
    MEXQUERY_CLASS_L = 2,  /**< Left in either case */
    MEXQUERY_CLASS_R = 3,  /**< Right in either case */
    MEXQUERY_NO_CLASS = -1 /**< the game has a draw, or the value is not partizan */
};

/** Players of partizan games. In other games the player does not matter. */
enum { MEXQUERY_LEFT = 0, MEXQUERY_RIGHT = 1 };

/** An open table. Owned by the caller until `mexquery_close`. */
typedef struct mexquery_table mexquery_table;

/** A sum of positions of open tables. Owned by the caller until `mexquery_sum_free`. */
typedef struct mexquery_sum mexquery_sum;

/** The moves of a position, best first. Owned by the caller until `mexquery_moves_free`. */
typedef struct mexquery_moves mexquery_moves;

/** Tables in directories, found by their specs. Owned by the caller until `mexquery_library_close`. */
typedef struct mexquery_library mexquery_library;

/** All tables of chess endings in a directory. Owned by the caller until `mexquery_chess_close`. */
typedef struct mexquery_chess mexquery_chess;

/** The list of the distinct partizan values of a table. */
typedef struct mexquery_values mexquery_values;

/** An error: its code, and a line of text, which is truncated if it is too long. */
typedef struct mexquery_error {
    int code;
    char message[256];
} mexquery_error;

/** The value of a position. `kind` says which members are set in addition to `outcome`. */
typedef struct mexquery_value {
    int32_t kind;        /**< MEXQUERY_KIND_OUTCOME … */
    int32_t outcome;     /**< MEXQUERY_LOSS …: the result for the player to move, if the position is played alone; for
                            nimbers and obliged pairs in normal play; for partizan values MEXQUERY_UNKNOWN, because the
                            result depends on who begins */
    uint64_t remoteness; /**< for outcomes: plies to the end or to an exit (see `distance`); 0 for draw and unknown */
    uint64_t nimber;     /**< for nimbers: the number n of *n; 0 for an infinite nimber */
    uint64_t counter; /**< for finite nimbers of loopy games: a reply back to this nimber must have a smaller counter */
    const uint32_t* reached; /**< for infinite nimbers: finite nimbers of the options, ascending; owned by the table */
    size_t reached_count;
    uint8_t cannot_win;        /**< for outcomes, 1: proven that the player to move cannot force a win */
    uint8_t cannot_lose;       /**< for outcomes, 1: proven that the opponent cannot force a win */
    uint8_t infinite;          /**< for nimbers, 1: infinite */
    uint8_t obliged;           /**< for obliged pairs, 0..3: 2 if normal play is won, plus 1 if misère play is won */
    int32_t left_first;        /**< for partizan values: the result for Left if Left begins (MEXQUERY_LOSS …) */
    int32_t right_first;       /**< for partizan values: the result for Right if Right begins */
    int32_t outcome_class;     /**< for partizan values: MEXQUERY_CLASS_N … */
    uint64_t left_remoteness;  /**< for partizan outcomes: plies to the end if Left begins; 0 for a draw */
    uint64_t right_remoteness; /**< for partizan outcomes: plies to the end if Right begins; 0 for a draw */
    uint32_t number;           /**< for canonical forms: number in `values`; equal forms have equal numbers */
    int32_t distance;          /**< for outcomes: what `remoteness` counts (MEXQUERY_DISTANCE_END …) */
    const mexquery_values* values; /**< for canonical forms: the table's list of forms; owned by the table */
} mexquery_value;

/** A move and its target. The `mexquery_moves` object owns both texts. */
typedef struct mexquery_move {
    const char* name;     /**< "" if the game does not name moves */
    const char* position; /**< text of the position after the move */
    uint64_t index;       /**< index of that position; UINT64_MAX if it is a sum, or has a value and no index */
    mexquery_value value; /**< value of that position for the opponent, who moves there */
} mexquery_move;

/** Description of a table. The table owns `spec`. Every count is over the legal positions below `queryable_size`. */
typedef struct mexquery_info {
    const char* spec;
    uint64_t indices;        /**< number of stored indices: 0..indices-1 */
    uint64_t queryable_size; /**< users may query 0..queryable_size-1; the rest is stored because moves lead there */
    uint64_t positions;
    uint64_t outcomes[5];        /**< number of positions by outcome (MEXQUERY_LOSS …) */
    uint64_t largest_nimber;     /**< 0 also if no position has a finite nimber */
    uint64_t longest_remoteness; /**< in plies (see `distance`); 0 also if no position has a remoteness */
    uint64_t file_bytes;
    uint32_t rules_version;
    int32_t value_kind; /**< MEXQUERY_KIND_OUTCOME … */
    int32_t misere;     /**< 1: misère play */
    int32_t periodic;   /**< 1: `period` is proven, so every index has a value */
    uint64_t preperiod;
    uint64_t period;          /**< in indices; 0: unknown */
    int32_t remoteness_exact; /**< 0: remotenesses are upper bounds, because the game was bounded */
    int32_t distance;         /**< what remotenesses count (MEXQUERY_DISTANCE_END …) */
    /** Partizan outcomes: number of positions by pair of results, `pairs[3 * left_first + right_first]`. */
    uint64_t pairs[9];
    uint64_t classes[4];      /**< canonical forms: number of positions by class (MEXQUERY_CLASS_N …) */
    uint64_t distinct_values; /**< canonical forms: number of different values of the positions */
} mexquery_info;

/** Options for opening a table. Set all bytes to zero, then set `size` and the members to change. Later versions may
 * add members. If an added member is 0, the behaviour is that of this version. */
typedef struct mexquery_open_options {
    size_t size;      /**< sizeof(mexquery_open_options) */
    int32_t backend;  /**< MEXQUERY_MAP or MEXQUERY_READ; ignored for a table in memory */
    int32_t reserved; /**< must be 0 */
    /** Limit on the decoded blocks of one stream in one thread, in bytes; 0 means 2 MiB. A stream is a sequence of
     * numbers of the table, such as all outcomes. At least two blocks are kept. A stream whose decoded size is within
     * the limit is decoded whole at its first use, once for all threads (see `mexquery_preload`). */
    size_t cache_bytes;
} mexquery_open_options;

/** Opens the table in file `path`. Close it with `mexquery_close`. */
int mexquery_open(const char* path, int backend, mexquery_table** table, mexquery_error* error);
/** Variant of `mexquery_open` with options; NULL means the defaults. MEXQUERY_BAD_USAGE for options that this library
 * does not support. */
int mexquery_open_with(const char* path, const mexquery_open_options* options, mexquery_table** table,
                       mexquery_error* error);
/** Opens a table in memory. Borrows the bytes, which must outlive the table and must not change. */
int mexquery_open_memory(const void* bytes, size_t length, mexquery_table** table, mexquery_error* error);
/** Variant of `mexquery_open_memory` with options, as in `mexquery_open_with`. */
int mexquery_open_memory_with(const void* bytes, size_t length, const mexquery_open_options* options,
                              mexquery_table** table, mexquery_error* error);
/** A part of a table, and the memory to read it into. */
typedef struct mexquery_range {
    uint64_t offset;
    size_t length;
    void* bytes;
} mexquery_range;

/** Source of the bytes of a table that is not a local file, such as a part of an archive or a network. The bytes must
 * never change. Set the struct to zero, then set `size` and the members needed. All threads that use the table call the
 * functions, without a lock. A function returns MEXQUERY_OK or an error code (MEXQUERY_IO if no other fits). The query
 * that needed the bytes then returns that code. All bytes are checked against the table's checksums. */
typedef struct mexquery_reader {
    size_t size;     /**< sizeof(mexquery_reader) */
    void* user;      /**< passed to the functions */
    uint64_t length; /**< length of the table in bytes */
    /** Fills all `length` bytes of `bytes`. The range is within the table. */
    int (*read_at)(void* user, uint64_t offset, void* bytes, size_t length);
    /** Reads `count` parts, in ascending order. A query usually calls this twice. NULL: calls `read_at` for each. */
    int (*read_many)(void* user, const mexquery_range* ranges, size_t count);
    /** Called once, when the table is closed or opening it has failed. May be NULL. */
    void (*release)(void* user);
} mexquery_reader;

/** Opens a table whose bytes a reader supplies; `reader` is copied. A probe reads only the blocks that it needs: a
 * stream in blocks is decoded whole only after `mexquery_preload`. */
int mexquery_open_reader(const mexquery_reader* reader, const mexquery_open_options* options, mexquery_table** table,
                         mexquery_error* error);
/** If the table has a reader, reads the data for these stored indices, usually in two calls of `read_many`. This
 * thread's next queries for these indices then do not call the reader. Does nothing for a table without a reader. */
int mexquery_fetch(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_error* error);
/** Closes a table; NULL does nothing. */
void mexquery_close(mexquery_table* table);

/** Describes a table. */
int mexquery_describe(const mexquery_table* table, mexquery_info* info, mexquery_error* error);
/** Reads every byte of the table once and compares all checksums. */
int mexquery_check(const mexquery_table* table, mexquery_error* error);
/** Does now the work that first queries would do: decodes the streams that fit `cache_bytes`, reads the lists of sets
 * of nimbers and of canonical forms, and makes the game. */
int mexquery_preload(const mexquery_table* table, mexquery_error* error);

/** Gets the value of a position in text form. `start` is the start position, `#N` the position with index N. If the
 * game splits positions into sums, the text may be a sum such as `3+4`. */
int mexquery_probe(const mexquery_table* table, const char* position, mexquery_value* value, mexquery_error* error);
/** Gets the value of a queryable index (below `queryable_size`). MEXQUERY_OUT_OF_DOMAIN for an index that is not a
 * position (a hole). Functions on indices and values need no rules of games. A program that calls only such functions
 * and links the static library does not contain the rules (docs/embedding.md). In such a program, functions that reject
 * holes return MEXQUERY_NOT_APPLICABLE for every table with holes. Functions whose names contain `stored` still
 * work. */
int mexquery_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error);
/** Variant of `mexquery_at` for every stored index, also past `queryable_size`. The value of a hole is meaningless. */
int mexquery_stored_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error);
/** Gets the outcome (MEXQUERY_LOSS …) of a queryable index. Cheaper than `mexquery_at` if remoteness is stored too.
 * MEXQUERY_NOT_APPLICABLE in a table of partizan values, because the winner depends on who begins. */
int mexquery_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error);
/** Variant of `mexquery_outcome_at` for every stored index. It is the fastest lookup, because it does not check that
 * the index is a position. */
int mexquery_stored_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error);
/** Gets the values of `count` indices, as `mexquery_at` does for one index. Faster than a call of `mexquery_at` per
 * index. On an error all elements of `values` are unspecified. */
int mexquery_at_many(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_value* values,
                     mexquery_error* error);

/** Gets the index of a position in text form. */
int mexquery_index(const mexquery_table* table, const char* position, uint64_t* index, mexquery_error* error);
/** Gets the index of a chess board, for `mexquery_stored_outcome_at` and `mexquery_stored_at`, without parsing text or
 * allocating memory. `men` has the piece on each square in the order a1, b1, … h8: one of `KQRBNP` for White, one of
 * `kqrbnp` for Black, 0 or `.` for an empty square. `black_moves` is not 0 if Black is to move. `en_passant` is the
 * square (0 for a1 to 63 for h8) that a pawn has just passed over, or 0; it is ignored if no pawn can capture there.
 * The board has no castling rights. MEXQUERY_NOT_APPLICABLE for a table of another game, MEXQUERY_BAD_POSITION for a
 * board outside this table, such as one with too many men. */
int mexquery_chess_index(const mexquery_table* table, const char men[64], int black_moves, int en_passant,
                         uint64_t* index, mexquery_error* error);
/** Sets `*legal` to 1 if a stored index is a position, else to 0. In a periodic table the index may be any number. */
int mexquery_legal(const mexquery_table* table, uint64_t index, int32_t* legal, mexquery_error* error);
/** Writes the text of a stored position to `buffer`, at most `size` bytes with the zero at the end. Sets `*needed`,
 * unless `needed` is NULL, to the number of bytes that the whole text needs. MEXQUERY_BAD_USAGE if the text does not
 * fit: then only `*needed` is written. */
int mexquery_format(const mexquery_table* table, uint64_t index, char* buffer, size_t size, size_t* needed,
                    mexquery_error* error);
/** Gets the options of the position with index `index`, each once, best first for the player to move. In a partizan
 * game, `mover` is the player to move, MEXQUERY_LEFT or MEXQUERY_RIGHT. Other games, such as chess, ignore `mover`:
 * pass MEXQUERY_LEFT. Writes the first `capacity` options to `options` and `values` (each may be NULL), and the number
 * of all options to `*count`. In `options`, UINT64_MAX is an option that is a sum, or that has a value and no index. */
int mexquery_best(const mexquery_table* table, uint64_t index, int mover, uint64_t* options, mexquery_value* values,
                  size_t capacity, size_t* count, mexquery_error* error);

/** Gets the moves of a position in text form, best first for the player to move. If the game names its moves, gets
 * every move, else every option once. `mover` is as in `mexquery_best`: MEXQUERY_LEFT except in partizan games. The
 * moves are those of exactly this position, even if symmetric positions share its index. The list is empty if play has
 * ended. In some games a position counts as ended because a move wins at once. Then the list has the winning moves that
 * the game names. A target that is not a position has the text "(over)". Free the list with `mexquery_moves_free`
 * before closing the table. */
int mexquery_moves_of(const mexquery_table* table, const char* position, int mover, mexquery_moves** moves,
                      mexquery_error* error);
/** Frees moves with their texts; NULL does nothing. */
void mexquery_moves_free(mexquery_moves* moves);
/** Returns the number of moves, or 0 for NULL. */
size_t mexquery_moves_count(const mexquery_moves* moves);
/** Gets move number `which`; number 0 is the best move. MEXQUERY_BAD_USAGE past the last move. */
int mexquery_move_at(const mexquery_moves* moves, size_t which, mexquery_move* move, mexquery_error* error);
/** Gets the name of move number `which` in the notation of engines (in chess `e7e8q`), or "" if the game has no such
 * notation. `moves` owns the text. MEXQUERY_BAD_USAGE past the last move. */
int mexquery_engine_name(const mexquery_moves* moves, size_t which, const char** name, mexquery_error* error);

/** Options for opening a library, used like `mexquery_open_options`. */
typedef struct mexquery_library_options {
    size_t size;          /**< sizeof(mexquery_library_options) */
    int32_t backend;      /**< how to read each table: MEXQUERY_MAP or MEXQUERY_READ */
    int32_t reserved;     /**< must be 0 */
    size_t most_open;     /**< number of tables kept open; 0 means 64 */
    uint64_t cache_bytes; /**< limit on the decoded blocks of all tables together, in bytes; 0 means 256 MiB */
} mexquery_library_options;

/** Value of the arguments `value_kind` and `misere` that leaves the choice among several tables to the library. */
enum {
    MEXQUERY_ANY = -1 /**< the kind of value with the smallest number; normal play before misère play */
};

/** A file of a library. The library owns the texts; they stay valid until it is refreshed or closed. */
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

/** Makes a library of all tables in one or more directories. There may be any number of files; few are open at a time.
 * Skips files that are not tables. The library is safe to use from several threads. */
int mexquery_library_open(const char* const* directories, size_t count, const mexquery_library_options* options,
                          mexquery_library** library, mexquery_error* error);
/** Closes a library; NULL does nothing. Tables that it has returned stay open until `mexquery_close`. */
void mexquery_library_close(mexquery_library* library);
/** Lists the directories again, to find new, changed and missing files. No other call on the library may run at the
 * same time. */
int mexquery_library_refresh(mexquery_library* library, mexquery_error* error);
/** Gets the number of files, including skipped ones. */
int mexquery_library_count(const mexquery_library* library, size_t* count, mexquery_error* error);
/** Gets file number `which`, from 0, in the order of directories and names. MEXQUERY_BAD_USAGE past the last file. */
int mexquery_library_file_at(const mexquery_library* library, size_t which, mexquery_library_file* file,
                             mexquery_error* error);
/** Gets the table of a spec (the name of a game with its parameters), such as `octal:code=kayles,max=1000`. Keys may be
 * in any order, and keys with default values may be left out. If all keys that limit what one table holds are left out,
 * gets the table with the most indices. `value_kind` is MEXQUERY_KIND_OUTCOME … or MEXQUERY_ANY; `misere` is 0, 1 or
 * MEXQUERY_ANY. MEXQUERY_NOT_FOUND if the library has no such table. Close the table with `mexquery_close`. */
int mexquery_library_table(const mexquery_library* library, const char* spec, int value_kind, int misere,
                           mexquery_table** table, mexquery_error* error);
/** Gets a table that has the position, among all tables of the game of `spec`. The spec `chess` means all chess tables.
 * Close the table with `mexquery_close`. */
int mexquery_library_table_for(const mexquery_library* library, const char* spec, const char* position, int value_kind,
                               int misere, mexquery_table** table, mexquery_error* error);
/** Gets the value of a position, and the table that has it (see `mexquery_library_table_for`). The caller closes the
 * table, which owns `reached` and `values` of the value. If `table` is NULL, these two members are set to NULL. */
int mexquery_library_probe(const mexquery_library* library, const char* spec, const char* position, int value_kind,
                           int misere, mexquery_value* value, mexquery_table** table, mexquery_error* error);

/** Results in chess for the player to move, with the numbers of Fathom. A blessed loss and a cursed win are a loss and
 * a win that the rule of fifty moves makes a draw. */
enum {
    MEXQUERY_CHESS_LOSS = 0,
    MEXQUERY_CHESS_BLESSED_LOSS = 1,
    MEXQUERY_CHESS_DRAW = 2,
    MEXQUERY_CHESS_CURSED_WIN = 3,
    MEXQUERY_CHESS_WIN = 4
};

/** Upper bound on the number of moves that `mexquery_chess_root` gets. */
enum { MEXQUERY_CHESS_MOST_MOVES = 128 };

/** A chess board. A set of squares has bit s for square s: bit 0 for a1, bit 7 for h1, bit 63 for h8. The members have
 * the order of Fathom's arguments. */
typedef struct mexquery_chess_board {
    uint64_t white;  /**< all pieces of White */
    uint64_t black;  /**< all pieces of Black */
    uint64_t kings;  /**< the kings of both players */
    uint64_t queens; /**< the queens of both players, and so on */
    uint64_t rooks;
    uint64_t bishops;
    uint64_t knights;
    uint64_t pawns;
    int32_t rule50;   /**< plies since the last capture or pawn move; negative: ignore the rule of fifty moves */
    int32_t castling; /**< not 0 if a player may still castle: then no table has the board */
    int32_t ep;       /**< the square that a pawn has just passed over, or 0; ignored if no pawn can capture there */
    int32_t turn;     /**< 1 if White is to move, 0 if Black is to move */
} mexquery_chess_board;

/** A legal move of a chess position. All values are for the player who makes the move. */
typedef struct mexquery_chess_move {
    /** from | to << 6 | promotion << 12. The promotion is 0 for none, 1 queen, 2 rook, 3 bishop, 4 knight. A capture en
     * passant has no mark. */
    uint32_t move;
    int32_t wdl; /**< result after the move (MEXQUERY_CHESS_LOSS …), as `mexquery_chess_wdl` gets it */
    /** Distance to zeroing if this move is made. 1 for a capture, pawn move or checkmate that wins, 101 if the rule of
     * fifty moves makes that win a draw, -1 and -101 if such a move loses. 0 for a draw, or without such a table. */
    int32_t dtz;
    /** Plies to mate including this move, negative if the opponent mates. 0 for a draw, or without such a table. */
    int32_t dtm;
} mexquery_chess_move;

/** Opens all tables of chess in a directory, as `mexgen chess:KQKR` and `mexgen chess:KQKR --distance exit` make them.
 * Looks in each file which endings it has. Ignores files that are not tables, tables of other games, and tables with
 * unknown values. `options` are for each table; NULL means the defaults. MEXQUERY_NOT_FOUND if there is no table of
 * chess. Errors of damaged tables name the file. Close the result with `mexquery_chess_close`. */
int mexquery_chess_open(const char* directory, const mexquery_open_options* options, mexquery_chess** endings,
                        mexquery_error* error);
/** Closes the tables; NULL does nothing. Call it only after all other calls on `endings` have returned. */
void mexquery_chess_close(mexquery_chess* endings);
/** Returns the greatest number of pieces, kings included, on a board that a table has; 0 for NULL. Some boards with
 * fewer pieces may be in no table. */
int mexquery_chess_most_men(const mexquery_chess* endings);
/** Gets the result of a board for the player to move (MEXQUERY_CHESS_LOSS …). With a table of distances to zeroing, the
 * result is exact under the rule of fifty moves, with `rule50` counted. Without such a table, or if `rule50` is
 * negative, it is a loss, draw or win without this rule.
 *
 * The next functions have the same errors. MEXQUERY_NOT_FOUND if no table has the pieces, which the message names, such
 * as KQKR, or if a player may castle. MEXQUERY_BAD_POSITION for a board that is not a position. These functions may be
 * called from several threads. A probe of decoded data allocates no memory, and a failed probe allocates none if
 * `error` is NULL. */
int mexquery_chess_wdl(const mexquery_chess* endings, const mexquery_chess_board* board, int32_t* wdl,
                       mexquery_error* error);
/** Gets the plies to mate: positive if the player to move mates, negative if the player is mated, 0 for a draw and for
 * checkmate. Ignores the rule of fifty moves. Needs a table of distances to mate, else MEXQUERY_NOT_FOUND. */
int mexquery_chess_dtm(const mexquery_chess* endings, const mexquery_chess_board* board, int32_t* dtm,
                       mexquery_error* error);
/** Gets the distance to zeroing: the plies to the next capture, pawn move or mate that keeps the outcome. It has the
 * sign of Syzygy tables: positive for a win, negative for a loss, -1 for checkmate, 0 for a draw. If the sum of the
 * distance (without its sign) and the plies since the last capture or pawn move exceeds 100, the rule of fifty moves
 * makes the game a draw. Needs a table made with `--distance exit`, else MEXQUERY_NOT_FOUND. */
int mexquery_chess_dtz(const mexquery_chess* endings, const mexquery_chess_board* board, int32_t* dtz,
                       mexquery_error* error);
/** Gets the legal moves of a board, best first: by result, checkmate first, then by distance to zeroing, then by
 * distance to mate. Play by the first move wins every won position. Writes the first `capacity` moves to `moves`, which
 * may be NULL if `capacity` is 0. Sets `*count` to the number of all moves, at most MEXQUERY_CHESS_MOST_MOVES. It is 0
 * for checkmate and stalemate. */
int mexquery_chess_root(const mexquery_chess* endings, const mexquery_chess_board* board, mexquery_chess_move* moves,
                        size_t capacity, size_t* count, mexquery_error* error);

/** Makes an empty sum, for one thread at a time. The tables of its components must stay open as long as it is used. */
int mexquery_sum_new(mexquery_sum** sum, mexquery_error* error);
/** Frees a sum; NULL does nothing. */
void mexquery_sum_free(mexquery_sum* sum);
/** Removes all components. Refilling a sum is faster than making a new one. */
void mexquery_sum_clear(mexquery_sum* sum);
/** Adds the position with index `index` as the next component. Components are numbered from 0. */
int mexquery_sum_add(mexquery_sum* sum, const mexquery_table* table, uint64_t index, mexquery_error* error);
/** Adds a position in text form as the next component. A text such as `3+4` adds several positions as one component. */
int mexquery_sum_add_text(mexquery_sum* sum, const mexquery_table* table, const char* position, mexquery_error* error);
/** Marks a component of an obliged sum, by its number, as begun. It must be finished before play in unmarked
 * components, and after the components marked earlier. */
int mexquery_sum_mark_begun(mexquery_sum* sum, size_t component, mexquery_error* error);
/** Gets the result of a sum. `*kind` is the kind of value of the sum, and `*value` depends on it:
 * MEXQUERY_KIND_NIMBER: the outcome (MEXQUERY_LOSS …) of the disjunctive sum for the player to move. It may be a draw
 * if a game is loopy (a position can recur). In tables of races, the first component to end decides. The empty sum is a
 * loss.
 * MEXQUERY_KIND_OBLIGED: the result of the obliged sum, as `mexquery_value` has it in `obliged`.
 * MEXQUERY_KIND_CANONICAL: the class (MEXQUERY_CLASS_N …) of the disjunctive sum, which may include nimbers of
 * loop-free games. Other mixtures of kinds, and sums that are too large to decide, give MEXQUERY_NOT_APPLICABLE. */
int mexquery_sum_value(mexquery_sum* sum, int32_t* kind, int32_t* value, mexquery_error* error);
/** Gets a move that wins the sum. In a sum of nimbers without such a move, gets a move that keeps a draw. The move
 * changes component `*component` to position `*option`. If `*option` is UINT64_MAX, the component becomes a sum of
 * several positions. MEXQUERY_NOT_FOUND if no move wins or keeps a draw. `mover` (MEXQUERY_LEFT …) is the player to
 * move in a sum of canonical forms; other sums ignore it. `misere` is 0, or 1 for misère play in an obliged sum. Writes
 * the text of the new component as `mexquery_format` does, unless `size` is 0 and `needed` is NULL. */
int mexquery_sum_move(mexquery_sum* sum, int mover, int misere, size_t* component, uint64_t* option, char* buffer,
                      size_t size, size_t* needed, mexquery_error* error);

/** Writes a canonical form in the notation of CGSuite 2, such as `{0|^<2>}`, to `buffer` as `mexquery_format` does.
 * MEXQUERY_NOT_APPLICABLE for a value of another kind, and for a text of more than 2^20 characters. */
int mexquery_canonical_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                            mexquery_error* error);
/** Writes the atomic weight of a canonical form, as `mexquery_canonical_text` writes the form. MEXQUERY_NOT_FOUND if
 * the value has no atomic weight. */
int mexquery_atomic_weight_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                                mexquery_error* error);
/** Gets a hash of a canonical form. Equal forms have equal hashes in all tables and programs. */
int mexquery_fingerprint(const mexquery_value* value, uint64_t* fingerprint, mexquery_error* error);

/** Writes a value as text, such as `win 7`, `win exit 7`, `draw`, `*5`, `inf{0 2}`, `01`, `N`, `L/D` or `{0|^*}`, to
 * `buffer` of `size` bytes. The text is truncated if it does not fit; 32 bytes are enough except for long sets and
 * canonical forms. A text of more than 2^20 characters is replaced by an empty text. */
void mexquery_value_text(const mexquery_value* value, char* buffer, size_t size);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
