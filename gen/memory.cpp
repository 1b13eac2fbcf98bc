// SPDX-License-Identifier: MIT
#include "memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <limits>
#include <thread>

#include "../lib/error.hpp"
#include "../lib/text_parts.hpp"

#ifdef __GLIBC__  // defined by any system header
#include <malloc.h>
#endif

namespace mexbase {

std::uint64_t peak_memory() {
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

std::uint64_t machine_memory() {
    return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

void return_freed_memory([[maybe_unused]] bool promptly) {
#ifdef __GLIBC__
    // If these thresholds are not set, glibc raises them, and each thread may keep 64 MiB of freed memory. The trainer
    // of zstd dictionaries repeatedly allocates and frees blocks of 4 MiB.
    mallopt(M_MMAP_THRESHOLD, promptly ? 1 << 20 : (4 << 20) + (1 << 16));
    mallopt(M_TRIM_THRESHOLD, promptly ? 4 << 20 : 12 << 20);
    // glibc maps 128 MiB of addresses for the heap of each thread. If `ulimit -v` forbids that, each allocation of the
    // thread would try it again, so all threads share one heap.
    rlimit addresses{};
    constexpr std::uint64_t of_thread = std::uint64_t{128} << 20, of_process = std::uint64_t{1} << 30;
    if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur != RLIM_INFINITY &&
        addresses.rlim_cur < of_process + std::thread::hardware_concurrency() * of_thread)
        mallopt(M_ARENA_MAX, 1);
#endif
}

std::uint64_t parse_size(std::string_view text) {
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    const std::uint64_t value = exact_number(text.substr(0, digits)).value_or(0);
    std::string_view unit = text.substr(digits);
    constexpr std::string_view units = "KMGT";
    unsigned shift = 0;
    if (!unit.empty()) {
        const auto at = units.find(unit.front());
        shift = at == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(at) + 1);
        unit.remove_prefix(at == std::string_view::npos ? 0 : 1);
        if (unit == "B" || unit == "iB") unit = {};
    }
    if (!unit.empty() || value == 0 || value > std::numeric_limits<std::uint64_t>::max() >> shift)
        throw Error(
            ErrorCode::bad_usage,
            in_quotes(text) +
                " is not a size: expected a positive number, with K, M, G or T unless it is in bytes, such as 512M");
    return value << shift;
}

}  // namespace mexbase
