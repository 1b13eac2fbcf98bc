/// \file
/// The game of a table that stores its positions by their texts: nobody needs to know its rules.
#pragma once

#include <memory>
#include <string>

#include "../../lib/rules/game.hpp"
#include "move_provider.hpp"
#include "stored_positions.hpp"

namespace mexbase {

namespace detail {

/// The game. Borrows the positions. `says` is asked for moves where they are not stored; where it is empty, what needs
/// moves throws `Error{not_applicable}`. Throws `Error{bad_spec}` for a spec that is none of the family `program`.
std::unique_ptr<Game> stored_game(const std::string& spec, ValueKind kind, const StoredPositions& positions,
                                  const MoveProvider& says);

}  // namespace detail
}  // namespace mexbase
