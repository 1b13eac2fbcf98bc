// SPDX-License-Identifier: MIT
/// \file
/// Boards from the text of graph files in any format. These functions need Expat, and open no file.
#pragma once

#include <string_view>

#include "../board.hpp"

namespace mexbase {

/// Reads an edge list (detected by `is_edge_list`, edge_list.hpp), or else a DOT or GraphML text. A text that begins
/// with `<` is GraphML. For DOT and GraphML, vertices and the arcs of a vertex are in file order; arcs to a DOT group
/// are sorted by name. An undirected edge is two arcs.
///
/// DOT: a vertex is named by its node id. If a node statement declares any vertex, every vertex must be declared by
/// one; otherwise edges name them. GraphML: by its data `name` or `label`, else its id. Data `beyond` or `home` mark a
/// vertex, not both. In a directed graph the attribute or data `player` of an edge is left, right or both: who may move
/// along it. Throws `Error{bad_file}`: one line with `file_name` and, if known, the line number. Safe for hostile text,
/// and from any number of threads.
Board parse_graph(std::string_view text, std::string_view file_name);

/// Overload of `parse_graph` for a simple graph: undirected, without loops, parallel edges, marks or players (`strict`
/// merges repeated edges of DOT). Throws likewise, with the line of the edge.
Board parse_simple_graph(std::string_view text, std::string_view file_name);

}  // namespace mexbase
