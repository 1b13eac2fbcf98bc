/// \file
/// What memory leaves for solving a game beside its board, and what is done where that is too little.
#pragma once

#include <memory>

#include "../../lib/error.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase {

/// Takes from `options.memory` what a game's board needs. Throws `Error{out_of_memory}` where nothing would be left.
void subtract_board_memory(JobOptions& options, const Game& game);

/// The same; but the moves of an explored game go to files in `options.scratch` if nothing would be left, where they
/// `may_spill`. Throws `Error{io}`.
void reserve_board_memory(JobOptions& options, std::unique_ptr<Game>& game, bool may_spill = true);

/// Whether a job that failed with `e` may do better with the moves of an explored game in `options.scratch`: then they
/// are there, and `options` have the memory that its board took. Throws `Error{io}`.
bool makes_room(const Error& e, std::unique_ptr<Game>& game, JobOptions& options);

/// Solves a game and writes its table to `sink`: where there is no memory beside its board, as `makes_room` says, if
/// moves `may_spill`. Throws what `make_table` does.
JobReport make_table_in_room(std::unique_ptr<Game>& game, Sink& sink, JobOptions& options, bool may_spill = true);

/// Throws `e` again; where memory was not enough, with what the game's board has of it.
[[noreturn]] void throw_beside_board(const Error& e, const Game& game);

}  // namespace mexbase
