/// \file
/// Which games have values that add, as nimbers, obliged pairs and canonical forms do, and which have partizan
/// outcomes: what making and verifying a table of them begin with.
#pragma once

#include "../../lib/rules/game.hpp"

namespace mexbase {

/// True if some position has an option past the bound.
bool is_cut_off(const Moves& moves);

namespace detail {

/// Throws `Error{not_applicable}` if positions of this game have no values that add.
void require_values_that_add(const Game& game);
/// Throws `Error{not_applicable}` for a game that is known up to a bound only: values that hold whatever lies there are
/// stored for impartial games.
void refuse_cut_off(const Game& game);

}  // namespace detail

}  // namespace mexbase
