// SPDX-License-Identifier: MIT
#include "solve.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "../../error.hpp"
#include "../../thread_team.hpp"
#include "../ownership.hpp"
#include "../retrograde/ranges.hpp"
#include "../retrograde/retrograde_analysis.hpp"
#include "slices.hpp"

namespace mexbase {

namespace detail {

namespace {

/// Returns the largest slice that is not loop-free.
Slice largest_slice(const Moves& moves) {
    Slice largest;
    for (const Slice& slice : slices_of(moves))
        if (slice.size >= largest.size && !slice.loop_free) largest = slice;
    return largest;
}

std::uint64_t estimated_edges(const Moves& moves, const Slice& slice) {
    constexpr Index samples = 4096;
    const Index step = slice.size / samples + 1;
    std::uint64_t edges = 0, looked = 0;
    Options options;
    for (Index v = step / 2; v < slice.size; v += step, ++looked) {
        const Index i = slice.first + v;
        options.clear();
        moves.options(i, i + 1, Player::left, 1, options);
        edges += static_cast<std::uint64_t>(
            std::ranges::count_if(options.targets.span(), [&slice](Index to) { return to >= slice.first; }));
    }
    return looked == 0 ? 0 : edges * (slice.size / looked + 1) / 4 * 5;
}

}  // namespace

GraphShape shape_of(const Moves& moves, const Slice& slice, unsigned threads) {
    const bool back = moves.traits().has_predecessors;
    const std::uint64_t edges = back ? 0 : estimated_edges(moves, slice);
    return {.positions = slice.size, .edges = edges, .has_predecessors = back, .threads = threads};
}

}  // namespace detail

GraphShape shape_in_memory(const Moves& moves, unsigned threads) {
    GraphShape shape = detail::shape_of(moves, detail::largest_slice(moves), threads);
    shape.below = moves.size() - shape.positions;
    return shape;
}

GraphShape shape_on_disk(const Moves& moves, unsigned threads) {
    GraphShape most;
    for (const Slice& slice : detail::slices_of(moves)) {
        GraphShape shape{.positions = slice.size, .threads = threads};
        if (!slice.loop_free) shape = detail::shape_of(moves, slice, threads);
        shape.on_disk = moves.size();
        shape.below = std::min(slice.reads, slice.first);
        if (memory_needed(Strategy::child_counters, shape) > memory_needed(Strategy::child_counters, most))
            most = shape;
    }
    return most;
}

std::uint64_t moves_in_ranges(const Moves& moves) {
    return detail::estimated_edges(moves, detail::largest_slice(moves));
}

bool can_be_in_ranges(const Moves& moves, Strategy wanted) {
    return moves.traits().has_predecessors && (wanted == Strategy::automatic || wanted == Strategy::child_counters);
}

GraphShape shape_in_ranges(const Moves& moves, unsigned threads) {
    return {.positions = detail::largest_slice(moves).size,
            .has_predecessors = moves.traits().has_predecessors,
            .threads = threads,
            .on_disk = moves.size()};
}

namespace {

/// Plans to solve a game in ranges if that is possible and nothing faster fits into the memory. Returns false if not.
bool plan_ranges(const Moves& moves, SolveOptions& options) {
    if (options.scratch.empty() || options.memory == 0 || !can_be_in_ranges(moves, options.strategy)) return false;
    GraphShape shape = shape_in_ranges(moves, options.threads);
    shape.packing = options.packing;
    for (; shape.threads != 0; --shape.threads) {
        options.range_log2 = range_within(shape, options.memory);
        if (options.range_log2 != 0) {
            options.threads = shape.threads;
            return true;
        }
    }
    return false;
}

}  // namespace

Strategy strategy_for(const Moves& moves, SolveOptions& options) {
    if (options.range_log2 != 0 && can_be_in_ranges(moves, options.strategy)) return Strategy::child_counters;
    GraphShape shape = shape_in_memory(moves, options.threads);
    const bool forward = options.strategy == Strategy::forward || !shape.has_predecessors;
    shape.threads = 1;
    shape.packing = options.packing;
    const std::uint64_t needed = memory_needed(forward ? Strategy::forward : Strategy::child_counters, shape);
    if (options.memory == 0 || needed <= options.memory) options.scratch.clear();
    if (!options.scratch.empty() && !moves.traits().order.slices.empty()) shape = shape_on_disk(moves, options.threads);
    shape.threads = 1;
    shape.packing = options.packing;
    if (memory_needed(Strategy::child_counters, shape) > options.memory && plan_ranges(moves, options))
        return Strategy::child_counters;
    if (moves.traits().order.slices.empty()) options.scratch.clear();
    shape.threads = options.threads = threads_within(options.strategy, shape, options.memory);
    return choose_strategy(options.strategy, shape, options.memory);
}

SpooledSolution solve_spooled(const Moves& moves, const SolveOptions& options, const detail::SpoolSink& sink,
                              AnalysisListener& listener, detail::RunContext context) {
    const std::vector<Slice> slices = detail::slices_of(moves);
    if (slices.size() > 1)
        throw Error(ErrorCode::not_applicable,
                    "strategy two-bit cannot solve a game in slices (parts that are solved one after another)");
    SpooledSolution solution{TwoBitStates(moves.size()), {}};
    const OutcomeCells no_cells;
    const detail::WithPredecessors back(moves, slices.front(), listener);
    const MovesGraph graph(back.moves(), slices.front(), no_cells);
    solution.summary = detail::solve_by_two_bits(graph, solution.states, sink, listener, options.analysis(), context);
    return solution;
}

Solution solve_in_cells(const Moves& moves, Strategy strategy, const SolveOptions& options, AnalysisListener& listener,
                        Checkpointer* checkpointer) {
    Solution solution;
    solution.strategy = strategy;
    detail::RunContext context(strategy, checkpointer);
    SolverState& at = context.at;
    if (context.resumed) detail::check_restored(moves, at, context.cells.size());
    solution.cells = context.resumed ? std::move(context.cells) : OutcomeCells(moves.size(), 2, options.scratch);
    const auto offer = [&](Index cells) {
        at.cells = cells;
        if (cells != 0 && context.should_save()) context.save(StateView{.cells = &solution.cells, .words = {}});
    };
    const bool in_slices = !moves.traits().order.slices.empty() || moves.traits().unindexed;
    Index number = 0;
    for (const Slice& slice : detail::slices_of(moves)) {
        if (number++ < at.slice) continue;
        if (!at.begun) offer(slice.first);
        if (!moves.traits().order.slices.empty()) listener.begin_slice(slice);
        AnalysisOptions of_slice = options.analysis();
        if (in_slices && slice.size < options.small_ply) of_slice.threads = 1;
        const bool empty = slice.size == 0 && in_slices;
        const MovesGraph graph(moves, slice, solution.cells);
        if (slice.loop_free && !listener.has_vertex_events())
            at.below += detail::settle_slice(graph, solution.cells, listener, of_slice, context);
        else if (strategy == Strategy::forward && !empty)
            at.below += detail::solve_forward(graph, solution.cells, listener, of_slice, context);
        else if (!empty && options.range_log2 != 0)
            at.below += detail::solve_in_ranges(graph, solution.cells, listener, of_slice, context, options.range_log2,
                                                options.scratch);
        else if (!empty)
            at.below += retrograde_analysis(graph, solution.cells, listener, of_slice, context);
        const Summary below = at.below;
        at = {};
        at.slice = number;
        at.below = below;
        if (slice.size != 0) solution.cells.let_go();  // the next slice reads few of them
    }
    offer(moves.size());
    solution.summary = at.below;
    return solution;
}

Solution solve(const Moves& moves, SolveOptions options, AnalysisListener& listener, Checkpointer* checkpointer) {
    const Strategy strategy = strategy_for(moves, options);
    if (strategy != Strategy::two_bit) return solve_in_cells(moves, strategy, options, listener, checkpointer);
    Solution solution;
    solution.strategy = strategy;
    solution.cells = OutcomeCells(moves.size());
    detail::RunContext context(strategy, checkpointer);
    if (context.resumed) {
        if (context.cells.size() != moves.size()) detail::throw_foreign_checkpoint();
        solution.cells = std::move(context.cells);
    }
    context.add = [&cells = solution.cells](SolverState& at, StateView& kept) {
        at.cells = cells.size();
        kept.cells = &cells;
    };
    const auto sink = [&](std::uint64_t ply, Outcome outcome, std::span<const Index> vertices) {
        for (const Index v : vertices) solution.cells.set(v, {outcome, ply});
    };
    solution.summary = solve_spooled(moves, options, sink, listener, std::move(context)).summary;
    return solution;
}

}  // namespace mexbase
