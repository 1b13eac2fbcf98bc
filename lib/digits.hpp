// SPDX-License-Identifier: MIT
/// \file
/// The digits that indices are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "index.hpp"

namespace mexbase {

/// Maximum number of digits of a range.
inline constexpr std::size_t most_digits = 16;

/// A range of indices that, counted from its first, are numbers in mixed radix.
struct DigitRange {
    Index first = 0;
    /// Radices of the digits, at most `most_digits`, the most significant first; each is at least 2.
    std::vector<std::uint64_t> radices;
};

}  // namespace mexbase
