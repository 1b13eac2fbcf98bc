// SPDX-License-Identifier: MIT
// Functions that link the rules of all games into a C program that calls them.
#include "answers.hpp"
#include "linked_rules.hpp"

namespace mexbase::c {

const Registry* stock_rulesets() {
    return &stock_registry();
}

const Table& ruled(const mexquery_table* table) noexcept {
    return table->table;
}

}  // namespace mexbase::c
