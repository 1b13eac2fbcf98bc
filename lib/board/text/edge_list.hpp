/// \file
/// Boards from edge lists, plain lines of two words, of any length. They open no file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "../board.hpp"

namespace mexbase {

/// The pieces of a text, one after another; an empty one ends it. A piece may be looked at until the next call.
using TextPieces = std::function<std::string_view()>;

/// Whether a text that begins so is an edge list, by its first line that says something: such lines do not begin as DOT
/// and GraphML do (`graph`, `digraph`, `strict`, a comment, `<`), and have none of `{ } [ ] ; " =`, `->` and `--`.
/// Nothing if more must be seen; `whole` says that there is no more. A text that says nothing is none.
std::optional<bool> is_edge_list(std::string_view beginning, bool whole);

/// The board of an edge list: a directed graph without marks and owners. A line is `u v`, an arc from u to v, or `u`, a
/// vertex; words stand apart by spaces and tabs, and `#` or `%` where a word would begin starts a comment. Lines end
/// with LF or CR LF, and have at most a million bytes. A line that is repeated is a parallel arc, `u u` a loop.
///
/// If every name is a number below 2^32 without leading zeros, vertices stand by number; else in the order in which
/// they are first named. The arcs of a vertex stand in the order of their targets. Memory: 12 bytes an arc and 4 a
/// vertex, and a quarter of a byte for each number up to the largest, or the names if they are no numbers.
///
/// Throws `Error{bad_file}`: one line with `file_name` and the line; `Error{out_of_memory}` where reading takes more
/// than `memory` bytes (0: no limit); what `next` throws.
Board read_edge_list(const TextPieces& next, std::string_view file_name, std::uint64_t memory = 0);

}  // namespace mexbase
