/// \file
/// The values that a sweep over canonical forms has found, saved so that a killed job can resume.
#pragma once

#include <functional>
#include <span>

#include "../../../lib/index.hpp"
#include "../../../lib/value/partizan/list/game_list.hpp"
#include "../../save/snapshot.hpp"

namespace mexbase {

/// Value that stands for an index that is not a position.
inline constexpr PartizanId no_saved_value = 0xffffffff;

/// Fills in the values that the snapshot holds, as games of `arena`, and returns their number; `numbering` goes on with
/// their list. Changes nothing if there is no file. `is_position` says which indices have a value. Throws
/// `Error{bad_usage}` for a file that is not a checkpoint of this job: a list that `load_games` refuses too.
Index load_canonical(Snapshot& snapshot, GameArena& arena, GameNumbering& numbering, std::span<PartizanId> values,
                     const std::function<bool(Index)>& is_position);

/// Returns for how many indices values were saved or loaded.
Index saved_canonical(const Snapshot& snapshot);

/// Saves `values`, those of the first indices, all of which `numbering` has numbered in the order of their indices.
/// Writes the distinct games and the indices that were not saved before.
void save_canonical(Snapshot& snapshot, GameNumbering& numbering, std::span<const PartizanId> values);

}  // namespace mexbase
