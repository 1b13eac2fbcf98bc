#include <mexbase/query/mexquery.h>
#include <stdio.h>

int main(void) {
    mexquery_table* table;
    mexquery_value value;
    mexquery_error error;
    char text[32];
    if (mexquery_open("kayles.mxb", MEXQUERY_MAP, &table, &error) != MEXQUERY_OK ||
        mexquery_probe(table, "5+3", &value, &error) != MEXQUERY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    mexquery_value_text(&value, text, sizeof text);
    puts(text);
    mexquery_close(table);
    return 0;
}
