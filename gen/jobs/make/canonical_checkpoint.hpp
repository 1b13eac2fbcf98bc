// SPDX-License-Identifier: MIT
/// \file
/// Saves and restores the values that a sweep over canonical forms has found.
#pragma once

#include <functional>
#include <span>

#include "../../../lib/index.hpp"
#include "../../../lib/value/partizan/list/game_list.hpp"
#include "../../save/snapshot.hpp"

namespace mexbase {

/// Marks an index that is not a position.
inline constexpr PartizanId no_saved_value = 0xffffffff;

/// Restores the saved values as games of `arena` and returns the number of indices with restored values. `numbering`
/// continues with the saved list. Does nothing without a file. `is_position` returns true for indices that have a
/// value. Throws `Error{bad_usage}` for a file that is not of this job or has a list that `load_games` refuses.
Index load_canonical(Snapshot& snapshot, GameArena& arena, GameNumbering& numbering, std::span<PartizanId> values,
                     const std::function<bool(Index)>& is_position);

/// Returns the number of indices whose values were saved or restored.
Index saved_canonical(const Snapshot& snapshot);

/// Saves `values`, the values of the first indices. `numbering` must have numbered all of them in index order. Writes
/// only the distinct games and the indices not saved before.
void save_canonical(Snapshot& snapshot, GameNumbering& numbering, std::span<const PartizanId> values);

}  // namespace mexbase
