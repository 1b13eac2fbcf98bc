/// \file
/// Mergers of vertices.
#pragma once

#include "board.hpp"

namespace mexbase {

/// The merger of the vertices x and y of a simple board (M. Huggan and R. J. Nowakowski, "Conjoined games: GO-CUT and
/// SNO-GO", definition 5): one vertex z stands for both, and is adjacent to every other vertex that x or y was adjacent
/// to. The result is simple: an edge between x and y goes, and two edges that come to join the same vertices are one.
///
/// z has the number and the name of the lower of x and y. Vertices after the higher one move down by one; all others
/// keep their numbers, and all keep their names. Throws `Error{bad_file}` for a board that is not simple
/// (`require_simple`), and `Error{bad_usage}` unless x and y are two vertices of it.
Board merge_vertices(const Board& board, Vertex x, Vertex y);

/// The number that the vertex `v` of a board has after the merger of x and y.
constexpr Vertex merged_vertex(Vertex v, Vertex x, Vertex y) {
    const Vertex low = x < y ? x : y;
    const Vertex high = x < y ? y : x;
    if (v == high) return low;
    return v > high ? v - 1 : v;
}

}  // namespace mexbase
