/// \file
/// The jobs of games that were explored at full size.
#pragma once

#include <span>

#include "../jobs/jobs.hpp"

namespace mexbase {

/// Of `Explored` and `StoppingExplored`, for `find_jobs`.
std::span<const RulesetJobs> explored_jobs();

}  // namespace mexbase
