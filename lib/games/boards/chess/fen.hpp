/// \file
/// Chess boards as people write them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "squares.hpp"

namespace mexbase::chess {

/// A board as it is written: what stands on each square, `KQRBNP` White's, `kqrbnp` Black's, 0 nothing.
struct Diagram {
    std::array<char, square_count> men{};
    bool black_moves = false;
    Square passed = 0;  ///< the square over which a pawn has just gone; 0 if none has

    /// Reads the fields of a position in Forsyth-Edwards notation, the first two at least. What is not read as a board
    /// is `Error{bad_position}`; whether the men can stand so is another question.
    static Diagram parse(std::string_view text);
    /// Writes four fields.
    std::string format() const;
    /// The board with its coordinates, from White's side, and who is to move.
    std::string picture() const;
};

/// `e4`.
std::string name_of(Square s);

/// Throws `Error{bad_position}`: `"text" is no position: reason`.
[[noreturn]] void throw_no_position(std::string_view text, const std::string& reason);

}  // namespace mexbase::chess
