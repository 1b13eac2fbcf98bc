// SPDX-License-Identifier: MIT
/// \file
/// Chess boards in text form.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../../../board/drawing.hpp"
#include "squares.hpp"

namespace mexbase::chess {

/// A board in text form: the piece on each square, a1 first, then b1, and h8 last. `KQRBNP` are White's, `kqrbnp`
/// Black's, and 0 is empty.
struct Diagram {
    std::array<char, 64> men{};
    bool black_moves = false;
    std::uint8_t passed = 0;  ///< the square over which a pawn has just gone two squares; 0 if none has

    /// Reads a position in Forsyth-Edwards notation or EPD (`FenFields`). Only the first two fields are required.
    /// Ignores castling rights without a king and a rook on their first squares. Throws `Error{bad_position}` for
    /// invalid notation and for other castling rights. Does not check that the position is legal.
    static Diagram parse(std::string_view text);
    std::string format() const;
    /// Returns the board with its coordinates, from White's side, and the side to move.
    std::string picture() const;
    /// Draws the board as `picture` shows it. A square that a pawn has just passed is marked.
    Drawing drawing() const;
};

/// Characters that separate the fields of a position. Addresses of web pages have `_` instead of blanks.
inline constexpr std::string_view fen_blanks = " \t_";

/// The fields of a position in Forsyth-Edwards notation, or of a line of EPD (Extended Position Description: four
/// fields, then operations such as `bm Qg4; hmvc 12;`). They are parts of the text that is read.
struct FenFields {
    std::string_view board, mover;  ///< empty if missing
    std::string_view castling = "-", passed = "-";
    /// The number of plies since the last capture or pawn move, from the fifth field or the operation `hmvc`.
    std::optional<std::uint64_t> clock;

    /// Splits a text. Throws `Error{bad_position}` for fields after the fourth that are neither numbers of moves nor
    /// operations. Ignores other operations than `hmvc`.
    explicit FenFields(std::string_view text);
    /// Reads the board and the side to move of `text`. Throws `Error{bad_position}` if one of them is invalid.
    Diagram diagram(std::string_view text) const;
};

/// Returns the rooks of the castling rights in the third field of `text`. Ignores rights without a king and a rook on
/// their first squares. Throws `Error{bad_position}` if the field is neither `-` nor letters of `KQkq`.
Squares castling_rooks(const Diagram& board, std::string_view text, std::string_view field);

}  // namespace mexbase::chess
