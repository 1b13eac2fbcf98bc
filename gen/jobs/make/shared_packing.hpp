// SPDX-License-Identifier: MIT
/// \file
/// Packs outcomes that several processes (ranks) have solved together.
#pragma once

#include <string>

#include "../../../lib/rules/game.hpp"
#include "../../../lib/solve/outcomes/solve_ranks.hpp"
#include "../../encode/sink.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Packs a solution on all ranks, and writes the table to the sink of rank 0; the sinks of other ranks are null. All
/// ranks must call it at once with the same game and kind of value. `threads` is the number for each rank. Each rank
/// gets the cells of a window of the table, which are in a file in `scratch` unless that is empty. Then the rank frees
/// `solved`. Returns the report on rank 0. If a rank throws, the other ranks throw `OtherRankFailed`.
JobReport pack_on_ranks(const Game& game, SharedSolution solved, RankRounds& rounds, const JobOptions& options,
                        unsigned threads, const std::string& scratch, Sink* sink);

}  // namespace mexbase::detail
