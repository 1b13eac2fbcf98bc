// SPDX-License-Identifier: MIT
/// \file
/// Strategies for solving a game within a memory budget.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

#include "../../index.hpp"

namespace mexbase {

/// Solving strategies, which all give the same values.
enum class Strategy : std::uint8_t {
    automatic,       ///< the fastest other strategy that fits into the memory
    child_counters,  ///< one counter per position
    forward,         ///< no predecessors needed: passes over the undecided positions
};

/// Returns `automatic`, `child-counters` or `forward`.
std::string_view to_string(Strategy);

/// Sizes of a graph that determine the memory of a strategy.
struct GraphShape {
    Index positions = 0;           ///< positions of the largest slice, or of the game
    Index below = 0;               ///< positions of other slices; their values are in memory, except in ranges
    std::uint64_t edges = 0;       ///< number of moves, may be an estimate; used only without predecessors
    bool has_predecessors = true;  ///< if false, child counters store a transpose
    unsigned threads = 1;
    /// If not 0, slices are solved in ranges of 2^`range_log2` vertices (`detail::solve_in_ranges`), with the cells in
    /// a file. Only for child counters.
    unsigned range_log2 = 0;
    /// Bytes that are needed after solving, to pack the values, with the values. 0: the values are not packed.
    std::uint64_t packing = 0;
};

/// More memory than any machine has: a strategy cannot be used.
inline constexpr std::uint64_t no_memory_suffices = std::numeric_limits<std::uint64_t>::max();

/// Returns the peak memory of a strategy in bytes, or `no_memory_suffices`. `automatic` needs as much as
/// `child_counters`.
///
/// For V positions and E edges, the strategies need this memory:
/// - Child counters take 2 V for cells, and V/2 for four frontiers of at most a bit per position. Without predecessors
///   they also take 4 E + 4 V for the transpose (8 V from 2^32 edges on), whose vertices have 32 bits.
/// - Forward takes 2 V.
/// - Each thread takes 2 MiB for messages to other threads.
/// - With slices, V and E are those of the largest; positions of others take 2 bytes each. If cells are in a file
///   (`SolveOptions::scratch`), V and E are those of any slice, and only the positions that this slice reads take
///   memory.
/// - In ranges of W vertices, each thread takes 2.75 W for the range in work, 64 KiB for each range of the slice, and
///   1 MiB, or 16 MiB with pages of earlier slices. The transpose is in memory.
///
/// Two amounts are not included. The cells need twice the memory if play is longer than 16383 plies. A vertex that an
/// option in another slice schedules takes 4 bytes.
///
/// Child counters read each edge once or twice. Forward reads all edges of undecided positions once per ply.
std::uint64_t memory_needed(Strategy, const GraphShape&);

/// Returns the number of ranges of 2^`range_log2` vertices that `vertices` vertices take.
inline Index ranges_of(Index vertices, unsigned range_log2) {
    return (vertices >> range_log2) + ((vertices & ((Index{1} << range_log2) - 1)) != 0 ? 1 : 0);
}
/// Returns the greatest `GraphShape::range_log2` with which child counters take at most `memory` bytes, at most 31.
/// Prefers one that gives each thread eight ranges or more. Returns 0 if they always take more.
unsigned range_within(GraphShape shape, std::uint64_t memory);
/// Returns the least memory that child counters take in ranges, on one thread.
std::uint64_t least_memory_in_ranges(GraphShape shape);

/// Returns the greatest number of threads, at most `shape.threads`, for which the strategy fits into `memory` bytes (0:
/// no limit). Returns 0 if not even one thread fits.
unsigned threads_within(Strategy strategy, GraphShape shape, std::uint64_t memory);

}  // namespace mexbase
