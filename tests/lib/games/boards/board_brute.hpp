// SPDX-License-Identifier: MIT
/// \file
/// Values of board games by their definition, for tests: of positions given as texts or as a ruleset's indices.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <ostream>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/lib/games/naive_solver.hpp"

namespace mexbase::brute {

/// Number of positions per outcome, and the longest remoteness of a win or a loss.
struct Totals {
    std::uint64_t positions = 0, wins = 0, losses = 0, ties = 0, draws = 0, longest = 0;
    friend bool operator==(const Totals&, const Totals&) = default;

    void add(const OutcomeValue& value) {
        ++positions;
        if (value.outcome == Outcome::win) ++wins;
        if (value.outcome == Outcome::loss) ++losses;
        if (value.outcome == Outcome::tie) ++ties;
        if (value.outcome == Outcome::draw) ++draws;
        if (value.outcome == Outcome::win || value.outcome == Outcome::loss)
            longest = std::max(longest, value.remoteness);
    }
};
inline std::ostream& operator<<(std::ostream& out, const Totals& t) {
    return out << t.positions << " positions: " << t.wins << " win, " << t.losses << " loss, " << t.ties << " tie, "
               << t.draws << " draw, longest " << t.longest;
}

/// Returns the texts of the options of a position given as text.
using TextOptions = std::function<std::vector<std::string>(const std::string&)>;
/// Returns the value of a terminal position for the player to move, or `std::nullopt`.
using TextStopped = std::function<std::optional<OutcomeValue>(const std::string&)>;

/// Positions reachable from a start, with their values.
struct Solved {
    std::unordered_map<std::string, OutcomeValue> values;
    Totals totals;
};

/// Solves all positions reachable from `start`.
inline Solved solve(const std::string& start, const TextOptions& options, const TextStopped& stopped,
                    Play play = Play::normal) {
    std::vector<std::string> texts{start};
    std::unordered_map<std::string, Index> number{{start, 0}};
    test::ListGraph graph;
    for (std::size_t at = 0; at < texts.size(); ++at) {
        auto& to = graph.options.emplace_back();
        if (graph.stops.emplace_back(stopped(texts[at]))) continue;
        for (std::string& text : options(texts[at])) {
            const auto [entry, is_new] = number.emplace(text, texts.size());
            if (is_new) texts.push_back(std::move(text));
            to.push_back(entry->second);
        }
    }
    graph.beyond.resize(texts.size());
    graph.settled.resize(texts.size());
    const std::vector<OutcomeValue> values = test::brute_force(graph, play);
    Solved solved;
    for (std::size_t at = 0; at < texts.size(); ++at) {
        solved.values.emplace(texts[at], values[at]);
        solved.totals.add(values[at]);
    }
    return solved;
}

/// Returns the value of every index of a ruleset by its own options; illegal ones count as draws.
template <Ruleset R>
std::vector<OutcomeValue> solve(const R& rules, Play play = Play::normal) {
    return naive::solve(rules, play);
}

/// Returns the value of an indexed or unindexed position from the values of all indices.
template <Ruleset R>
OutcomeValue value_of(const R& rules, const std::vector<OutcomeValue>& values, const typename R::Position& p) {
    if constexpr (has<R>.settled_options) {
        if (const auto settled = rules.settled(p)) return *settled;
    }
    return values.at(rules.rank(p));
}

}  // namespace mexbase::brute
