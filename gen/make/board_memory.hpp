// SPDX-License-Identifier: MIT
/// \file
/// Divides the memory of a job between the game's board and the solver.
#pragma once

#include <cstdint>
#include <memory>

#include "../../lib/error.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase {

class Sink;

/// Returns the size of the game's board in bytes, or 0 if it has none in memory.
std::uint64_t board_bytes(const Game& game);

/// Subtracts the size of the game's board from `options.memory`. Throws `Error{out_of_memory}` if nothing is left.
void subtract_board_memory(JobOptions& options, const Game& game);

/// Subtracts the size of the game's board from `options.memory`. If nothing is left and `may_spill` is true, moves a
/// game found by playing to files in `options.scratch`. Throws `Error{out_of_memory}` or `Error{io}`.
void reserve_board_memory(JobOptions& options, std::unique_ptr<Game>& game, bool may_spill = true);

/// Moves a game found by playing to files in `options.scratch` if `e` is `out_of_memory`. Then adds the freed memory to
/// `options.memory` and returns true. Returns false if nothing can be freed. Throws `Error{io}`.
bool free_board_memory(const Error& e, std::unique_ptr<Game>& game, JobOptions& options);

/// Makes a table. If memory runs out before any output and `may_spill` is true, moves the board to files and tries
/// again. Throws as `make_table` does.
JobReport make_table_within_memory(std::unique_ptr<Game>& game, Sink& sink, JobOptions& options, bool may_spill = true);

/// Throws `e`. The message of an `out_of_memory` error also gives the size of the game's board and of the program
/// (`program` bytes). For all endings of chess with a number of pieces, it names single materials as a remedy.
[[noreturn]] void throw_with_board_memory(const Error& e, const Game& game, std::uint64_t program = 0);

}  // namespace mexbase
