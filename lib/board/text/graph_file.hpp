// SPDX-License-Identifier: MIT
/// \file
/// Boards from the text of graph files in any format, and of boards of Snakes-and-Adders. These functions open no file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "../../graph_too_large.hpp"
#include "../board.hpp"

namespace mexbase {

/// A function that returns the next piece of a text, valid until the next call. An empty piece is the end of the text.
using TextPieces = std::function<std::string_view()>;

/// Returns true if a text with this beginning is an edge list, or `std::nullopt` if more of it is needed. If `whole`,
/// there is no more of it. The content decides, and only for nauty's formats also the end of `file_name`
/// (docs/board-files.md). A text of empty lines is not an edge list. Throws `Error{bad_file}` if the text looks like a
/// format that is not read, such as GML.
std::optional<bool> is_edge_list(std::string_view beginning, bool whole, std::string_view file_name = {});

/// Reads the board of an edge list: a directed graph without marks and owners. A line `u v` is an arc from u to v, and
/// a line `u` is a vertex. Spaces and tabs separate words, and `#` or `%` at the start of a word starts a comment.
/// Lines end with LF or CR LF, and have at most a million bytes. A repeated line is a parallel arc, `u u` a loop.
/// Further columns are ignored if the file says which columns count, by a header row or a comment, or if they are
/// weights (docs/board-files.md). Then columns may be separated by commas, semicolons or tabs.
///
/// If every name is a number below 2^32 without leading zeros, vertices are sorted by number; else they keep the order
/// of their first mention. The arcs of a vertex are sorted by target. Memory is 12 bytes per arc, 4 per vertex, and the
/// names. Names that are numbers take a quarter of a byte for each number up to the largest.
///
/// Throws `Error{bad_file}` with `file_name` and the line number. Throws `GraphTooLarge` if reading takes more than
/// `memory` bytes (0: no limit), and any exception of `next`.
Board read_edge_list(const TextPieces& next, std::string_view file_name, std::uint64_t memory = 0);

/// Reads a graph in any format, which the content shows: an edge list (`is_edge_list`), DOT, GraphML, graph6, sparse6,
/// digraph6, DIMACS or Pajek. Except in edge lists, vertices and the arcs of a vertex are in file order; the arcs to
/// the vertices of a DOT group `{a b c}` are sorted by name. An undirected edge is two arcs, and one
/// if it is a loop.
///
/// In DOT, the name of a vertex is its node id. In GraphML, it is the data `name` or `label`, else yEd's label, else
/// the id. Vertices with the same name are named by their ids; if `warning` is not null, it then gets one line that
/// says so. Data `beyond` or `home` mark a vertex, not both. In a directed graph, the `player` of an edge (left, right
/// or both) may move along it. Throws `Error{bad_file}` with `file_name` and, if known, the line number. Safe for
/// hostile text, on any thread.
Board parse_graph(std::string_view text, std::string_view file_name, std::string* warning = nullptr);

/// Variant of `parse_graph` for a simple graph: undirected, without loops, parallel edges, marks or players. `strict`
/// merges repeated edges of DOT. The lines `u v` and `v u` of an edge list are one edge. Throws as `parse_graph` does,
/// with the line of the edge.
Board parse_simple_graph(std::string_view text, std::string_view file_name, std::string* warning = nullptr);

/// Reads the board of a game of Snakes and Adders, as the graph of one counter's moves, from a text such as
///
///     # a comment, to the end of the line
///     home 30        (the last square, HOME; squares are 1..30)
///     arrow 7 19     (from its tail to its head; up or down)
///
/// The vertices are the squares on which no arrow begins, in order and named by their numbers. An arc is an advance of
/// 1..4 squares, not past HOME, then along an arrow that begins there. Two advances to one square are two arcs. No
/// arrow may end at the start of another. Throws `Error{bad_file}` with `file_name` and line number. Safe for hostile
/// text.
Board parse_snakes(std::string_view text, std::string_view file_name);

}  // namespace mexbase
