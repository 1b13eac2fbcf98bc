// SPDX-License-Identifier: MIT
/// \file
/// Chess boards in text form.
#pragma once

#include <array>
#include <cstdint>
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

    /// Reads a position in Forsyth-Edwards notation. Only the first two fields are required. Throws
    /// `Error{bad_position}` for invalid notation. Does not check that the position is legal.
    static Diagram parse(std::string_view text);
    std::string format() const;
    /// Returns the board with its coordinates, from White's side, and the side to move.
    std::string picture() const;
    /// Draws the board as `picture` shows it. A square that a pawn has just passed is marked.
    Drawing drawing() const;
};

}  // namespace mexbase::chess
