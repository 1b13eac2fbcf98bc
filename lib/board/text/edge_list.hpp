// SPDX-License-Identifier: MIT
/// \file
/// Boards from edge lists, plain lines of two words, of any length. These functions open no file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "../board.hpp"

namespace mexbase {

/// Returns the next piece of a text, valid until the next call; an empty piece ends it.
using TextPieces = std::function<std::string_view()>;

/// Returns true if a text with this beginning is an edge list, or `std::nullopt` if more of it is needed. `whole` means
/// that `beginning` is the whole text. The first line that is not empty decides. Lines of edge lists do not begin as
/// DOT and GraphML do (`graph`, `digraph`, `strict`, a comment, `<`), and have none of `{ } [ ] ; " =`, `->` and `--`.
/// A text without such a line is not an edge list.
std::optional<bool> is_edge_list(std::string_view beginning, bool whole);

/// Reads the board of an edge list: a directed graph without marks and owners. A line is `u v`, an arc from u to v, or
/// `u`, a vertex. Spaces and tabs separate words, and `#` or `%` at the start of a word starts a comment. Lines end
/// with LF or CR LF, and have at most a million bytes. A repeated line is a parallel arc, `u u` a loop.
///
/// If every name is a number below 2^32 without leading zeros, vertices are sorted by number; else they keep the order
/// of their first mention. The arcs of a vertex are sorted by target. Memory: 12 bytes per arc and 4 per vertex, plus a
/// quarter of a byte for each number up to the largest, or else the names.
///
/// Throws `Error{bad_file}`: one line with `file_name` and the line number; `Error{out_of_memory}` if reading takes
/// more than `memory` bytes (0: no limit); any exception of `next`.
Board read_edge_list(const TextPieces& next, std::string_view file_name, std::uint64_t memory = 0);

}  // namespace mexbase
