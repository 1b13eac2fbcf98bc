#include <mexbase/gen/c/mexgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int heap_rules(void* user, const char* const* positions, size_t count, mexgen_answers* answers) {
    (void)user;
    for (size_t k = 0; k < count; ++k) {
        char line[64] = "";
        for (int taken = 1, heap = atoi(positions[k]); taken <= 3 && taken <= heap; ++taken)
            sprintf(line + strlen(line), " %d", heap - taken);
        mexgen_answer(answers, strcmp(positions[k], "start") == 0 ? "21" : line);
    }
    return 0;
}

int main(void) {
    mexquery_error error;
    if (mexgen_solve_rules("twenty-one", heap_rules, NULL, NULL, "heap.mxb", &error) == MEXQUERY_OK) return 0;
    fprintf(stderr, "%s\n", error.message);
    return 1;
}
