// SPDX-License-Identifier: MIT
/// \file
/// Explores, in memory, games whose rules are two C++ functions (rules_answers.hpp).
#pragma once

#include <memory>
#include <string>

#include "large_rules.hpp"

namespace mexbase {

/// Explores a game from its rules, in memory. `explore_large` has more options. Throws as `explore_large` does, and
/// `Error{bad_spec}` if `name` is not a valid name.
template <ExploredRules R>
std::unique_ptr<Game> explored_game(const std::string& name, const R& rules, const ExploreOptions& options = {},
                                    PositionLook look = PositionLook::text) {
    LargeOptions in_memory;
    in_memory.explore = options;
    in_memory.reversing = {.scratch = "", .memory = ~std::uint64_t{0}};
    return explored_game(name, explore_large(rules, in_memory), options.bound, look);
}

}  // namespace mexbase
