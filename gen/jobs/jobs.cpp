#include "../../lib/error.hpp"
#include "jobs_of.hpp"

namespace mexbase {

const RulesetJobs& find_jobs(std::span<const RulesetJobs> jobs, const Game& game) {
    for (const RulesetJobs& j : jobs)
        if (j.tag == game.tag()) return j;
    throw Error(ErrorCode::bad_spec, "this program cannot solve the game " + in_quotes(game.family()));
}

namespace detail {

void throw_no_such_values(const Game& game, ValueKind kind) {
    const std::string family{game.family()};
    if (kind == ValueKind::outcome)
        throw Error(ErrorCode::not_applicable,
                    family +
                        " breaks positions into sums, which have no outcome with remoteness: use --value nimber or "
                        "obliged, or whole positions (total=N instead of max=N)");
    throw Error(ErrorCode::not_applicable,
                family + " is impartial and has no " + std::string(to_string(kind)) + " values");
}

}  // namespace detail

}  // namespace mexbase
