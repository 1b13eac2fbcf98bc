#include "checksum.hpp"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace mexbase {

std::uint64_t checksum64(std::span<const std::byte> bytes) noexcept {
    return XXH3_64bits(bytes.data(), bytes.size());
}

std::uint32_t checksum32(std::span<const std::byte> bytes, std::uint64_t seed) noexcept {
    return static_cast<std::uint32_t>(XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed));
}

}  // namespace mexbase
