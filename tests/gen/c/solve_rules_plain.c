/* SPDX-License-Identifier: MIT */
/* Rules in C, and what becomes of them: compiled as C, run by solve_rules_test.cpp. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/c/mexgen.h"

int heap_rules(void* user, const char* const* positions, size_t count, mexgen_answers* answers);

/* A heap from which one to three are taken; `user` counts the positions. */
int heap_rules(void* user, const char* const* positions, size_t count, mexgen_answers* answers) {
    size_t k;
    for (k = 0; k < count; ++k) {
        char line[64] = "";
        const int heap = atoi(positions[k]);
        int taken;
        ++*(int*)user;
        if (strcmp(positions[k], "start") == 0) {
            mexgen_answer(answers, "21");
            continue;
        }
        for (taken = 1; taken <= 3 && taken <= heap; ++taken) {
            char option[16];
            snprintf(option, sizeof option, " %d", heap - taken);
            strcat(line, option);
        }
        mexgen_answer(answers, line);
    }
    return 0;
}
