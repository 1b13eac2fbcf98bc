#include "jobs.hpp"

#include "../../lib/error.hpp"

namespace mexbase {

const FamilyJobs& find_jobs(std::span<const FamilyJobs> jobs, std::string_view family) {
    for (const FamilyJobs& j : jobs)
        if (j.family == family) return j;
    throw Error(ErrorCode::bad_spec, "this program cannot solve the game " + in_quotes(family));
}

}  // namespace mexbase
