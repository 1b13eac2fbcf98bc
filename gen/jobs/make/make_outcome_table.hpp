/// \file
/// From a game to a table of outcomes with remoteness, of one player or of both.
#pragma once

#include "../../../lib/rules/adaptors/with_turn.hpp"
#include "../../../lib/solve/sweep/outcome_sweep.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"
#include "make_value_table.hpp"

namespace mexbase {

/// Solves a game by retrograde analysis, or a game with a bound by two of them, and writes the table to `sink`.
/// Retrograde analysis saves where it stands, and is resumed from there. Throws `Error`.
JobReport make_solved_table(const Game& game, Sink& sink, const JobOptions& options);
/// Makes the table of outcomes for each player who can begin. Throws `Error{not_applicable}` for a game that is cut off
/// at a bound, and if play stops with a tie.
JobReport make_solved_partizan_table(const Game& game, Sink& sink, const JobOptions& options);

namespace detail {

/// Writes the table of values that one sweep has found, of the game or of `TurnMoves` over it.
JobReport write_outcome_table(const Game& game, OutcomeCells& solved, Sink& sink, const JobOptions& options,
                              JobClock::time_point start);
JobReport write_partizan_table(const Game& game, OutcomeCells& solved, Sink& sink, const JobOptions& options,
                               JobClock::time_point start);

}  // namespace detail

/// Solves `rules`, by one sweep if they order the positions, else by retrograde analysis, and writes the table to
/// `sink`. Throws `Error`.
template <Ruleset R>
JobReport make_outcome_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    if constexpr (OrderedRuleset<R> && !HasBound<R>) {
        const auto start = detail::JobClock::now();
        detail::check_memory(rules.size() * sizeof(std::uint16_t), options);
        OutcomeCells solved = sweep_outcomes(rules, options.play, detail::sweep_options<R>(options));
        return detail::write_outcome_table(game, solved, sink, options, start);
    } else {
        return make_solved_table(game, sink, options);
    }
}

/// Makes the table of outcomes for each player who can begin, by the same methods.
template <Ruleset R>
JobReport make_partizan_outcome_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    if constexpr (OrderedRuleset<R> && !HasBound<R>) {
        const auto start = detail::JobClock::now();
        const WithTurn<R> turns(rules);
        detail::check_memory(turns.size() * sizeof(std::uint16_t), options);
        OutcomeCells solved = sweep_outcomes(turns, options.play, detail::sweep_options<R>(options));
        return detail::write_partizan_table(game, solved, sink, options, start);
    } else {
        return make_solved_partizan_table(game, sink, options);
    }
}

}  // namespace mexbase
