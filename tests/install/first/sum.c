#include <mexbase/query/mexquery.h>
#include <stdio.h>

int main(void) {
    mexquery_table* table;
    mexquery_sum* sum;
    mexquery_error error;
    int32_t kind, value;
    size_t component;
    uint64_t option;
    char text[32];
    if (mexquery_open("kayles.mxb", MEXQUERY_MAP, &table, &error) != MEXQUERY_OK ||
        mexquery_sum_new(&sum, &error) != MEXQUERY_OK ||
        mexquery_sum_add_text(sum, table, "5+3", &error) != MEXQUERY_OK ||
        mexquery_sum_add_text(sum, table, "7", &error) != MEXQUERY_OK ||
        mexquery_sum_value(sum, &kind, &value, &error) != MEXQUERY_OK)
        return fprintf(stderr, "%s\n", error.message), 1;
    if (kind != MEXQUERY_KIND_NIMBER) return fprintf(stderr, "the values are not nimbers\n"), 1;
    puts(value == MEXQUERY_WIN ? "win" : "loss"); /* a sum of Kayles is never a draw */
    if (mexquery_sum_move(sum, MEXQUERY_LEFT, 0, &component, &option, text, sizeof text, NULL, &error) == MEXQUERY_OK)
        printf("component %u: %s\n", (unsigned)component + 1, text);
    mexquery_sum_free(sum);
    mexquery_close(table);
    return 0;
}
