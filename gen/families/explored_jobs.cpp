#include "explored_jobs.hpp"

#include "../explore/explored.hpp"
#include "jobs_of.hpp"

namespace mexbase {

namespace {

/// The jobs of `R`, whose tables hold the positions.
template <class R>
RulesetJobs storing_jobs() {
    RulesetJobs jobs = jobs_of<R>();
    jobs.make_table = [](const Game& game, Sink& sink, const JobOptions& options) {
        const PositionSource positions = rules_of<R>(game)->position_source();
        JobOptions storing = options;
        storing.positions = &positions;
        return detail::make_table<R>(game, sink, storing);
    };
    return jobs;
}

}  // namespace

std::span<const RulesetJobs> explored_jobs() {
    static const RulesetJobs jobs[] = {storing_jobs<Explored>(), storing_jobs<StoppingExplored>()};
    return jobs;
}

}  // namespace mexbase
