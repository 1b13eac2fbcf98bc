// SPDX-License-Identifier: MIT
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

struct Checksum64::State {
    XXH3_state_t xxh;
};

Checksum64::Checksum64() : state_(new State, [](State* state) { delete state; }) {
    XXH3_64bits_reset(&state_->xxh);
}

void Checksum64::add(std::span<const std::byte> bytes) noexcept {
    XXH3_64bits_update(&state_->xxh, bytes.data(), bytes.size());
}

std::uint64_t Checksum64::value() const noexcept {
    return XXH3_64bits_digest(&state_->xxh);
}

}  // namespace mexbase
