// SPDX-License-Identifier: MIT
#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "../../../lib/solve/graph/turn_moves.hpp"
#include "../../../lib/solve/outcomes/bounded.hpp"
#include "../../../lib/solve/outcomes/solve.hpp"
#include "../../../lib/solve/sweep/outcome_sweep.hpp"
#include "../../order/digit_search.hpp"
#include "../table_job.hpp"
#include "make_tables.hpp"
#include "outcome_streams.hpp"
#include "ranks.hpp"
#include "solving_checkpointer.hpp"
#include "values_on_disk.hpp"

namespace mexbase::detail {

namespace {

/// Reports the progress of the solver: first the positions read, then the positions decided (without a total).
///
/// In a game in slices, reports the slice, the ply and an estimate of the positions that are done. A slice that is not
/// loop-free counts as three quarters done when all its positions are read. The last quarter grows with the decided
/// positions.
class SolvingProgress final : public AnalysisListener {
  public:
    /// Takes the number of all positions, and of those decided before this run.
    SolvingProgress(const ProgressSink& sink, Index positions, Index decided)
        : sink_(sink), positions_(positions), decided_(decided) {}
    void begin_slice(const Slice& slice) override {
        slice_ = slice;
        decided_ = 0;
    }
    void scan(Index done, Index total) override {
        if (!sink_) return;
        if (!slice_) return sink_("scanning", done, total);
        // If several processes solve the slice, `total` is the part of this process.
        const double share = static_cast<double>(done) / static_cast<double>(std::max<Index>(total, 1));
        report("scanning", static_cast<Index>(share * static_cast<double>(read_size())));
    }
    void finish_ply(std::uint64_t ply, const PlyCounts& counts) override {
        decided_ += counts.wins + counts.losses;
        if (!sink_) return;
        const std::string name = "ply " + std::to_string(ply);
        if (slice_)
            report(name, read_size() + (slice_->loop_free ? 0 : decided_ / 4));
        else
            sink_("deciding: " + name, decided_, 0);
    }

  private:
    /// Returns how many positions of the slice count as done when all have been read.
    Index read_size() const { return slice_->loop_free ? slice_->size : slice_->size / 4 * 3; }
    void report(const std::string& part, Index done) {
        sink_("solving: slice " + slice_->name + ", " + part, slice_->first + done, positions_);
    }

    const ProgressSink& sink_;
    Index positions_, decided_;  ///< all positions, and those decided in this slice
    std::optional<Slice> slice_;
};

SolveOptions solve_options(const JobOptions& options, Strategy strategy) {
    SolveOptions solving;
    solving.play = options.play;
    solving.threads = options.threads;
    solving.memory = options.memory;
    solving.strategy = strategy;
    return solving;
}

/// Makes solvers restore their cells into files in `folder`, unless it is empty. Throws `Error{io}` if there is no
/// room for `cells` cells.
void keep_cells_in(const std::string& folder, Index cells, std::initializer_list<SolvingCheckpointer*> checkpointers) {
    if (folder.empty()) return;
    check_room(folder, sizeof(std::uint16_t) * cells);
    for (SolvingCheckpointer* each : checkpointers) each->keep_cells_in(folder);
}

/// Writes a table of `solved`: one outcome per position, or in partizan games one per position and player to move.
JobReport write_outcomes(const Game& game, const Moves& moves, OutcomeCells& solved, Sink& sink,
                         const JobOptions& options) {
    const auto solved_at = JobClock::now();
    TableContents contents = contents_for(game, options);
    OrderedOutcomes from{holes_of(moves), source_of(solved)};
    if (is_partizan(options.value)) {
        add_partizan_streams(contents, from.holes, from.values);
    } else {
        const std::vector<DigitRange> digits = game.digit_ranges();
        if (!digits.empty() && !game.traits().bounded)
            from = order_digits(digits, from.holes, solved, contents, options);
        add_outcome_streams(contents, from.holes, from.values);
    }
    JobReport report = finish_job(sink, contents, options, held_by(solved));
    report.solved = solved_at;  // the search for an order of the digits is a part of packing
    return report;
}

/// Returns the memory for packing on one thread, or for sorting the values into another order of the digits before.
std::uint64_t packing_with_orders(const Game& game) {
    const bool may_sort = !game.digit_ranges().empty() && !game.traits().bounded;
    // A group of values, and its pages if the values are in a file.
    const std::uint64_t sorting = may_sort ? 2 * sizeof(std::uint16_t) * std::min(most_in_group, game.size()) : 0;
    return std::max(sorting, least_packing_memory(game));
}

SweepMemory sweep_memory(const Game& game, const JobOptions& options) {
    const bool turns = is_partizan(options.value);
    const std::uint64_t cells = (turns ? 2 : 1) * game.size() * sizeof(std::uint16_t);
    return {cells, outcome_sweep_memory(game, turns) - cells};
}

/// Returns the memory of a job that solves by retrograde analysis, and packs `packed` of its `cells` cells. `moves` is
/// the number of moves in the graph.
JobMemory solving_memory(const Game& game, const JobOptions& options, SolvingShapes shapes, Index packed, Index cells,
                         std::uint64_t moves) {
    JobMemory memory;
    memory.least = least_memory(options.strategy, shapes, !options.scratch.empty());
    SolveOptions solving = solve_options(options, options.strategy);
    solving.scratch = options.scratch;
    if (memory.least <= options.memory) strategy_for(shapes, solving);
    if (options.memory != 0 && !solving.scratch.empty()) memory.scratch = sizeof(std::uint16_t) * cells;
    // A message takes four bytes. Most plies have far fewer messages than a quarter of the moves.
    if (solving.range_log2 != 0) memory.scratch += moves;
    shapes.set_packing(packed, fastest_packing_memory(game.size(), options.threads));
    SolveOptions unlimited = solve_options(options, options.strategy);
    unlimited.memory = 0;
    memory.fastest = memory_needed(strategy_for(shapes, unlimited), shapes.in_memory);
    return memory;
}

/// Calls `f` with the moves of the game. For partizan outcomes, a vertex is a position with the player to move.
template <class F>
auto with_moves(const Game& game, const Moves& moves, const JobOptions& options, const F& f) {
    if (!is_partizan(options.value)) return f(moves);
    refuse_cut_off(game);
    return f(TurnMoves(moves));
}

}  // namespace

JobMemory swept_outcome_memory(const Game& game, const JobOptions& options) {
    const bool turns = is_partizan(options.value);
    if (turns) refuse_cut_off(game);
    return job_memory(game, options, sweep_memory(game, options));
}

JobMemory outcome_memory(const Game& game, const JobOptions& options) {
    return with_moves(game, game, options, [&](const Moves& moves) -> JobMemory {
        const std::uint64_t packing = packing_with_orders(game);
        if (is_shared(game, options)) return {packing, packing};  // ranks check the memory for solving
        return solving_memory(game, options, shapes_of(moves, options.threads, packing), moves.size(), moves.size(),
                              moves_in_ranges(moves));
    });
}

JobMemory bounded_memory(const Game& game, const JobOptions& options) {
    return solving_memory(game, options, bounded_shapes_of(game, options.threads, least_packing_memory(game)),
                          game.size(), 3 * game.size(), 2 * moves_in_ranges(game));
}

JobReport sweep_outcome_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options) {
    return with_moves(game, moves, options, [&](const Moves&) {
        const SweepOptions sweeping = sweep_options(game, options, sweep_memory(game, options));
        OutcomeCells solved = is_partizan(options.value) ? sweep_partizan_outcomes(moves, options.play, sweeping)
                                                         : sweep_outcomes(moves, options.play, sweeping);
        return write_outcomes(game, moves, solved, sink, options);
    });
}

JobReport make_bounded_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options) {
    TableContents contents = contents_for(game, options);
    SolvingProgress progress(options.progress, game.size(), 0);
    JobCheckpointers checkpointers(game, options);
    SolvingCheckpointer& plain = checkpointers.next();
    SolvingCheckpointer& doubled = checkpointers.next();
    SolveOptions solving = solve_options(options, options.strategy);
    solving.scratch = options.scratch;
    solving.packing = least_packing_memory(game);
    strategy_for(bounded_shapes_of(moves, options.threads, solving.packing), solving);
    keep_cells_in(solving.scratch, 3 * game.size(), {&plain, &doubled});
    const BoundedSolution solved = solve_bounded(moves, solving, progress, &plain, &doubled);
    contents.info.remoteness_exact = solved.first_inexact >= contents.info.queryable_size;
    if (solved.unknown != 0) add_proven_streams(contents, holes_of(moves), solved);
    add_outcome_streams(contents, holes_of(moves), source_of(solved));
    JobReport report = finish_job(sink, contents, options, held_by(solved.cells));
    checkpointers.finish(sink, report);
    return report;
}

JobReport solve_outcome_table(const Game& game, const Moves& stored, Sink& sink, const JobOptions& options) {
    return with_moves(game, stored, options, [&](const Moves& moves) {
        JobCheckpointers checkpointers(game, options);
        SolvingCheckpointer& checkpointer = checkpointers.next();
        SolveOptions solving =
            solve_options(options, checkpointer.before() ? checkpointer.before()->strategy : options.strategy);
        solving.scratch = options.scratch;
        solving.packing = packing_with_orders(game);
        SolvingProgress progress(options.progress, moves.size(), checkpointer.known_before());
        const bool resumes_alone = checkpointer.before() && checkpointer.before()->strategy != Strategy::child_counters;
        JobReport report;
        if (is_shared(game, options) && !resumes_alone) {
            report = make_on_all_ranks(game, sink, options, progress, checkpointer);
        } else {
            const Strategy strategy = strategy_for(moves, solving);
            keep_cells_in(solving.scratch, moves.size(), {&checkpointer});
            Solution solved = solve_in_cells(moves, strategy, solving, progress, &checkpointer);
            report = write_outcomes(game, stored, solved.cells, sink, options);
        }
        checkpointers.finish(sink, report);
        return report;
    });
}

}  // namespace mexbase::detail
