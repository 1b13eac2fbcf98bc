/// \file
/// Simple boards: what games on graphs are played on.
#pragma once

#include "board.hpp"

namespace mexbase {

/// Throws `Error{bad_file}`, one line that names the vertices, unless `board` is undirected with at least one vertex,
/// no loop, no parallel edges, an arc back for every arc, and no marked vertex (a mark would mean nothing, and must not
/// be passed over). The board of a file is checked by `parse_simple_graph`, which tells the line too.
void require_simple(const Board& board);

}  // namespace mexbase
