// SPDX-License-Identifier: MIT
/// \file
/// Jobs that several processes (ranks) do together. Rank 0 runs the job, and the other ranks help it.
#pragma once

#include "../../../lib/rules/family.hpp"
#include "../../../lib/solve/outcomes/solve_ranks.hpp"
#include "../jobs.hpp"

namespace mexbase {

/// Solves a game on all ranks of `options.transport`; only for rank 0. The other ranks must be in `help_with_jobs`.
/// Returns all values. Throws what `solve_with_ranks` throws. If another rank fails, throws its error.
Solution solve_on_all_ranks(const Game& game, const JobOptions& options, AnalysisListener& listener,
                            Checkpointer* checkpointer);

/// Does the part of this rank in every job of rank 0, until rank 0 calls `end_jobs`; only for the other ranks. Throws
/// `Error{io}` if the transport fails.
void help_with_jobs(Transport& transport, const Registry& registry);

/// Makes `help_with_jobs` return on the other ranks.
void end_jobs(Transport& transport);

}  // namespace mexbase
