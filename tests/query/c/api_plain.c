/* SPDX-License-Identifier: MIT */
/* Tables and sums in plain C. */
#include "plain.h"

static int read_table(const mexquery_table* table) {
    mexquery_error error;
    mexquery_info info;
    mexquery_value value, values[3], best[4];
    uint64_t index = 0, options[4];
    const uint64_t indices[3] = {5, 0, 16};
    size_t needed = 0, count = 0;
    char text[32];

    CHECK(mexquery_describe(table, &info, &error) == MEXQUERY_OK);
    CHECK(strcmp(info.spec, "square-but-one:max=30,add=even") == 0);
    CHECK(info.queryable_size == 31 && info.indices == 32 && info.positions == 31 && info.misere == 0 &&
          info.value_kind == 0);
    CHECK(info.outcomes[MEXQUERY_LOSS] == 2 && info.longest_remoteness == 3 && info.remoteness_exact == 1 &&
          info.distance == MEXQUERY_DISTANCE_END);
    CHECK(mexquery_check(table, &error) == MEXQUERY_OK);

    CHECK(mexquery_probe(table, "16", &value, &error) == MEXQUERY_OK && error.code == MEXQUERY_OK);
    CHECK(value.outcome == MEXQUERY_WIN && value.remoteness == 1 && value.cannot_lose == 1 && value.cannot_win == 0);
    mexquery_value_text(&value, text, sizeof text);
    CHECK(strcmp(text, "win 1") == 0);
    mexquery_value_text(&value, text, 4);
    CHECK(strcmp(text, "win") == 0);
    CHECK(mexquery_at(table, 5, &value, NULL) == MEXQUERY_OK && value.outcome == MEXQUERY_LOSS);
    CHECK(mexquery_stored_at(table, 31, &value, NULL) == MEXQUERY_OK);
    CHECK(mexquery_at(table, 31, &value, &error) == MEXQUERY_OUT_OF_DOMAIN && error.code == MEXQUERY_OUT_OF_DOMAIN);
    CHECK(strlen(error.message) > 0);

    CHECK(mexquery_at_many(table, indices, 3, values, &error) == MEXQUERY_OK);
    CHECK(values[0].outcome == MEXQUERY_LOSS && values[1].outcome == MEXQUERY_LOSS &&
          values[2].outcome == MEXQUERY_WIN);
    CHECK(mexquery_at_many(table, NULL, 0, NULL, NULL) == MEXQUERY_OK);

    CHECK(mexquery_index(table, "17", &index, &error) == MEXQUERY_OK && index == 17);
    CHECK(mexquery_index(table, "seventeen", &index, &error) == MEXQUERY_BAD_POSITION && index == 17);
    CHECK(mexquery_format(table, 17, text, sizeof text, &needed, &error) == MEXQUERY_OK);
    CHECK(strcmp(text, "17") == 0 && needed == 3);
    CHECK(mexquery_format(table, 17, NULL, 0, &needed, &error) == MEXQUERY_BAD_USAGE && needed == 3);

    CHECK(mexquery_best(table, 9, MEXQUERY_LEFT, options, best, 4, &count, &error) == MEXQUERY_OK);
    CHECK(count == 3 && options[0] == 0 && options[1] == 5 && options[2] == 8);
    CHECK(best[0].outcome == MEXQUERY_LOSS && best[1].outcome == MEXQUERY_LOSS);
    CHECK(mexquery_best(table, 9, MEXQUERY_RIGHT, NULL, NULL, 0, &count, NULL) == MEXQUERY_OK && count == 3);
    CHECK(mexquery_best(table, 9, 7, NULL, NULL, 0, &count, NULL) == MEXQUERY_BAD_USAGE);
    return 0;
}

int capi_reads(const char* path, int backend) {
    mexquery_table* table = NULL;
    mexquery_error error;
    int failed;
    CHECK(mexquery_open(path, backend, &table, &error) == MEXQUERY_OK);
    failed = read_table(table);
    mexquery_close(table);
    return failed;
}

/* Opens a table in memory, hands it to `use`, and closes it. */
static int with_table(int (*use)(const mexquery_table*), const void* bytes, size_t length) {
    mexquery_table* table = NULL;
    int failed;
    CHECK(mexquery_open_memory(bytes, length, &table, NULL) == MEXQUERY_OK);
    failed = use(table);
    mexquery_close(table);
    return failed;
}

int capi_reads_memory(const void* bytes, size_t length) {
    return with_table(read_table, bytes, length);
}

/* The table holds 0, *, ^, 1 and {1|0}. */
static int read_canonical_forms(const mexquery_table* table) {
    static const char* const texts[5] = {"0", "*", "^", "1", "{1|0}"};
    static const char* const weights[5] = {"0", "0", "1", NULL, NULL};
    static const int32_t classes[5] = {MEXQUERY_CLASS_P, MEXQUERY_CLASS_N, MEXQUERY_CLASS_L, MEXQUERY_CLASS_L,
                                       MEXQUERY_CLASS_N};
    static const uint64_t fingerprints[4] = {0xc731da1983d8e17d, 0xec28e0d614691dcb, 0x4dfecc55bd76caed,
                                             0x33af04a371a73676};
    mexquery_error error;
    mexquery_info info;
    mexquery_value value;
    uint64_t i, fingerprint = 0;
    size_t needed = 0;
    char text[32];

    CHECK(mexquery_describe(table, &info, &error) == MEXQUERY_OK);
    CHECK(info.value_kind == MEXQUERY_KIND_CANONICAL && info.distinct_values == 5 && info.positions == 5);
    CHECK(info.classes[MEXQUERY_CLASS_N] == 2 && info.classes[MEXQUERY_CLASS_P] == 1 &&
          info.classes[MEXQUERY_CLASS_L] == 2 && info.classes[MEXQUERY_CLASS_R] == 0);
    for (i = 0; i < 5; ++i) {
        CHECK(mexquery_at(table, i, &value, &error) == MEXQUERY_OK);
        CHECK(value.kind == MEXQUERY_KIND_CANONICAL && value.outcome_class == classes[i]);
        CHECK(value.outcome == MEXQUERY_UNKNOWN);
        CHECK(value.left_first == (classes[i] == MEXQUERY_CLASS_P ? MEXQUERY_LOSS : MEXQUERY_WIN));
        CHECK(value.right_first == (classes[i] == MEXQUERY_CLASS_N ? MEXQUERY_WIN : MEXQUERY_LOSS));
        mexquery_value_text(&value, text, sizeof text);
        CHECK(strcmp(text, texts[i]) == 0);
        CHECK(mexquery_canonical_text(&value, text, sizeof text, &needed, &error) == MEXQUERY_OK);
        CHECK(strcmp(text, texts[i]) == 0 && needed == strlen(texts[i]) + 1);
        CHECK(mexquery_canonical_text(&value, text, needed - 1, NULL, &error) == MEXQUERY_BAD_USAGE);
        CHECK(mexquery_canonical_text(&value, NULL, 0, &needed, NULL) == MEXQUERY_BAD_USAGE);
        if (weights[i] != NULL) {
            CHECK(mexquery_atomic_weight_text(&value, text, sizeof text, &needed, &error) == MEXQUERY_OK);
            CHECK(strcmp(text, weights[i]) == 0);
        } else {
            CHECK(mexquery_atomic_weight_text(&value, text, sizeof text, &needed, &error) == MEXQUERY_NOT_FOUND);
        }
        CHECK(mexquery_fingerprint(&value, &fingerprint, &error) == MEXQUERY_OK);
        CHECK(i == 4 || fingerprint == fingerprints[i]);
    }
    CHECK(mexquery_fingerprint(&value, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_canonical_text(NULL, text, sizeof text, NULL, &error) == MEXQUERY_BAD_USAGE);
    value.kind = MEXQUERY_KIND_NIMBER;
    CHECK(mexquery_fingerprint(&value, &fingerprint, &error) == MEXQUERY_NOT_APPLICABLE);
    CHECK(mexquery_canonical_text(&value, text, sizeof text, NULL, &error) == MEXQUERY_NOT_APPLICABLE);
    value.kind = MEXQUERY_KIND_CANONICAL;
    value.number = 1000;
    CHECK(mexquery_atomic_weight_text(&value, text, sizeof text, NULL, &error) == MEXQUERY_NOT_APPLICABLE);
    mexquery_value_text(&value, text, sizeof text);
    CHECK(text[0] == 0);
    return 0;
}

/* The table holds N (won in 1, and in 3), and L/D (won in 5). */
static int read_partizan_outcomes(const mexquery_table* table) {
    mexquery_error error;
    mexquery_info info;
    mexquery_value values[2];
    const uint64_t indices[2] = {0, 1};
    char text[32];

    CHECK(mexquery_describe(table, &info, &error) == MEXQUERY_OK);
    CHECK(info.value_kind == MEXQUERY_KIND_PARTIZAN_OUTCOME && info.longest_remoteness == 5);
    CHECK(info.pairs[3 * MEXQUERY_WIN + MEXQUERY_WIN] == 1 && info.pairs[3 * MEXQUERY_WIN + MEXQUERY_DRAW] == 1);
    CHECK(mexquery_at_many(table, indices, 2, values, &error) == MEXQUERY_OK);
    CHECK(values[0].left_first == MEXQUERY_WIN && values[0].left_remoteness == 1);
    CHECK(values[0].right_first == MEXQUERY_WIN && values[0].right_remoteness == 3);
    CHECK(values[0].outcome_class == MEXQUERY_CLASS_N && values[0].outcome == MEXQUERY_UNKNOWN);
    mexquery_value_text(&values[0], text, sizeof text);
    CHECK(strcmp(text, "N") == 0);
    CHECK(values[1].left_first == MEXQUERY_WIN && values[1].left_remoteness == 5);
    CHECK(values[1].right_first == MEXQUERY_DRAW && values[1].right_remoteness == 0);
    CHECK(values[1].outcome_class == MEXQUERY_NO_CLASS);
    mexquery_value_text(&values[1], text, sizeof text);
    CHECK(strcmp(text, "L/D") == 0);
    values[1].right_first = MEXQUERY_TIE;
    mexquery_value_text(&values[1], text, sizeof text);
    CHECK(text[0] == 0);
    CHECK(mexquery_canonical_text(&values[0], text, sizeof text, NULL, &error) == MEXQUERY_NOT_APPLICABLE);
    /* A set that is not there. */
    values[0] = values[1];
    values[0].kind = MEXQUERY_KIND_NIMBER;
    values[0].infinite = 1;
    values[0].reached = NULL;
    values[0].reached_count = 3;
    mexquery_value_text(&values[0], text, sizeof text);
    CHECK(text[0] == 0);
    return 0;
}

int capi_reads_canonical_forms(const void* bytes, size_t length) {
    return with_table(read_canonical_forms, bytes, length);
}

int capi_reads_partizan_outcomes(const void* bytes, size_t length) {
    return with_table(read_partizan_outcomes, bytes, length);
}

/* What a program has that was compiled for a later version of the library. */
struct later_options {
    mexquery_open_options known;
    uint64_t unheard_of;
};

static int refuses_options(const char* path) {
    mexquery_table* table = NULL;
    mexquery_error error;
    struct later_options later;
    mexquery_open_options options;
    memset(&options, 0, sizeof options);
    CHECK(mexquery_open_with(path, &options, &table, &error) == MEXQUERY_BAD_USAGE && table == NULL);
    options.size = sizeof options;
    options.backend = 9;
    CHECK(mexquery_open_with(path, &options, &table, &error) == MEXQUERY_BAD_USAGE && table == NULL);
    options.backend = MEXQUERY_READ;
    options.reserved = 1;
    CHECK(mexquery_open_with(path, &options, &table, &error) == MEXQUERY_BAD_USAGE && table == NULL);
    options.reserved = 0;
    CHECK(mexquery_open_with(NULL, &options, &table, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_open_memory_with("no table", 8, &options, &table, &error) == MEXQUERY_NOT_A_TABLE && table == NULL);
    memset(&later, 0, sizeof later);
    later.known = options;
    later.known.size = sizeof later;
    later.unheard_of = 7;
    CHECK(mexquery_open_with(path, &later.known, &table, &error) == MEXQUERY_BAD_USAGE && table == NULL);
    later.unheard_of = 0;
    CHECK(mexquery_open_with(path, &later.known, &table, &error) == MEXQUERY_OK);
    mexquery_close(table);
    CHECK(mexquery_open_with(path, NULL, &table, &error) == MEXQUERY_OK);
    mexquery_close(table);
    return 0;
}

/* Reads a value in a hundred of a table from its file, cuts the file, and reads them again. */
int capi_obeys_cache_bytes(const char* path, size_t cache_bytes, void (*cut)(void)) {
    mexquery_table* table = NULL;
    mexquery_error error;
    mexquery_info info;
    mexquery_value value;
    mexquery_open_options options;
    uint64_t i, lost = 0;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.backend = MEXQUERY_READ;
    options.cache_bytes = cache_bytes;
    CHECK(mexquery_open_with(path, &options, &table, &error) == MEXQUERY_OK);
    CHECK(mexquery_describe(table, &info, &error) == MEXQUERY_OK);
    for (i = 0; i < info.indices; i += 100) CHECK(mexquery_stored_at(table, i, &value, &error) == MEXQUERY_OK);
    cut();
    for (i = 0; i < info.indices; i += 100)
        if (mexquery_stored_at(table, i, &value, &error) != MEXQUERY_OK) ++lost;
    mexquery_close(table);
    return lost == 0 ? 0 : -1;
}

/* Preloads a table, cuts its file, and reads a value in a hundred. */
int capi_preloads(const char* path, void (*cut)(void)) {
    mexquery_table* table = NULL;
    mexquery_error error;
    mexquery_info info;
    mexquery_value value;
    uint64_t i;
    CHECK(mexquery_preload(NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_open(path, MEXQUERY_READ, &table, &error) == MEXQUERY_OK);
    CHECK(mexquery_describe(table, &info, &error) == MEXQUERY_OK);
    CHECK(mexquery_preload(table, &error) == MEXQUERY_OK);
    cut();
    for (i = 0; i < info.indices; i += 100) CHECK(mexquery_stored_at(table, i, &value, &error) == MEXQUERY_OK);
    mexquery_close(table);
    return 0;
}

int capi_refuses(const char* path, const char* no_table) {
    mexquery_table* table = NULL;
    mexquery_value value;
    mexquery_error error;
    CHECK(mexquery_open("/nonexistent/x.mxb", MEXQUERY_MAP, &table, &error) == MEXQUERY_NOT_FOUND && table == NULL);
    CHECK(strstr(error.message, "x.mxb") != NULL);
    CHECK(mexquery_open(no_table, MEXQUERY_READ, &table, &error) == MEXQUERY_NOT_A_TABLE && table == NULL);
    CHECK(mexquery_open(path, 9, &table, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_open(NULL, MEXQUERY_MAP, &table, NULL) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_open_memory(NULL, 0, &table, NULL) == MEXQUERY_NOT_A_TABLE);
    CHECK(mexquery_at(NULL, 0, &value, &error) == MEXQUERY_BAD_USAGE);
    mexquery_close(NULL);
    return refuses_options(path);
}

/* Kayles: 5 is worth *4, 3 is worth *3, 1 is worth *; the square game: 1 is worth *. */
static int add_nimbers(mexquery_sum* sum, const mexquery_table* kayles, const mexquery_table* square) {
    mexquery_error error;
    int32_t kind = -1, value = -1;
    size_t component = 9, needed = 0;
    uint64_t option = 9, other = 9;
    char text[20];

    CHECK(mexquery_sum_value(sum, &kind, &value, &error) == MEXQUERY_OK);
    CHECK(kind == MEXQUERY_KIND_NIMBER && value == MEXQUERY_LOSS);
    CHECK(mexquery_sum_add(sum, kayles, 5, &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_add(sum, square, 1, &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_value(sum, &kind, &value, &error) == MEXQUERY_OK);
    CHECK(kind == MEXQUERY_KIND_NIMBER && value == MEXQUERY_WIN);
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 0, &component, &option, text, sizeof text, &needed, &error) ==
          MEXQUERY_OK);
    CHECK(component == 0 && option == 4 && strcmp(text, "4") == 0 && needed == 2);
    CHECK(mexquery_sum_move(sum, MEXQUERY_RIGHT, 0, &component, &other, NULL, 0, NULL, NULL) == MEXQUERY_OK);
    CHECK(other == option);
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 2, &component, &other, NULL, 0, NULL, &error) == MEXQUERY_BAD_USAGE);

    /* A component that is a sum, and a move in it, which are named by their texts. */
    mexquery_sum_clear(sum);
    CHECK(mexquery_sum_add_text(sum, square, "1", &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_add_text(sum, kayles, "5+3", &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 0, &component, &option, text, sizeof text, &needed, &error) ==
          MEXQUERY_OK);
    CHECK(component == 1 && option == UINT64_MAX && strcmp(text, "1+3+3") == 0 && needed == 6);
    other = 9;
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 0, &component, &other, text, needed - 1, &needed, &error) ==
          MEXQUERY_BAD_USAGE);
    CHECK(other == 9 && needed == 6);
    mexquery_sum_clear(sum);
    CHECK(mexquery_sum_add_text(sum, square, "1", &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_add_text(sum, kayles, text, &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_value(sum, &kind, &value, &error) == MEXQUERY_OK && value == MEXQUERY_LOSS);
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 0, &component, &other, text, sizeof text, &needed, &error) ==
          MEXQUERY_NOT_FOUND);
    return 0;
}

/* Four knights, of which the first is worth 11; the others 10, 01 and 10. */
static int add_obliged_pairs(mexquery_sum* sum, const mexquery_table* knights, const mexquery_table* same) {
    static const char* const squares[4] = {"3,4", "5,3", "4,9", "6,4"};
    mexquery_error error;
    int32_t kind = -1, value = -1;
    size_t component = 9;
    uint64_t option = 9;
    char text[20];
    int i;

    for (i = 0; i < 4; ++i)
        CHECK(mexquery_sum_add_text(sum, i % 2 == 0 ? knights : same, squares[i], &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_value(sum, &kind, &value, &error) == MEXQUERY_OK);
    CHECK(kind == MEXQUERY_KIND_OBLIGED && value == 3);
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 0, &component, &option, text, sizeof text, NULL, &error) ==
          MEXQUERY_OK);
    CHECK(component == 0 && strcmp(text, "1,5") == 0);
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 1, &component, &option, text, sizeof text, NULL, &error) ==
          MEXQUERY_OK);
    CHECK(component == 0 && strcmp(text, "1,3") == 0);
    /* A knight of 10 that must be finished first: before three that are worth 11 together, nobody wants to end it. */
    CHECK(mexquery_sum_mark_begun(sum, 1, &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_value(sum, &kind, &value, &error) == MEXQUERY_OK && value == 0);
    CHECK(mexquery_sum_mark_begun(sum, 1, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_mark_begun(sum, 4, &error) == MEXQUERY_BAD_USAGE);
    return 0;
}

static int refuse_sums(mexquery_sum* sum, const mexquery_table* kayles, const mexquery_table* knights) {
    mexquery_error error;
    int32_t kind = -1, value = -1;
    size_t component = 9;
    uint64_t option = 9;

    CHECK(mexquery_sum_new(NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_add(NULL, kayles, 0, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_add(sum, NULL, 0, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_add_text(sum, kayles, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_add_text(sum, kayles, "pins", &error) == MEXQUERY_BAD_POSITION);
    CHECK(mexquery_sum_mark_begun(NULL, 0, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_value(sum, &kind, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_add(sum, kayles, 5, &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_mark_begun(sum, 0, &error) == MEXQUERY_NOT_APPLICABLE);
    CHECK(mexquery_sum_move(sum, 7, 0, &component, &option, NULL, 0, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 1, &component, &option, NULL, 0, NULL, &error) ==
          MEXQUERY_NOT_APPLICABLE);
    CHECK(mexquery_sum_move(sum, MEXQUERY_LEFT, 0, NULL, &option, NULL, 0, NULL, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_sum_add(sum, knights, 5, &error) == MEXQUERY_OK);
    CHECK(mexquery_sum_value(sum, &kind, &value, &error) == MEXQUERY_NOT_APPLICABLE);
    CHECK(strstr(error.message, "nimber") != NULL);
    CHECK(kind == -1 && value == -1 && component == 9 && option == 9);
    mexquery_sum_free(NULL);
    mexquery_sum_clear(NULL);
    return 0;
}

/* Opens two tables, hands them and an empty sum to `use`, and closes all. */
static int with_two(int (*use)(mexquery_sum*, const mexquery_table*, const mexquery_table*), const void* a,
                    size_t a_length, const void* b, size_t b_length) {
    mexquery_table* tables[2] = {NULL, NULL};
    mexquery_sum* sum = NULL;
    int failed;
    CHECK(mexquery_open_memory(a, a_length, &tables[0], NULL) == MEXQUERY_OK);
    CHECK(mexquery_open_memory(b, b_length, &tables[1], NULL) == MEXQUERY_OK);
    CHECK(mexquery_sum_new(&sum, NULL) == MEXQUERY_OK);
    failed = use(sum, tables[0], tables[1]);
    mexquery_sum_free(sum);
    mexquery_close(tables[0]);
    mexquery_close(tables[1]);
    return failed;
}

int capi_adds_nimbers(const void* kayles, size_t kayles_length, const void* square, size_t square_length) {
    return with_two(add_nimbers, kayles, kayles_length, square, square_length);
}

int capi_adds_obliged_pairs(const void* knights, size_t length) {
    return with_two(add_obliged_pairs, knights, length, knights, length);
}

int capi_refuses_sums(const void* kayles, size_t kayles_length, const void* knights, size_t knights_length) {
    return with_two(refuse_sums, kayles, kayles_length, knights, knights_length);
}
