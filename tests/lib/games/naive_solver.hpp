// SPDX-License-Identifier: MIT
/// \file
/// Values by their definition, for tests: sweeps over all positions until nothing changes. Shares no code with
/// lib/solve.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "lib/rules/game_of.hpp"
#include "lib/rules/ruleset.hpp"

namespace mexbase::naive {

/// A game as lists of options.
struct Position {
    bool legal = false;
    std::vector<Index> options;
    std::uint64_t beyond = 0;             ///< moves past the bound
    std::optional<OutcomeValue> stopped;  ///< the value if play has stopped
};
using Positions = std::vector<Position>;

inline Positions positions_of(const Game& game, Play play) {
    Positions all(game.size());
    for (Index i = 0; i < game.size(); ++i) {
        all[i].legal = game.legal(i);
        if (!all[i].legal) continue;
        game.options(i, Player::left, all[i].options);
        all[i].beyond = game.leaves_bound(i);
        all[i].stopped = game.terminal(i, play);
    }
    return all;
}

template <Ruleset R>
Positions positions_of(const R& rules, Play play) {
    return positions_of(static_cast<const Game&>(GameOf<R>(rules, "", nullptr)), play);
}

/// Returns the wins and losses that hold for any play past the bound, with remoteness. A position is lost in r plies if
/// every option is won, the longest of them in r - 1. It is won in r plies if the quickest lost option is lost in r -
/// 1. Other positions have no value.
inline std::vector<std::optional<OutcomeValue>> decided(const Positions& all) {
    std::vector<std::optional<OutcomeValue>> value(all.size());
    for (Index i = 0; i < all.size(); ++i)
        if (all[i].legal) value[i] = all[i].stopped;
    // An option decided in round r - 1 decides its position in round r. Two rounds without changes end the loop.
    std::uint64_t quiet = 0;
    for (std::uint64_t round = 1; quiet < 2; ++round, ++quiet) {
        std::vector<Index> won;
        std::vector<Index> lost;
        for (Index i = 0; i < all.size(); ++i) {
            if (!all[i].legal || value[i]) continue;
            bool some_lost = false;
            bool all_won = all[i].beyond == 0;
            for (const Index to : all[i].options) {
                some_lost = some_lost || (value[to] && value[to]->outcome == Outcome::loss);
                all_won = all_won && value[to] && value[to]->outcome == Outcome::win;
            }
            if (some_lost)
                won.push_back(i);
            else if (all_won)
                lost.push_back(i);
        }
        for (const Index i : won) value[i] = OutcomeValue{Outcome::win, round};
        for (const Index i : lost) value[i] = OutcomeValue{Outcome::loss, round};
        if (!won.empty() || !lost.empty()) quiet = 0;
    }
    return value;
}

/// Returns every value. With a bound, a position is drawn only if its player can neither win with everything past the
/// bound won for him, nor be made to lose with everything there won for his opponent. Otherwise it is unknown.
inline std::vector<OutcomeValue> solve(const Positions& all) {
    const auto known = decided(all);
    // forced[i][s]: the favoured player wins i by force; s = 0 if he is to move, s = 1 if his opponent is.
    std::vector<std::array<bool, 2>> forced(all.size(), {false, false});
    for (bool changed = true; changed;) {
        changed = false;
        for (Index i = 0; i < all.size(); ++i) {
            if (!all[i].legal) continue;
            bool some = all[i].beyond > 0;
            bool each = true;
            for (const Index to : all[i].options) {
                some = some || forced[to][1];
                each = each && forced[to][0];
            }
            if (all[i].stopped) {
                some = all[i].stopped->outcome == Outcome::win;
                each = all[i].stopped->outcome == Outcome::loss;
            }
            const std::array<bool, 2> now{some, each};
            changed = changed || now != forced[i];
            forced[i] = now;
        }
    }
    std::vector<OutcomeValue> value(all.size());
    for (Index i = 0; i < all.size(); ++i) {
        if (known[i])
            value[i] = *known[i];
        else
            value[i].outcome = forced[i][0] || forced[i][1] ? Outcome::unknown : Outcome::draw;
    }
    return value;
}

template <Ruleset R>
std::vector<OutcomeValue> solve(const R& rules, Play play = Play::normal) {
    return solve(positions_of(rules, play));
}
inline std::vector<OutcomeValue> solve(const Game& game, Play play = Play::normal) {
    return solve(positions_of(game, play));
}

}  // namespace mexbase::naive
