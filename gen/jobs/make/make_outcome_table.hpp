/// \file
/// From a game to a table of outcomes with remoteness.
#pragma once

#include "../jobs.hpp"

namespace mexbase::detail {

// Of impartial games, and of partizan ones whose turn is part of the position. Throw `Error`: `Error{not_applicable}`
// for partizan outcomes of a game that is cut off at a bound, and if play stops with a tie.

/// By one sweep, for a game whose rules give an order.
JobReport sweep_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

/// Of an impartial game that is cut off at a bound: what is proven whatever lies beyond.
JobReport make_bounded_table(const Game& game, Sink& sink, const JobOptions& options);

/// By retrograde analysis: child counters, two bits or forward, as the memory allows.
JobReport solve_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

}  // namespace mexbase::detail
