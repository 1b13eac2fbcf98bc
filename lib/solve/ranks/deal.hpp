// SPDX-License-Identifier: MIT
/// \file
/// Division of a game's positions among ranks (processes) and their threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "../../index.hpp"
#include "../../rules/moves.hpp"

namespace mexbase::detail {

/// Deals blocks of indices in turn to the threads of all ranks (the *owners*), so that each has a part of every large
/// slice. An owner numbers its indices 0, 1, … in ascending order. Rank r has the owners r·threads..(r+1)·threads-1.
class Deal {
  public:
    /// Deals 0..size-1. `size` must be below 2^63.
    Deal(Index size, unsigned ranks, unsigned threads);

    unsigned owners() const { return owners_; }
    unsigned threads() const { return threads_; }
    /// Returns the number of indices in a block, a power of two.
    Index block() const { return mask_ + 1; }

    struct Place {
        unsigned owner;
        Index number;
    };
    Place place(Index i) const {
        const Index block = i >> shift_, turn = turn_of(block);
        return {static_cast<unsigned>(block - turn * owners_), turn << shift_ | (i & mask_)};
    }
    unsigned rank_of(Index i) const { return place(i).owner / threads_; }
    Index index(unsigned owner, Index number) const {
        return ((number >> shift_) * owners_ + owner) << shift_ | (number & mask_);
    }
    /// Returns the number of an owner's indices below `i`.
    Index count_below(unsigned owner, Index i) const {
        const Place at = place(i);
        const Index turns = (i >> shift_) / owners_;
        if (owner == at.owner) return at.number;
        return (turns + (owner < at.owner ? 1 : 0)) << shift_;
    }

  private:
    // Divides by the number of owners without a division. Exact if `block` · `owners_` is below 2^64.
    Index turn_of(Index block) const {
        return static_cast<Index>(static_cast<unsigned __int128>(block) * inverse_ >> 64);
    }

    unsigned owners_, threads_, shift_;
    Index mask_;
    std::uint64_t inverse_;  // 2^64 / owners, rounded up
};

/// The part of a slice that one rank owns. Its vertices 0..size-1 are the indices of its first thread in ascending
/// order, then those of the next thread. A rank's cells have the same order, slice after slice.
class DealtSlice {
  public:
    /// Borrows the deal.
    DealtSlice(const Deal& deal, unsigned rank, const Slice& slice);

    const Deal& deal() const { return *deal_; }
    const Slice& slice() const { return slice_; }
    unsigned first_owner() const { return first_owner_; }
    Index size() const { return starts_.back(); }
    /// Returns the number of the first cell. It is the number of the rank's indices in all lower slices.
    Index first_cell() const { return first_cell_; }
    /// Returns the first vertex of a thread; `start(threads)` is the number of vertices.
    Index start(unsigned thread) const { return starts_[thread]; }
    unsigned thread_of(Index v) const {
        unsigned thread = 0;
        while (v >= starts_[thread + 1]) ++thread;
        return thread;
    }

    /// Returns the index of a vertex.
    Index index(Index v) const {
        const unsigned thread = thread_of(v);
        return deal_->index(first_owner_ + thread, lowest_[thread] + (v - starts_[thread]));
    }
    /// Returns the vertex of an index of the slice that this rank owns.
    Index vertex(Index i) const {
        const Deal::Place at = deal_->place(i);
        const unsigned thread = at.owner - first_owner_;
        return starts_[thread] + (at.number - lowest_[thread]);
    }
    /// Calls `f(v, i, count)` for runs of vertices v, v + 1, … whose indices i, i + 1, … are consecutive.
    template <class F>
    void for_each_run(Index first, Index last, const F& f) const {
        while (first < last) {
            const unsigned thread = thread_of(first);
            const Index number = lowest_[thread] + (first - starts_[thread]);
            const Index count =
                std::min({last - first, starts_[thread + 1] - first, deal_->block() - (number & (deal_->block() - 1))});
            f(first, deal_->index(first_owner_ + thread, number), count);
            first += count;
        }
    }

  private:
    const Deal* deal_;
    Slice slice_;
    unsigned first_owner_;
    Index first_cell_ = 0;
    std::vector<Index> lowest_;  ///< by thread: number of the first index of the slice
    std::vector<Index> starts_;  ///< by thread, and the end
};

/// The rank that has an index, and how many indices from it on have consecutive cells there.
struct Share {
    unsigned rank;
    Index count;
};

/// The part of a game that one rank owns, slice by slice.
class DealtGame {
  public:
    DealtGame(const Deal& deal, unsigned rank, const std::vector<Slice>& slices) {
        for (const Slice& slice : slices) slices_.emplace_back(deal, rank, slice);
    }

    const std::vector<DealtSlice>& slices() const { return slices_; }
    Index size() const { return slices_.back().first_cell() + slices_.back().size(); }
    /// Returns the number of the cell of an index that the rank owns.
    Index cell(Index i) const {
        const DealtSlice& slice = slice_of(i);
        return slice.first_cell() + slice.vertex(i);
    }
    Share share_of(Index i) const {
        const Deal& deal = slices_.front().deal();
        const Slice& slice = slice_of(i).slice();
        const Index in_block = deal.block() - (i & (deal.block() - 1));
        return {deal.rank_of(i), std::min(in_block, slice.first + slice.size - i)};
    }
    /// Returns the first index from `from` on that the rank owns. It may be past the last index.
    Index next_own(Index from) const {
        const Deal& deal = slices_.front().deal();
        const unsigned own = slices_.front().first_owner();
        const Deal::Place at = deal.place(from);
        if (at.owner >= own && at.owner < own + deal.threads()) return from;
        const Index in_turn = at.number & ~(deal.block() - 1);
        return deal.index(own, at.owner < own ? in_turn : in_turn + deal.block());
    }

  private:
    const DealtSlice& slice_of(Index i) const {
        return *std::prev(std::upper_bound(slices_.begin(), slices_.end(), i, [](Index index, const DealtSlice& each) {
            return index < each.slice().first;
        }));
    }

    std::vector<DealtSlice> slices_;
};

/// A deal, and the part of one rank.
struct DealtPositions {
    DealtPositions(const std::vector<Slice>& slices, Index size, unsigned rank, unsigned ranks, unsigned threads)
        : deal(size, ranks, threads), own(deal, rank, slices) {}
    DealtPositions(const DealtPositions&) = delete;
    DealtPositions& operator=(const DealtPositions&) = delete;

    const Deal deal;
    const DealtGame own;
};

}  // namespace mexbase::detail
