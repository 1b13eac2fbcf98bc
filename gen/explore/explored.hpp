// SPDX-License-Identifier: MIT
/// \file
/// Explored games: their positions, and their moves in both directions.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "../../lib/games/tokens/program.hpp"
#include "../../lib/rules/spec.hpp"
#include "positions/explored_positions.hpp"
#include "positions/record_sort.hpp"
#include "positions/reversed_moves.hpp"

namespace mexbase {

/// Explored positions with their reversed moves.
struct Explored {
    /// Reverses all moves and computes the checksum of all answers. Throws `Error{out_of_memory}`, `Error{io}`, and any
    /// exception of the rules.
    Explored(std::shared_ptr<ExploredPositions> positions, const ReversingOptions& options, unsigned threads);

    std::shared_ptr<ExploredPositions> positions;
    OwnFacts facts;              ///< facts about the game, without its size
    std::uint64_t checksum = 0;  ///< `format::board_checksum` of the board that `explore` would make
};

/// Returns the game `program:name=…,answers=@…` with the bound of its exploration. Throws `Error{bad_spec}` if `name`
/// is not a valid name.
std::unique_ptr<Game> explored_game(const std::string& name, Explored&& explored, std::uint64_t bound = 0);

/// Returns the `bound` of a spec of the family `program`, or 0. Throws `Error{bad_spec}`.
std::uint64_t explored_bound(const Parameters& parameters);

/// Copies a game of the family `program` from memory to scratch files in the folder of `budget`, with its moves. Throws
/// `Error{io}`.
std::unique_ptr<Game> in_scratch_files(const Game& game, const SortBudget& budget);

}  // namespace mexbase
