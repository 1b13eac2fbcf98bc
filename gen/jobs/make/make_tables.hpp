// SPDX-License-Identifier: MIT
/// \file
/// Makes tables, one function per method of solving. `make_table` picks one.
#pragma once

#include <optional>

#include "../../../lib/solve/sweep/in_order.hpp"
#include "../../encode/sink.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

// All functions throw `Error`, and `Error{not_applicable}` if the game has no such values.

/// Makes a table of nimbers or obliged pairs of a heap game. If the computed values prove a period, the period gives
/// the remaining values and is stored in the table.
JobReport make_heaps_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table of nimbers, outcomes or obliged pairs of a word game (`Game::word_game`), by one sweep over the words.
/// Uses one byte per position.
JobReport make_board_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table of canonical forms of a loop-free partizan game. Uses four bytes per position and the distinct values.
JobReport make_canonical_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table by one sweep, for kinds that have a fold: nimbers and obliged pairs. Returns `std::nullopt` for other
/// kinds. Also returns it if loopy games may have the kind and this game is loopy or too large to test.
std::optional<JobReport> make_swept_table(const Game& game, Sink& sink, const JobOptions& options);

/// Makes a table of nimbers of a game that may be loopy, in stages.
JobReport make_loopy_table(const Game& game, Sink& sink, const JobOptions& options);

// The next functions make tables of outcomes, and of partizan outcomes. Partizan outcomes require a game without a
// bound and without terminal ties.

/// Solves a game whose rules define an order, by one sweep.
JobReport sweep_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

/// Solves a bounded impartial game. The table stores only facts that hold for any play past the bound.
JobReport make_bounded_table(const Game& game, Sink& sink, const JobOptions& options);

/// Solves a game by retrograde analysis: with child counters, two bits per position or forward, as the memory allows.
JobReport solve_outcome_table(const Game& game, Sink& sink, const JobOptions& options);

// Checks before any work. Each throws the error with which the solver of such a table would refuse the job.

void check_board_table(const Game& game, const JobOptions& options);
void check_swept_table(const Game& game, const JobOptions& options);
void check_swept_outcome_table(const Game& game, const JobOptions& options);
void check_outcome_table(const Game& game, const JobOptions& options);

/// Checks that the game has values that add, and that the kind allows the job's play. For heaps and canonical forms.
void check_values_that_add(const Game& game, const JobOptions& options);

/// Returns the options for a sweep of the job. Borrows `options`.
SweepOptions sweep_options(const JobOptions& options);

}  // namespace mexbase::detail
