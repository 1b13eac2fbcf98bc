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

/// Explored positions, with a list of the moves that lead to each position.
struct Explored {
    /// Lists the moves to each position, and computes the checksum of positions and moves. Throws
    /// `Error{out_of_memory}`, `Error{io}`, and any exception of the rules.
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

/// Explores rules that are cheap to call, in memory or in scratch files. Throws the same errors as `explore_large`.
Explored explore_records(const std::shared_ptr<RecordRules>& rules, const LargeOptions& options);

/// Returns the game with these positions and moves. Its spec (the text that names a game) is
/// `program:name=…,answers=@…`, with a checksum after `@`. The spec also has `bound` if it is not 0, and `board=cells`
/// for `PositionLook::cells`. Throws `Error{bad_spec}` if `name` is not valid.
std::unique_ptr<Game> explored_game(const std::string& name, Explored&& explored, std::uint64_t bound = 0,
                                    PositionLook look = PositionLook::text);

/// Returns the `bound` in the spec of an explored game, or 0 if the spec has none. It is the maximum number of
/// positions whose options are explored. Throws `Error{bad_spec}` if the bound is not valid.
std::uint64_t explored_bound(const Parameters& parameters);

/// Copies a game of the family `program` from memory to scratch files in `folder`, with its moves. Throws `Error{io}`.
std::unique_ptr<Game> in_scratch_files(const Game& game, unsigned threads, const std::string& folder,
                                       std::uint64_t memory);

}  // namespace mexbase
