// SPDX-License-Identifier: MIT
/// \file
/// Copies values of one arena to another: for arenas that threads fill in parallel.
#pragma once

#include <unordered_map>

#include "arena.hpp"

namespace mexbase {

/// Finds or makes the values of one arena in another. Canonical forms are canonical in both, so nothing is compared.
/// Borrows both arenas. `from` is only read, so several threads may read it at once, and it may have grown since the
/// last call. The resulting values do not depend on their ids in `from`; their ids in `to` do.
class GameImport {
  public:
    GameImport(const GameArena& from, GameArena& to) : from_(from), to_(to) {}

    /// Returns the id in `to` of the value `g` of `from`. Throws only the bounds errors of an arena.
    PartizanId operator()(PartizanId g);

  private:
    const GameArena& from_;
    GameArena& to_;
    std::unordered_map<PartizanId, PartizanId> ids_;  // ids in `to`, for values of `from` that are not uptimals
};

}  // namespace mexbase
