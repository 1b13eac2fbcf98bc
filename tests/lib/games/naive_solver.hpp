// SPDX-License-Identifier: MIT
/// \file
/// Outcomes of games by their definition, for tests. Shares no code with lib/solve.
#pragma once

#include <algorithm>
#include <vector>

#include "lib/rules/game_of.hpp"
#include "tests/lib/solve/retrograde/brute_force.hpp"

namespace mexbase::naive {

/// Returns a game as lists of the options of `mover`. Indices that are not positions are drawn.
inline test::ListGraph list_of(const Game& game, Player mover = Player::left) {
    test::ListGraph list(game.size());
    for (Index i = 0; i < game.size(); ++i) {
        list.stops[i] = game.legal(i) ? game.stopped(i, mover) : OutcomeValue{};
        if (list.stops[i]) continue;
        game.options(i, mover, list.options[i]);
        game.settled_options(i, mover, list.settled[i]);
        list.beyond[i] = game.leaves_bound(i);
    }
    return list;
}

/// Returns every value. A draw is unknown if it depends on who wins past the bound.
inline std::vector<OutcomeValue> solve(const test::ListGraph& list, Play play = Play::normal) {
    std::vector<OutcomeValue> values = test::brute_force(list, play);
    if (std::ranges::count(list.beyond, 0U) == std::ssize(list.beyond)) return values;
    const std::vector<OutcomeValue> twice = test::brute_force(test::doubled(list), play);
    for (Index v = 0; v < list.size(); ++v)
        if (values[v].outcome == Outcome::draw &&
            (twice[2 * v].outcome == Outcome::win || twice[2 * v + 1].outcome == Outcome::loss))
            values[v].outcome = Outcome::unknown;
    return values;
}
inline std::vector<OutcomeValue> solve(const Game& game, Play play = Play::normal) {
    return solve(list_of(game), play);
}
template <Ruleset R>
std::vector<OutcomeValue> solve(const R& rules, Play play = Play::normal) {
    return solve(list_of(GameOf<R>(rules, "", nullptr)), play);
}

}  // namespace mexbase::naive
