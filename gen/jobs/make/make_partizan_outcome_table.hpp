/// \file
/// From rules to a table of partizan outcomes: who wins when Left begins and when Right does, with remoteness.
#pragma once

#include <cstdint>

#include "../../../lib/rules/adaptors/with_turn.hpp"
#include "../jobs.hpp"
#include "../table_job.hpp"
#include "../values_that_add.hpp"
#include "make_outcome_table.hpp"
#include "outcome_streams.hpp"

namespace mexbase {

/// Solves `rules` for either starter, in the play that the options name, as outcomes over (position, whose turn), and
/// writes the table to `sink`. Throws `Error`; `not_applicable` for a game that is cut off at a bound, and where play
/// stops with a tie.
template <Ruleset R>
JobReport make_partizan_outcome_table(const R& rules, const Game& game, Sink& sink, const JobOptions& options) {
    const auto start = detail::JobClock::now();
    detail::refuse_cut_off(rules);
    TableContents contents = detail::contents_for(game, options);
    const auto write = [&](auto& solved) {
        const detail::OutcomeSource values = detail::source_of(solved);
        detail::add_partizan_streams(contents, detail::holes_of(rules), detail::source_of(values, Player::left),
                                     detail::source_of(values, Player::right));
        return detail::finish_job(sink, contents, options, start);
    };
    return detail::solve_and_write(WithTurn<R>(rules), game, sink, options, write);
}

}  // namespace mexbase
