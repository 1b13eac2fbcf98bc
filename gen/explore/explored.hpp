// SPDX-License-Identifier: MIT
/// \file
/// Explored games: their positions, and their moves in both directions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../../lib/games/tokens/program.hpp"
#include "positions/record_rules.hpp"

namespace mexbase {

class ExploredPositions;

/// Explored positions with their reversed moves.
struct Explored {
    /// Reverses all moves and computes the checksum of positions and moves. Throws `Error{out_of_memory}`, `Error{io}`,
    /// and any exception of the rules.
    Explored(std::shared_ptr<ExploredPositions> positions, const ReversingOptions& options, unsigned threads);

    std::shared_ptr<ExploredPositions> positions;
    OwnFacts facts;              ///< facts about the game, without its size
    std::uint64_t checksum = 0;  ///< `format::board_checksum` of these positions as a `Board`
};

/// Options for exploring a large game.
struct LargeOptions {
    /// If positions take more than `explore.memory`, they go to scratch files in the folder `reversing.scratch`. If
    /// that name is empty, exceeding the memory is an error.
    ExploreOptions explore;
    ReversingOptions reversing;
    CheckpointOptions checkpoint;
};

/// Explores rules whose calls are cheap (not `is_expensive`), in memory or in scratch files. Throws as `explore_large`.
Explored explore_records(const std::shared_ptr<RecordRules>& rules, const LargeOptions& options);

/// Returns an explored game. Its spec is `program:name=…,answers=@…` with a checksum after `@`, and with `bound` if
/// that is not 0. Throws `Error{bad_spec}` if `name` is not a valid name.
std::unique_ptr<Game> explored_game(const std::string& name, Explored&& explored, std::uint64_t bound = 0);

/// Returns the `bound` (maximum number of positions to expand) in a spec of the family `program`, or 0. Throws
/// `Error{bad_spec}`.
std::uint64_t explored_bound(const Parameters& parameters);

/// Copies a game of the family `program` from memory to scratch files in `folder`, with its moves. Throws `Error{io}`.
std::unique_ptr<Game> in_scratch_files(const Game& game, unsigned threads, const std::string& folder,
                                       std::uint64_t memory);

}  // namespace mexbase
