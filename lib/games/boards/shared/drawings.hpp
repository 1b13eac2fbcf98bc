// SPDX-License-Identifier: MIT
/// \file
/// Drawings of boards: pieces, cells in rows, points joined by lines.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "../../../board/drawing.hpp"
#include "rows.hpp"

namespace mexbase {

/// The content of a cell or a point.
enum class Man : std::uint8_t { none, cross, ring, light, dark };

/// Adds a piece within `radius` of a point; nothing for `none`.
void draw_man(Drawing& drawing, Man man, Drawing::Point at, double radius = 0.36);

/// Adds the player to move: a small piece, and words, in one line around a point.
void draw_mover(Drawing& drawing, Man man, Drawing::Point at);

/// Adds the name of a row, a column or a point.
void draw_name(Drawing& drawing, Drawing::Point at, std::string name);

/// Draws a board of at most 26 columns as in `picture_of_rows`. `men` holds the drawing of each index in `form.cells`;
/// after the empty one the players' pieces come in the order of `form.players`.
Drawing drawing_of_rows(const RowsForm& form, std::span<const Man, 3> men, unsigned mover,
                        std::span<const std::uint8_t> cells);

}  // namespace mexbase
