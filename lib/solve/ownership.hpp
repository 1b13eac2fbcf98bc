// SPDX-License-Identifier: MIT
/// \file
/// Division of vertices among threads.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "../index.hpp"

namespace mexbase::detail {

/// Splits 0..size-1 into one contiguous range per owner (a thread), of nearly equal lengths. The owner of a vertex is
/// found by a shift and a load from a table of at most 1024 entries.
class Ownership {
  public:
    Ownership(Index size, unsigned owners) {
        // A block has at least four vertices, so all vertices in one byte of a state array have one owner.
        constexpr unsigned least_shift = 2, table_bits = 10;
        const auto width = static_cast<unsigned>(std::bit_width(size));
        shift_ = width > least_shift + table_bits ? width - table_bits : least_shift;
        const Index blocks = (size >> shift_) + 1;
        owner_.resize(blocks);
        first_.assign(owners + 1, size);
        for (unsigned k = 0; k < owners; ++k) {
            const Index from = blocks * k / owners, to = blocks * (k + 1) / owners;
            for (Index b = from; b < to; ++b) owner_[b] = static_cast<std::uint16_t>(k);
            first_[k] = from << shift_ < size ? from << shift_ : size;
        }
    }

    unsigned owner(Index v) const { return owner_[v >> shift_]; }
    Index first(unsigned k) const { return first_[k]; }
    Index last(unsigned k) const { return first_[k + 1]; }

  private:
    unsigned shift_;
    std::vector<std::uint16_t> owner_;
    std::vector<Index> first_;
};

}  // namespace mexbase::detail
