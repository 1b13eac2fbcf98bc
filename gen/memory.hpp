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

/// Says how much freed memory the process keeps: `little`, so that it holds what it uses, or so much that small jobs do
/// not spend a third of their time on pages that come and go. For `main`: a library does not decide that.
void keep_freed_memory(bool little);

/// Reads `512M`, `4G`, `4GiB`, `1000000` (powers of 1024). Throws `Error{bad_usage}`.
std::uint64_t parse_size(std::string_view text);

}  // namespace mexbase
