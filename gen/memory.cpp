#include "memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <charconv>
#include <limits>

#include "../lib/error.hpp"

#ifdef __GLIBC__  // known once anything is included
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
    // Else these grow with the pieces that are freed, and each thread's heap keeps up to 64 MiB. The trainer of zstd's
    // dictionaries allocates and frees blocks of 4 MiB about fifty times per table.
    mallopt(M_MMAP_THRESHOLD, promptly ? 1 << 20 : (4 << 20) + (1 << 16));
    mallopt(M_TRIM_THRESHOLD, promptly ? 4 << 20 : 12 << 20);
#endif
}

std::uint64_t parse_size(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
    constexpr std::string_view units = "KMGT";
    unsigned shift = 0;
    if (!unit.empty()) {
        const auto at = units.find(unit.front());
        shift = at == std::string_view::npos ? 0 : 10 * (static_cast<unsigned>(at) + 1);
        unit.remove_prefix(at == std::string_view::npos ? 0 : 1);
        if (unit == "B" || unit == "iB") unit = {};
    }
    if (error != std::errc{} || !unit.empty() || value == 0 ||
        value > std::numeric_limits<std::uint64_t>::max() >> shift)
        throw Error(ErrorCode::bad_usage,
                    "a size is a positive number with K, M, G or T, as 512M; got " + in_quotes(text));
    return value << shift;
}

}  // namespace mexbase
