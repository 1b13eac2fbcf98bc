/// \file
/// Canonical forms of all positions of a colouring game, in one sweep over their words.
#pragma once

#include <vector>

#include "../../rules/word_game.hpp"
#include "../sweep/canonical_sweep.hpp"

namespace mexbase {

/// True if `sweep_canonical_board` solves the game: all its words are positions.
inline bool has_canonical_board_sweep(const WordGame& game) {
    return (game.places || game.falls_apart) && !game.second;
}

/// The values of a partizan game, as `sweep_canonical` finds them. The words that a move of a placement game makes of a
/// word are carried along, and not ranked anew. The value of a position that falls apart is the sum of that of one
/// component and that of the rest.
std::vector<PartizanId> sweep_canonical_board(const WordGame& game, GameArena& arena,
                                              const CanonicalSweepOptions& options = {});

}  // namespace mexbase
