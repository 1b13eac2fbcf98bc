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

/// Returns the value of every vertex for the player to move. A win is one ply longer than the shortest loss among the
/// options, a loss one longer than the longest win, and a tie one longer than the shortest tie if nothing is lost.
/// Moves past the bound lead to a draw. Each round decides the vertices of exactly that many plies.
inline std::vector<OutcomeValue> brute_force(const ListGraph& g, Play play) {
    std::vector<std::optional<OutcomeValue>> value(g.size());
    std::uint64_t latest = 0;  // no given value comes after this round
    for (Index v = 0; v < g.size(); ++v) {
        value[v] = g.terminal(v, play);
        if (value[v]) latest = std::max(latest, value[v]->remoteness);
        for (const OutcomeValue& each : g.settled[v]) latest = std::max(latest, each.remoteness);
    }
    for (const bool ties : {false, true}) {
        std::vector<std::pair<Index, OutcomeValue>> news;
        for (std::uint64_t round = 1; round <= latest + 1 || !news.empty(); ++round) {
            news.clear();
            for (Index v = 0; v < g.size(); ++v) {
                if (value[v]) continue;
                bool some_lost = false, some_tied = false, all_won = g.beyond[v] == 0;
                const auto add = [&](const std::optional<OutcomeValue>& option) {
                    const Outcome known = option && option->remoteness < round ? option->outcome : Outcome::draw;
                    some_lost = some_lost || known == Outcome::loss;
                    some_tied = some_tied || known == Outcome::tie;
                    all_won = all_won && known == Outcome::win;
                };
                for (const Index w : g.options[v]) add(value[w]);
                for (const OutcomeValue& each : g.settled[v]) add(each);
                if (ties && some_tied) news.emplace_back(v, OutcomeValue{Outcome::tie, round});
                if (!ties && some_lost) news.emplace_back(v, OutcomeValue{Outcome::win, round});
                if (!ties && all_won) news.emplace_back(v, OutcomeValue{Outcome::loss, round});
            }
            for (const auto& [v, found] : news) value[v] = found;
        }
    }
    std::vector<OutcomeValue> values;
    for (const auto& known : value) values.push_back(known.value_or(OutcomeValue{}));
    return values;
}

/// Returns the graph of turns of a bounded game: vertex 2 v + turn, and two vertices past the bound, where the player
/// of turn 0 has won.
inline ListGraph doubled(const ListGraph& g) {
    ListGraph d(2 * g.size() + 2);
    for (Index v = 0; v < g.size(); ++v)
        for (const Index turn : {Index{0}, Index{1}}) {
            for (const Index w : g.options[v]) d.options[2 * v + turn].push_back(2 * w + 1 - turn);
            for (std::uint64_t k = 0; k < g.beyond[v]; ++k) d.options[2 * v + turn].push_back(2 * g.size() + 1 - turn);
            d.stops[2 * v + turn] = g.stops[v];
        }
    d.stops[2 * g.size()] = OutcomeValue{Outcome::win, 0};
    d.stops[2 * g.size() + 1] = OutcomeValue{Outcome::loss, 0};
    return d;
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
