// SPDX-License-Identifier: MIT
/// \file
/// Topological orders of loop-free games.
#pragma once

#include <optional>
#include <vector>

#include "../../rules/moves.hpp"

namespace mexbase {

/// Returns true if the rules guarantee that options have smaller indices or are in lower layers: the game is loop-free.
bool has_order(const Moves& moves);

/// Returns all indices, each after its options, or `std::nullopt` if the game is loopy. The order contains indices that
/// are not positions. Moves from terminal positions are ignored. Equal games have equal orders.
///
/// Time is O(V + E). Memory is 12 bytes per index during the call and 8 bytes for the result. Games without
/// predecessors need 4 more bytes per move and per index. Throws `Error{not_applicable}` if such a game is too large.
std::optional<std::vector<Index>> topological_order(const Moves& moves);

/// Returns all indices, each after the options of both players, or `std::nullopt` if there is no such order. Values in
/// sums need this order, because a player may move twice in a row in one component. Play must stop only at positions
/// without moves.
std::optional<std::vector<Index>> order_of_either_player(const Moves& moves);

}  // namespace mexbase
