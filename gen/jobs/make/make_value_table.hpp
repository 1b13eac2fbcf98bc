/// \file
/// From rules to a table of values that add: nimbers, finite and loopy, and obliged pairs.
#pragma once

#include <functional>

#include "../../../lib/rules/adaptors/race.hpp"
#include "../../../lib/solve/loopy/loopy_nimbers.hpp"
#include "../../../lib/solve/sweep/in_order.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"

namespace mexbase {

/// Makes a table of obliged pairs of a loop-free game. Throws `Error{not_applicable}` if it is loopy.
JobReport make_obliged_table(const Game& game, Sink& sink, const JobOptions& options);

namespace detail {

/// The options of a sweep of the job. Borrows `options`.
SweepOptions sweep_options(const JobOptions& options);

/// Turns the events of the staged algorithm into progress.
struct StagesProgress {
    using hears = Events<Event::scan, Event::finish_stage>;
    const ProgressSink& sink;
    void scan(Index done, Index total) const {
        if (sink) sink("scanning", done, total);
    }
    void finish_stage(std::uint32_t, const StageCounts& counts) {
        labelled += counts.finite + counts.infinite;
        if (sink) sink("labelling", labelled, labelled + counts.left);
    }
    Index labelled = 0;
};

template <Ruleset R>
LoopyNimbers solve_loopy(const R& rules, const JobOptions& options, Keeper& keeper) {
    StagesProgress progress{options.progress};
    SolveOptions solving;
    solving.threads = options.threads;
    solving.memory = options.memory;
    return loopy_nimbers(rules, solving, progress, &keeper);
}

/// Finds the nimbers of a game by stages.
using SolveLoopy = std::function<LoopyNimbers(Keeper&)>;

/// `make_nimber_table` below. Calls `solve` if the game is loopy, and `solve_race` for `RaceMoves` over it if sums of
/// it are races.
JobReport make_nimber_table(const Game& game, Sink& sink, const JobOptions& options, const SolveLoopy& solve,
                            const SolveLoopy& solve_race);

}  // namespace detail

/// Makes a table of nimbers: by one sweep if the game is loop-free, in stages if it is loopy. Throws `Error`.
template <AnyRuleset R>
JobReport make_nimber_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    detail::SolveLoopy solve, solve_race;
    if constexpr (!HeapRuleset<R> && !OrderedRuleset<R>)
        solve = [&](Keeper& keeper) { return detail::solve_loopy(rules, options, keeper); };
    if constexpr (!HeapRuleset<R> && HasRace<R>)
        solve_race = [&](Keeper& keeper) { return detail::solve_loopy(RaceRules<R>(rules), options, keeper); };
    return detail::make_nimber_table(game, sink, options, solve, solve_race);
}

}  // namespace mexbase
