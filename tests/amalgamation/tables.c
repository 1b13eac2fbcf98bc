/* SPDX-License-Identifier: MIT */
/* Reads a table with the amalgamation. `tables FILE` prints the value of indices spread over the whole table, as
 * `mexquery probe` does. `tables --chess FILE` reads boards in Forsyth-Edwards notation from standard input, and prints
 * their values in the same way. Fails if functions of the reader contradict each other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mexquery.h"

enum { most_shown = 2000, text_size = 4096 };

static mexquery_error error;

static void require(int fine, const char* what) {
    if (fine) return;
    fprintf(stderr, "tables: error: %s (%s)\n", what, error.message);
    exit(1);
}

/* Opens the table in memory, so that sanitizers notice every read beyond its end. */
static mexquery_table* open_bytes(const char* path, void** bytes) {
    mexquery_table* table = NULL;
    FILE* file = fopen(path, "rb");
    require(file != NULL && fseek(file, 0, SEEK_END) == 0, "no such file");
    const size_t length = (size_t)ftell(file);
    rewind(file);
    *bytes = malloc(length);
    require(*bytes != NULL && fread(*bytes, 1, length, file) == length, "the file cannot be read");
    fclose(file);
    require(mexquery_open_memory(*bytes, length, &table, &error) == MEXQUERY_OK, "the bytes are not a table");
    return table;
}

static void show(const char* position, const mexquery_value* value) {
    static char text[text_size];
    mexquery_value_text(value, text, sizeof text);
    printf("%s: %s\n", position, text);
}

static void show_chess(const mexquery_table* table) {
    char line[200];
    while (fgets(line, sizeof line, stdin) != NULL) {
        char men[64] = {0};
        int rank = 7, file = 0, en_passant = 0;
        line[strcspn(line, "\n")] = 0;
        const char* at = line;
        for (; *at != ' ' && *at != 0; ++at) {
            if (*at == '/')
                --rank, file = 0;
            else if (*at >= '1' && *at <= '8')
                file += *at - '0';
            else
                men[8 * rank + file++] = *at;
        }
        if (strlen(at) >= 7 && at[5] >= 'a') en_passant = 8 * (at[6] - '1') + at[5] - 'a';
        uint64_t index;
        mexquery_value value;
        require(mexquery_chess_index(table, men, at[1] == 'b', en_passant, &index, &error) == MEXQUERY_OK, line);
        require(mexquery_stored_at(table, index, &value, &error) == MEXQUERY_OK, line);
        show(line, &value);
    }
    const char empty[64] = {0};
    uint64_t index;
    require(mexquery_chess_index(table, empty, 0, 0, &index, &error) == MEXQUERY_BAD_POSITION, "an empty board");
}

static int same(const mexquery_value* a, const mexquery_value* b) {
    static char text_a[text_size], text_b[text_size];
    mexquery_value_text(a, text_a, sizeof text_a);
    mexquery_value_text(b, text_b, sizeof text_b);
    return strcmp(text_a, text_b) == 0;
}

static void show_indices(const mexquery_table* table, const mexquery_table* read) {
    mexquery_info info;
    require(mexquery_describe(table, &info, &error) == MEXQUERY_OK, "no description");
    const uint64_t step = info.indices / most_shown + 1;
    for (uint64_t i = 0; i < info.indices; i += step) {
        mexquery_value value, other;
        char position[30];
        if (info.value_kind == MEXQUERY_KIND_CANONICAL) {
            require(mexquery_stored_at(table, i, &value, &error) == MEXQUERY_NOT_APPLICABLE, "a canonical form");
            continue;
        }
        require(mexquery_stored_at(table, i, &value, &error) == MEXQUERY_OK, "no value");
        require(mexquery_stored_at(read, i, &other, &error) == MEXQUERY_OK && same(&value, &other), "plain reads");
        int32_t outcome;
        if (info.value_kind != MEXQUERY_KIND_PARTIZAN_OUTCOME) {
            require(mexquery_stored_outcome_at(read, i, &outcome, &error) == MEXQUERY_OK, "no outcome");
            require(outcome == value.outcome, "another outcome");
        }
        if (info.positions == info.queryable_size && i < info.queryable_size) {
            require(mexquery_at(table, i, &other, &error) == MEXQUERY_OK && same(&value, &other), "mexquery_at");
            require(mexquery_at_many(table, &i, 1, &other, &error) == MEXQUERY_OK && same(&value, &other), "a batch");
        } else if (i < info.queryable_size) {
            require(mexquery_at(table, i, &other, &error) == MEXQUERY_NOT_APPLICABLE, "an index without rules");
        }
        snprintf(position, sizeof position, "#%llu", (unsigned long long)i);
        show(position, &value);
    }
    mexquery_value value;
    const uint64_t past = info.indices;
    const int expected = info.value_kind == MEXQUERY_KIND_CANONICAL ? MEXQUERY_NOT_APPLICABLE : MEXQUERY_OK;
    require(mexquery_stored_at(table, past, &value, &error) == (info.periodic ? expected : MEXQUERY_OUT_OF_DOMAIN),
            "an index past the end");
}

int main(int argc, char** argv) {
    const int chess = argc > 1 && strcmp(argv[1], "--chess") == 0;
    if (argc != (chess ? 3 : 2)) return 2;
    const char* path = argv[argc - 1];
    mexquery_table *table, *read;
    void* bytes;
    table = open_bytes(path, &bytes);
    require(mexquery_open(path, MEXQUERY_READ, &read, &error) == MEXQUERY_OK, "the file is not a table");
    require(mexquery_check(table, &error) == MEXQUERY_OK, "the table is damaged");
    require(mexquery_preload(table, &error) == MEXQUERY_OK, "the table cannot be preloaded");
    if (chess)
        show_chess(table);
    else
        show_indices(table, read);
    mexquery_close(read);
    mexquery_close(table);
    free(bytes);
    return 0;
}
