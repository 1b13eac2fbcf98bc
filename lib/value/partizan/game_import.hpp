/// \file
/// Values of one arena in another: for arenas that were filled side by side, one a thread.
#pragma once

#include <unordered_map>

#include "arena.hpp"

namespace mexbase {

/// Finds or makes the values of one arena in another. What is canonical in the one is so in the other, so that nothing
/// is compared. Borrows both arenas; `from` is only read, so that several threads may read it at once, and may have
/// grown since the last call. The values are the same whatever ids they have in `from`; the ids they get in `to` are
/// not.
class GameImport {
  public:
    GameImport(const GameArena& from, GameArena& to) : from_(from), to_(to) {}

    /// The id in `to` of what is `g` in `from`. The bounds of an arena are the only errors.
    PartizanId operator()(PartizanId g);

  private:
    const GameArena& from_;
    GameArena& to_;
    std::unordered_map<PartizanId, PartizanId> ids_;  // in `to`, of those in `from` that are no uptimals
};

}  // namespace mexbase
