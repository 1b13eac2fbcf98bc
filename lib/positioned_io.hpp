// SPDX-License-Identifier: MIT
/// \file
/// Reads and writes at a file offset. They continue after signals and short transfers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace mexbase {

/// Fills `bytes` from `offset` on. Returns the number of bytes read, which is less only at the end of the file, or null
/// if `errno` has the error.
std::optional<std::size_t> read_at(int descriptor, std::uint64_t offset, std::span<std::byte> bytes) noexcept;
/// Writes all `bytes` from `offset` on. Returns false if `errno` has the error.
bool write_at(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes) noexcept;

}  // namespace mexbase
