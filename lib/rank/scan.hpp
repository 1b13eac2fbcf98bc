/// \file
/// The order in which a board is read vertex by vertex, and what must be remembered on the way.
#pragma once

#include <span>
#include <vector>

#include "../board/neighbours.hpp"

namespace mexbase {

/// One vertex of a scan. The *frontier* is the list of vertices read before that still have unread neighbours.
struct ScanStep {
    unsigned vertex = 0;
    std::vector<unsigned> neighbours;  ///< places in the frontier of the neighbours read before
    /// Places that stay in the frontier, in the list of the frontier with this vertex at its end.
    std::vector<unsigned> kept;
};

/// A good order to read the vertices of a board in: the frontier stays small. It depends on the adjacency only. The
/// natural order, unless one that reads on at the frontier has a smaller one.
std::vector<unsigned> scan_order(const Neighbours& board);

/// The steps of reading `board` in `order`, which names every vertex once.
std::vector<ScanStep> scan_steps(const Neighbours& board, std::span<const unsigned> order);

}  // namespace mexbase
