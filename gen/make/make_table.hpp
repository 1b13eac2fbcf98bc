// SPDX-License-Identifier: MIT
/// \file
/// Solves a game and writes its table.
#pragma once

#include "../jobs/jobs.hpp"

namespace mexbase {

class Sink;

/// Solves `game` and writes its table to `sink`. Throws `Error{not_applicable}` with the reason if the game has no
/// values of this kind. May throw other `Error`s.
JobReport make_table(const Game& game, Sink& sink, const JobOptions& options);

/// Returns the memory that `make_table` needs. Throws the error with which it would refuse the job at once, except for
/// its memory. `make_table` may still fail later.
JobMemory check_job(const Game& game, const JobOptions& options);

}  // namespace mexbase
