/// \file
/// From a game to a table: one function per method of solving. `make_table` picks one.
#pragma once

#include <optional>

#include "../../../lib/solve/sweep/in_order.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

// All of them throw `Error`; `Error{not_applicable}` if the game has no such values.

/// Nimbers or obliged pairs of a game of heaps. When what is known proves a period, the rest follows from it, and the
/// table says so.
JobReport make_heaps_table(const Game& game, Sink& sink, const JobOptions& options);

/// Nimbers, outcomes or obliged pairs of a game with words (`Game::word_game`), by one sweep over them. A byte a
/// position.
JobReport make_board_table(const Game& game, Sink& sink, const JobOptions& options);

/// Canonical forms of a loop-free partizan game. Four bytes a position, and what the distinct values take.
JobReport make_canonical_table(const Game& game, Sink& sink, const JobOptions& options);

/// Values that follow from those of the options alone (`KindOf`), by one sweep. Returns nothing if values of this kind
/// do not, and if loopy games may have them and the game is loopy, or too large to find out.
std::optional<JobReport> make_swept_table(const Game& game, Sink& sink, const JobOptions& options);

/// Nimbers of a game that may be loopy, in stages.
JobReport make_loopy_table(const Game& game, Sink& sink, const JobOptions& options);

// Outcomes of impartial games, and partizan outcomes. For the latter the game must not be cut off at a bound, and play
// must not stop with a tie.

/// Solves a game whose rules give an order by one sweep.
JobReport sweep_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

/// Solves an impartial game that is cut off at a bound. The table has what is proven whatever lies beyond.
JobReport make_bounded_table(const Game& game, Sink& sink, const JobOptions& options);

/// Solves a game by retrograde analysis: by child counters, two bits or forward, as the memory allows.
JobReport solve_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

// Checks before any work. They throw the error with which the function of the same name would refuse the job.

void check_heaps_table(const Game& game, const JobOptions& options);
void check_board_table(const Game& game, const JobOptions& options);
void check_canonical_table(const Game& game, const JobOptions& options);
void check_swept_table(const Game& game, const JobOptions& options);
void check_swept_outcome_table(const Game& game, const JobOptions& options);
void check_outcome_table(const Game& game, const JobOptions& options);

/// The options of a sweep of the job. Borrows `options`.
SweepOptions sweep_options(const JobOptions& options);

}  // namespace mexbase::detail
