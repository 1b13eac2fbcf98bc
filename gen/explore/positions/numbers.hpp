// SPDX-License-Identifier: MIT
/// \file
/// Variable-length code for numbers: seven bits per byte, the lowest bits first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mexbase {

inline void put_number(std::vector<std::byte>& out, std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) out.push_back(static_cast<std::byte>(value | 0x80));
    out.push_back(static_cast<std::byte>(value));
}

/// Reads the number that `put_number` wrote at offset `at`. Sets `at` to the offset behind the number.
inline std::uint64_t take_number(std::span<const std::byte> bytes, std::size_t& at) {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(bytes[at++]);
        value |= (byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
}

}  // namespace mexbase
