// SPDX-License-Identifier: MIT
/// \file
/// Integer logarithms for the costs of codes, equal on all machines.
#pragma once

#include <bit>
#include <cstdint>

namespace mexbase::detail {

/// Returns 256 times the binary logarithm of a number above 0, rounded down.
inline std::uint64_t log2_256(std::uint64_t x) {
    const auto whole = static_cast<unsigned>(std::bit_width(x) - 1);
    std::uint64_t fraction = whole > 31 ? x >> (whole - 31) : x << (31 - whole);  // in [2^31, 2^32)
    std::uint64_t log = whole;
    for (int i = 0; i < 8; ++i) {
        fraction = fraction * fraction >> 31;
        const std::uint64_t above = fraction >> 32;
        fraction >>= above;
        log = log << 1 | above;
    }
    return log;
}

}  // namespace mexbase::detail
