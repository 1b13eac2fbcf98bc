/**
 * \file
 * Mexbase tables, in plain C.
 *
 * A table is immutable: any number of threads may use one at once, without locks where a block is decoded already. Only
 * `mexquery_close` must come after all other calls on the table have returned.
 *
 * Every function that can fail returns MEXQUERY_OK or a code, and, where `error` is not NULL, writes the code and one
 * line of text there. Output arguments are written only on success, but for those that say otherwise. Nothing is
 * printed, nothing ends the program, and no C++ exception leaves the library. Strings are UTF-8 and end in a zero byte.
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

/** MEXQUERY_VERSION of the library that runs, which may be newer than the headers. */
int mexquery_version(void);

/** What went wrong. The numbers never change. */
enum {
    MEXQUERY_OK = 0,
    MEXQUERY_BAD_SPEC = 1,
    MEXQUERY_BAD_POSITION = 2, /**< text that names no position of the game */
    MEXQUERY_BAD_FILE = 3,
    MEXQUERY_NOT_APPLICABLE = 4,
    MEXQUERY_BAD_USAGE = 5, /**< a NULL where none is allowed, an unknown backend, player or option */
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

/** How a file is reached. */
enum {
    MEXQUERY_MAP = 0, /**< memory map: fastest; a file shortened while mapped is outside the promise */
    MEXQUERY_READ = 1 /**< plain reads: nothing of the file stays in the address space */
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

/** Outcome classes of partizan games: who wins. */
enum {
    MEXQUERY_CLASS_N = 0,  /**< whoever begins */
    MEXQUERY_CLASS_P = 1,  /**< whoever does not begin */
    MEXQUERY_CLASS_L = 2,  /**< Left, whoever begins */
    MEXQUERY_CLASS_R = 3,  /**< Right, whoever begins */
    MEXQUERY_NO_CLASS = -1 /**< there is a draw, or the value is not partizan */
};

/** Who moves, in games where it matters. */
enum { MEXQUERY_LEFT = 0, MEXQUERY_RIGHT = 1 };

/** An open table. Owned by the caller until `mexquery_close`. */
typedef struct mexquery_table mexquery_table;

/** A sum of positions of open tables, and what has been found out of it. Owned by the caller until
 * `mexquery_sum_free`. */
typedef struct mexquery_sum mexquery_sum;

/** The moves of a position, best first. Owned by the caller until `mexquery_moves_free`. */
typedef struct mexquery_moves mexquery_moves;

/** Tables in directories, found by their specs. Owned by the caller until `mexquery_library_close`. */
typedef struct mexquery_library mexquery_library;

/** The distinct partizan values of a table. */
typedef struct mexquery_values mexquery_values;

/** An error: its code, and a line of text, cut off where it is too long. */
typedef struct mexquery_error {
    int code;
    char message[256];
} mexquery_error;

/** The value of a position. `kind` says which members mean something beside `outcome`. */
typedef struct mexquery_value {
    int32_t kind;        /**< MEXQUERY_KIND_OUTCOME … */
    int32_t outcome;     /**< MEXQUERY_LOSS …: the result in normal play when the position is all there is to play;
                              MEXQUERY_UNKNOWN of a partizan value, where it depends on who begins */
    uint64_t remoteness; /**< of an outcome: plies to the end; 0 for draw and unknown */
    uint64_t nimber;     /**< n of *n; 0 where infinite */
    uint64_t counter;    /**< of a finite nimber in a loopy game: a reply that reverts must have a smaller one */
    const uint32_t*
        reached; /**< of an infinite nimber: the nimbers in its set K, ascending; they belong to the table */
    size_t reached_count;
    uint8_t cannot_win;        /**< of an outcome, 1: proven that the player to move cannot force a win */
    uint8_t cannot_lose;       /**< of an outcome, 1: proven that the opponent cannot force one */
    uint8_t infinite;          /**< of a nimber, 1: infinite */
    uint8_t obliged;           /**< 0..3: 2 where normal play is won, and 1 where misere play is */
    int32_t left_first;        /**< MEXQUERY_LOSS …: of a partizan value, the result for Left when Left begins */
    int32_t right_first;       /**< the result for Right when Right begins */
    int32_t outcome_class;     /**< MEXQUERY_CLASS_N … */
    uint64_t left_remoteness;  /**< of a partizan outcome: plies to the end when Left begins; 0 for a draw */
    uint64_t right_remoteness; /**< the same when Right begins */
    uint32_t number; /**< of a canonical form: equal numbers of one table mean equal values, and no others do */
    const mexquery_values* values; /**< of a canonical form: where the number is found; belongs to the table */
} mexquery_value;

/** A move, and what it leads to. Both texts belong to the `mexquery_moves` that it is from. */
typedef struct mexquery_move {
    const char* name;     /**< the move's name; "" where the game names no moves */
    const char* position; /**< the position after it, as people write it */
    uint64_t index; /**< of that position; UINT64_MAX for a sum, and for a position that has a value and no index */
    mexquery_value value; /**< of that position, as the opponent sees it, who moves there */
} mexquery_move;

/** What a table says about itself. `spec` belongs to the table. Counts are over the legal positions below
 * `queryable_size`.
 */
typedef struct mexquery_info {
    const char* spec;
    uint64_t indices;        /**< stored: 0..indices-1 */
    uint64_t queryable_size; /**< those that may be asked for: 0..queryable_size-1 */
    uint64_t positions;
    uint64_t outcomes[5];        /**< by MEXQUERY_LOSS … */
    uint64_t largest_nimber;     /**< 0 also where no position has one */
    uint64_t longest_remoteness; /**< 0 also where no position has one */
    uint64_t file_bytes;
    uint32_t rules_version;
    int32_t value_kind; /**< MEXQUERY_KIND_OUTCOME … */
    int32_t misere;     /**< 1: misère play */
    int32_t periodic;   /**< 1: proven to repeat with the period below, so that every index is answered */
    uint64_t preperiod;
    uint64_t period;          /**< 0: none is known */
    int32_t remoteness_exact; /**< 0: an upper bound, found within the bound of a cut-off game */
    /** Partizan outcomes: 3 times `left_first` plus `right_first` is the place of a pair of results. */
    uint64_t pairs[9];
    uint64_t classes[4];      /**< canonical forms: by MEXQUERY_CLASS_N … */
    uint64_t distinct_values; /**< canonical forms: how many different ones the positions have */
} mexquery_info;

/** How a table is opened. Set all of it to zero, then `size`, then what should be other than usual; later versions may
 * have more members, and 0 will mean in each what it was before there was that member. */
typedef struct mexquery_open_options {
    size_t size;      /**< sizeof(mexquery_open_options) */
    int32_t backend;  /**< MEXQUERY_MAP or MEXQUERY_READ; means nothing for a table in memory */
    int32_t reserved; /**< 0 */
    /** A stream of values that takes no more bytes when it is decoded is decoded whole at its first use, once for all
     * threads (see `mexquery_preload`). Of a larger one this is the most that each thread which reads the table keeps
     * in decoded blocks; at least two blocks are kept. Memory is taken as blocks are read. 0: 2 MiB. */
    size_t cache_bytes;
} mexquery_open_options;

/** Opens the table in file `path`. Close it with `mexquery_close`. */
int mexquery_open(const char* path, int backend, mexquery_table** table, mexquery_error* error);
/** The same with options; NULL for the usual ones. MEXQUERY_BAD_USAGE for options that this library does not know. */
int mexquery_open_with(const char* path, const mexquery_open_options* options, mexquery_table** table,
                       mexquery_error* error);
/** Opens a table that lies in memory. The bytes are borrowed: they must outlive the table and must not change. */
int mexquery_open_memory(const void* bytes, size_t length, mexquery_table** table, mexquery_error* error);
/** The same with options, as `mexquery_open_with`. */
int mexquery_open_memory_with(const void* bytes, size_t length, const mexquery_open_options* options,
                              mexquery_table** table, mexquery_error* error);
/** A part of a table that is to be read to `bytes`. */
typedef struct mexquery_range {
    uint64_t offset;
    size_t length;
    void* bytes;
} mexquery_range;

/** Bytes of a table that lie anywhere: in an archive, behind a network. They never change. Set all of it to zero, then
 * `size` and what is needed. The functions are called by any thread that uses the table, by several at once, and return
 * MEXQUERY_OK or one of the codes above (MEXQUERY_IO where there is no better), with which the call that needed the
 * bytes fails. All that is read is checked. */
typedef struct mexquery_reader {
    size_t size;     /**< sizeof(mexquery_reader) */
    void* user;      /**< handed to the functions */
    uint64_t length; /**< of the table in bytes */
    /** Fills `bytes`, all `length` of it, which lies within the table. */
    int (*read_at)(void* user, uint64_t offset, void* bytes, size_t length);
    /** The same for many parts at once, ascending: what one question needs comes in two such rounds. NULL: one by one.
     */
    int (*read_many)(void* user, const mexquery_range* ranges, size_t count);
    /** Called once, when the table is closed or could not be opened. May be NULL. */
    void (*release)(void* user);
} mexquery_reader;

/** Opens a table whose bytes a reader gives; `reader` is copied. A stream in blocks is not decoded whole before
 * `mexquery_preload`: a probe reads what it needs. */
int mexquery_open_reader(const mexquery_reader* reader, const mexquery_open_options* options, mexquery_table** table,
                         mexquery_error* error);
/** Reads what the values of these stored indices need, in two rounds, where a reader gives the bytes; elsewhere it does
 * nothing. The next questions of this thread about them ask no reader. */
int mexquery_fetch(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_error* error);
/** Closes a table; NULL does nothing. */
void mexquery_close(mexquery_table* table);

/** Describes a table. */
int mexquery_describe(const mexquery_table* table, mexquery_info* info, mexquery_error* error);
/** Reads every byte of the table once and compares all checksums. */
int mexquery_check(const mexquery_table* table, mexquery_error* error);
/** Does now what would be done at first uses: decodes the streams that fit `cache_bytes`, reads the lists of sets and
 * of values, makes the game. */
int mexquery_preload(const mexquery_table* table, mexquery_error* error);

/** The value of a position as people write it, `start` and `#N` included, or of a sum, as `3+4`, where the game breaks
 * positions into sums. */
int mexquery_probe(const mexquery_table* table, const char* position, mexquery_value* value, mexquery_error* error);
/**
 * The value of the position with a queryable index. MEXQUERY_OUT_OF_DOMAIN for an index that is no position.
 * Of the functions on a table those on indices and values need no rules of games, and a program that calls no others
 * and is linked to the archive does without (docs/embedding.md): there the functions that refuse what is no position
 * are MEXQUERY_NOT_APPLICABLE to tables in which something is none, and those of stored values answer.
 */
int mexquery_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error);
/** The same for every index stored, also past `queryable_size`. */
int mexquery_stored_at(const mexquery_table* table, uint64_t index, mexquery_value* value, mexquery_error* error);
/** Only the outcome (MEXQUERY_LOSS …) of the position with a queryable index: cheaper than `mexquery_at` where
 * remoteness is stored as well. MEXQUERY_NOT_APPLICABLE in a table of partizan values: who wins depends on who begins.
 */
int mexquery_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error);
/** The same for every index stored, as `mexquery_stored_at`: the fastest, as nobody asks whether the index is a
 * position. */
int mexquery_stored_outcome_at(const mexquery_table* table, uint64_t index, int32_t* outcome, mexquery_error* error);
/** `mexquery_at` for `count` indices at once, faster than one by one. On an error no element of `values` means
 * anything. */
int mexquery_at_many(const mexquery_table* table, const uint64_t* indices, size_t count, mexquery_value* values,
                     mexquery_error* error);

/** The index of a position as people write it. */
int mexquery_index(const mexquery_table* table, const char* position, uint64_t* index, mexquery_error* error);
/**
 * The index of the position on a chess board, for `mexquery_stored_outcome_at` and `mexquery_stored_at`: no text is
 * read, and no memory taken. `men` has what stands on each square, a1 first, then b1, and h8 last: `KQRBNP` White's,
 * `kqrbnp` Black's, 0 or `.` nothing. `black_moves` is not 0 where Black is to move. `en_passant` is the square over
 * which a pawn has just gone, 0 where none has; what cannot be taken there does not count. Nobody may castle.
 * MEXQUERY_NOT_APPLICABLE for a table of another game, MEXQUERY_BAD_POSITION for a board that is no position of this
 * one, as with too many men.
 */
int mexquery_chess_index(const mexquery_table* table, const char men[64], int black_moves, int en_passant,
                         uint64_t* index, mexquery_error* error);
/** Whether a stored index, or in a periodic table any index, is a position: `*legal` is 1 then, else 0. */
int mexquery_legal(const mexquery_table* table, uint64_t index, int32_t* legal, mexquery_error* error);
/**
 * Writes the text of a stored position to `buffer`, at most `size` bytes with the zero at the end. `*needed` (unless
 * NULL) gets the bytes that the whole takes. MEXQUERY_BAD_USAGE when it does not fit: nothing is written then but
 * `*needed`.
 */
int mexquery_format(const mexquery_table* table, uint64_t index, char* buffer, size_t size, size_t* needed,
                    mexquery_error* error);
/**
 * The options of a position, best first for the player who chooses, each once; UINT64_MAX stands for one that is a sum,
 * and for one that has a value and no index.
 * Writes the first `capacity` of them to `options` and `values` (either may be NULL: then none), and how many there are
 * to `*count`.
 */
int mexquery_best(const mexquery_table* table, uint64_t index, int mover, uint64_t* options, mexquery_value* values,
                  size_t capacity, size_t* count, mexquery_error* error);

/**
 * The moves of a position as people write it, best first for the player who chooses: where the game names its moves,
 * every move, else every option once. Two texts may have one index (positions that are symmetric to each other); the
 * moves are those of the position that was asked for. None where play has stopped, but for those that win at once where
 * it has stopped because of them, if the game names them; what they leave may be no position, and its text is "(over)"
 * then. Free them with `mexquery_moves_free`, and before the table is closed.
 */
int mexquery_moves_of(const mexquery_table* table, const char* position, int mover, mexquery_moves** moves,
                      mexquery_error* error);
/** Frees moves with their texts; NULL does nothing. */
void mexquery_moves_free(mexquery_moves* moves);
/** How many there are; 0 for NULL. */
size_t mexquery_moves_count(const mexquery_moves* moves);
/** One of them, counted from 0, the best. MEXQUERY_BAD_USAGE past the last. */
int mexquery_move_at(const mexquery_moves* moves, size_t which, mexquery_move* move, mexquery_error* error);
/** The name that programs give one of them (in chess as `e7e8q`); "" where the game has no such notation. It belongs to
 * `moves`. MEXQUERY_BAD_USAGE past the last. */
int mexquery_engine_name(const mexquery_moves* moves, size_t which, const char** name, mexquery_error* error);

/** How a library is opened: as `mexquery_open_options`. */
typedef struct mexquery_library_options {
    size_t size;          /**< sizeof(mexquery_library_options) */
    int32_t backend;      /**< of each table: MEXQUERY_MAP or MEXQUERY_READ */
    int32_t reserved;     /**< 0 */
    size_t most_open;     /**< tables kept open; 0: 64 */
    uint64_t cache_bytes; /**< bytes that all of them together keep in decoded blocks; 0: 256 MiB */
} mexquery_library_options;

/** Which of several tables of one game is meant. */
enum {
    MEXQUERY_ANY = -1 /**< of kinds of value the first there is in their order; of plays normal before misère */
};

/** A file of a library. The texts belong to the library, until it is refreshed or closed. */
typedef struct mexquery_library_file {
    const char* path;
    const char* spec;   /**< "" for a file that is passed over */
    const char* fault;  /**< why it is passed over; "" for a table */
    int32_t fault_code; /**< MEXQUERY_OK for a table */
    int32_t value_kind; /**< MEXQUERY_KIND_OUTCOME … */
    int32_t misere;     /**< 1: misère play */
    int32_t reserved;
    uint64_t indices;
    uint64_t bytes;
} mexquery_library_file;

/** Opens the tables in some directories, one at least: any number of files, of which few are open at a time. Files that
 * are no tables are passed over. Any number of threads may use a library at once. */
int mexquery_library_open(const char* const* directories, size_t count, const mexquery_library_options* options,
                          mexquery_library** library, mexquery_error* error);
/** Closes it; NULL does nothing. Tables that it gave stay open. */
void mexquery_library_close(mexquery_library* library);
/** Looks at the directories again. Not while another call on the library is under way. */
int mexquery_library_refresh(mexquery_library* library, mexquery_error* error);
/** How many files there are, those passed over too. */
int mexquery_library_count(const mexquery_library* library, size_t* count, mexquery_error* error);
/** One of them, counted from 0, by directory and then by name. MEXQUERY_BAD_USAGE past the last. */
int mexquery_library_file_at(const mexquery_library* library, size_t which, mexquery_library_file* file,
                             mexquery_error* error);
/** The table of a spec, as `octal:code=kayles,max=1000`: keys in any order, defaults left out. Where keys are left out
 * that only say how much of the game a table has, the largest. `value_kind` is MEXQUERY_KIND_OUTCOME … or MEXQUERY_ANY,
 * `misere` 0, 1 or MEXQUERY_ANY. MEXQUERY_NOT_FOUND where there is none. Close it with `mexquery_close`. */
int mexquery_library_table(const mexquery_library* library, const char* spec, int value_kind, int misere,
                           mexquery_table** table, mexquery_error* error);
/** The table of that game that has the position: `chess` finds any position in whatever tables of chess there are.
 * Close it with `mexquery_close`. */
int mexquery_library_table_for(const mexquery_library* library, const char* spec, const char* position, int value_kind,
                               int misere, mexquery_table** table, mexquery_error* error);
/** The value of a position in that table. What belongs to a table (`reached`, `values`) does so to `*table`, which the
 * caller closes; where `table` is NULL these are NULL. */
int mexquery_library_probe(const mexquery_library* library, const char* spec, const char* position, int value_kind,
                           int misere, mexquery_value* value, mexquery_table** table, mexquery_error* error);

/** Makes an empty sum. One thread at a time may use it, and the tables of its components must stay open as long. */
int mexquery_sum_new(mexquery_sum** sum, mexquery_error* error);
/** Frees a sum; NULL does nothing. */
void mexquery_sum_free(mexquery_sum* sum);
/** Takes all components out. To fill a sum again is faster than to make another one. */
void mexquery_sum_clear(mexquery_sum* sum);
/** Adds a position, as the next component; they are counted from 0. */
int mexquery_sum_add(mexquery_sum* sum, const mexquery_table* table, uint64_t index, mexquery_error* error);
/** The same as people write it; or several positions that are themselves a sum, as `3+4`, as one component. */
int mexquery_sum_add_text(mexquery_sum* sum, const mexquery_table* table, const char* position, mexquery_error* error);
/** Says that a component of an obliged sum has been begun: it is finished before others are touched, and after those
 * that were said to be begun before it. */
int mexquery_sum_mark_begun(mexquery_sum* sum, size_t component, mexquery_error* error);
/**
 * Who wins. `*kind` says what the tables hold, and what `*value` is then:
 * MEXQUERY_KIND_NIMBER: the outcome (MEXQUERY_LOSS …) of the disjunctive sum for the player to move. Loopy tables draw;
 * in tables of races the first component to end decides. The empty sum is lost.
 * MEXQUERY_KIND_OBLIGED: the pair (as `obliged` of a value) of the obliged sum.
 * MEXQUERY_KIND_CANONICAL: the class (MEXQUERY_CLASS_N …) of the disjunctive sum, in which there may be nimbers of
 * loop-free games too. MEXQUERY_NOT_APPLICABLE for other mixtures, and for a sum that is too large to decide.
 */
int mexquery_sum_value(mexquery_sum* sum, int32_t* kind, int32_t* value, mexquery_error* error);
/**
 * A move that wins, or, of nimbers, one that keeps a draw where none wins: in component `*component`, to position
 * `*option`, which is UINT64_MAX for several that are a sum. MEXQUERY_NOT_FOUND where there is none. Of canonical forms
 * it is a move of `mover` (MEXQUERY_LEFT …). `misere` is 0, or, in an obliged sum, 1 for misère play. The text of what
 * the component becomes is written as `mexquery_format` does it, unless `size` is 0 and `needed` NULL.
 */
int mexquery_sum_move(mexquery_sum* sum, int mover, int misere, size_t* component, uint64_t* option, char* buffer,
                      size_t size, size_t* needed, mexquery_error* error);

/**
 * Writes a canonical form, as CGSuite 2 prints it, `{0|^<2>}`, to `buffer`, at most `size` bytes with the zero at the
 * end. `*needed` (unless NULL) gets the bytes that the whole takes. MEXQUERY_BAD_USAGE when it does not fit: nothing
 * is written then but `*needed`. MEXQUERY_NOT_APPLICABLE for a value of another kind, and for a text of more than 2^20
 * characters.
 */
int mexquery_canonical_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                            mexquery_error* error);
/** The same of the atomic weight. MEXQUERY_NOT_FOUND where the value is not all-small and has none. */
int mexquery_atomic_weight_text(const mexquery_value* value, char* buffer, size_t size, size_t* needed,
                                mexquery_error* error);
/** The fingerprint of a canonical form: equal ones of any tables and programs have equal fingerprints. */
int mexquery_fingerprint(const mexquery_value* value, uint64_t* fingerprint, mexquery_error* error);

/** Writes a value as `win 7`, `draw`, `*5`, `inf{0 2}`, `01`, `N`, `L/D`, `{0|^*}` to `buffer` of `size` bytes, cut off
 * where it is too small; 32 bytes are enough but for long sets and canonical forms. Nothing for a text of more than
 * 2^20 characters. */
void mexquery_value_text(const mexquery_value* value, char* buffer, size_t size);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
