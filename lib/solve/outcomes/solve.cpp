// SPDX-License-Identifier: MIT
#include "solve.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "../../error.hpp"
#include "../../thread_team.hpp"
#include "../ownership.hpp"
#include "../retrograde/retrograde_analysis.hpp"

namespace mexbase {

namespace detail {

namespace {

/// Returns the slices of a game in order; a game without slices is one slice.
std::vector<Slice> slices_of(const Moves& moves) {
    std::vector<Slice> slices = moves.traits().order.slices;
    if (slices.empty()) slices.push_back({0, moves.size(), false});
    return slices;
}

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

/// Throws `Error{bad_usage}` if the saved state `from` does not fit the slices of this game.
void check_restored(const Moves& moves, const RestoredState& from) {
    Index slices = 0, size = 0;
    bool right = from.cells.size() == moves.size();
    for (const Slice& slice : slices_of(moves)) {
        const bool here = slices++ == from.at.slice;
        if (here) size = slice.size;
        if (here && from.at.begun) right = right && size != 0 && from.at.cells == slice.first + size;
        if (here && !from.at.begun) right = right && from.at.cells == slice.first;
    }
    right = right && (from.at.slice < slices || (from.at.slice == slices && !from.at.begun));
    for (const ScheduledVertices& due : from.due)
        right = right && from.at.begun && due.ply > from.at.ply &&
                std::ranges::all_of(due.vertices, [size](Index v) { return v < size; });
    for (const VertexRange& each : from.at.seen) right = right && from.at.begun && each.last <= size;
    if (!right) throw_foreign_checkpoint();
}

struct SliceShare {
    std::map<std::uint64_t, PlyCounts> plies;
    Index positions = 0;
    bool too_long = false;
};

/// Computes the values of all positions of `graph`, a slice without loops, in one pass. Throws `Error{not_applicable}`
/// if a position has an option inside the slice.
Summary settle_slice(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                     const AnalysisOptions& options) {
    const Index size = graph.size();
    ThreadTeam team(size < options.small_ply ? 1 : options.threads);
    const Ownership ownership(size, team.size());
    std::vector<SliceShare> shares;
    const auto pass = [&](auto* all) {
        shares.assign(team.size(), {});
        team.run([&](unsigned k) {
            using Code = CellCode<std::remove_cvref_t<decltype(*all)>>;
            SliceShare& share = shares[k];
            const auto settle = [&](Index v, Outcome outcome, std::uint64_t remoteness) {
                share.too_long = share.too_long || remoteness > Code::max_remoteness;
                all[graph.first_cell() + v] = Code::cell({outcome, remoteness});
                PlyCounts& counts = share.plies[remoteness];
                ++(outcome == Outcome::win ? counts.wins : outcome == Outcome::loss ? counts.losses : counts.ties);
            };
            const auto refuse = [&](Index v, std::uint64_t options_inside) {
                if (options_inside != 0)
                    throw Error(ErrorCode::not_applicable,
                                "index " + std::to_string(graph.first_cell() + v) +
                                    " has an option in its own slice, which the rules declare loop-free");
            };
            share.positions =
                for_each_known(graph, ownership.first(k), ownership.last(k), options.play, settle, refuse);
        });
        return std::any_of(shares.begin(), shares.end(), [](const SliceShare& share) { return share.too_long; });
    };
    // If a remoteness does not fit, the cells are widened and the pass is repeated. It writes every cell again.
    while (cells.visit(pass)) cells.widen();

    Summary summary;
    summary.vertices = size;
    std::map<std::uint64_t, PlyCounts> plies;
    for (const SliceShare& share : shares) {
        summary.positions += share.positions;
        for (const auto& [ply, counts] : share.plies) {
            plies[ply].wins += counts.wins;
            plies[ply].losses += counts.losses;
            plies[ply].ties += counts.ties;
        }
    }
    for (const auto& [ply, counts] : plies) {
        summary.add(ply, counts);
        listener.finish_ply(ply, counts);
    }
    return summary;
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
        shape.below = std::min(slice.reads, slice.first);
        if (memory_needed(Strategy::child_counters, shape) > memory_needed(Strategy::child_counters, most))
            most = shape;
    }
    return most;
}

Strategy strategy_for(const Moves& moves, SolveOptions& options) {
    GraphShape shape = shape_in_memory(moves, options.threads);
    const bool forward = options.strategy == Strategy::forward || !shape.has_predecessors;
    shape.threads = 1;
    const std::uint64_t needed = memory_needed(forward ? Strategy::forward : Strategy::child_counters, shape);
    if (options.memory == 0 || needed <= options.memory || moves.traits().order.slices.empty()) options.scratch.clear();
    if (!options.scratch.empty()) shape = shape_on_disk(moves, options.threads);
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
    if (context.resumed) detail::check_restored(moves, context);
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
        AnalysisOptions of_slice = options.analysis();
        if (in_slices && slice.size < options.small_ply) of_slice.threads = 1;
        const bool empty = slice.size == 0 && in_slices;
        const MovesGraph graph(moves, slice, solution.cells);
        if (slice.loop_free && !listener.has_vertex_events())
            at.below += detail::settle_slice(graph, solution.cells, listener, of_slice);
        else if (strategy == Strategy::forward && !empty)
            at.below += detail::solve_forward(graph, solution.cells, listener, of_slice, context);
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
