/// \file
/// From a game to a table of outcomes with remoteness, of one player or of both.
#pragma once

#include "../jobs.hpp"

namespace mexbase {

/// Solves a game and writes the table to `sink`: by one sweep if the rules give an order and there is no bound, else by
/// retrograde analysis, twice if there is a bound. Retrograde analysis saves its state, and is resumed from there.
/// Throws `Error`.
JobReport make_outcome_table(const Game& game, Sink& sink, const JobOptions& options);
/// Makes the table of outcomes for each player who can begin, by the same methods. Throws `Error{not_applicable}` for a
/// game that is cut off at a bound, and if play stops with a tie.
JobReport make_partizan_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

}  // namespace mexbase
