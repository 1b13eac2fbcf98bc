/// \file
/// A ruleset made by a test as a game, for solvers.
#pragma once

#include "lib/rules/game_of.hpp"

namespace mexbase::test {

/// The game of `rules`, without a spec and a board.
template <class R>
GameOf<R> as_game(const R& rules) {
    return {rules, "", nullptr};
}

}  // namespace mexbase::test
