// SPDX-License-Identifier: MIT
/// \file
/// Makes a game from a test's ruleset, for solvers.
#pragma once

#include "lib/rules/game_of.hpp"

namespace mexbase::test {

/// Returns the game of `rules`, without a spec and a board.
template <class R>
GameOf<R> as_game(const R& rules) {
    return {rules, "", nullptr};
}

}  // namespace mexbase::test
