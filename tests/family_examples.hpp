// SPDX-License-Identifier: MIT
/// \file
/// The games of the examples that families have in their help.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "lib/rules/registry.hpp"

namespace mexbase::test {

/// Returns true if the example of a family needs no file, and has at most a million indices.
inline bool has_small_example(const Family& family) {
    for (const KeyHelp& key : family.help->keys)
        if (key.file != KeyHelp::File::none && key.file != KeyHelp::File::board) return false;
    return make_game(stock_registry(), family.help->example)->size() <= 1'000'000;
}

/// Appends the examples of the built-in families that no spec in `specs` names, if they are small.
inline void add_missing_examples(std::vector<std::string>& specs) {
    const auto is_listed = [listed = specs](const Family& family) {
        return std::ranges::any_of(listed, [&](const auto& spec) { return parse_spec(spec).family == family.name; });
    };
    for (const Family& family : stock_registry().families())
        if (!is_listed(family) && has_small_example(family)) specs.emplace_back(family.help->example);
}

}  // namespace mexbase::test
