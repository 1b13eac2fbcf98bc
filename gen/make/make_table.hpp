/// \file
/// From a game to its table.
#pragma once

#include "../jobs/jobs.hpp"

namespace mexbase {

/// Solves `game` and writes its table to `sink`. Throws `Error`; `Error{not_applicable}` says why this game has no
/// values of this kind.
JobReport make_table(const Game& game, Sink& sink, const JobOptions& options);

/// Throws the error with which `make_table` would refuse the job before any work. It may still fail later.
void check_job(const Game& game, const JobOptions& options);

}  // namespace mexbase
