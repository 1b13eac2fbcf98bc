// SPDX-License-Identifier: MIT
/// \file
/// Functions that split texts into words and read numbers.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace mexbase {

/// Calls `f(word)` with each part of `text` between separators. There is at least one part, and parts may be empty.
template <class F>
void for_each_word(std::string_view text, char separator, F&& f) {
    for (std::size_t end; (end = text.find(separator)) != std::string_view::npos; text.remove_prefix(end + 1))
        f(text.substr(0, end));
    f(text);
}

/// Reads decimal digits. Returns `std::nullopt` for any other text, and `too_great` for a number of more than 64 bits.
inline std::optional<std::uint64_t> decimal_number(
    std::string_view text, std::optional<std::uint64_t> too_great = std::numeric_limits<std::uint64_t>::max()) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc::invalid_argument || end != text.data() + text.size()) return std::nullopt;
    return error == std::errc{} ? number : too_great;
}

/// Reads decimal digits as a number of at most 64 bits. Returns `std::nullopt` for any other text.
inline std::optional<std::uint64_t> exact_number(std::string_view text) {
    return decimal_number(text, std::nullopt);
}

}  // namespace mexbase
