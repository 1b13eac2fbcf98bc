#include "../../lib/error.hpp"
#include "jobs_of.hpp"

namespace mexbase {

const RulesetJobs& find_jobs(std::span<const RulesetJobs> jobs, const Game& game) {
    for (const RulesetJobs& j : jobs)
        if (j.tag == game.tag()) return j;
    throw Error(ErrorCode::bad_spec, "this program cannot solve the game " + in_quotes(game.family()));
}

namespace detail {

void throw_no_such_values(const Game& game, ValueKind kind, std::span<const ValueKind> kinds) {
    const std::string family{game.family()};
    const bool adds_up = std::ranges::find(kinds, ValueKind::obliged) != kinds.end();
    if (kind == ValueKind::outcome && !game.whole() && adds_up)
        throw Error(ErrorCode::not_applicable,
                    family +
                        " breaks positions into sums, which have no outcome with remoteness: use --value nimber or "
                        "obliged, or whole positions (total=N instead of max=N)");
    std::string has;
    for (const ValueKind each : kinds) has += (has.empty() ? "" : " and ") + std::string(to_string(each));
    throw Error(ErrorCode::not_applicable,
                game.spec() + " has no " + std::string(to_string(kind)) + " values; it has " + has);
}

}  // namespace detail

}  // namespace mexbase
