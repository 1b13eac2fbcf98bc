/// \file
/// Squares of a board by their two coordinates.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mexbase {

/// A square of the quarter board.
struct BoardSquare {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    friend bool operator==(const BoardSquare&, const BoardSquare&) = default;
};

/// `3,5` for x = 3 and y = 5.
std::string to_string(const BoardSquare&);

/// Reads what `to_string` writes. Throws `Error{bad_position}` for any other text, and `Error{out_of_domain}` for a
/// coordinate of 2^32 or more.
BoardSquare board_square_from(std::string_view text);

}  // namespace mexbase
