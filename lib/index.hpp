// SPDX-License-Identifier: MIT
/// \file
/// The number of a position, and the digits that such numbers are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mexbase {

/// A position's number, 0..size-1 in its ruleset. Has 64 bits on all systems: tables may have billions of positions.
using Index = std::uint64_t;

/// Marks the absence of a position.
inline constexpr Index no_index = ~Index{0};

/// Maximum number of digits of a `DigitRange`.
inline constexpr std::size_t most_digits = 16;

/// A range of indices `first` + n, where n is a number in mixed radix. Its digits describe the position.
struct DigitRange {
    Index first = 0;
    /// Radices of the digits, at most `most_digits`, the most significant first; each is at least 2.
    std::vector<std::uint64_t> radices;
};

}  // namespace mexbase
