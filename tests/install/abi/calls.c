/* SPDX-License-Identifier: MIT */
/* calls TABLE POSITION: calls what version 0.2.0 of the library had, and prints what it says. */
#include <mexbase/query/mexquery.h>
#include <stdio.h>
#include <string.h>

static int ask_all(const mexquery_table* table, const char* position, mexquery_error* error) {
    mexquery_info info;
    mexquery_value value, many[3];
    const uint64_t indices[3] = {2, 1, 0};
    mexquery_moves* moves;
    mexquery_move move;
    mexquery_sum* sum;
    uint64_t index, option;
    int32_t outcome, kind, winner;
    size_t count, component;
    char text[64];
    if (mexquery_describe(table, &info, error) || mexquery_check(table, error) || mexquery_preload(table, error))
        return 1;
    printf("%s: %llu positions, longest %llu\n", info.spec, (unsigned long long)info.positions,
           (unsigned long long)info.longest_remoteness);
    if (mexquery_probe(table, position, &value, error) || mexquery_index(table, position, &index, error)) return 1;
    mexquery_value_text(&value, text, sizeof text);
    printf("%s is #%llu: %s\n", position, (unsigned long long)index, text);
    if (mexquery_stored_at(table, index, &value, error) || mexquery_outcome_at(table, index, &outcome, error) ||
        mexquery_at_many(table, indices, 3, many, error) ||
        mexquery_format(table, index, text, sizeof text, &count, error))
        return 1;
    printf("%s in %zu bytes, %d %d, %d %d %d\n", text, count, value.outcome, outcome, many[0].outcome, many[1].outcome,
           many[2].outcome);
    if (mexquery_best(table, index, MEXQUERY_LEFT, &option, &value, 1, &count, error) ||
        mexquery_moves_of(table, position, MEXQUERY_LEFT, &moves, error))
        return 1;
    printf("%zu moves, the best to #%llu; %zu\n", count, (unsigned long long)option, mexquery_moves_count(moves));
    if (mexquery_move_at(moves, 0, &move, error)) return 1;
    printf("to %s, #%llu\n", move.position, (unsigned long long)move.index);
    mexquery_moves_free(moves);
    if (mexquery_sum_new(&sum, error) || mexquery_sum_add(sum, table, index, error) ||
        mexquery_sum_add_text(sum, table, position, error))
        return 1;
    if (mexquery_sum_value(sum, &kind, &winner, error) == MEXQUERY_OK) printf("sum of kind %d: %d\n", kind, winner);
    if (mexquery_sum_move(sum, MEXQUERY_LEFT, 0, &component, &option, text, sizeof text, NULL, error) == MEXQUERY_OK)
        printf("move in %zu\n", component);
    mexquery_sum_clear(sum);
    mexquery_sum_free(sum);
    return 0;
}

int main(int argc, char** argv) {
    mexquery_open_options options;
    mexquery_table* table;
    mexquery_error error;
    if (argc != 3) return 2;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.backend = MEXQUERY_READ;
    options.cache_bytes = 1 << 16;
    if (mexquery_open_with(argv[1], &options, &table, &error) != MEXQUERY_OK || ask_all(table, argv[2], &error) != 0) {
        fprintf(stderr, "%d: %s\n", error.code, error.message);
        return 1;
    }
    mexquery_close(table);
    printf("%d\n", mexquery_open("/nowhere", MEXQUERY_MAP, &table, NULL));
    return 0;
}
