// SPDX-License-Identifier: MIT
/// \file
/// Formats of graph files: how they are recognised, and readers of the small ones. Not for users of the library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "graph_text.hpp"

namespace mexbase::detail {

/// A format that is read. `graph6` is also sparse6 and digraph6.
enum class GraphFormat : std::uint8_t { edge_list, dot, graphml, graph6, dimacs, pajek };

/// Returns the format of a text with this beginning, or `std::nullopt` if more of it is needed. If `whole`, there is no
/// more of it. The end of `file_name` decides only for `.g6`, `.s6` and `.d6`. Throws `Error{bad_file}` if the text
/// looks like a format that is not read, such as GML.
std::optional<GraphFormat> format_of(std::string_view beginning, bool whole, std::string_view file_name);

/// Throws `Error{bad_file}`: the file looks like `format`, which is not read. `remedy` tells what to do.
[[noreturn]] void refuse_format(std::string_view file_name, const std::string& format, std::string_view remedy);
inline constexpr std::string_view as_edge_list =
    "write one line \"u v\" per edge. If it is an edge list, put the line \"# columns: source target\" in front";

/// Returns true if `word` is a graph of two or more vertices in graph6: the right number of bytes, padded with zeros.
bool is_graph6(std::string_view word);

/// Reads one graph in graph6, sparse6 or digraph6, with or without header. Vertices are named 0..n-1. Throws
/// `Error{bad_file}` with the line number.
GraphText parse_graph6(std::string_view text, std::string_view file_name);
/// Reads a graph of a DIMACS challenge: `p edge` or `p col` with lines `e u v`, `p sp` or `p max` with lines `a u v`.
/// Vertices are named 1..n. Throws `Error{bad_file}` with the line number.
GraphText parse_dimacs(std::string_view text, std::string_view file_name);
/// Reads a network of Pajek. A vertex is named by its label, or else by its number. Throws `Error{bad_file}` with the
/// line number.
GraphText parse_pajek(std::string_view text, std::string_view file_name);

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Removes the blanks at both ends.
constexpr std::string_view trimmed(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Removes and returns the first word of `line`: the text between blanks. Returns an empty word at the end.
constexpr std::string_view take_word(std::string_view& line) {
    std::size_t begin = 0;
    while (begin < line.size() && is_blank(line[begin])) ++begin;
    std::size_t end = begin;
    while (end < line.size() && !is_blank(line[end])) ++end;
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

/// Removes and returns the first line of `text`, without its line feed.
constexpr std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return line;
}

/// A graph with numbered vertices in a text of lines: the current line, and the graph so far.
class NumberedGraphReader {
  public:
    NumberedGraphReader(std::string_view text, std::string_view file_name);

    /// Moves to the next line that has a word, and returns false at the end of the text.
    bool next_line();
    std::size_t line() const { return line_; }
    /// Removes and returns the next word of the line.
    std::string_view word() { return take_word(rest_); }
    /// The line without the words taken.
    std::string_view& rest() { return rest_; }
    [[noreturn]] void fail(const std::string& message) const { fail_in_file(file_name_, line_, message); }

    /// Makes `count` vertices, named by numbers from `first` on. A small file must not declare too many.
    void declare(std::uint64_t count, unsigned first);
    /// Returns the vertex that the next word names by its number.
    Vertex vertex();
    void add_edge(std::uint64_t from, std::uint64_t to, bool both_ways);

    GraphText graph;

  private:
    std::string_view text_, file_name_, rest_;
    std::size_t size_, line_ = 0;
    unsigned first_ = 0;
};

}  // namespace mexbase::detail
