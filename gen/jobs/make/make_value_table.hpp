/// \file
/// From a game to a table of values that add: nimbers, finite and loopy, and obliged pairs.
#pragma once

#include "../../../lib/solve/sweep/in_order.hpp"
#include "../jobs.hpp"

namespace mexbase {

/// Makes a table of nimbers: by one sweep if the game is loop-free, in stages if it is loopy. Throws `Error`.
JobReport make_nimber_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table of obliged pairs of a loop-free game. Throws `Error{not_applicable}` if it is loopy.
JobReport make_obliged_table(const Game& game, Sink& sink, const JobOptions& options);

namespace detail {

/// The options of a sweep of the job. Borrows `options`.
SweepOptions sweep_options(const JobOptions& options);

}  // namespace detail

}  // namespace mexbase
