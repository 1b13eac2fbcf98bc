// SPDX-License-Identifier: MIT
/// \file
/// Baseline of the kernel: the same analyses written by hand for one game each, with the same cells and prefetch, and
/// lists as frontiers. They are a separate file, so that inlining in them does not depend on the kernel.
#pragma once

#include <cstdint>

#include "kernel_games.hpp"

namespace mexbase::bench {

struct RawResult {
    Index decided = 0;
    std::uint64_t edges = 0;
    std::uint64_t plies = 0;
};

/// Ways from the vertices of a ply to the cells of their predecessors.
enum class Walk {
    ring,   ///< through a ring of 64 prefetched targets
    bare,   ///< directly, as suits a game whose wave stays in the cache
    listed  ///< through a list of the predecessors of 256 vertices, as `Moves` returns them, read with prefetch
};

/// Solves the local game of `size` heaps into zeroed cells of 32 bits.
template <bool exits, Walk walk>
RawResult raw_local(std::uint32_t* cells, std::uint32_t size);

/// Solves the scattered game into zeroed cells of 16 bits.
template <Walk walk>
RawResult raw_scattered(std::uint16_t* cells);

}  // namespace mexbase::bench
