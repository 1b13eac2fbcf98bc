// SPDX-License-Identifier: MIT
/// \file
/// XXH3, the checksum of the table format.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace mexbase {

/// Returns XXH3-64 of `bytes`, seed 0.
std::uint64_t checksum64(std::span<const std::byte> bytes) noexcept;
/// Returns the low 32 bits of XXH3-64 of `bytes` with a seed.
std::uint32_t checksum32(std::span<const std::byte> bytes, std::uint64_t seed = 0) noexcept;

/// Checksum XXH3-64 of bytes that are added piece by piece.
class Checksum64 {
  public:
    Checksum64();
    void add(std::span<const std::byte> bytes) noexcept;
    /// Returns the checksum of all bytes so far.
    std::uint64_t value() const noexcept;

  private:
    struct State;
    std::unique_ptr<State, void (*)(State*)> state_;
};

}  // namespace mexbase
