// SPDX-License-Identifier: MIT
/// \file
/// Topological orders of loop-free games.
#pragma once

#include <optional>
#include <vector>

#include "../../rules/moves.hpp"

namespace mexbase {

/// Returns true if the rules give an order in which options come first, by index or by layer: the game is loop-free.
bool has_order(const Moves& moves);

/// Returns all indices, each after its options, or `std::nullopt` if the game is loopy. Moves from terminal positions
/// do not count, and indices that are not positions are in the order too. Equal games have equal orders.
///
/// Time O(V + E). Memory: 8 bytes per index for the order, 4 more during the call, and for games without predecessors
/// the transpose (4 bytes per move and per index). Throws `Error{not_applicable}` for a game too large to transpose.
std::optional<std::vector<Index>> topological_order(const Moves& moves);

/// Returns all indices, each after its options by moves of both players, or `std::nullopt` if there is no such order.
/// Both players' moves count, because in a sum the players need not alternate in one component. Requires that play
/// stops only at positions without moves.
std::optional<std::vector<Index>> order_of_either_player(const Moves& moves);

}  // namespace mexbase
