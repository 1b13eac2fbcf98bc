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

/// Solves the local game of `size` heaps into zeroed cells of 32 bits: with a ring of 64 prefetched targets, or,
/// `bare`, without one, as one would write it for this game alone, whose wave never leaves the cache.
template <bool exits, bool bare>
RawResult raw_local(std::uint32_t* cells, std::uint32_t size);

/// Solves the scattered game into zeroed cells of 16 bits, with a ring of 64 prefetched targets.
RawResult raw_scattered(std::uint16_t* cells);

}  // namespace mexbase::bench
