/* Plain C over the C interface; capi_test.cpp makes the tables and calls it. Each function returns the line that
 * failed, or 0. */
#include <string.h>

#include "query/mexquery.h"

#define CHECK(condition)                   \
    do {                                   \
        if (!(condition)) return __LINE__; \
    } while (0)

int capi_reads(const char* path, int backend);
int capi_reads_memory(const void* bytes, size_t length);
int capi_refuses(const char* path, const char* no_table);

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
    CHECK(info.admitted == 31 && info.indices == 32 && info.positions == 31 && info.misere == 0 &&
          info.value_kind == 0);
    CHECK(info.outcomes[MEXQUERY_LOSS] == 2 && info.longest_remoteness == 3 && info.remoteness_exact == 1);
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

int capi_reads_memory(const void* bytes, size_t length) {
    mexquery_table* table = NULL;
    int failed;
    CHECK(mexquery_open_memory(bytes, length, &table, NULL) == MEXQUERY_OK);
    failed = read_table(table);
    mexquery_close(table);
    return failed;
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
    return 0;
}
