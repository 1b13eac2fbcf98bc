// SPDX-License-Identifier: MIT
/// \file
/// Texts of positions that show a board as rows of cells, such as `X:.../.X./..O`: their drawings, and the names of
/// moves between them.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drawing.hpp"

namespace mexbase {

/// A text that shows a board. Borrows the text.
///
/// Colons divide the text into parts. The board is the first part with a `/`, or the last part if none has one. It has
/// a character per cell, and `/` between its rows, which may differ in length. `.` is an empty cell.
struct CellRows {
    std::vector<std::vector<std::string_view>> rows;  ///< the cells, from the top
    std::string caption;                              ///< the other parts of the text, joined by colons
};
CellRows cell_rows(std::string_view text);

/// Returns the name of a cell, as `b2`: the letter of its column (after `z` comes `aa`), and the number of its row from
/// below.
std::string cell_name(std::size_t row_from_below, std::size_t column);

/// Returns a picture of several lines: the rows with their numbers, the letters of the columns, and the caption.
std::string picture_of_cells(std::string_view text);

/// Draws the board. `X` and `x` are crosses, `O` and `o` rings, `B` and `b` dark pieces, `W` and `w` light pieces, and
/// `#` is a blocked cell. Other characters are written into their cells.
Drawing drawing_of_cells(std::string_view text);

/// Returns the names of the moves from the position `text` to the positions `targets`, in their order.
///
/// A name lists the cells that the move changes: those that become empty, a `-`, and the others. Examples are `b2`,
/// `a1-b2` and `a1b1-c3`. If several moves change the same cells, the new contents follow: `b2=X`. A move gets the text
/// of its target as its name if it changes no cell, more than eight cells, or the form of the board, and if the name
/// would not be its own.
std::vector<std::string> move_names_of_cells(std::string_view text, std::span<const std::string> targets);

}  // namespace mexbase
