#include <mexbase/query/mexquery.h>
#include <stdio.h>

int main(void) {
    const char* directories[] = {"tables"};
    mexquery_library* library;
    mexquery_table* table;
    mexquery_value value;
    mexquery_error error;
    char text[32];
    if (mexquery_library_open(directories, 1, NULL, &library, &error) != MEXQUERY_OK ||
        mexquery_library_probe(library, "chess", "8/8/8/8/8/2k5/8/K6R w", MEXQUERY_ANY, MEXQUERY_ANY, &value, &table,
                               &error) != MEXQUERY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    mexquery_value_text(&value, text, sizeof text);
    puts(text);
    mexquery_close(table);
    mexquery_library_close(library);
    return 0;
}
