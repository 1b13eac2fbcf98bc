// SPDX-License-Identifier: MIT
#include "solve.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "../../error.hpp"
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

void SolvingShapes::set_packing(Index cells, std::uint64_t packing) {
    if (packing == 0) return;
    constexpr std::uint64_t most_pages = std::uint64_t{8} << 20;  // of a file of cells, in memory while it is packed
    in_memory.packing = packing + sizeof(std::uint16_t) * cells;
    in_ranges.packing = packing + std::min(most_pages, cells);
    if (on_disk) on_disk->packing = in_ranges.packing;
}

SolvingShapes shapes_of(const Moves& moves, unsigned threads, std::uint64_t packing) {
    SolvingShapes shapes{.in_memory = detail::shape_of(moves, detail::largest_slice(moves), threads)};
    shapes.in_memory.below = moves.size() - shapes.in_memory.positions;
    shapes.in_ranges = shapes.in_memory;
    if (!moves.traits().order.slices.empty()) {
        GraphShape& most = shapes.on_disk.emplace();
        for (const Slice& slice : detail::slices_of(moves)) {
            GraphShape shape{.positions = slice.size, .threads = threads};
            if (!slice.loop_free) shape = detail::shape_of(moves, slice, threads);
            shape.below = std::min(slice.reads, slice.first);
            if (memory_needed(Strategy::child_counters, shape) > memory_needed(Strategy::child_counters, most))
                most = shape;
        }
    }
    shapes.set_packing(moves.size(), packing);
    return shapes;
}

std::uint64_t moves_in_ranges(const Moves& moves) {
    return detail::estimated_edges(moves, detail::largest_slice(moves));
}

namespace {

/// Returns true if a strategy may solve a graph for which the strategy `wanted` was asked. Forward passes are never the
/// best choice for a graph that lists predecessors.
bool may_use(Strategy strategy, Strategy wanted, const GraphShape& shape) {
    if (wanted != Strategy::automatic) return strategy == wanted;
    return strategy == Strategy::child_counters || !shape.has_predecessors;
}

/// Plans the fastest place for the cells of a strategy. Returns false if none fits into the memory.
bool plan(Strategy strategy, const SolvingShapes& shapes, SolveOptions& options) {
    const auto fits = [&](const GraphShape& shape) {
        const unsigned threads = threads_within(strategy, shape, options.memory);
        if (threads != 0) options.threads = threads;
        return threads != 0;
    };
    if (fits(shapes.in_memory)) {
        options.scratch.clear();
        return true;
    }
    if (options.scratch.empty()) return false;
    if (shapes.on_disk && fits(*shapes.on_disk)) return true;
    if (strategy == Strategy::forward) return false;
    GraphShape shape = shapes.in_ranges;
    for (; shape.threads != 0 && options.range_log2 == 0; --shape.threads) {
        options.range_log2 = range_within(shape, options.memory);
        if (options.range_log2 != 0) options.threads = shape.threads;
    }
    return options.range_log2 != 0;
}

constexpr std::array<Strategy, 2> strategies_by_speed = {Strategy::child_counters, Strategy::forward};

}  // namespace

std::uint64_t least_memory(Strategy wanted, SolvingShapes shapes, bool with_file) {
    std::uint64_t least = no_memory_suffices;
    for (const Strategy strategy : strategies_by_speed) {
        if (!may_use(strategy, wanted, shapes.in_memory)) continue;
        const auto consider = [&](GraphShape shape) {
            shape.threads = 1;
            least = std::min(least, memory_needed(strategy, shape));
        };
        consider(shapes.in_memory);
        if (with_file && shapes.on_disk) consider(*shapes.on_disk);
        if (with_file && strategy == Strategy::child_counters)
            least = std::min(least, least_memory_in_ranges(shapes.in_ranges));
    }
    return least;
}

Strategy strategy_for(const SolvingShapes& shapes, SolveOptions& options) {
    if (options.range_log2 != 0 && options.strategy != Strategy::forward) return Strategy::child_counters;
    for (const Strategy strategy : strategies_by_speed)
        if (may_use(strategy, options.strategy, shapes.in_memory) && plan(strategy, shapes, options)) return strategy;
    const std::uint64_t least = least_memory(options.strategy, shapes, !options.scratch.empty());
    if (least == no_memory_suffices)
        throw Error(ErrorCode::not_applicable,
                    "strategy " + std::string(to_string(options.strategy)) +
                        " must reverse the moves, which is possible for fewer than 2^32 positions");
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    throw Error(ErrorCode::out_of_memory,
                "solving " + std::to_string(shapes.in_memory.positions + shapes.in_memory.below) +
                    " positions needs about " + std::to_string((least + mebibyte - 1) / mebibyte) + " MiB of memory");
}

Strategy strategy_for(const Moves& moves, SolveOptions& options) {
    return strategy_for(shapes_of(moves, options.threads, options.packing), options);
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
        if (cells != 0 && context.should_save()) context.save({.cells = solution.cells});
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
    return solve_in_cells(moves, strategy, options, listener, checkpointer);
}

}  // namespace mexbase
