#include "explored_jobs.hpp"

#include <algorithm>

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

const RulesetJobs& jobs_for(std::span<const RulesetJobs> jobs, const Game& game) {
    const auto explored = explored_jobs();
    const bool is_explored =
        std::ranges::any_of(explored, [&game](const RulesetJobs& each) { return each.tag == game.tag(); });
    return find_jobs(is_explored ? explored : jobs, game);
}

}  // namespace mexbase
