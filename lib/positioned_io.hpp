// SPDX-License-Identifier: MIT
/// \file
/// Functions that read and write at a file offset. They continue after signals and short transfers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace mexbase {

/// Fills `bytes` from `offset` on. Returns the number of bytes read, which is less than requested only at the end of
/// the file. On an error, returns `std::nullopt` and sets `errno`.
std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> bytes) noexcept;
/// Writes all `bytes` from `offset` on. On an error, returns false and sets `errno`.
bool write_at(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes) noexcept;

}  // namespace mexbase
