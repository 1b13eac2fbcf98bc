// SPDX-License-Identifier: MIT
/// \file
/// The content of a graph file in any format. Not for users of the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../board.hpp"

namespace mexbase::detail {

struct Marks {
    bool beyond = false, home = false;
};

/// A vertex, and the line that first names it or marks it.
struct VertexText {
    std::string name;
    std::size_t line = 0;
    Marks marks;
};

/// An edge: the indices of its ends in `GraphText::vertices`, and its line in the file.
struct EdgeText {
    Vertex from = 0, to = 0;
    std::size_t line = 0;
    Board::Owner owner = Board::either;
    bool both_ways = false;  ///< true for an undirected edge
};

/// A graph as read from a file. Vertices and edges are in file order. Names and marks are not checked yet.
struct GraphText {
    bool directed = true;
    std::size_t line = 0;  ///< line that declares the graph directed or undirected
    std::vector<VertexText> vertices;
    std::vector<EdgeText> edges;
    std::string warning;  ///< one line, or empty
};

inline constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
inline constexpr std::size_t most_text = std::size_t{64} << 20;
inline constexpr std::uint64_t most_vertices = 1'000'000;
inline constexpr std::uint64_t most_edges = 2'000'000;
inline constexpr int deepest_nesting = 32;

/// Reads a DOT text, `strict? graph|digraph name? { … }`. Throws `Error{bad_file}` with the line number.
GraphText parse_dot(std::string_view text, std::string_view file_name);
/// Reads a `<graphml>` document with one graph. Throws `Error{bad_file}` with the line number.
GraphText parse_graphml(std::string_view text, std::string_view file_name);

/// Returns the end of an error message: why a text is read as DOT or GraphML and not as an edge list. Empty if the text
/// begins as files in these languages do.
std::string why_not_edge_list(std::string_view text);

/// Returns `file:line: message`. Leaves out the line if it is 0.
std::string in_file(std::string_view file_name, std::size_t line, const std::string& message);
/// Throws `Error{bad_file}` with the text of `in_file`.
[[noreturn]] void fail_in_file(std::string_view file_name, std::size_t line, const std::string& message);
/// Returns `text` with its ASCII letters in lower case.
std::string lower_case(std::string_view text);
/// Reads the value of `key`, a boolean: true, yes or 1, or false, no or 0, in any case. Throws `Error{bad_file}` for
/// other values.
bool mark_from(std::string_view key, std::string_view value, std::string_view file_name, std::size_t line);
/// Reads the value of `player`: left, right or both, in any case. Throws `Error{bad_file}` for other words, and for
/// left or right in an undirected graph.
Board::Owner owner_from(std::string_view player, bool directed, std::string_view file_name, std::size_t line);
/// Returns `text` without its byte order mark. Throws `Error{bad_file}` for more than `most_text` bytes.
std::string_view without_mark(std::string_view text, std::string_view file_name);
/// Throws `Error{bad_file}` for an invalid name (`fault_of_name`).
void check_name(std::string_view name, std::string_view file_name, std::size_t line);

}  // namespace mexbase::detail
