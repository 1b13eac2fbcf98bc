/// \file
/// The floor for the kernel: the same analyses written out by hand, for one game each, with the same cells and
/// prefetch, lists as frontiers, and nothing generic in them. They are compiled by themselves, so that what g++ inlines
/// in them does not depend on the kernel.
#pragma once

#include <cstdint>

#include "kernel_games.hpp"

namespace mexbase::bench {

/// What a run did.
struct RawResult {
    Index decided = 0;
    std::uint64_t edges = 0;
    std::uint64_t plies = 0;
};

/// How a loop goes from the vertices of a ply to the cells of their predecessors.
enum class Walk {
    ring,   ///< through a ring of 64 prefetched targets
    bare,   ///< at once, as one would write it for a game whose wave never leaves the cache
    listed  ///< through a list of the predecessors of 256 vertices, as `Moves` gives them, read with prefetch
};

/// Solves the local game of `size` heaps into zeroed cells of 32 bits.
template <bool exits, Walk walk>
RawResult raw_local(std::uint32_t* cells, std::uint32_t size);

/// Solves the scattered game into zeroed cells of 16 bits.
template <Walk walk>
RawResult raw_scattered(std::uint16_t* cells);

}  // namespace mexbase::bench
