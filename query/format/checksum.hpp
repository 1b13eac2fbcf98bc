/// \file
/// XXH3, the checksum of the table format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace mexbase {

/// XXH3-64 of `bytes`, seed 0.
std::uint64_t checksum64(std::span<const std::byte> bytes) noexcept;
/// The low 32 bits of XXH3-64 of `bytes` with a seed.
std::uint32_t checksum32(std::span<const std::byte> bytes, std::uint64_t seed = 0) noexcept;

}  // namespace mexbase
