/// \file
/// Exact square roots of integers.
#pragma once

#include <cmath>
#include <cstdint>

namespace mexbase {

/// The largest r with r*r <= n.
inline std::uint64_t integer_sqrt(std::uint64_t n) {
    // Below 2^52 a root that is no integer is further from the next one than half a unit in the last place. Signed
    // numbers become floating ones, and back, in one instruction.
    if (n < std::uint64_t{1} << 52) [[likely]]
        return static_cast<std::uint64_t>(
            static_cast<std::int64_t>(std::sqrt(static_cast<double>(static_cast<std::int64_t>(n)))));
    auto r = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(n)));
    // The rounded root is off by at most one; the quotients avoid overflow near 2^64.
    while (r > 0 && r > n / r) --r;
    while (r + 1 <= n / (r + 1)) ++r;
    return r;
}

}  // namespace mexbase
