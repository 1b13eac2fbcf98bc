#include <mexbase/query/mexquery.h>
#include <stdio.h>
#include <stdlib.h>

/* numbers TABLE NUMBER: prints the outcome of the position with that number. */
int main(int argc, char** argv) {
    static const char* const outcomes[] = {"loss", "win", "draw", "tie", "unknown"};
    mexquery_table* table;
    mexquery_value value;
    mexquery_error error;
    if (argc != 3) return 2;
    if (mexquery_open(argv[1], MEXQUERY_MAP, &table, &error) != MEXQUERY_OK ||
        mexquery_at(table, strtoull(argv[2], NULL, 10), &value, &error) != MEXQUERY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    puts(outcomes[value.outcome]);
    mexquery_close(table);
    return 0;
}
