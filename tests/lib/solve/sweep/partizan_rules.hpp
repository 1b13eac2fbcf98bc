// SPDX-License-Identifier: MIT
/// \file
/// Test games with a list of moves for each player, and their values directly by the definition.
#pragma once

#include <array>
#include <memory>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "lib/value/partizan_outcome.hpp"
#include "tests/lib/solve/retrograde/brute_force.hpp"
#include "tests/number_rules.hpp"

namespace mexbase::test {

/// Options by player, and terminal vertices, which may have options, by player to move.
struct PartizanGraph {
    std::array<std::vector<std::vector<Index>>, 2> options;
    std::array<std::vector<std::optional<OutcomeValue>>, 2> stops;

    explicit PartizanGraph(Index size = 0) {
        for (auto& side : options) side.resize(size);
        for (auto& side : stops) side.resize(size);
    }
    Index size() const { return stops[0].size(); }
    const std::vector<Index>& of(Player player, Index v) const { return options[static_cast<std::size_t>(player)][v]; }
};

/// Returns the graph of turns: vertex 2 v + player, with that player to move.
inline ListGraph turns_of(const PartizanGraph& g) {
    ListGraph turns(2 * g.size());
    for (Index v = 0; v < g.size(); ++v)
        for (std::size_t s = 0; s < 2; ++s) {
            turns.stops[2 * v + s] = g.stops[s][v];
            for (const Index w : g.options[s][v]) turns.options[2 * v + s].push_back(2 * w + 1 - s);
        }
    return turns;
}

/// Returns the value of a vertex for each player to move, from the values of the graph of turns.
template <class Values>
PartizanOutcome partizan_outcome(const Values& of_turns, Index v) {
    return {of_turns[2 * v], of_turns[2 * v + 1]};
}

/// Returns the values of the definition.
inline std::vector<PartizanOutcome> partizan_brute_force(const PartizanGraph& g, Play play) {
    const std::vector<OutcomeValue> of_turns = brute_force(turns_of(g), play);
    std::vector<PartizanOutcome> pairs;
    for (Index v = 0; v < g.size(); ++v) pairs.push_back(partizan_outcome(of_turns, v));
    return pairs;
}

/// Returns a random graph with arcs of one player or both, and cycles, self-loops and parallel arcs; if `descending`,
/// with arcs to smaller numbers only.
inline PartizanGraph random_partizan(std::mt19937_64& random, Index most_vertices, bool descending = false,
                                     bool with_stops = false) {
    PartizanGraph g(1 + random() % most_vertices);
    const std::uint64_t most_options = 1 + random() % 4;
    for (Index v = 0; v < g.size(); ++v) {
        for (std::uint64_t k = random() % (most_options + 1); k > 0 && !(descending && v == 0); --k) {
            const Index to = random() % (descending ? v : g.size());
            const std::uint64_t owner = random() % 5;
            if (owner < 3) g.options[0][v].push_back(to);
            if (owner == 0 || owner > 2) g.options[1][v].push_back(to);
        }
        // A vertex may be terminal for one player only, or a win for one and a loss for the other.
        for (auto& side : g.stops)
            if (with_stops && random() % 8 == 0)
                side[v] = OutcomeValue{random() % 2 == 0 ? Outcome::win : Outcome::loss, 0};
    }
    return g;
}

/// Optional features of a `PartizanRules`.
enum class Gives { nothing, predecessors, order };

/// A `PartizanGraph` as a ruleset. The last `holes` odd vertices are holes.
template <Gives gives>
class PartizanRules : public NumberRules {
  public:
    static constexpr std::string_view family = "partizan-list";
    static constexpr Has has{.options_descend = gives == Gives::order,
                             .predecessors = gives == Gives::predecessors,
                             .terminal = true,
                             .partizan = true};
    static PartizanRules make(const Parameters&) { return PartizanRules(PartizanGraph{}); }

    explicit PartizanRules(PartizanGraph g, Index holes = 0) : NumberRules(g.size() + holes) {
        auto data = std::make_shared<Data>();
        for (std::size_t s = 0; s < 2; ++s) {
            data->sources[s].resize(g.size());
            for (Index v = 0; v < g.size(); ++v)
                if (!g.stops[s][v])
                    for (const Index w : g.options[s][v]) data->sources[s][w].push_back(v);
        }
        data->graph = std::move(g);
        data_ = std::move(data);
    }

    bool legal(Index i) const { return i < data_->graph.size(); }
    bool partizan() const { return true; }
    template <class F>
    void for_each_option(Index i, Position, Player player, F&& f) const {
        for (const Index w : data_->graph.of(player, i)) f(w);
    }
    template <class F>
        requires(has.predecessors)
    void for_each_predecessor(Index i, Position, Player player, F&& f) const {
        for (const Index u : data_->sources[static_cast<std::size_t>(player)][i]) f(u);
    }
    std::optional<OutcomeValue> terminal(Index i, Position, Player mover) const {
        return data_->graph.stops[static_cast<std::size_t>(mover)][i];
    }

  private:
    struct Data {
        PartizanGraph graph;
        std::array<std::vector<std::vector<Index>>, 2> sources;
    };
    std::shared_ptr<const Data> data_;
};

}  // namespace mexbase::test
