// SPDX-License-Identifier: MIT
/// \file
/// Strategies for solving a game within a memory budget.
#pragma once

#include <cstdint>
#include <string_view>

#include "../../index.hpp"

namespace mexbase {

/// Strategies of solving. All give the same values.
enum class Strategy : std::uint8_t {
    automatic,       ///< the fastest other strategy that fits into the memory
    child_counters,  ///< one counter per position
    two_bit,         ///< two bits per position; options are read again
    forward,         ///< no predecessors needed: passes over the undecided positions
};

/// Returns `automatic`, `child-counters`, `two-bit` or `forward`.
std::string_view to_string(Strategy);

/// The numbers that the cost of a strategy depends on.
struct GraphShape {
    Index positions = 0;           ///< positions of the largest slice, or of the game
    Index below = 0;               ///< positions of all other slices
    std::uint64_t edges = 0;       ///< number of moves, may be an estimate; used only without predecessors
    bool has_predecessors = true;  ///< if false, child counters and two bits store a transpose
    unsigned threads = 1;
};

/// Returns the peak memory of a strategy in bytes. `automatic` costs as much as `child_counters`.
///
/// Memory, with V positions and E edges:
/// - Child counters: 2 V for the cells. Two bits: V/4.
/// - Child counters and two bits: also V/2 for frontiers (four, of at most a bit per position). Without predecessors,
///   also 4 E + 4 V for the transpose (8 V from 2^32 edges on).
/// - Forward: 2 V.
/// - Each thread has 2 MiB of messages to other threads.
/// - With slices, V and E are those of the largest; positions of others take 2 bytes each. Two bits cannot be used.
///
/// Play longer than 16383 plies doubles the cells, which is not included. Nor are vertices scheduled by options outside
/// their slice (4 bytes each).
///
/// Time: child counters read each edge once or twice. Two bits read all options of v once per won option, at worst E
/// times the number of options. Forward reads all edges of undecided positions once per ply.
std::uint64_t memory_needed(Strategy, const GraphShape&);

/// Returns the number of threads, at most `shape.threads`, with which the strategy fits into `memory` bytes (0: no
/// limit). Returns 1 if not even one thread fits.
unsigned threads_within(Strategy wanted, GraphShape shape, std::uint64_t memory);

/// Returns the fastest strategy that needs at most `memory` bytes (0: no limit): child counters, else two bits, else,
/// without predecessors, forward. If `wanted` is not `automatic`, returns it if it fits. Throws `Error{out_of_memory}`
/// that names the smallest sufficient memory. Throws `Error{not_applicable}` if `wanted` cannot solve the graph.
Strategy choose_strategy(Strategy wanted, const GraphShape&, std::uint64_t memory);

}  // namespace mexbase
