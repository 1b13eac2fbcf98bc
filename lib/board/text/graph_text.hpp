/// \file
/// A first look at the text of a graph file, before Boost.Graph reads it. Not for users of the library.
///
/// Boost's readers know no line numbers, make a vertex of every misspelt name, give DOT's vertices in the order of
/// their names, read no boolean GraphML attribute, and trust their input with recursion, regular expressions and
/// products of subgraphs. So the text is looked through once: whatever is wrong is reported with its line, and what is
/// left for Boost is the same graph in plain words, without comments, layout and other attributes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mexbase::detail {

/// An edge, by the places of its ends among the ids, and where it stands.
struct EdgeText {
    std::uint32_t from = 0, to = 0;
    std::size_t line = 0;
};

/// What a first look finds.
struct GraphText {
    bool directed = true;
    bool strict = false;             ///< repeated edges are one
    std::vector<std::string> ids;    ///< of the vertices, in file order
    std::vector<std::size_t> lines;  ///< where each is first named
    std::uint64_t edges = 0;
    std::vector<EdgeText> undirected;  ///< the edges in file order; empty if directed
    std::size_t graph_line = 0;        ///< where the graph says whether it is directed
    std::string plain;                 ///< the text for Boost
};

inline constexpr std::size_t most_text = std::size_t{64} << 20;
inline constexpr std::uint64_t most_vertices = 1'000'000;
inline constexpr std::uint64_t most_edges = 2'000'000;
inline constexpr int deepest_nesting = 32;

/// Reads `strict? graph|digraph name? { … }`. Throws `Error{bad_file}` with the line.
GraphText survey_dot(std::string_view text, std::string_view file_name);
/// Reads a `<graphml>` document with one graph. Throws likewise.
GraphText survey_graphml(std::string_view text, std::string_view file_name);

/// Throws `Error{bad_file}`: `file:line: message`, without the line if it is 0.
[[noreturn]] void fail_in_file(std::string_view file_name, std::size_t line, const std::string& message);
/// Refuses what is no value of `player`, and an edge of one player in an undirected graph. Throws likewise.
void check_player(std::string_view player, bool directed, std::string_view file_name, std::size_t line);
/// Refuses names that no position text could name (`fault_of_name`). Throws likewise.
void check_name(std::string_view name, std::string_view file_name, std::size_t line);

}  // namespace mexbase::detail
