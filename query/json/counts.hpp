/// \file
/// How counts are shown, to people and to programs: in which order, and under which names.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "../table.hpp"

namespace mexbase {

inline constexpr std::array printed_order = {Outcome::win, Outcome::loss, Outcome::draw, Outcome::tie,
                                             Outcome::unknown};

/// N, P, L, R; then what has draws: numbers of `partizan_code`.
inline constexpr std::array<std::size_t, partizan_codes> partizan_order = {4, 0, 3, 1, 5, 2, 6, 7, 8};

/// `*5`, as a value is written.
inline std::string nimber_name(std::uint64_t n) {
    NimberValue value;
    value.nimber = n;
    return to_string(value);
}

/// Bits of the file for each index stored.
inline double bits_a_position(std::uint64_t bytes, const TableInfo& info) {
    return info.indices == 0 ? 0 : 8.0 * static_cast<double>(bytes) / static_cast<double>(info.indices);
}

}  // namespace mexbase
