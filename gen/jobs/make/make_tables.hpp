// SPDX-License-Identifier: MIT
/// \file
/// Declares a function for each method of solving a game. `make_table` chooses one of them.
#pragma once

#include <optional>

#include "../../../lib/rules/moves.hpp"
#include "../../../lib/solve/sweep/in_order.hpp"
#include "../../encode/sink.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

// All functions of this file throw `Error{not_applicable}` if the game has no values of the kind, and other `Error`s.
// `moves` are the moves of the game, or a `MarkedMoves` of it.

/// Makes a table of nimbers or obliged pairs of a heap game. If a period is proved, the sweep ends early. Then the
/// table stores the period, which gives the other values.
JobReport make_heaps_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table of a colouring game (`Game::word_game`) by one sweep: nimbers, outcomes or obliged pairs. Uses one
/// byte per position.
JobReport make_board_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table of canonical forms of a loop-free partizan game. Uses four bytes per position, plus the values.
JobReport make_canonical_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options);

/// Makes a table of nimbers or obliged pairs by one sweep over a loop-free game. Returns `std::nullopt` for other
/// kinds. Also returns it for nimbers if the game is loopy, or too large to be tested for loops.
std::optional<JobReport> make_swept_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options);

/// Makes a table of nimbers of a game that may be loopy, with one stage per nimber.
JobReport make_loopy_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options);

// The next functions make tables of outcomes or partizan outcomes. Games that are cut off at a bound have no partizan
// outcomes, nor have games with terminal ties.

/// Makes the table of a loop-free game by one sweep. The rules must define an order of the positions.
JobReport sweep_outcome_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options);

/// Makes the table of an impartial game with a bound. It contains only facts that hold for any values past the bound.
JobReport make_bounded_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options);

/// Makes the table of any game by retrograde analysis, with the strategy in `options`.
JobReport solve_outcome_table(const Game& game, const Moves& moves, Sink& sink, const JobOptions& options);

// The next functions throw the error with which the corresponding solver would refuse the job, except for its memory.

/// Throws if play is misère and the kind of value does not support it.
void check_board_table(const Game& game, const JobOptions& options);
/// Throws if the values of positions do not give the values of their sums, or if play is misère.
void check_values_that_add(const Game& game, const JobOptions& options);

// The next functions return the memory that the corresponding solver needs.

JobMemory heaps_memory(const Game& game, const JobOptions& options);
JobMemory board_memory(const Game& game, const JobOptions& options);
JobMemory canonical_memory(const Game& game, const JobOptions& options);
JobMemory swept_memory(const Game& game, const JobOptions& options);
JobMemory swept_outcome_memory(const Game& game, const JobOptions& options);
JobMemory loopy_memory(const Game& game, const JobOptions& options);
JobMemory bounded_memory(const Game& game, const JobOptions& options);
JobMemory outcome_memory(const Game& game, const JobOptions& options);

}  // namespace mexbase::detail
