// SPDX-License-Identifier: MIT
/// \file
/// Sizes of memory in messages.
#pragma once

#include <cstdint>
#include <string>

namespace mexbase {

/// Writes a size in the largest of bytes, KiB and MiB that leaves three digits or more, rounded up. So the needed and
/// the allowed size differ in messages, however small they are.
inline std::string memory_text(std::uint64_t bytes) {
    constexpr std::uint64_t enough = 100, kibi = 1024;
    const auto in = [bytes](std::uint64_t unit) { return std::to_string(bytes / unit + (bytes % unit != 0 ? 1 : 0)); };
    if (bytes < enough * kibi) return std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes");
    if (bytes < enough * kibi * kibi) return in(kibi) + " KiB";
    return in(kibi * kibi) + " MiB";
}

}  // namespace mexbase
