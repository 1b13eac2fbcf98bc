// SPDX-License-Identifier: MIT
/// \file
/// Inner loops of the sparse space method.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace mexbase::detail {

/// Maximum number of heaps in a batch (heaps of consecutive sizes that are solved together).
inline constexpr unsigned batch_rows = 32;

/// One heap of an option that leaves two heaps. If heap n of the batch is split, the other heap is n - `back`.
struct PartRow {
    std::uint64_t back;
    std::uint32_t nimber;  // 32 bits, which saves an instruction per mark
};

/// Nimbers to find among the options of each heap of a batch.
struct Targets {
    static constexpr unsigned slots = 16;
    /// Marks an unused slot. No nimber has this value.
    static constexpr std::uint16_t none = 0xffff;
    using Lanes = std::array<std::uint16_t, batch_rows>;

    alignas(64) std::array<Lanes, slots> nimbers;
    alignas(64) std::array<Lanes, slots> hits;  ///< nonzero: found
    std::array<std::uint8_t, batch_rows> used;  ///< slots in use, from 0, for each row

    void clear();
    void add(unsigned row, std::uint32_t nimber) { nimbers[used[row]++][row] = static_cast<std::uint16_t>(nimber); }
    /// Returns the greatest number of used slots in any row.
    unsigned most_used() const;
};

/// Marks each target that is the nimber of an option with one of `parts`. Searches the first `rows` rows (16 or 32),
/// one per heap of the batch. Each part must have another part in all these rows. `batch` points to the batch's first
/// heap in the array of nimbers. If `portable`, uses instructions that all processors have.
void probe(std::span<const PartRow> parts, const std::uint16_t* batch, Targets& targets, unsigned rows, bool portable);

/// Packs 64 bytes, each 0 or 1, into a word. Bit i of the word is byte i.
std::uint64_t pack_bytes(const std::uint8_t* bytes);
/// Portable version of `pack_bytes`.
std::uint64_t pack_bytes_portably(const std::uint8_t* bytes);

}  // namespace mexbase::detail
