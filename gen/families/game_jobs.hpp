/// \file
/// The jobs that read the rules of a game through `Game` only.
#pragma once

#include <cstdint>

#include "../jobs/jobs.hpp"

namespace mexbase::detail {

/// Checks that the rules do not contradict themselves, nor the game by which heaps are solved: `RulesetJobs::check`.
RulesReport check_all_rules(const Game& game, const JobOptions& options);

/// Does what `RulesetJobs::verify_table` says.
std::uint64_t verify_table(const Game& game, const Table& table, const JobOptions& options);

}  // namespace mexbase::detail
