// SPDX-License-Identifier: MIT
/// \file
/// Boards of Snakes-and-Adders from the text of board files.
#pragma once

#include <string_view>

#include "../board.hpp"

namespace mexbase {

/// Reads the board of a text such as
///
///     # a comment, to the end of the line
///     home 30        (the last square, HOME; squares are 1..30)
///     arrow 7 19     (from its tail to its head; up or down)
///
/// as the graph of one counter's moves. The vertices are the squares on which no arrow begins, in order and named by
/// their numbers. An arc is an advance of 1..4 squares, not past HOME, followed by the arrow that begins there, if any.
/// Two advances to one square are two arcs. Arrows are not chained: none ends at the start of another. Throws
/// `Error{bad_file}`: one line with `file_name` and the line number. Safe for hostile text.
Board parse_snakes(std::string_view text, std::string_view file_name);

}  // namespace mexbase
