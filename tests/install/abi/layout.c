/* SPDX-License-Identifier: MIT */
/* Prints where the members of each struct lie, and what the numbers of mexquery.h are: they stay as long as the
 * library's SONAME. */
#include <mexbase/query/mexquery.h>
#include <stdio.h>

#define MEMBER(type, member) printf(#type "." #member " %zu %zu\n", offsetof(type, member), sizeof(((type*)0)->member))
#define SIZE(type) printf("sizeof(" #type ") %zu\n", sizeof(type))
#define NUMBER(name) printf(#name " %d\n", (int)name)

static void numbers(void) {
    NUMBER(MEXQUERY_OK);
    NUMBER(MEXQUERY_BAD_SPEC);
    NUMBER(MEXQUERY_BAD_POSITION);
    NUMBER(MEXQUERY_BAD_FILE);
    NUMBER(MEXQUERY_NOT_APPLICABLE);
    NUMBER(MEXQUERY_BAD_USAGE);
    NUMBER(MEXQUERY_NOT_FOUND);
    NUMBER(MEXQUERY_IO);
    NUMBER(MEXQUERY_NOT_A_TABLE);
    NUMBER(MEXQUERY_UNSUPPORTED_VERSION);
    NUMBER(MEXQUERY_CORRUPT);
    NUMBER(MEXQUERY_OUT_OF_DOMAIN);
    NUMBER(MEXQUERY_OUT_OF_MEMORY);
    NUMBER(MEXQUERY_VERIFICATION_FAILED);
    NUMBER(MEXQUERY_INTERRUPTED);
    NUMBER(MEXQUERY_MAP);
    NUMBER(MEXQUERY_READ);
    NUMBER(MEXQUERY_LOSS);
    NUMBER(MEXQUERY_WIN);
    NUMBER(MEXQUERY_DRAW);
    NUMBER(MEXQUERY_TIE);
    NUMBER(MEXQUERY_UNKNOWN);
    NUMBER(MEXQUERY_KIND_OUTCOME);
    NUMBER(MEXQUERY_KIND_NIMBER);
    NUMBER(MEXQUERY_KIND_OBLIGED);
    NUMBER(MEXQUERY_KIND_PARTIZAN_OUTCOME);
    NUMBER(MEXQUERY_KIND_CANONICAL);
    NUMBER(MEXQUERY_CLASS_N);
    NUMBER(MEXQUERY_CLASS_P);
    NUMBER(MEXQUERY_CLASS_L);
    NUMBER(MEXQUERY_CLASS_R);
    NUMBER(MEXQUERY_NO_CLASS);
    NUMBER(MEXQUERY_LEFT);
    NUMBER(MEXQUERY_RIGHT);
    NUMBER(MEXQUERY_ANY);
}

int main(void) {
    numbers();
    SIZE(mexquery_error);
    MEMBER(mexquery_error, code);
    MEMBER(mexquery_error, message);
    SIZE(mexquery_value);
    MEMBER(mexquery_value, kind);
    MEMBER(mexquery_value, outcome);
    MEMBER(mexquery_value, remoteness);
    MEMBER(mexquery_value, nimber);
    MEMBER(mexquery_value, counter);
    MEMBER(mexquery_value, reached);
    MEMBER(mexquery_value, reached_count);
    MEMBER(mexquery_value, cannot_win);
    MEMBER(mexquery_value, cannot_lose);
    MEMBER(mexquery_value, infinite);
    MEMBER(mexquery_value, obliged);
    MEMBER(mexquery_value, left_first);
    MEMBER(mexquery_value, right_first);
    MEMBER(mexquery_value, outcome_class);
    MEMBER(mexquery_value, left_remoteness);
    MEMBER(mexquery_value, right_remoteness);
    MEMBER(mexquery_value, number);
    MEMBER(mexquery_value, values);
    SIZE(mexquery_move);
    MEMBER(mexquery_move, name);
    MEMBER(mexquery_move, position);
    MEMBER(mexquery_move, index);
    MEMBER(mexquery_move, value);
    SIZE(mexquery_info);
    MEMBER(mexquery_info, spec);
    MEMBER(mexquery_info, indices);
    MEMBER(mexquery_info, queryable_size);
    MEMBER(mexquery_info, positions);
    MEMBER(mexquery_info, outcomes);
    MEMBER(mexquery_info, largest_nimber);
    MEMBER(mexquery_info, longest_remoteness);
    MEMBER(mexquery_info, file_bytes);
    MEMBER(mexquery_info, rules_version);
    MEMBER(mexquery_info, value_kind);
    MEMBER(mexquery_info, misere);
    MEMBER(mexquery_info, periodic);
    MEMBER(mexquery_info, preperiod);
    MEMBER(mexquery_info, period);
    MEMBER(mexquery_info, remoteness_exact);
    MEMBER(mexquery_info, pairs);
    MEMBER(mexquery_info, classes);
    MEMBER(mexquery_info, distinct_values);
    MEMBER(mexquery_open_options, size);
    MEMBER(mexquery_open_options, backend);
    MEMBER(mexquery_open_options, reserved);
    MEMBER(mexquery_open_options, cache_bytes);
    SIZE(mexquery_range);
    MEMBER(mexquery_range, offset);
    MEMBER(mexquery_range, length);
    MEMBER(mexquery_range, bytes);
    MEMBER(mexquery_reader, size);
    MEMBER(mexquery_reader, user);
    MEMBER(mexquery_reader, length);
    MEMBER(mexquery_reader, read_at);
    MEMBER(mexquery_reader, read_many);
    MEMBER(mexquery_reader, release);
    MEMBER(mexquery_library_options, size);
    MEMBER(mexquery_library_options, backend);
    MEMBER(mexquery_library_options, reserved);
    MEMBER(mexquery_library_options, most_open);
    MEMBER(mexquery_library_options, cache_bytes);
    SIZE(mexquery_library_file);
    MEMBER(mexquery_library_file, path);
    MEMBER(mexquery_library_file, spec);
    MEMBER(mexquery_library_file, fault);
    MEMBER(mexquery_library_file, fault_code);
    MEMBER(mexquery_library_file, value_kind);
    MEMBER(mexquery_library_file, misere);
    MEMBER(mexquery_library_file, reserved);
    MEMBER(mexquery_library_file, indices);
    MEMBER(mexquery_library_file, bytes);
    return 0;
}
