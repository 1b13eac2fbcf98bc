// SPDX-License-Identifier: MIT
/// \file
/// The positions of a loop-free game, each after its options: the one traversal that all sweeps share.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

#include "../../rules/moves.hpp"

namespace mexbase {

/// Options of a sweep; the values do not depend on them.
struct SweepOptions {
    unsigned threads = 1;  ///< used if the rules give layers
    /// Maximum bytes for the values if they need wider cells; 0: no limit.
    std::uint64_t memory = 0;
    /// Called periodically, on the calling thread, with the number of positions done and the total. It may throw to
    /// stop.
    std::function<void(Index done, Index total)> progress;
};

namespace detail {

/// Positions that one thread of a sweep visits in order: a range of indices, a part of a layer, or a list. Their
/// numbers are first..last-1. Borrows the moves and the list.
struct SweepRun {
    const Moves& moves;
    Index first = 0, last = 0;
    std::optional<Index> layer = std::nullopt;  ///< the numbers count the positions of this layer
    std::span<const Index> listed = {};         ///< if not empty, the numbers count these positions

    /// Replaces `out` by the options of positions from number `from` on, about `targets_per_call` of them, and returns
    /// the number at which it stopped. Options may be among the positions that were read.
    Index read(Index from, Player mover, Options& out) const;
    /// Replaces `out` by the options of the positions numbered from..to-1.
    void read_all(Index from, Index to, Player mover, Options& out) const;
    /// Overload for options that are sums. Only if `splits`.
    Index read(Index from, Player mover, SplitOptions& out) const;

    static constexpr std::size_t targets_per_call = 1024;

  private:
    Index append(Index from, Index to, Player mover, std::size_t enough, Options& out) const;
};

/// Calls `visit(thread, run)` for runs of all positions, options first: in the order of the rules, from index `first`
/// on if that is the order of indices, or else along `order`, a list of all indices. The runs of a layer are visited by
/// any of `threads` threads. Calls `report(done)` periodically, while no visit is under way, with the number of indices
/// done; if it returns false nothing more is visited.
void for_each_in_order(const Moves& moves, std::span<const Index> order, unsigned threads, Index first,
                       const std::function<void(unsigned thread, const SweepRun& run)>& visit,
                       const std::function<bool(Index done)>& report);

}  // namespace detail

}  // namespace mexbase
