// SPDX-License-Identifier: MIT
/// \file
/// Small graphs and their values directly by the definition: the reference of every test here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "lib/index.hpp"
#include "lib/value/outcome.hpp"

namespace mexbase::test {

/// Adjacency lists, and terminal vertices, which may have options.
struct ListGraph {
    std::vector<std::vector<Index>> options;
    std::vector<std::optional<OutcomeValue>> stops;
    std::vector<std::uint64_t> beyond;               ///< moves past the bound, by vertex
    std::vector<std::vector<OutcomeValue>> settled;  ///< values of unindexed options

    explicit ListGraph(Index size = 0) : options(size), stops(size), beyond(size), settled(size) {}
    Index size() const { return options.size(); }
    Index edges() const {
        Index n = 0;
        for (const auto& list : options) n += list.size();
        return n;
    }
    std::optional<OutcomeValue> terminal(Index v, Play play) const {
        if (stops[v]) return stops[v];
        if (!options[v].empty() || beyond[v] != 0 || !settled[v].empty()) return std::nullopt;
        return OutcomeValue{play == Play::normal ? Outcome::loss : Outcome::win, 0};
    }
};

/// Returns its edges as pairs of vertices.
inline std::vector<std::pair<Index, Index>> edges_of(const ListGraph& g) {
    std::vector<std::pair<Index, Index>> edges;
    for (Index v = 0; v < g.size(); ++v)
        for (const Index w : g.options[v]) edges.emplace_back(v, w);
    return edges;
}

/// Recomputes every value from its options' values until nothing changes: first wins and losses, then ties of the
/// others. Moves past the bound lead to a draw.
inline std::vector<OutcomeValue> brute_force(const ListGraph& g, Play play) {
    std::vector<OutcomeValue> values(g.size());
    for (const bool ties : {false, true})
        for (bool changed = true; changed;) {
            std::vector<OutcomeValue> next(g.size());
            for (Index v = 0; v < g.size(); ++v) {
                if (const auto stop = g.terminal(v, play)) {
                    if (stop->outcome != Outcome::tie || ties) next[v] = *stop;
                    continue;
                }
                std::vector<OutcomeValue> of_options = g.settled[v];
                for (const Index w : g.options[v]) of_options.push_back(values[w]);
                std::optional<std::uint64_t> quickest_win, quickest_tie;
                bool all_won = g.beyond[v] == 0;
                std::uint64_t slowest_loss = 0;
                for (const OutcomeValue& value : of_options) {
                    const std::uint64_t more = value.remoteness + 1;
                    if (value.outcome == Outcome::loss) quickest_win = std::min(quickest_win.value_or(more), more);
                    if (value.outcome == Outcome::tie) quickest_tie = std::min(quickest_tie.value_or(more), more);
                    all_won = all_won && value.outcome == Outcome::win;
                    slowest_loss = std::max(slowest_loss, more);
                }
                if (quickest_win)
                    next[v] = {Outcome::win, *quickest_win};
                else if (all_won)
                    next[v] = {Outcome::loss, slowest_loss};
                else if (quickest_tie && ties)
                    next[v] = {Outcome::tie, *quickest_tie};
            }
            changed = next != values;
            values = std::move(next);
        }
    return values;
}

/// Returns a value as rules may give it: mostly near the end, sometimes far from it.
inline OutcomeValue random_value(std::mt19937_64& random) {
    constexpr Outcome outcomes[] = {Outcome::win,  Outcome::loss, Outcome::win, Outcome::loss,
                                    Outcome::loss, Outcome::tie,  Outcome::tie, Outcome::draw};
    const Outcome outcome = outcomes[random() % 8];
    if (!has_remoteness(outcome)) return {outcome, 0};
    return {outcome, random() % 3 != 0 ? 0 : random() % (random() % 4 == 0 ? 40 : 4)};
}

/// Returns a random graph with cycles, self-loops and parallel edges, some vertices without options, and, if
/// `with_stops`, some terminal vertices with options.
inline ListGraph random_graph(std::mt19937_64& random, Index most_vertices, bool with_stops) {
    ListGraph g(1 + random() % most_vertices);
    const std::uint64_t most_options = 1 + random() % 5;
    const std::uint64_t stop_rate = 2 + random() % 20;
    for (Index v = 0; v < g.size(); ++v) {
        for (std::uint64_t k = random() % (most_options + 1); k > 0; --k) {
            g.options[v].push_back(random() % g.size());
            if (random() % 8 == 0) g.options[v].push_back(g.options[v].back());
            if (random() % 16 == 0) g.options[v].push_back(v);
        }
        if (with_stops && random() % stop_rate == 0) g.stops[v] = random_value(random);
    }
    return g;
}

}  // namespace mexbase::test
