// SPDX-License-Identifier: MIT
/// \file
/// Splits a job's memory between the game's board and the solver.
#pragma once

#include <memory>

#include "../../lib/error.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase {

class Sink;

/// Subtracts the bytes of a game's board from `options.memory`. Throws `Error{out_of_memory}` if nothing would be left.
void subtract_board_memory(JobOptions& options, const Game& game);

/// Subtracts the bytes of a game's board from `options.memory`. If nothing would be left and `may_spill` is true, moves
/// an explored game (found by playing) to files in `options.scratch` instead. Throws `Error{io}`.
void reserve_board_memory(JobOptions& options, std::unique_ptr<Game>& game, bool may_spill = true);

/// Moves an explored game to files in `options.scratch`, if `e` is `out_of_memory` and the game's board is in memory.
/// Then adds the board's memory to `options.memory` and returns true; otherwise returns false. Throws `Error{io}`.
bool free_board_memory(const Error& e, std::unique_ptr<Game>& game, JobOptions& options);

/// Solves a game and writes its table to `sink`. If memory runs out before anything is written and `may_spill` is true,
/// moves the game's board to files (`free_board_memory`) and tries again. Throws as `make_table` does.
JobReport make_table_within_memory(std::unique_ptr<Game>& game, Sink& sink, JobOptions& options, bool may_spill = true);

/// Throws `e`; if it is `out_of_memory`, adds the memory of the game's board to the message.
[[noreturn]] void throw_with_board_memory(const Error& e, const Game& game);

}  // namespace mexbase
