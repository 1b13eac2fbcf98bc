// SPDX-License-Identifier: MIT
/// \file
/// Saves and restores canonical forms, so that a killed job can resume.
#pragma once

#include <functional>
#include <span>

#include "../../../lib/index.hpp"
#include "../../../lib/value/partizan/list/game_list.hpp"
#include "../../save/snapshot.hpp"

namespace mexbase {

/// Value of an index that is not a position.
inline constexpr PartizanId no_saved_value = 0xffffffff;

/// Restores the saved values in `values` and makes their games in `arena`. Returns the number of restored indices, or 0
/// if there is no file. Continues `numbering` after the saved games. `is_position` returns true for indices that have a
/// value. Throws `Error{bad_usage}` if the file is of another job or its list of games is invalid.
Index load_canonical(Snapshot& snapshot, GameArena& arena, GameNumbering& numbering, std::span<PartizanId> values,
                     const std::function<bool(Index)>& is_position);

/// Returns the number of indices whose values are in the file.
Index saved_canonical(const Snapshot& snapshot);

/// Appends new values to the file. `values` has the values of the first indices, which `numbering` must have numbered
/// in order. Games and indices that are already in the file are not written again.
void save_canonical(Snapshot& snapshot, GameNumbering& numbering, std::span<const PartizanId> values);

}  // namespace mexbase
