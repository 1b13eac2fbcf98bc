/// \file
/// Values in sums of single positions by search, without a table: over components where component values know the game,
/// and else over positions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../jobs.hpp"

namespace mexbase {

/// Does what `RulesetJobs::search` says.
FoundValues search_values(const Game& game, ValueKind kind, std::span<const std::vector<Index>> sums,
                          std::uint64_t memory);

}  // namespace mexbase
