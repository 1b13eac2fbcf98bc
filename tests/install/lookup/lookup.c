/* SPDX-License-Identifier: MIT */
#include <mexbase/query/mexquery.h>
#include <stdio.h>

/* lookup_c TABLE POSITION: prints the value. */
int main(int argc, char** argv) {
    mexquery_table* table = NULL;
    mexquery_error error;
    mexquery_value value;
    char text[32];
    if (argc != 3) return 2;
    if (mexquery_open(argv[1], MEXQUERY_MAP, &table, &error) != MEXQUERY_OK) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    if (mexquery_probe(table, argv[2], &value, &error) != MEXQUERY_OK) {
        fprintf(stderr, "%s\n", error.message);
        mexquery_close(table);
        return 2;
    }
    mexquery_value_text(&value, text, sizeof text);
    puts(text);
    mexquery_close(table);
    return 0;
}
