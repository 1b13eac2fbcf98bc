/// \file
/// Games that were explored: their positions, and their moves in both directions.
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

/// Positions that were explored, with their moves reversed.
struct Explored {
    /// Turns all moves round, and takes the checksum of all answers. Throws `Error{out_of_memory}`, `Error{io}`, and
    /// what the rules throw.
    Explored(std::shared_ptr<ExploredPositions> positions, const ReversingOptions& options, unsigned threads);

    std::shared_ptr<ExploredPositions> positions;
    OwnFacts facts;              ///< facts about the game, without its size
    std::uint64_t checksum = 0;  ///< `format::board_checksum` of the board that `explore` would make
};

/// The game, as `program:name=…,answers=@…`, with the bound that it was explored to. Throws `Error{bad_spec}` for a
/// name that is none.
std::unique_ptr<Game> explored_game(const std::string& name, Explored&& explored, std::uint64_t bound = 0);

/// The `bound` that a spec of the family `program` names; 0 where it names none. Throws `Error{bad_spec}`.
std::uint64_t explored_bound(const Parameters& parameters);

/// A game of the family `program` that has its positions and moves in memory, with these in scratch files, in the
/// folder of `budget`. Throws `Error{io}`.
std::unique_ptr<Game> in_scratch_files(const Game& game, const SortBudget& budget);

}  // namespace mexbase
