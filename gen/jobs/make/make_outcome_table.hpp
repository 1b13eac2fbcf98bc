/// \file
/// From a game to a table of outcomes with remoteness.
#pragma once

#include "../jobs.hpp"

namespace mexbase::detail {

// These functions make tables of outcomes of impartial games, and of partizan outcomes. They throw `Error`. For
// partizan outcomes they throw `Error{not_applicable}` if the game is cut off at a bound or play stops with a tie.

/// Solves a game whose rules give an order by one sweep.
JobReport sweep_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

/// Solves an impartial game that is cut off at a bound. The table has what is proven whatever lies beyond.
JobReport make_bounded_table(const Game& game, Sink& sink, const JobOptions& options);

/// Solves a game by retrograde analysis: by child counters, two bits or forward, as the memory allows.
JobReport solve_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

}  // namespace mexbase::detail
