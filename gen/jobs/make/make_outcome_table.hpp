/// \file
/// From rules to a table of outcomes with remoteness.
#pragma once

#include <cstdint>
#include <span>

#include "../../../lib/solve/retrograde/bounded.hpp"
#include "../../../lib/solve/retrograde/solve.hpp"
#include "../../../lib/solve/sweep/outcome_sweep.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"
#include "../values_that_add.hpp"
#include "make_value_table.hpp"
#include "outcome_keeper.hpp"
#include "outcome_streams.hpp"

namespace mexbase {

namespace detail {

/// Turns the solver's events into progress: positions looked at, then positions decided. How many will be is not known.
struct SolvingProgress {
    using hears = Events<Event::scan, Event::finish_ply>;
    const ProgressSink& sink;
    Index decided = 0;

    void scan(Index done, Index total) const {
        if (sink) sink("scanning", done, total);
    }
    void finish_ply(std::uint64_t, const PlyCounts& counts) {
        decided += counts.wins + counts.losses;
        if (sink) sink("deciding", decided, 0);
    }
};

inline SolveOptions solve_options(const JobOptions& options) {
    SolveOptions solving;
    solving.play = options.play;
    solving.threads = options.threads;
    solving.memory = options.memory;
    solving.strategy = options.strategy;
    return solving;
}

/// Solves `rules`, by one sweep where they order the positions, else by retrograde analysis, and returns
/// `write(values)`, the values being an `OutcomeSource`. Child counters save where they stand, and go on from there.
template <Ruleset R, class Write>
JobReport solve_and_write(const R& rules, const Game& game, Sink& sink, const JobOptions& options, const Write& write) {
    if constexpr (OrderedRuleset<R> && !HasBound<R>) {
        check_memory(rules.size() * sizeof(std::uint16_t), options);
        const OutcomeCells solved = sweep_outcomes(rules, options.play, sweep_options<R>(options));
        return write(source_of(solved));
    } else {
        const SolveOptions solving = solve_options(options);
        SolvingProgress progress{options.progress};
        const Strategy strategy = strategy_for(rules, solving);
        if (strategy != Strategy::two_bit) {
            std::optional<OutcomeKeeper> keeper;
            std::optional<Resumption> from;
            if (strategy == Strategy::child_counters) {
                keeper.emplace(game, options);
                from = keeper->load(rules.size());
            } else {
                keeper.emplace();
            }
            progress.decided = keeper->resumed_from();
            const Solution solved = solve_in_cells(rules, strategy, solving, progress, *keeper, std::move(from));
            JobReport report = write(source_of(solved.cells));
            keeper->finish(sink, report);
            return report;
        }
        SpooledOutcomes spool(rules.size(), options.scratch);
        const auto keep = [&spool](std::uint64_t ply, Outcome outcome, std::span<const Index> positions) {
            spool.add(ply, outcome, positions);
        };
        solve_spooled(rules, solving, keep, progress);
        return write(spool.finish());
    }
}

}  // namespace detail

/// Solves `rules` and writes the table to `sink`. Throws `Error`.
template <Ruleset R>
JobReport make_outcome_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    const auto start = detail::JobClock::now();
    TableContents contents = detail::contents_for(game, options);
    const auto write = [&](const detail::OutcomeSource& solved) {
        detail::add_outcome_streams(contents, detail::holes_of(rules), solved);
        return detail::finish_job(sink, contents, options, start);
    };
    if constexpr (HasBound<R>) {
        if (is_cut_off(rules)) {
            detail::SolvingProgress progress{options.progress};
            const BoundedSolution solved = solve_bounded(rules, detail::solve_options(options), progress);
            contents.info.remoteness_exact = solved.first_inexact >= contents.info.queryable_size;
            if (solved.unknown != 0) detail::add_proven_streams(contents, detail::holes_of(rules), solved);
            return write(detail::source_of(solved));
        }
    }
    return detail::solve_and_write(rules, game, sink, options, write);
}

}  // namespace mexbase
