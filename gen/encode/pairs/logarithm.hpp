/// \file
/// Logarithms by integers.
#pragma once

#include <bit>
#include <cstdint>

namespace mexbase::detail {

/// 256 times the binary logarithm of a number above 0, rounded down.
constexpr std::uint64_t log2_256(std::uint64_t x) {
    const auto whole = static_cast<unsigned>(std::bit_width(x) - 1);
    std::uint64_t fraction = whole > 31 ? x >> (whole - 31) : x << (31 - whole);  // in [2^31, 2^32)
    std::uint64_t log = whole;
    for (int i = 0; i < 8; ++i) {
        fraction = fraction * fraction >> 31;
        log <<= 1;
        if (fraction >= std::uint64_t{1} << 32) {
            fraction >>= 1;
            log |= 1;
        }
    }
    return log;
}

}  // namespace mexbase::detail
