// SPDX-License-Identifier: MIT
/// \file
/// Visits the positions of a loop-free game, each after its options. All sweeps share this traversal.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "../../rules/moves.hpp"

namespace mexbase {

/// Options of a sweep. They do not change the values.
struct SweepOptions {
    unsigned threads = 1;  ///< used for games with layers and for colouring games
    /// Maximum bytes for the values if they need wider cells than the smallest, and for `packing`. 0: no limit.
    std::uint64_t memory = 0;
    std::uint64_t packing = 0;  ///< bytes that are used in addition to the values after the sweep
    /// Folder for a file of the values, which then take little memory. Empty: the values are in memory.
    std::string scratch;
    /// Folder for a file of values in wider cells that do not fit into `memory`. Empty: that is an error.
    std::string scratch_if_wide;
    /// Called periodically, on the calling thread, with the number of positions done and the total. It may throw to
    /// stop.
    std::function<void(Index done, Index total)> progress;
};

namespace detail {

/// Positions that one thread visits in order: a range of indices, a part of a layer, or a list. They are numbered
/// first..last-1. A number is an index, or counts from 0 in the layer or list. Borrows the moves and the list.
struct SweepRun {
    const Moves& moves;
    Index first = 0, last = 0;
    std::optional<Index> layer = std::nullopt;  ///< the numbers count the positions of this layer
    std::span<const Index> listed = {};         ///< if not empty, the numbers count these positions

    /// Replaces `out` by the options of positions from number `from` on, about `targets_per_call` options. Returns the
    /// number of the first position not read. A position may be an option of a later position of the same call.
    Index read(Index from, Player mover, Options& out) const;
    /// Replaces `out` by the options of the positions numbered from..to-1.
    void read_all(Index from, Index to, Player mover, Options& out) const;
    /// Overload for options that are sums of positions. Requires `GameTraits::splits`.
    Index read(Index from, Player mover, SplitOptions& out) const;

    static constexpr std::size_t targets_per_call = 1024;

  private:
    Index append(Index from, Index to, Player mover, std::size_t enough, Options& out) const;
};

/// Calls `visit(thread, run)` until all positions are visited, each after its options. Follows the order of the rules,
/// or else `order`, a list of all indices. If the rules' order is that of indices, begins at index `first`. Any of
/// `threads` threads may visit a run of a layer. Calls `report(done)` periodically with the number of indices done,
/// never during a visit. Stops if `report` returns false.
void for_each_in_order(const Moves& moves, std::span<const Index> order, unsigned threads, Index first,
                       const std::function<void(unsigned thread, const SweepRun& run)>& visit,
                       const std::function<bool(Index done)>& report);

}  // namespace detail

}  // namespace mexbase
