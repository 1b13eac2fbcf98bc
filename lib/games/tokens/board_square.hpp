// SPDX-License-Identifier: MIT
/// \file
/// Squares of a board by their two coordinates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "../../error.hpp"
#include "../../text_parts.hpp"

namespace mexbase {

struct BoardSquare {
    std::uint64_t x = 0;
    std::uint64_t y = 0;
    friend bool operator==(const BoardSquare&, const BoardSquare&) = default;
};

/// Writes `3,5` for x = 3 and y = 5.
inline std::string to_string(const BoardSquare& square) {
    return std::to_string(square.x) + ',' + std::to_string(square.y);
}

/// Reads what `to_string` writes. Throws `Error{bad_position}` for any other text, and `Error{out_of_domain}` for a
/// coordinate of 2^32 or more.
inline BoardSquare board_square_from(std::string_view text) {
    const std::size_t comma = text.find(',');
    const auto x = decimal_number(text.substr(0, comma));
    const auto y = comma == std::string_view::npos ? std::nullopt : decimal_number(text.substr(comma + 1));
    if (!x || !y) throw_bad_position(text, "is not a square: expected two coordinates, such as 3,5");
    if (std::max(*x, *y) >> 32 != 0) throw Error(ErrorCode::out_of_domain, in_quotes(text) + " is not in this table");
    return {*x, *y};
}

}  // namespace mexbase
