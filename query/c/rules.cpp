// SPDX-License-Identifier: MIT
// Defines the symbol that links the rules of all games into C programs.
#include "answers.hpp"

namespace mexbase::c {

const Registry* stock_rulesets() {
    return &stock_registry();
}

const Table& ruled(const mexquery_table* table) noexcept {
    return table->table;
}

}  // namespace mexbase::c
