/// \file
/// Solving a ruleset: one call that chooses how.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "../graph/indexed_view.hpp"
#include "../graph/ruleset_graph.hpp"
#include "../graph/slice_graph.hpp"
#include "../graph/transpose.hpp"
#include "../graph/visitor.hpp"
#include "cells.hpp"
#include "child_counters.hpp"
#include "erased_view.hpp"
#include "forward.hpp"
#include "loop_free_slice.hpp"
#include "standing.hpp"
#include "strategy.hpp"
#include "two_bit.hpp"

namespace mexbase {

/// What the caller of `solve` may choose.
struct SolveOptions {
    Play play = Play::normal;
    unsigned threads = 1;
    std::uint64_t memory = 0;  ///< bytes that solving may use; 0: no limit
    Strategy strategy = Strategy::automatic;
    Index small_ply = AnalysisOptions{}.small_ply;  ///< plies with fewer positions are done by one thread

    AnalysisOptions analysis() const { return {play, threads, small_ply}; }
};

/// A solved ruleset. Indices that are no position read as draws.
struct Solution {
    OutcomeCells cells;
    Summary summary;
    Strategy strategy = Strategy::child_counters;  ///< the one that was used
};

/// A solved ruleset without remoteness: that was handed to the sink.
struct SpooledSolution {
    TwoBitStates states;
    Summary summary;
};

namespace detail {

template <OptionGraph G>
using OwnView = IndexedView<G, decltype(get(boost::vertex_index, std::declval<const G&>())), DefaultTerminal>;

template <OptionGraph G>
OwnView<G> own_view(const G& g) {
    return OwnView<G>(g, get(boost::vertex_index, g), DefaultTerminal{});
}

/// The number of edges of a view, from the options of vertices that are spread evenly, plus a quarter.
template <class View>
std::uint64_t estimated_edges(const View& view) {
    constexpr Index samples = 4096;
    const Index size = view.size();
    const Index step = size / samples + 1;
    std::uint64_t edges = 0, looked = 0;
    for (Index i = step / 2; i < size; i += step, ++looked) view.options(i, [&edges](Index) { ++edges; });
    return looked == 0 ? 0 : edges * (size / looked + 1) / 4 * 5;
}

template <class View>
GraphShape shape_of(const View& view, unsigned threads) {
    GraphShape shape;
    shape.positions = view.size();
    shape.has_predecessors = View::has_predecessors;
    shape.edges = View::has_predecessors ? 0 : estimated_edges(view);
    shape.threads = threads;
    return shape;
}

/// The values below a slice. Without cells it must not be asked.
struct LowerCells {
    const OutcomeCells* cells = nullptr;
    OutcomeValue operator()(Index i) const { return (*cells)[i]; }
};

/// Calls `f` with the graph of a ruleset's largest slice, or of all of it; values from below are not to be asked for.
template <Ruleset R, class F>
auto with_largest_graph(const R& rules, const F& f) {
    if constexpr (comes_in_slices<R>) {
        Slice largest;
        for_each_slice(rules, [&largest](const Slice& slice) {
            if (slice.size >= largest.size && !slice.loop_free) largest = slice;
        });
        return f(SliceGraph<R, LowerCells>(rules, largest, {}));
    } else {
        return f(RulesetGraph<R>(rules));
    }
}

/// Solves a graph into the cells from `first_cell` on, by child counters or forward, as `course` says.
template <OptionGraph G, class Visitor>
Summary solve_graph(const G& graph, OutcomeCells& cells, Index first_cell, Visitor& visitor,
                    const AnalysisOptions& options, Course& course) {
    const auto view = own_view(graph);
    if (course.at.strategy == Strategy::forward)
        return solve_forward(ErasedView(view, visitor), cells, options, first_cell, course);
    return with_predecessors(view, visitor, [&](const auto& v) {
        return count_down(ErasedView(v, visitor), cells, options, first_cell, course);
    });
}

/// Throws `Error{bad_usage}` where a standing cannot be one of the solving of `rules` into cells.
template <Ruleset R>
void check_resumption(const R& rules, Strategy strategy, const Resumption& from) {
    Index slices = 0, size = 0;
    bool right = from.cells.size() == rules.size() && from.at.strategy == strategy;
    for_each_slice(rules, [&](const Slice& slice) {
        const bool here = slices++ == from.at.slice;
        if (here) size = slice.size;
        if (here && from.at.begun) right = right && size != 0 && from.at.cells == slice.first + size;
        if (here && !from.at.begun) right = right && from.at.cells == slice.first;
    });
    right = right && (from.at.slice < slices || (from.at.slice == slices && !from.at.begun));
    for (const Due& due : from.due)
        right = right && from.at.begun && due.ply > from.at.ply &&
                std::ranges::all_of(due.vertices, [size](Index v) { return v < size; });
    for (const Stretch& each : from.at.seen) right = right && from.at.begun && each.last <= size;
    if (!right) throw_not_ours();
}

}  // namespace detail

/// The strategy that `solve` will use for `rules`; `options.threads` become those that the memory has room for. Throws
/// as `choose_strategy` does.
template <Ruleset R>
Strategy strategy_for(const R& rules, SolveOptions& options) {
    return detail::with_largest_graph(rules, [&](const auto& graph) {
        GraphShape shape = detail::shape_of(detail::own_view(graph), options.threads);
        shape.below = rules.size() - shape.positions;
        shape.threads = options.threads = threads_within(options.strategy, shape, options.memory);
        return choose_strategy(options.strategy, shape, options.memory);
    });
}

/// Solves by two bits a position, and hands what is decided to `sink(ply, outcome, vertices)` in order of remoteness:
/// the vertices of remoteness `ply` as several `std::span<const Index>`, each vertex once, on the calling thread. Their
/// order within a ply is not specified. Memory: V/4 bytes and the frontiers.
///
/// `keeper` may be nobody (null). What it kept of the same graph is gone on from: the sink must then have what was told
/// before it was kept, and hears the rest.
template <OptionGraph G, class Sink, class Visitor>
SpooledSolution solve_spooled(const G& graph, const AnalysisOptions& options, Sink& sink, Visitor& visitor,
                              Keeper* keeper = nullptr) {
    static_assert(detail::check_visitor<Visitor, AnalysisEvents>());
    const auto view = detail::own_view(graph);
    SpooledSolution solution{TwoBitStates(view.size()), {}};
    detail::Course course{keeper, {}, {}};
    course.at.strategy = Strategy::two_bit;
    std::vector<std::vector<std::uint32_t>> words;
    if (auto from = keeper != nullptr ? keeper->resume() : std::nullopt) {
        if (from->at.strategy != Strategy::two_bit) detail::throw_not_ours();
        course.at = std::move(from->at);
        course.due = std::move(from->due);
        words = std::move(from->words);
    }
    solution.summary = detail::with_predecessors(view, visitor, [&](const auto& v) {
        return detail::solve_by_two_bits(detail::ErasedView(v, visitor), solution.states, std::ref(sink), options,
                                         course, std::move(words));
    });
    return solution;
}
/// The same for a ruleset. Throws `Error{not_applicable}` for one that comes in slices: values below a slice must be
/// known.
template <Ruleset R, class Sink, class Visitor>
SpooledSolution solve_spooled(const R& rules, const SolveOptions& options, Sink& sink, Visitor& visitor,
                              Keeper* keeper = nullptr) {
    Index slices = 0;
    for_each_slice(rules, [&slices](const Slice&) { ++slices; });
    if (slices > 1)
        throw Error(ErrorCode::not_applicable, "two bits a position are not enough for a game that comes in slices");
    return detail::with_largest_graph(
        rules, [&](const auto& graph) { return solve_spooled(graph, options.analysis(), sink, visitor, keeper); });
}

/// Solves every position of `rules` into cells by child counters or forward, as `strategy` says, slice by slice where
/// the rules give slices. Throws what `retrograde_analysis` throws.
///
/// `keeper` may be nobody (null). What it kept of the same job, with any number of threads, is gone on from: values and
/// the summary are those of a job that ran through, and the visitor hears the rest. Throws `Error{bad_usage}` where
/// that cannot be of these rules and this strategy.
template <Ruleset R, class Visitor>
Solution solve_in_cells(const R& rules, Strategy strategy, const SolveOptions& options, Visitor& visitor,
                        Keeper* keeper = nullptr) {
    static_assert(detail::check_visitor<Visitor, AnalysisEvents>());
    Solution solution;
    solution.strategy = strategy;
    detail::Course course{keeper, {}, {}};
    Standing& at = course.at;
    at.strategy = strategy;
    if (auto from = keeper != nullptr ? keeper->resume() : std::nullopt) {
        detail::check_resumption(rules, strategy, *from);
        at = std::move(from->at);
        course.due = std::move(from->due);
        solution.cells = std::move(from->cells);
    } else {
        solution.cells = OutcomeCells(rules.size());
    }
    const auto offer = [&](Index cells) {
        at.cells = cells;
        if (cells != 0 && course.wanted()) keeper->keep(at, Kept{.cells = &solution.cells, .words = {}});
    };
    Index number = 0;
    for_each_slice(rules, [&](const Slice& slice) {
        if (number++ < at.slice) return;
        if (!at.begun) offer(slice.first);
        AnalysisOptions of_slice = options.analysis();
        if (comes_in_slices<R> && slice.size < options.small_ply) of_slice.threads = 1;
        const auto solve_by = [&](const auto& graph) {
            return detail::solve_graph(graph, solution.cells, slice.first, visitor, of_slice, course);
        };
        if constexpr (comes_in_slices<R>) {
            const SliceGraph<R, detail::LowerCells> graph(rules, slice, {&solution.cells});
            if (slice.loop_free && !detail::has_vertex_events<Visitor>) {
                const auto view = detail::own_view(graph);
                at.below +=
                    detail::settle_slice(detail::ErasedView(view, visitor), solution.cells, slice.first, of_slice);
            } else if (slice.size != 0)
                at.below += solve_by(graph);
        } else {
            at.below += solve_by(RulesetGraph<R>(rules));
        }
        Standing next;
        next.strategy = strategy;
        next.slice = number;
        next.below = at.below;
        at = std::move(next);
    });
    offer(rules.size());
    solution.summary = at.below;
    return solution;
}

namespace detail {

/// Keeps the cells that are filled from what is spooled.
class FilledCells final : public KeeperAround {
  public:
    FilledCells(Keeper* keeper, OutcomeCells& cells) : KeeperAround(keeper), cells_(cells) {}
    std::optional<Resumption> resume() override {
        auto from = KeeperAround::resume();
        if (from && from->cells.size() != cells_.size()) throw_not_ours();
        if (from) cells_ = std::move(from->cells);
        return from;
    }
    void keep(const Standing& at, const Kept& kept) override {
        Standing with_cells = at;
        with_cells.cells = cells_.size();
        Kept both = kept;
        both.cells = &cells_;
        inner().keep(with_cells, both);
    }

  private:
    OutcomeCells& cells_;
};

}  // namespace detail

/// Solves every position of `rules` into cells, by `options.strategy` or the one that the memory allows.
///
/// With `two_bit` the cells are filled from what is spooled, so that nothing is saved: use `solve_spooled` to save
/// memory. Throws what `choose_strategy` and `retrograde_analysis` throw. `keeper` as above.
template <Ruleset R, class Visitor>
Solution solve(const R& rules, SolveOptions options, Visitor& visitor, Keeper* keeper = nullptr) {
    const Strategy strategy = strategy_for(rules, options);
    if (strategy != Strategy::two_bit) return solve_in_cells(rules, strategy, options, visitor, keeper);
    Solution solution;
    solution.strategy = strategy;
    solution.cells = OutcomeCells(rules.size());
    detail::FilledCells filled(keeper, solution.cells);
    const auto sink = [&](std::uint64_t ply, Outcome outcome, std::span<const Index> vertices) {
        for (const Index v : vertices) solution.cells.set(v, {outcome, ply});
    };
    solution.summary = solve_spooled(rules, options, sink, visitor, keeper != nullptr ? &filled : nullptr).summary;
    return solution;
}

/// The same, without a visitor.
template <Ruleset R>
Solution solve(const R& rules, const SolveOptions& options = {}) {
    NullVisitor quiet;
    return solve(rules, options, quiet);
}

}  // namespace mexbase
