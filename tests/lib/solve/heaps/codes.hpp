// SPDX-License-Identifier: MIT
/// \file
/// Octal and hexadecimal codes for tests.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "lib/rules/take_and_break.hpp"

namespace mexbase::test {

/// Parses a code such as "0.77".
inline TakeAndBreak code(std::string_view text) {
    std::vector<std::uint8_t> digits;
    for (const char c : text)
        if (c != '.') digits.push_back(static_cast<std::uint8_t>(c <= '9' ? c - '0' : c - 'a' + 10));
    return take_and_break_code(digits);
}

/// Returns the code 0.abc whose digits are those of a number below 512.
inline TakeAndBreak octal(unsigned number) {
    const std::array digits = {std::uint8_t{0}, static_cast<std::uint8_t>(number / 64),
                               static_cast<std::uint8_t>(number / 8 % 8), static_cast<std::uint8_t>(number % 8)};
    return take_and_break_code(digits);
}

}  // namespace mexbase::test
