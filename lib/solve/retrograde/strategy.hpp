/// \file
/// How a game is solved within a memory budget.
#pragma once

#include <cstdint>
#include <string_view>

#include "../../index.hpp"

namespace mexbase {

/// Ways to solve. All give the same values.
enum class Strategy : std::uint8_t {
    automatic,       ///< the fastest of the others that fits
    child_counters,  ///< one counter a position
    two_bit,         ///< two bits a position, options looked at again
    forward,         ///< no predecessors needed: passes over the undecided positions
};

/// `automatic`, `child-counters`, `two-bit` or `forward`.
std::string_view to_string(Strategy);

/// What the cost of a strategy depends on.
struct GraphShape {
    Index positions = 0;           ///< of the largest slice, where the game comes in slices
    Index below = 0;               ///< of all other slices
    std::uint64_t edges = 0;       ///< an estimate will do; used only where there are no predecessors
    bool has_predecessors = true;  ///< else two strategies store the transpose
    unsigned threads = 1;
};

/// Peak memory of a strategy in bytes. `automatic` costs as much as `child_counters`.
///
/// With V positions and E edges: child counters 2 V for the cells, two bits V/4; both V/2 for frontiers (four of them,
/// of a bit for each position at most) and, without predecessors, 4 E + 4 V for the transpose (8 V from 2^32 edges on).
/// Forward 2 V. Each thread has 2 MiB of messages to the others. Of a game in slices V and E are those of the largest,
/// and the positions of the others take 2 bytes each; two bits are not for them. Longer play than 16383 plies doubles
/// the cells, and is not foreseen here; nor are many positions that await a ply far off because of options outside of
/// their slice (4 bytes each).
///
/// Time: child counters look at each edge once or twice; two bits look at all options of v once for each that is won, E
/// times the number of options at worst; forward looks at all edges of undecided positions once a ply.
std::uint64_t memory_needed(Strategy, const GraphShape&);

/// As many of `shape.threads` as leave room for a strategy (0: no limit); 1 where there is none for any.
unsigned threads_within(Strategy wanted, GraphShape shape, std::uint64_t memory);

/// The fastest strategy that keeps within `memory` bytes (0: no limit): child counters, else two bits, else, without
/// predecessors, forward. `wanted` other than `automatic` is checked and returned.
/// Throws `Error{out_of_memory}` that names the least memory that would do.
Strategy choose_strategy(Strategy wanted, const GraphShape&, std::uint64_t memory);

}  // namespace mexbase
