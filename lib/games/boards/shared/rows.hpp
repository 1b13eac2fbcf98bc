/// \file
/// Text of boards made of cells in rows, `X:.../.X./..O`: who is to move, a colon, and the rows, separated by `/`.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace mexbase {

/// What the text of one game's positions looks like. Letters count as they are written: `x` is no `X`.
struct RowsForm {
    std::string_view players;  ///< a letter for each player, the first to move first
    std::string_view cells;    ///< what a cell may hold, one character each
    unsigned rows = 1;         ///< at most 64 cells in all
    unsigned columns = 1;
    std::string_view example;    ///< a position, for error messages
    std::string_view tail = {};  ///< what stands after a further colon, for error messages; empty where nothing does
};

/// A board as it was read.
struct Rows {
    unsigned mover = 0;                    ///< place of the player to move in `RowsForm::players`
    std::array<std::uint8_t, 64> cells{};  ///< each as its place in `RowsForm::cells`, row by row
    std::string_view tail;                 ///< what stands after the second colon; part of the text that was read
};

/// Reads a board strictly. Throws `Error{bad_position}` for anything that is not of the form.
Rows read_rows(std::string_view text, const RowsForm& form);

/// Writes a board: the player to move, a colon, and rows of `cells`, each its place in `form.cells`. `tail` follows
/// after a colon where the form has one.
std::string write_rows(const RowsForm& form, unsigned mover, std::span<const std::uint8_t> cells,
                       std::string_view tail = "");

/// A picture of a board of at most 26 columns: its rows with their numbers, the lowest 1, the letters of the columns,
/// and who is to move.
std::string picture_of_rows(const RowsForm& form, unsigned mover, std::span<const std::uint8_t> cells);

/// The name of a cell in such a picture: the letter of its column and the number of its row, as `a1`.
std::string cell_name(const RowsForm& form, unsigned cell);

/// Throws `Error{bad_position}`: `"text" is no position: reason`.
[[noreturn]] void throw_no_board(std::string_view text, std::string_view reason);

}  // namespace mexbase
