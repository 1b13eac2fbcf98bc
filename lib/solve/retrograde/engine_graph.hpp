// SPDX-License-Identifier: MIT
/// \file
/// The requirements of the kernel on a graph.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>

#include "../../rules/moves.hpp"
#include "../../value/outcome.hpp"
#include "../graph/graph.hpp"

namespace mexbase::detail {

/// Facts about a vertex that are known at the start. They come from options that are not vertices. At least one other
/// option is a vertex.
struct InitialValue {
    std::optional<std::uint64_t> win;  ///< remoteness of a win by an option that is not a vertex; others may be shorter
    std::optional<std::uint64_t> tie;  ///< remoteness of a tie by such an option; there may be a better value
    std::uint64_t inside;              ///< number of options that are vertices, at least 1
};

/// Receives the facts about vertices that are known before solving.
class InitialValueSink {
  public:
    /// Receives the value of `v`, which is terminal or has no option that is a vertex.
    virtual void take(Index v, const OutcomeValue& value) = 0;
    virtual void take(Index v, const InitialValue& start) = 0;
    /// Receives the number of options of vertex `first` + k as `counts[k]`, or 0 if it is not known. Called before the
    /// values of these vertices are reported.
    virtual void count(Index first, std::span<const std::uint32_t> counts) = 0;

  protected:
    ~InitialValueSink() = default;
};

/// A graph with vertices 0..size-1, as the kernel reads it. All functions are pure, and safe on any thread.
///
/// Semantics: `predecessors(vertices, out)` appends the sources of all edges that reach the listed vertices, in any
/// order, and may overwrite the list. `for_each_start` passes to `taker` the facts about the vertices in [first, last)
/// and returns how many of them are positions. `count_options` counts the edges that leave a vertex, and moves past a
/// bound. An exit is a move to a known value outside the graph: `add_exits` adds the values of a vertex's exits to a
/// fold. `contains(v)` returns false if v is not a position of the graph. The value of v is in cell `first_cell() + v`.
///
/// Examples are `MovesGraph`, and `NumberedGraph` for Boost's graphs.
template <class G>
concept EngineGraph = requires(const G& g, Index v, Play play, InitialValueSink& taker, OutcomeFold& fold,
                               std::span<Index> vertices, Flat& out) {
    { g.size() } -> std::same_as<Index>;
    { g.first_cell() } -> std::same_as<Index>;
    { g.has_exits() } -> std::same_as<bool>;
    { g.may_tie() } -> std::same_as<bool>;
    { g.for_each_start(v, v, play, taker) } -> std::same_as<Index>;
    { g.contains(v) } -> std::same_as<bool>;
    { g.count_options(v) } -> std::same_as<std::uint64_t>;
    g.add_exits(v, fold);
    g.predecessors(vertices, out);
};

/// A graph with an inline loop that calls a function for each predecessor of a vertex.
template <class G>
concept InlinedPredecessors = requires(const G& g, Index v) { g.for_each_predecessor(v, [](Index) {}); };

/// Calls `known(v, outcome, remoteness)` for each win, loss or tie that it receives, and `count(v, options)` for each
/// number of options; 0 is an unknown number. Borrows both functions.
template <class Known, class Count>
class KnownValues final : public InitialValueSink {
  public:
    KnownValues(const Known& known, const Count& count) : known_(known), count_(count) {}
    void take(Index v, const OutcomeValue& value) override {
        check_terminal(value);
        if (has_remoteness(value.outcome)) known_(v, value.outcome, value.remoteness);
    }
    void take(Index v, const InitialValue& start) override {
        count_(v, start.inside);
        if (start.win) known_(v, Outcome::win, *start.win);
        if (start.tie) known_(v, Outcome::tie, *start.tie);
    }
    void count(Index from, std::span<const std::uint32_t> counts) override {
        // This loop has no branch per vertex. If all counts are 0, it is skipped, so the cells are not touched.
        if (std::ranges::all_of(counts, [](std::uint32_t n) { return n == 0; })) return;
        for (std::size_t k = 0; k < counts.size(); ++k) count_(from + k, counts[k]);
    }

  private:
    const Known& known_;
    const Count& count_;
};

/// Calls `known` and `count` as `KnownValues` does, for the vertices in [first, last). Returns the number of positions.
template <class Graph, class Known, class Count>
Index for_each_known(const Graph& graph, Index first, Index last, Play play, const Known& known, const Count& count) {
    KnownValues sink(known, count);
    return graph.for_each_start(first, last, play, sink);
}

/// Returns the remoteness of v if its exits (options that are not vertices) were its only options and all lose. Returns
/// `std::nullopt` if an exit does not lose.
template <class Graph>
std::optional<std::uint64_t> loss_by_exits(const Graph& graph, Index v) {
    OutcomeFold exits;
    graph.add_exits(v, exits);
    return exits.loss();
}
/// Returns the remoteness of v as a loss, or `std::nullopt` if an exit (an option that is not a vertex) does not lose.
/// All options that are vertices must be won for the opponent, the last of them at `ply`.
template <class Graph>
std::optional<std::uint64_t> lost_after(const Graph& graph, std::uint64_t ply, Index v) {
    if (!graph.has_exits()) return ply + 1;
    const auto remoteness = loss_by_exits(graph, v);
    return remoteness ? std::optional(std::max(*remoteness, ply + 1)) : std::nullopt;
}

}  // namespace mexbase::detail
