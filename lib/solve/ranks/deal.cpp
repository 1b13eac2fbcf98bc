// SPDX-License-Identifier: MIT
#include "deal.hpp"

#include <bit>

namespace mexbase::detail {

Deal::Deal(Index size, unsigned ranks, unsigned threads) : owners_(ranks * threads), threads_(threads) {
    if (owners_ == 1) {
        shift_ = 63;  // all is in block 0
    } else {
        // Enough blocks that shares differ little, but long runs of indices, which rules read faster.
        constexpr Index blocks_per_owner = 64, longest = Index{1} << 16, shortest = 4;
        const Index wanted = std::clamp(size / (blocks_per_owner * owners_), shortest, longest);
        shift_ = static_cast<unsigned>(std::bit_width(wanted) - 1);
    }
    mask_ = (Index{1} << shift_) - 1;
    inverse_ = owners_ == 1 ? 0 : ~std::uint64_t{0} / owners_ + 1;
}

DealtSlice::DealtSlice(const Deal& deal, unsigned rank, const Slice& slice)
    : deal_(&deal), slice_(slice), first_owner_(rank * deal.threads()), starts_(1, 0) {
    for (unsigned thread = 0; thread < deal.threads(); ++thread) {
        const unsigned owner = first_owner_ + thread;
        const Index lowest = deal.count_below(owner, slice.first);
        lowest_.push_back(lowest);
        first_cell_ += lowest;
        starts_.push_back(starts_.back() + deal.count_below(owner, slice.first + slice.size) - lowest);
    }
}

}  // namespace mexbase::detail
