// SPDX-License-Identifier: MIT
// Positions by their texts, in plain C.
#include "../mexquery.h"
#include "answers.hpp"

using namespace mexbase;

int mexquery_probe(const mexquery_table* table, const char* position, mexquery_value* value, mexquery_error* error) {
    if (table == nullptr || position == nullptr || value == nullptr) return c::missing(error);
    return c::hand_over(c::ruled(table).probe(position), value, error);
}

int mexquery_index(const mexquery_table* table, const char* position, uint64_t* index, mexquery_error* error) {
    if (table == nullptr || position == nullptr || index == nullptr) return c::missing(error);
    return c::hand_over(c::ruled(table).index_of(position), index, error);
}

int mexquery_format(const mexquery_table* table, uint64_t index, char* buffer, size_t size, size_t* needed,
                    mexquery_error* error) {
    if (table == nullptr || (buffer == nullptr && size != 0)) return c::missing(error);
    return c::hand_over_text(c::ruled(table).text_of(index), buffer, size, needed, error);
}

int mexquery_legal(const mexquery_table* table, uint64_t index, int32_t* legal, mexquery_error* error) {
    if (table == nullptr || legal == nullptr) return c::missing(error);
    return c::hand_over(c::ruled(table).legal(index), legal, error);
}
