// SPDX-License-Identifier: MIT
#include "sparse_kernels.hpp"

#include <algorithm>
#include <cstring>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace mexbase::detail {

void Targets::clear() {
    for (Lanes& lanes : nimbers) lanes.fill(none);
    for (Lanes& lanes : hits) lanes.fill(0);
    used.fill(0);
}

unsigned Targets::most_used() const {
    return *std::ranges::max_element(used);
}

namespace {

// Vectors have the length of the hardware's registers. Compilers generate slow code for longer vectors.
using Short [[gnu::vector_size(16)]] = std::uint16_t;
using Long [[gnu::vector_size(32)]] = std::uint16_t;

// Searches for the targets in `count` slots from `slot` on, in the rows from `row` on. Must be inlined, so that it uses
// the instruction set of its caller.
template <class Vector, unsigned count>
[[gnu::always_inline]] inline void probe_slots(std::span<const PartRow> parts, const std::uint16_t* batch,
                                               Targets& targets, unsigned slot, unsigned row) {
    Vector nimbers[count], hits[count];
    for (unsigned i = 0; i < count; ++i) {
        std::memcpy(&nimbers[i], &targets.nimbers[slot + i][row], sizeof(Vector));
        std::memcpy(&hits[i], &targets.hits[slot + i][row], sizeof(Vector));
    }
    for (const PartRow& part : parts) {
        Vector options;
        std::memcpy(&options, batch - part.back + row, sizeof(Vector));
        options ^= static_cast<std::uint16_t>(part.nimber);
#pragma GCC unroll 8
        for (unsigned i = 0; i < count; ++i) hits[i] |= reinterpret_cast<Vector>(options == nimbers[i]);
    }
    for (unsigned i = 0; i < count; ++i) std::memcpy(&targets.hits[slot + i][row], &hits[i], sizeof(Vector));
}

template <class Vector>
[[gnu::always_inline]] inline void probe_all(std::span<const PartRow> parts, const std::uint16_t* batch,
                                             Targets& targets, unsigned rows) {
    const unsigned used = targets.most_used();
    for (unsigned row = 0; row < rows; row += sizeof(Vector) / sizeof(std::uint16_t))
        for (unsigned slot = 0; slot < used; slot += 8) {
            const unsigned count = used - slot;
            if (count > 4)
                probe_slots<Vector, 8>(parts, batch, targets, slot, row);
            else if (count > 2)
                probe_slots<Vector, 4>(parts, batch, targets, slot, row);
            else if (count > 1)
                probe_slots<Vector, 2>(parts, batch, targets, slot, row);
            else
                probe_slots<Vector, 1>(parts, batch, targets, slot, row);
        }
}

#if defined(__x86_64__)
// The attribute `target_clones` is not used: its resolver functions crash in programs with sanitizers.
[[gnu::target("avx2")]] void probe_avx2(std::span<const PartRow> parts, const std::uint16_t* batch, Targets& targets,
                                        unsigned rows) {
    probe_all<Long>(parts, batch, targets, rows);
}
#endif

}  // namespace

void probe(std::span<const PartRow> parts, const std::uint16_t* batch, Targets& targets, unsigned rows, bool portable) {
#if defined(__x86_64__)
    static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    if (has_avx2 && !portable) return probe_avx2(parts, batch, targets, rows);
#endif
    static_cast<void>(portable);
    probe_all<Short>(parts, batch, targets, rows);
}

std::uint64_t pack_bytes_portably(const std::uint8_t* bytes) {
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 64; ++i) bits |= std::uint64_t{bytes[i]} << i;
    return bits;
}

std::uint64_t pack_bytes(const std::uint8_t* bytes) {
#ifdef __SSE2__
    std::uint64_t bits = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const __m128i some = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * i));
        const int mask = _mm_movemask_epi8(_mm_cmpgt_epi8(some, _mm_setzero_si128()));
        bits |= std::uint64_t{static_cast<std::uint32_t>(mask)} << 16 * i;
    }
    return bits;
#else
    return pack_bytes_portably(bytes);
#endif
}

}  // namespace mexbase::detail
