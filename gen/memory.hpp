// SPDX-License-Identifier: MIT
/// \file
/// Memory of the machine and the process. No other file queries the system for it.
#pragma once

#include <cstdint>
#include <string_view>

namespace mexbase {

/// Returns the peak memory of this process in bytes, or 0 if the system does not report it.
std::uint64_t peak_memory();

std::uint64_t machine_memory();

/// Sets when freed memory returns to the system. `promptly`: at once. Otherwise each thread keeps up to 12 MiB, because
/// page faults would take a third of the time of small jobs. Only for `main`, not for libraries.
void return_freed_memory(bool promptly);

/// Parses `512M`, `4G`, `4GiB`, `1000000` (powers of 1024). Throws `Error{bad_usage}`.
std::uint64_t parse_size(std::string_view text);

}  // namespace mexbase
