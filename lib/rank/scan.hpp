// SPDX-License-Identifier: MIT
/// \file
/// The order in which a board is read vertex by vertex, and the state to remember during the scan.
#pragma once

#include <span>
#include <vector>

#include "../board/neighbours.hpp"

namespace mexbase {

/// One vertex of a scan. The *frontier* is the list of vertices read before that still have unread neighbours.
struct ScanStep {
    unsigned vertex = 0;
    std::vector<unsigned> neighbours;  ///< frontier positions of the neighbours read before
    /// Positions that stay in the frontier, in the list of the frontier with this vertex at its end.
    std::vector<unsigned> kept;
};

/// Returns an order of the vertices that keeps the frontier small. It depends on the adjacency only. Returns the
/// natural order unless a greedy order has a smaller frontier.
std::vector<unsigned> scan_order(const Neighbours& board);

/// Returns the steps of reading `board` in `order`, which contains every vertex once.
std::vector<ScanStep> scan_steps(const Neighbours& board, std::span<const unsigned> order);

}  // namespace mexbase
