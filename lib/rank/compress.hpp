// SPDX-License-Identifier: MIT
/// \file
/// Gathers bits from chosen positions and puts them back.
#pragma once

#include <cstdint>

namespace mexbase {

/// Gathers the bits of `bits` at the set bits of `cells`, lowest first and without gaps ("compress", Knuth, The Art of
/// Computer Programming, volume 4A, section 7.1.3). Portable version, with one step per set bit of `cells`.
constexpr std::uint64_t compress_in_steps(std::uint64_t bits, std::uint64_t cells) {
    std::uint64_t result = 0;
    for (std::uint64_t place = 1; cells != 0; cells &= cells - 1, place <<= 1)
        result |= (bits & cells & (~cells + 1)) != 0 ? place : 0;
    return result;
}

/// Moves the lowest bits of `bits` to the set bits of `cells`: the inverse of `compress`. Portable version.
constexpr std::uint64_t expand_in_steps(std::uint64_t bits, std::uint64_t cells) {
    std::uint64_t result = 0;
    for (; cells != 0; cells &= cells - 1, bits >>= 1) result |= (bits & 1) != 0 ? cells & (~cells + 1) : 0;
    return result;
}

#if defined(__x86_64__)

namespace detail {
/// True if the processor has `pext` and `pdep` in hardware; the first two generations of Zen emulate them slowly. It is
/// false until it is initialised; the portable version is used until then.
inline const bool has_fast_compress = [] {
    __builtin_cpu_init();
    return __builtin_cpu_supports("bmi2") != 0 && __builtin_cpu_is("znver1") == 0 && __builtin_cpu_is("znver2") == 0;
}();
}  // namespace detail

#endif

/// Gathers bits as `compress_in_steps` does, with one instruction if the processor has a fast one. This is assembly,
/// because compilers never inline a function that is compiled for a later processor, and the call would take longer
/// than the work.
inline std::uint64_t compress(std::uint64_t bits, std::uint64_t cells) {
#if defined(__x86_64__)
    if (detail::has_fast_compress) {
        __asm__("pextq %2, %1, %0" : "=r"(bits) : "r"(bits), "r"(cells));
        return bits;
    }
#endif
    return compress_in_steps(bits, cells);
}

/// Moves bits as `expand_in_steps` does, with one instruction if the processor has a fast one.
inline std::uint64_t expand(std::uint64_t bits, std::uint64_t cells) {
#if defined(__x86_64__)
    if (detail::has_fast_compress) {
        __asm__("pdepq %2, %1, %0" : "=r"(bits) : "r"(bits), "r"(cells));
        return bits;
    }
#endif
    return expand_in_steps(bits, cells);
}

}  // namespace mexbase
