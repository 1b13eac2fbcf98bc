// SPDX-License-Identifier: MIT
/// \file
/// Checks values of loopy games by their conditions, vertex by vertex.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../graph/list_ruleset.hpp"
#include "../retrograde/brute_force.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/loopy/loopy_nimbers.hpp"

namespace mexbase::test {

/// Returns a random game with moves mostly to smaller numbers: most values are finite, and play is long.
inline ListGraph random_descent(std::mt19937_64& random, Index most_vertices) {
    ListGraph list(1 + random() % most_vertices);
    const std::uint64_t down = 1 + random() % 8, up = 1 + random() % 8;
    for (Index v = 1; v < list.size(); ++v) {
        for (Index w = 0; w < v; ++w)
            if (w + 1 == v || random() % down == 0) list.options[v].push_back(w);
        if (random() % up == 0) list.options[v].push_back(v + random() % (list.size() - v));
    }
    return list;
}

inline std::uint64_t least_excluded(const std::set<std::uint64_t>& numbers) {
    std::uint64_t m = 0;
    while (numbers.contains(m)) ++m;
    return m;
}

/// Returns the fault in the value of `v`; empty if there is none. The conditions on all vertices of a finite graph have
/// one solution (Fraenkel and Yesha 1986). `values[v]` is a `NimberValue`.
template <class Values>
std::string fault_at(const ListGraph& g, const Values& values, Index v) {
    const std::string at = " at " + std::to_string(v);
    const NimberValue value = values[v];
    if (g.stops[v]) return value == NimberValue{} ? "" : "play stops, and the value is not 0" + at;
    // Returns the least counter of an option of `from` with nimber m, or `std::nullopt` if there is none.
    const auto quickest = [&](Index from, std::uint64_t m) {
        std::optional<std::uint64_t> least;
        for (const Index w : g.options[from])
            if (const NimberValue reply = values[w]; !reply.infinite && reply.nimber == m)
                least = std::min(least.value_or(reply.counter), reply.counter);
        return least;
    };
    std::set<std::uint64_t> reached;
    for (const Index w : g.options[v])
        if (const NimberValue option = values[w]; !option.infinite) reached.insert(option.nimber);
    const std::uint64_t m = least_excluded(reached);
    bool stays = false;  // at an option with a greater value, from which no move leads back to m
    std::uint64_t counter = 0;
    for (const Index w : g.options[v]) {
        if (const NimberValue option = values[w]; !option.infinite && option.nimber < m) continue;
        const auto reply = quickest(w, m);
        stays = stays || !reply;
        counter = std::max(counter, 2 + reply.value_or(0));
        if (reply && !value.infinite && *reply >= value.counter)
            return "a move is not taken back to a smaller counter" + at;
    }
    if (value.infinite) {
        if (!std::ranges::equal(reached, value.reached)) return "K is not the set of nimbers of options" + at;
        return stays ? "" : "nothing keeps the value infinite" + at;
    }
    if (value.nimber != m) return "the nimber is not the mex" + at;
    if (stays) return "a move cannot be taken back" + at;
    return counter == value.counter ? "" : "the counter is not exact" + at;
}

/// Returns the first fault of all vertices; empty if there is none.
inline std::string fault(const ListGraph& g, const LoopyNimbers& values) {
    LoopySummary seen;
    std::vector<bool> used(values.set_count());
    std::uint32_t sets = 0;
    for (Index v = 0; v < g.size(); ++v) {
        if (const std::string wrong = fault_at(g, values, v); !wrong.empty()) return wrong;
        ++(values.infinite(v) ? seen.infinite : seen.finite);
        seen.largest = std::max(seen.largest, values.nimber(v));
        seen.longest = std::max(seen.longest, values.counter(v));
        if (!values.infinite(v) || used[values.set_id(v)]) continue;
        if (values.set_id(v) != sets++) return "sets are not numbered by first use";
        used[values.set_id(v)] = true;
    }
    if (sets != values.set_count()) return "a set is never used";
    const LoopySummary& summary = values.summary();
    if (summary.vertices != g.size() || summary.infinite != seen.infinite || summary.largest != seen.largest ||
        summary.longest != seen.longest || summary.finite + summary.infinite != summary.positions)
        return "the summary does not count right";
    return "";
}

/// Returns the outcomes in normal play by the definition. Only the options need be given.
inline std::vector<Outcome> outcomes(ListGraph g) {
    g.stops.resize(g.size());
    g.beyond.resize(g.size());
    g.settled.resize(g.size());
    std::vector<Outcome> found;
    for (const OutcomeValue& value : brute_force(g, Play::normal)) found.push_back(value.outcome);
    return found;
}

}  // namespace mexbase::test
