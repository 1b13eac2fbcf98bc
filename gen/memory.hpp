// SPDX-License-Identifier: MIT
/// \file
/// Functions that ask the system about memory.
#pragma once

#include <cstdint>
#include <string_view>

namespace mexbase {

/// Returns the peak memory of this process in bytes, or 0 if the system does not report it.
std::uint64_t peak_memory();

std::uint64_t machine_memory();

/// Memory in bytes that the program `mexgen` takes for any job: itself and the buffers of one thread.
inline constexpr std::uint64_t program_memory = std::uint64_t{20} << 20;

/// Sets how much freed memory the process keeps. If `promptly` is true, it keeps little. Otherwise each thread keeps up
/// to 12 MiB, to avoid page faults in small jobs. Only for `main`, not for libraries.
void return_freed_memory(bool promptly);

/// Parses a size such as `1000000`, `512M` or `4GiB`; units are powers of 1024. Throws `Error{bad_usage}`.
std::uint64_t parse_size(std::string_view text);

}  // namespace mexbase
