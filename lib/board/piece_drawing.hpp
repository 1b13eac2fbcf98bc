// SPDX-License-Identifier: MIT
/// \file
/// Drawings of heaps, of places in a row, and of a piece on a board with one corner.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "drawing.hpp"

namespace mexbase {

/// Draws heaps side by side, with their numbers of stones below them. A heap of more than 60 stones is a triangle. If
/// there are more than 40 heaps, the first 40 are drawn, and three points.
Drawing drawing_of_heaps(std::span<const std::uint64_t> heaps);

/// The look of one place in a row.
struct RowPlace {
    enum class Shape : std::uint8_t {
        square,  ///< a square that touches its neighbours
        disc,    ///< a disc that a line joins to its neighbours
        domino,  ///< an upright rectangle
    };
    Shape shape = Shape::square;
    DrawingRole inside = DrawingRole::board;
    DrawingRole edge = DrawingRole::line;
};

/// Draws `length` places in a row; `place(k)` is the look of place k. If there are more than 40, draws the first 20, a
/// gap with three points, and the last 20, and writes the length below. Draws an empty row as a 0.
Drawing drawing_of_row(std::uint64_t length, const std::function<RowPlace(std::uint64_t)>& place);

/// Draws a piece on the square (x, y) of a board that begins with (0, 0) in the lower left corner. The squares up to
/// the piece are drawn, at most 16 in each direction; of more, those next to the piece.
Drawing drawing_of_quarter_board(std::uint64_t x, std::uint64_t y, const std::string& piece);

}  // namespace mexbase
