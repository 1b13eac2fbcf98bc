// SPDX-License-Identifier: MIT
#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <system_error>

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

SolveOptions solve_options(const JobOptions& options, const SolvingCheckpointer& checkpointer) {
    return solve_options(options, checkpointer.before() ? checkpointer.before()->strategy : options.strategy);
}

/// Writes a table of `solved`: one outcome per position, or in partizan games one per position and player to move.
/// `held` is the memory that `solved` takes, in bytes.
template <class Solved>
JobReport write_outcomes(const Game& game, const Moves& moves, Solved& solved, Sink& sink, const JobOptions& options,
                         std::uint64_t held) {
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
    JobReport report = finish_job(sink, contents, options, held);
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
    return with_moves(game, game, options, [&](const Moves& moves) {
        JobMemory memory;
        if (is_shared(game, options)) {
            memory.fastest = memory.least = packing_with_orders(game);  // ranks check the memory for solving
            return memory;
        }
        GraphShape shape = shape_in_memory(moves, options.threads);
        shape.packing = fastest_packing_memory(game.size(), options.threads);
        memory.fastest = memory_needed(choose_strategy(options.strategy, shape, 0), shape);
        shape.packing = packing_with_orders(game);
        memory.least = least_memory(options.strategy, shape);
        memory.scratch = 8 * moves.size();  // two bits per position: a record per value
        if (options.scratch.empty()) return memory;
        const std::uint64_t cells = sizeof(std::uint16_t) * moves.size();
        bool whole_slices = false;  // the slices that are used at once fit into the memory
        if (!moves.traits().order.slices.empty()) {
            GraphShape on_disk = shape_on_disk(moves, 1);
            on_disk.packing = shape.packing;
            const std::uint64_t least = least_memory(options.strategy, on_disk);
            memory.least = std::min(memory.least, least);
            memory.scratch = cells;
            whole_slices = least <= options.memory;
        }
        if (!can_be_in_ranges(moves, options.strategy)) return memory;
        GraphShape ranges = shape_in_ranges(moves, 1);
        ranges.packing = shape.packing;
        memory.least = std::min(memory.least, least_memory_in_ranges(ranges));
        // A message takes four bytes. Most plies have far fewer messages than a quarter of the moves.
        memory.scratch = cells + (whole_slices ? 0 : moves_in_ranges(moves));
        return memory;
    });
}

JobMemory bounded_memory(const Game& game, const JobOptions& options) {
    const Index v = game.size();
    const auto shape = [&](unsigned threads, Index copies) {
        GraphShape one = shape_of(game, {0, v, false}, threads);
        one.positions *= copies;
        one.edges *= copies;
        return one;
    };
    // The plain pass fills cells. The doubled pass has two bits for each position and player to move.
    const std::uint64_t cells = v * sizeof(std::uint16_t), flags = v / 4;
    const auto solving = [&](unsigned threads) {
        return flags + std::max(memory_needed(Strategy::child_counters, shape(threads, 1)),
                                cells + memory_needed(Strategy::two_bit, shape(threads, 2)));
    };
    const std::uint64_t held = cells + flags + v / 2;
    JobMemory memory = job_memory(game, options, solving(options.threads), held);
    memory.least = job_memory(game, options, solving(1), held).least;
    return memory;
}

JobReport sweep_outcome_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options) {
    return with_moves(game, moves, options, [&](const Moves&) {
        const SweepOptions sweeping = sweep_options(game, options, sweep_memory(game, options));
        OutcomeCells solved = is_partizan(options.value) ? sweep_partizan_outcomes(moves, options.play, sweeping)
                                                         : sweep_outcomes(moves, options.play, sweeping);
        return write_outcomes(game, moves, solved, sink, options, held_by(solved));
    });
}

JobReport make_bounded_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options) {
    TableContents contents = contents_for(game, options);
    SolvingProgress progress(options.progress, game.size(), 0);
    JobCheckpointers checkpointers(game, options);
    SolvingCheckpointer& plain = checkpointers.next();
    SolvingCheckpointer& doubled = checkpointers.next();
    const BoundedSolution solved = solve_bounded(moves, solve_options(options, plain), progress, &plain, &doubled);
    contents.info.remoteness_exact = solved.first_inexact >= contents.info.queryable_size;
    if (solved.unknown != 0) add_proven_streams(contents, holes_of(moves), solved);
    add_outcome_streams(contents, holes_of(moves), source_of(solved));
    JobReport report = finish_job(sink, contents, options, game.size() * (solved.cells.cell_bytes() + 1));
    checkpointers.finish(sink, report);
    return report;
}

JobReport solve_outcome_table(const Game& game, const Moves& stored, Sink& sink, const JobOptions& options) {
    return with_moves(game, stored, options, [&](const Moves& moves) {
        JobCheckpointers checkpointers(game, options);
        SolvingCheckpointer& checkpointer = checkpointers.next();
        SolveOptions solving = solve_options(options, checkpointer);
        solving.scratch = options.scratch;
        solving.packing = packing_with_orders(game);
        SolvingProgress progress(options.progress, moves.size(), checkpointer.known_before());
        const bool resumes_alone = checkpointer.before() && checkpointer.before()->strategy != Strategy::child_counters;
        if (is_shared(game, options) && !resumes_alone) {
            JobReport shared = make_on_all_ranks(game, sink, options, progress, checkpointer);
            checkpointers.finish(sink, shared);
            return shared;
        }
        const Strategy strategy = strategy_for(moves, solving);
        const std::string spool_path = options.checkpoint.empty() ? "" : options.checkpoint + "-spool";
        JobReport report;
        if (strategy != Strategy::two_bit) {
            if (!solving.scratch.empty()) check_room(solving.scratch, sizeof(std::uint16_t) * moves.size());
            checkpointer.keep_cells_in(solving.scratch);
            Solution solved = solve_in_cells(moves, strategy, solving, progress, &checkpointer);
            report = write_outcomes(game, stored, solved.cells, sink, options, held_by(solved.cells));
            checkpointers.finish(sink, report);
            // An earlier run with less memory may have left a file of outcomes. Nothing else would delete it.
            std::error_code ignored;
            std::filesystem::remove(spool_path, ignored);
        } else {
            check_room(options.scratch, outcome_memory(game, options).scratch);
            OutcomeSpool spool(moves.size(),
                               spool_path.empty() ? ScratchFile(options.scratch) : ScratchFile::named(spool_path));
            RunContext context(Strategy::two_bit, &checkpointer);
            if (!spool.restore(context.at.numbers)) {
                context.forget();
                checkpointer.forget();
            }
            context.add = [&spool](SolverState& at, StateView&) { at.numbers = spool.sync(); };
            const auto keep = [&spool](std::uint64_t ply, Outcome outcome, std::span<const Index> positions) {
                spool.add(ply, outcome, positions);
            };
            solve_spooled(moves, solving, keep, progress, std::move(context));
            spool.finish();
            report = write_outcomes(game, stored, spool, sink, options, moves.size() / 12 + (std::uint64_t{8} << 20));
            checkpointers.finish(sink, report);
            spool.remove();
        }
        return report;
    });
}

}  // namespace mexbase::detail
