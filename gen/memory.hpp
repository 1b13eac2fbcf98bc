/// \file
/// What the machine says of memory. The one file that asks it.
#pragma once

#include <cstdint>
#include <string_view>

namespace mexbase {

/// The most memory this process has held so far, in bytes (0 where the system does not say).
std::uint64_t peak_memory();

/// Physical memory of the machine in bytes.
std::uint64_t machine_memory();

/// Sets when freed memory goes back to the system: `promptly`, so that the process holds what it uses, or beyond 12 MiB
/// per thread, because page faults would take a third of the time of small jobs. Only for `main`, not for libraries.
void return_freed_memory(bool promptly);

/// Reads `512M`, `4G`, `4GiB`, `1000000` (powers of 1024). Throws `Error{bad_usage}`.
std::uint64_t parse_size(std::string_view text);

}  // namespace mexbase
