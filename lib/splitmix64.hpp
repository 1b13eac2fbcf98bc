// SPDX-License-Identifier: MIT
/// \file
/// The hash function of 64-bit words that all hash tables here use.
#pragma once

#include <cstdint>

namespace mexbase {

/// A bijection of 64-bit words under which every bit of the result depends on every bit of `x`: the finalizer of
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). 0 stays 0.
constexpr std::uint64_t splitmix64(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
}

}  // namespace mexbase
