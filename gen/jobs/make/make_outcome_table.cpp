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
#include "../table_job.hpp"
#include "make_tables.hpp"
#include "outcome_streams.hpp"
#include "ranks.hpp"
#include "solving_checkpointer.hpp"

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
template <class Solved>
JobReport write_outcomes(const Game& game, Solved& solved, Sink& sink, const JobOptions& options) {
    const auto solved_at = JobClock::now();
    TableContents contents = contents_for(game, options);
    OrderedOutcomes from{holes_of(game), source_of(solved)};
    if (is_partizan(options.value)) {
        add_partizan_streams(contents, from.holes, from.values);
    } else {
        const std::vector<DigitRange> digits = game.digit_ranges();
        if (!digits.empty() && !game.traits().bounded)
            from = order_digits(digits, from.holes, solved, contents, options);
        add_outcome_streams(contents, from.holes, from.values);
    }
    JobReport report = finish_job(sink, contents, options);
    report.solved = solved_at;  // the search for an order of the digits is a part of packing
    return report;
}

/// Calls `f` with the moves of the game. For partizan outcomes, a vertex is a position with the player to move.
template <class F>
auto with_moves(const Game& game, const JobOptions& options, const F& f) {
    if (!is_partizan(options.value)) return f(game);
    refuse_cut_off(game);
    return f(TurnMoves(game));
}

}  // namespace

void check_swept_outcome_table(const Game& game, const JobOptions& options) {
    with_moves(game, options, [&](const Moves& moves) { check_memory(moves.size() * sizeof(std::uint16_t), options); });
}

void check_outcome_table(const Game& game, const JobOptions& options) {
    with_moves(game, options, [&](const Moves& moves) {
        SolveOptions solving = solve_options(options, options.strategy);
        solving.scratch = options.scratch;
        (void)strategy_for(moves, solving);
    });
}

JobReport sweep_outcome_table(const Game& game, Sink& sink, const JobOptions& options) {
    check_swept_outcome_table(game, options);
    return with_moves(game, options, [&](const Moves&) {
        OutcomeCells solved = is_partizan(options.value)
                                  ? sweep_partizan_outcomes(game, options.play, sweep_options(options))
                                  : sweep_outcomes(game, options.play, sweep_options(options));
        return write_outcomes(game, solved, sink, options);
    });
}

JobReport make_bounded_table(const Game& game, Sink& sink, const JobOptions& options) {
    TableContents contents = contents_for(game, options);
    SolvingProgress progress(options.progress, game.size(), 0);
    JobCheckpointers checkpointers(game, options);
    SolvingCheckpointer& plain = checkpointers.next();
    SolvingCheckpointer& doubled = checkpointers.next();
    const BoundedSolution solved = solve_bounded(game, solve_options(options, plain), progress, &plain, &doubled);
    contents.info.remoteness_exact = solved.first_inexact >= contents.info.queryable_size;
    if (solved.unknown != 0) add_proven_streams(contents, holes_of(game), solved);
    add_outcome_streams(contents, holes_of(game), source_of(solved));
    JobReport report = finish_job(sink, contents, options);
    checkpointers.finish(sink, report);
    return report;
}

JobReport solve_outcome_table(const Game& game, Sink& sink, const JobOptions& options) {
    return with_moves(game, options, [&](const Moves& moves) {
        JobCheckpointers checkpointers(game, options);
        SolvingCheckpointer& checkpointer = checkpointers.next();
        SolveOptions solving = solve_options(options, checkpointer);
        solving.scratch = options.scratch;
        SolvingProgress progress(options.progress, moves.size(), checkpointer.known_before());
        const bool resumes_alone = checkpointer.before() && checkpointer.before()->strategy != Strategy::child_counters;
        if (options.transport != nullptr && can_be_shared(game, options) && !resumes_alone) {
            Solution solved = solve_on_all_ranks(game, options, progress, &checkpointer);
            JobReport shared = write_outcomes(game, solved.cells, sink, options);
            shared.processes = options.transport->ranks();
            checkpointers.finish(sink, shared);
            return shared;
        }
        const Strategy strategy = strategy_for(moves, solving);
        const std::string spool_path = options.checkpoint.empty() ? "" : options.checkpoint + "-spool";
        JobReport report;
        if (strategy != Strategy::two_bit) {
            checkpointer.keep_cells_in(solving.scratch);
            Solution solved = solve_in_cells(moves, strategy, solving, progress, &checkpointer);
            report = write_outcomes(game, solved.cells, sink, options);
            checkpointers.finish(sink, report);
            // An earlier run with less memory may have left a file of outcomes. Nothing else would delete it.
            std::error_code ignored;
            std::filesystem::remove(spool_path, ignored);
        } else {
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
            report = write_outcomes(game, spool, sink, options);
            checkpointers.finish(sink, report);
            spool.remove();
        }
        return report;
    });
}

}  // namespace mexbase::detail
