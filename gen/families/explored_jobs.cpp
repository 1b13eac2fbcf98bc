#include "explored_jobs.hpp"

#include "../explore/explored.hpp"
#include "jobs_of.hpp"

namespace mexbase {

std::span<const RulesetJobs> explored_jobs() {
    static const RulesetJobs jobs[] = {jobs_of<Explored>(), jobs_of<StoppingExplored>()};
    return jobs;
}

}  // namespace mexbase
