// SPDX-License-Identifier: MIT
/// \file
/// Obliged sums played move by move, without any theorem.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "lib/value/obliged.hpp"

namespace mexbase::test {

/// Positions that are themselves obliged sums: numbers of games, ascending.
using ObligedParts = std::vector<unsigned>;

/// A game by its options: each leaves a sum of games with smaller numbers, which must be finished before any other
/// component is begun.
using ObligedGames = std::vector<std::vector<ObligedParts>>;

/// A random loop-free graph whose options are single vertices.
inline ObligedGames random_obliged_graph(std::mt19937_64& random) {
    ObligedGames games(1 + random() % 9);
    const std::uint64_t rate = 1 + random() % 4;
    for (unsigned v = 1; v < games.size(); ++v)
        for (unsigned w = 0; w < v; ++w)
            if (random() % rate == 0) games[v].push_back({w});
    return games;
}

/// Random games that break into up to three parts.
inline ObligedGames random_obliged_games(std::mt19937_64& random) {
    ObligedGames games(1 + random() % 7);
    for (unsigned v = 1; v < games.size(); ++v)
        for (std::uint64_t k = random() % 4; k > 0; --k) {
            ObligedParts parts;
            for (std::uint64_t n = 1 + random() % 3; n > 0; --n) parts.push_back(static_cast<unsigned>(random() % v));
            std::ranges::sort(parts);
            games[v].push_back(parts);
        }
    return games;
}

/// State of an obliged sum: begun games, the one to be finished first in front, and components not begun.
struct ObligedState {
    std::vector<ObligedParts> begun, free;
    friend auto operator<=>(const ObligedState&, const ObligedState&) = default;
};

/// Plays sums of some games to the end, in both plays.
class ObligedPlay {
  public:
    explicit ObligedPlay(ObligedGames games) : games_(std::move(games)) {}

    const ObligedGames& games() const { return games_; }

    /// Returns the value by trying every move.
    Obliged outcome(ObligedState state) {
        tidy(state);
        if (const auto known = known_.find(state); known != known_.end()) return known->second;
        bool any = false, normal = false, misere = false;
        for_each_move(state, [&](const ObligedState& after) {
            const Obliged reply = outcome(after);
            any = true;
            normal = normal || !reply.normal;
            misere = misere || !reply.misere;
        });
        const Obliged value = any ? Obliged{normal, misere} : Obliged{false, true};
        known_.emplace(std::move(state), value);
        return value;
    }
    /// The value of one game.
    Obliged alone(unsigned game) { return outcome({{}, {{game}}}); }

    bool is_over(const ObligedParts& parts) const {
        return std::ranges::all_of(parts, [this](unsigned game) { return games_[game].empty(); });
    }

  private:
    /// Removes finished games from the front, and sorts components that can be chosen in any order.
    void tidy(ObligedState& state) const {
        while (!state.begun.empty() && is_over(state.begun.front())) state.begun.erase(state.begun.begin());
        for (ObligedParts& parts : state.begun) std::ranges::sort(parts);
        for (ObligedParts& parts : state.free) std::ranges::sort(parts);
        std::ranges::sort(state.free);
    }

    /// Takes a game from the sum in front, and puts the result of the move before it.
    template <class F>
    void for_each_move_in_front(const ObligedState& state, F&& f) const {
        const ObligedParts& front = state.begun.front();
        for (std::size_t k = 0; k < front.size(); ++k)
            for (const ObligedParts& left : games_[front[k]]) {
                ObligedState after = state;
                ObligedParts& others = after.begun.front();
                others.erase(others.begin() + static_cast<std::ptrdiff_t>(k));
                after.begun.insert(after.begun.begin(), left);
                f(after);
            }
    }
    template <class F>
    void for_each_move(const ObligedState& state, F&& f) const {
        if (!state.begun.empty()) return for_each_move_in_front(state, f);
        for (std::size_t c = 0; c < state.free.size(); ++c) {
            ObligedState chosen = state;
            chosen.begun = {state.free[c]};
            chosen.free.erase(chosen.free.begin() + static_cast<std::ptrdiff_t>(c));
            for_each_move_in_front(chosen, f);
        }
    }

    ObligedGames games_;
    std::map<ObligedState, Obliged> known_;
};

}  // namespace mexbase::test
