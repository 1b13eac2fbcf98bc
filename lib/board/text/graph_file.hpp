/// \file
/// Boards from the text of graph files, whatever their format. They need Expat, and open no file.
#pragma once

#include <string_view>

#include "../board.hpp"

namespace mexbase {

/// The board of an edge list (`is_edge_list` tells: `edge_list.hpp` says how it is read), or of a DOT or GraphML text;
/// one that begins with `<` is GraphML. In these, vertices stand in file order, the arcs
/// of a vertex too (where DOT joins groups, by name within the group); an undirected edge is two arcs.
///
/// DOT: a vertex is named by its node id. If a node statement declares any vertex, every vertex must be declared by
/// one; otherwise edges name them. GraphML: by its data `name` or `label`, else its id. Data `beyond` or `home` mark a
/// vertex, not both; in a directed graph the attribute or data `player` of an edge says who may move along it: left,
/// right or both. Throws `Error{bad_file}`: one line with `file_name` and, where there is one, the line. Safe for
/// hostile text, and from any number of threads.
Board parse_graph(std::string_view text, std::string_view file_name);

/// The board of a text like those that `parse_graph` reads, which must be simple: an undirected graph without loops,
/// parallel edges, marks or players (`strict` makes repeated edges of DOT one). Throws likewise, with the line of the
/// edge.
Board parse_simple_graph(std::string_view text, std::string_view file_name);

}  // namespace mexbase
