// SPDX-License-Identifier: MIT
/// \file
/// The layout of connected graphs by springs (Kamada and Kawai, "An algorithm for drawing general undirected graphs",
/// 1989). It needs the headers of Boost.Graph, so it is not in `mexbase::lib`.
#pragma once

#include "../graph_drawing.hpp"

namespace mexbase {

/// Places the nodes so that distances in the plane resemble distances in the graph. Equal arguments give equal results.
/// It takes up to a second for 64 nodes. It is a `GraphLayout`.
std::vector<Drawing::Point> spring_layout(std::size_t nodes,
                                          std::span<const std::pair<std::uint32_t, std::uint32_t>> neighbours);

}  // namespace mexbase
