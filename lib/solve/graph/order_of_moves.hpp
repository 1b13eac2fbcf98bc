/// \file
/// The order that shows a game loop-free.
#pragma once

#include <optional>
#include <vector>

#include "../../rules/moves.hpp"

namespace mexbase {

/// True if the rules give an order in which options come first, by index or by layer: the game is loop-free.
bool has_order(const Moves& moves);

/// All indices in an order in which the options of each come before it; nothing if the game is loopy. Moves from
/// terminal positions do not count, and indices that are not positions are in the order too. Equal games have equal
/// orders.
///
/// Time O(V + E). Memory: 8 bytes per index for the order, 4 more while it is made, and for games without predecessors
/// the transpose (4 bytes per move and per index). Throws `Error{not_applicable}` for a game too large to transpose.
std::optional<std::vector<Index>> topological_order(const Moves& moves);

/// The same if either player can make all moves: in a sum the players need not take turns in one component. For games
/// whose play stops only without moves.
std::optional<std::vector<Index>> order_of_either_player(const Moves& moves);

}  // namespace mexbase
