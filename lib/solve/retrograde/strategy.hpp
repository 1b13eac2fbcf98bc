// SPDX-License-Identifier: MIT
/// \file
/// Strategies for solving a game within a memory budget.
#pragma once

#include <cstdint>
#include <string_view>

#include "../../index.hpp"

namespace mexbase {

/// Solving strategies, which all give the same values.
enum class Strategy : std::uint8_t {
    automatic,       ///< the fastest other strategy that fits into the memory
    child_counters,  ///< one counter per position
    two_bit,         ///< two bits per position; options are read again
    forward,         ///< no predecessors needed: passes over the undecided positions
};

/// Returns `automatic`, `child-counters`, `two-bit` or `forward`.
std::string_view to_string(Strategy);

/// Sizes of a graph that determine the memory of a strategy.
struct GraphShape {
    Index positions = 0;           ///< positions of the largest slice, or of the game
    Index below = 0;               ///< positions of other slices whose values are in memory
    std::uint64_t edges = 0;       ///< number of moves, may be an estimate; used only without predecessors
    bool has_predecessors = true;  ///< if false, child counters and two bits store a transpose
    unsigned threads = 1;
    Index on_disk = 0;  ///< number of cells in a file, which takes little memory once all is solved; 0: in memory
    /// If not 0, slices are solved in ranges of 2^`range_log2` vertices (`detail::solve_in_ranges`), with the cells in
    /// a file. Only for child counters, and with predecessors.
    unsigned range_log2 = 0;
    /// Bytes that are needed after solving, in addition to the values, to pack them. 0: the values are not packed.
    std::uint64_t packing = 0;
};

/// Returns the peak memory of a strategy in bytes. `automatic` needs as much as `child_counters`.
///
/// For V positions and E edges, the strategies need this memory:
/// - Child counters take 2 V for cells, two bits take V/4. Both take V/2 more for four frontiers of at most a bit per
///   position. Without predecessors they also take 4 E + 4 V for the transpose (8 V from 2^32 edges on).
/// - Forward takes 2 V.
/// - Each thread takes 2 MiB for messages to other threads.
/// - With slices, V and E are those of the largest; positions of others take 2 bytes each. Two bits cannot be used.
///   If cells are in a file (`SolveOptions::scratch`), V and E are those of any slice, and only the positions that this
///   slice reads take memory.
/// - In ranges of W vertices, each thread takes 2.75 W for the range in work, 64 KiB for each range of the slice, and
///   16 MiB for pages of earlier slices.
/// - Packing takes `GraphShape::packing` in addition to the cells. With two bits, the values are in a file of 8 V. They
///   take V/12 of memory, and at most 8 MiB more.
///
/// Two amounts are not included. The cells need twice the memory if play is longer than 16383 plies. A vertex that an
/// option in another slice schedules takes 4 bytes.
///
/// Child counters read each edge once or twice. Two bits read all options of v once per won option, at worst E times
/// the number of options. Forward reads all edges of undecided positions once per ply.
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

/// Returns the memory for one thread of the strategy that needs least, or of `wanted`. Returns 0 if it cannot be used.
std::uint64_t least_memory(Strategy wanted, GraphShape shape);

/// Returns the greatest number of threads, at most `shape.threads`, for which the strategy fits into `memory` bytes (0:
/// no limit). Returns 1 if not even one thread fits.
unsigned threads_within(Strategy wanted, GraphShape shape, std::uint64_t memory);

/// Returns the fastest strategy that needs at most `memory` bytes (0: no limit). The order is child counters, two bits
/// and, only without predecessors, forward. If `wanted` is not `automatic`, returns it if it fits. Throws
/// `Error{out_of_memory}` with the smallest sufficient memory, or `Error{not_applicable}` if `wanted` cannot be used.
Strategy choose_strategy(Strategy wanted, const GraphShape&, std::uint64_t memory);

}  // namespace mexbase
