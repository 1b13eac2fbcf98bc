/// \file
/// The jobs of games that were explored at full size.
#pragma once

#include <span>

#include "../jobs/jobs.hpp"

namespace mexbase {

/// Of `Explored` and `StoppingExplored`, for `find_jobs`.
std::span<const RulesetJobs> explored_jobs();

/// The jobs of a game, which are among `jobs`, or those of a game that was explored at full size. Throws
/// `Error{bad_spec}`.
const RulesetJobs& jobs_for(std::span<const RulesetJobs> jobs, const Game& game);

}  // namespace mexbase
