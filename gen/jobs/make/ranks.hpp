// SPDX-License-Identifier: MIT
/// \file
/// Jobs that several processes (ranks) do together. Rank 0 runs the job, and the other ranks help it.
#pragma once

#include "../../../lib/rules/family.hpp"
#include "../../../lib/solve/outcomes/solve_ranks.hpp"
#include "../../encode/sink.hpp"
#include "../jobs.hpp"

namespace mexbase {

/// Makes the table of a game on all ranks of `options.transport`; only for rank 0. The other ranks must be in
/// `help_with_jobs`. The bytes are those of one process. Throws what `solve_with_ranks` and `write_table` throw. If
/// another rank fails, throws its error.
JobReport make_on_all_ranks(const Game& game, Sink& sink, const JobOptions& options, AnalysisListener& listener,
                            SharedCheckpointer& checkpointer);

/// Does the part of this rank in every job of rank 0, until rank 0 calls `end_jobs`; only for the other ranks. Throws
/// `Error{io}` if the transport fails.
void help_with_jobs(Transport& transport, const Registry& registry);

/// Makes `help_with_jobs` return on the other ranks.
void end_jobs(Transport& transport);

}  // namespace mexbase
