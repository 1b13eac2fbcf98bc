/* SPDX-License-Identifier: MIT */
/* Libraries and readers in plain C. */
#include "plain.h"

int capi_finds_tables(const char* directory) {
    mexquery_library* library = NULL;
    mexquery_library_options options = {0};
    mexquery_library_file file;
    mexquery_table* table = NULL;
    mexquery_value value;
    mexquery_error error;
    char text[64];
    size_t count = 0;

    CHECK(mexquery_library_open(NULL, 1, NULL, &library, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_library_open(&directory, 1, &options, &library, &error) == MEXQUERY_BAD_USAGE);
    options.size = sizeof options;
    options.most_open = 2;
    CHECK(mexquery_library_open(&directory, 0, &options, &library, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_library_open(&directory, 1, &options, &library, &error) == MEXQUERY_OK);
    CHECK(mexquery_library_count(library, &count, &error) == MEXQUERY_OK && count >= 24);
    CHECK(mexquery_library_file_at(library, 0, &file, &error) == MEXQUERY_OK);
    CHECK(strstr(file.path, directory) == file.path);
    CHECK(mexquery_library_file_at(library, count, &file, &error) == MEXQUERY_BAD_USAGE);
    CHECK(mexquery_library_probe(library, "octal:code=kayles", "5", MEXQUERY_ANY, MEXQUERY_ANY, &value, NULL, &error) ==
          MEXQUERY_OK);
    CHECK(value.kind == MEXQUERY_KIND_NIMBER && value.nimber == 4);
    CHECK(mexquery_library_probe(library, "octal:code=kayles", "5", MEXQUERY_KIND_OBLIGED, MEXQUERY_ANY, &value, NULL,
                                 &error) == MEXQUERY_NOT_FOUND);
    CHECK(mexquery_library_probe(library, "octal:code=kayles", "5", 17, MEXQUERY_ANY, &value, NULL, &error) ==
          MEXQUERY_BAD_USAGE);
    /* What belongs to a table lives as long as the table does. */
    CHECK(mexquery_library_probe(library, "cutthroat:board=star-4", "#5", MEXQUERY_ANY, 0, &value, &table, &error) ==
          MEXQUERY_OK);
    CHECK(value.kind == MEXQUERY_KIND_CANONICAL && value.values != NULL);
    CHECK(mexquery_library_refresh(library, &error) == MEXQUERY_OK);
    mexquery_library_close(library);
    CHECK(mexquery_canonical_text(&value, text, sizeof text, NULL, &error) == MEXQUERY_OK);
    mexquery_close(table);
    mexquery_library_close(NULL);
    return 0;
}

struct reader_state {
    const unsigned char* bytes;
    unsigned rounds;
    unsigned released;
    int fail;
};

static int read_at(void* user, uint64_t offset, void* bytes, size_t length) {
    struct reader_state* state = user;
    ++state->rounds;
    if (state->fail) return state->fail;
    memcpy(bytes, state->bytes + offset, length);
    return MEXQUERY_OK;
}

static int read_many(void* user, const mexquery_range* ranges, size_t count) {
    struct reader_state* state = user;
    size_t i;
    ++state->rounds;
    if (state->fail) return state->fail;
    for (i = 0; i < count; ++i) memcpy(ranges[i].bytes, state->bytes + ranges[i].offset, ranges[i].length);
    return MEXQUERY_OK;
}

static void release(void* user) {
    struct reader_state* state = user;
    ++state->released;
}

int capi_reads_through_a_reader(const void* bytes, size_t length) {
    struct reader_state state = {0};
    mexquery_reader reader = {0};
    mexquery_table* table = NULL;
    mexquery_table* memory = NULL;
    mexquery_value value, other;
    mexquery_error error;
    uint64_t indices[64];
    mexquery_value values[64];
    size_t i;

    state.bytes = bytes;
    reader.user = &state;
    reader.length = length;
    reader.read_at = read_at;
    reader.read_many = read_many;
    reader.release = release;
    CHECK(mexquery_open_reader(&reader, NULL, &table, &error) == MEXQUERY_BAD_USAGE && state.released == 0);
    reader.size = sizeof reader;
    state.fail = 1000;
    CHECK(mexquery_open_reader(&reader, NULL, &table, &error) == MEXQUERY_IO && state.released == 1);
    state.fail = MEXQUERY_NOT_FOUND;
    CHECK(mexquery_open_reader(&reader, NULL, &table, &error) == MEXQUERY_NOT_FOUND && state.released == 2);
    state.fail = 0;
    CHECK(mexquery_open_reader(&reader, NULL, &table, &error) == MEXQUERY_OK);
    CHECK(mexquery_open_memory(bytes, length, &memory, &error) == MEXQUERY_OK);
    state.rounds = 0;
    for (i = 0; i < 64; ++i) indices[i] = 15000 * i;
    CHECK(mexquery_fetch(table, indices, 64, &error) == MEXQUERY_OK && state.rounds <= 2);
    state.rounds = 0;
    CHECK(mexquery_at_many(table, indices, 64, values, &error) == MEXQUERY_OK && state.rounds == 0);
    for (i = 0; i < 64; ++i) {
        CHECK(mexquery_at(table, indices[i], &value, &error) == MEXQUERY_OK && state.rounds == 0);
        CHECK(mexquery_at(memory, indices[i], &other, &error) == MEXQUERY_OK);
        CHECK(value.outcome == other.outcome && value.remoteness == other.remoteness);
        CHECK(values[i].outcome == other.outcome && values[i].remoteness == other.remoteness);
    }
    mexquery_close(memory);
    CHECK(state.released == 2);
    mexquery_close(table);
    CHECK(state.released == 3);
    return 0;
}
