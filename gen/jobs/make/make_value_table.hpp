/// \file
/// From a game to a table of values that add: nimbers, finite and loopy, and obliged pairs.
#pragma once

#include <optional>

#include "../../../lib/solve/sweep/in_order.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// The options of a sweep of the job. Borrows `options`.
SweepOptions sweep_options(const JobOptions& options);

/// Makes a table of nimbers or obliged pairs of a game of heaps. Throws `Error`.
JobReport make_heaps_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table of nimbers or obliged pairs by one sweep. Returns nothing if nimbers are asked for and the game is
/// loopy, or too large to find out. Throws `Error{not_applicable}` for obliged pairs of a loopy game.
std::optional<JobReport> make_swept_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table of nimbers of a game that may be loopy, in stages. Throws `Error`.
JobReport make_loopy_table(const Game& game, Sink& sink, const JobOptions& options);

}  // namespace mexbase::detail
