/// \file
/// From rules to a table of outcomes with remoteness.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "../../../lib/solve/retrograde/bounded.hpp"
#include "../../../lib/solve/retrograde/solve.hpp"
#include "../../../lib/solve/sweep/outcome_sweep.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"
#include "../values_that_add.hpp"
#include "make_value_table.hpp"
#include "outcome_streams.hpp"
#include "solving_keeper.hpp"

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

/// The options of the solver; what `keeper` has is gone on from, as it was begun.
inline SolveOptions solve_options(const JobOptions& options, const SolvingKeeper& keeper) {
    SolveOptions solving;
    solving.play = options.play;
    solving.threads = options.threads;
    solving.memory = options.memory;
    solving.strategy = keeper.before() ? keeper.before()->strategy : options.strategy;
    return solving;
}

/// Keeps how much is spooled with what the kernel keeps.
class SpoolKeeper final : public KeeperAround {
  public:
    SpoolKeeper(SolvingKeeper& keeper, SpooledOutcomes& spool) : KeeperAround(&keeper), spool_(spool) {}
    std::optional<Resumption> resume() override {
        auto from = KeeperAround::resume();
        if (from && from->at.numbers.size() == 1 && spool_.go_on(from->at.numbers.front())) return from;
        spool_.go_on(0);
        return std::nullopt;
    }
    void keep(const Standing& at, const Kept& kept) override {
        Standing with_spool = at;
        with_spool.numbers.assign(1, spool_.sync());
        inner().keep(with_spool, kept);
    }

  private:
    SpooledOutcomes& spool_;
};

/// Solves `rules`, by one sweep where they order the positions, else by retrograde analysis, and returns
/// `write(values)`, the values being `OutcomeCells` or `SpooledOutcomes`. Retrograde analysis saves where it stands,
/// and goes on from there.
template <Ruleset R, class Write>
JobReport solve_and_write(const R& rules, const Game& game, Sink& sink, const JobOptions& options, const Write& write) {
    if constexpr (OrderedRuleset<R> && !HasBound<R>) {
        check_memory(rules.size() * sizeof(std::uint16_t), options);
        OutcomeCells solved = sweep_outcomes(rules, options.play, sweep_options<R>(options));
        return write(solved);
    } else {
        JobKeepers keepers(game, options);
        SolvingKeeper& keeper = keepers.next();
        SolveOptions solving = solve_options(options, keeper);
        SolvingProgress progress{options.progress};
        progress.decided = keeper.known_before();
        const Strategy strategy = strategy_for(rules, solving);
        JobReport report;
        if (strategy != Strategy::two_bit) {
            Solution solved = solve_in_cells(rules, strategy, solving, progress, &keeper);
            report = write(solved.cells);
            keepers.finish(sink, report);
        } else {
            SpooledOutcomes spool(rules.size(), options);
            SpoolKeeper with_spool(keeper, spool);
            const auto keep = [&spool](std::uint64_t ply, Outcome outcome, std::span<const Index> positions) {
                spool.add(ply, outcome, positions);
            };
            solve_spooled(rules, solving, keep, progress, &with_spool);
            report = write(spool);
            keepers.finish(sink, report);
            spool.remove();
        }
        return report;
    }
}

}  // namespace detail

/// Solves `rules` and writes the table to `sink`. Throws `Error`.
template <Ruleset R>
JobReport make_outcome_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    const auto start = detail::JobClock::now();
    TableContents contents = detail::contents_for(game, options);
    const auto write = [&](auto& solved) {
        detail::HoleMarker holes = detail::holes_of(rules);
        if constexpr (HasDigits<R> && !HasBound<R>)
            holes = detail::order_digits(rules.digit_ranges(), holes, solved, contents, options.threads);
        detail::add_outcome_streams(contents, holes, detail::source_of(solved));
        return detail::finish_job(sink, contents, options, start);
    };
    if constexpr (HasBound<R>) {
        if (is_cut_off(rules)) {
            detail::SolvingProgress progress{options.progress};
            detail::JobKeepers keepers(game, options);
            detail::SolvingKeeper& plain = keepers.next();
            detail::SolvingKeeper& doubled = keepers.next();
            const BoundedSolution solved =
                solve_bounded(rules, detail::solve_options(options, plain), progress, &plain, &doubled);
            contents.info.remoteness_exact = solved.first_inexact >= contents.info.queryable_size;
            if (solved.unknown != 0) detail::add_proven_streams(contents, detail::holes_of(rules), solved);
            detail::add_outcome_streams(contents, detail::holes_of(rules), detail::source_of(solved));
            JobReport report = detail::finish_job(sink, contents, options, start);
            keepers.finish(sink, report);
            return report;
        }
    }
    return detail::solve_and_write(rules, game, sink, options, write);
}

}  // namespace mexbase
