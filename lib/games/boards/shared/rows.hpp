// SPDX-License-Identifier: MIT
/// \file
/// Texts and drawings of boards with cells in rows. `X:.../.X./..O` has the player to move and the rows.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "../../../board/drawing.hpp"

namespace mexbase {

/// The text form of one game's positions. Case matters: `x` is not `X`.
struct RowsForm {
    std::string_view players;  ///< a letter for each player, the first to move first
    std::string_view cells;    ///< possible contents of a cell, one character each
    unsigned rows = 1;         ///< at most 64 cells in all
    unsigned columns = 1;
    std::string_view example;    ///< a position, for error messages
    std::string_view tail = {};  ///< for error messages: the meaning of the text after a second colon, if there is one
};

struct Rows {
    unsigned mover = 0;                    ///< index of the player to move in `RowsForm::players`
    std::array<std::uint8_t, 64> cells{};  ///< content of each cell, row by row: an index in `RowsForm::cells`
    std::string_view tail;                 ///< text after the second colon; borrowed from the input
};

/// Reads a board. Throws `Error{bad_position}` for any text that does not exactly have the form.
Rows read_rows(std::string_view text, const RowsForm& form);

/// Writes a board: the player to move, a colon, and rows of `cells`, each an index in `form.cells`. Appends `tail`
/// after a colon if the form has one.
std::string write_rows(const RowsForm& form, unsigned mover, std::span<const std::uint8_t> cells,
                       std::string_view tail = "");

/// Returns a picture of a board of at most 26 columns: its rows with their numbers from below, the letters of the
/// columns, and the player to move.
std::string picture_of_rows(const RowsForm& form, unsigned mover, std::span<const std::uint8_t> cells);

/// Returns the name of a cell, as `a1`: the letter of its column and the number of its row from below.
std::string cell_name(const RowsForm& form, unsigned cell);

/// The content of a cell or a point.
enum class Man : std::uint8_t { none, cross, ring, light, dark };

/// Adds a piece within `radius` of a point. Adds nothing for `Man::none`.
void draw_man(Drawing& drawing, Man man, Drawing::Point at, double radius = 0.36);

/// Adds a small piece of the player to move and the words "to move", on one line around the point `at`.
void draw_mover(Drawing& drawing, Man man, Drawing::Point at);

void draw_name(Drawing& drawing, Drawing::Point at, std::string name);

/// Draws a board of at most 26 columns as in `picture_of_rows`. `men` has the drawing for each index in `form.cells`:
/// an empty cell, then a piece of each player in the order of `form.players`.
Drawing drawing_of_rows(const RowsForm& form, std::span<const Man, 3> men, unsigned mover,
                        std::span<const std::uint8_t> cells);

/// Throws `Error{bad_position}`: `"text" is not a position: reason`.
[[noreturn]] void throw_no_board(std::string_view text, std::string_view reason);

}  // namespace mexbase
