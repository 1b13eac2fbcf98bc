/// \file
/// Chess boards as people write them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "../../../board/drawing.hpp"

namespace mexbase::chess {

/// A board as it is written: what stands on each square, a1 first, then b1, and h8 last; `KQRBNP` are White's, `kqrbnp`
/// Black's, 0 is nothing.
struct Diagram {
    std::array<char, 64> men{};
    bool black_moves = false;
    std::uint8_t passed = 0;  ///< the square over which a pawn has just gone; 0 if none has

    /// Reads the fields of a position in Forsyth-Edwards notation, the first two at least. What is not read as a board
    /// is `Error{bad_position}`; whether the men can stand so is another question.
    static Diagram parse(std::string_view text);
    /// Writes four fields.
    std::string format() const;
    /// The board with its coordinates, from White's side, and who is to move.
    std::string picture() const;
    /// The same drawn. A square over which a pawn has just gone is marked.
    Drawing drawing() const;
};

/// The name of a square, `e4`.
std::string name_of(std::uint8_t square);

}  // namespace mexbase::chess
