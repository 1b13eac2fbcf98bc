// SPDX-License-Identifier: MIT
/// \file
/// Division of a game's positions among ranks by consecutive windows.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "deal.hpp"

namespace mexbase::detail {

/// Division of indices among ranks, in the order of the indices: rank r has those from `starts[r]` up to but not
/// including `starts[r + 1]`, and a cell for each of them. It has the same members as `DealtGame`.
class CellWindows {
  public:
    /// `starts` ascends, and has an element more than there are ranks.
    CellWindows(std::vector<Index> starts, unsigned rank) : starts_(std::move(starts)), rank_(rank) {}

    /// Divides 0..size-1 evenly, in multiples of `unit`. If there are fewer units than ranks, rank 0 has one.
    static CellWindows even(Index size, Index unit, unsigned ranks, unsigned rank) {
        const Index units = (size + unit - 1) / unit;
        std::vector<Index> starts;
        for (unsigned r = 0; r <= ranks; ++r)
            starts.push_back(std::min(size, (units / ranks * r + (units % ranks * r + ranks - 1) / ranks) * unit));
        return {std::move(starts), rank};
    }
    /// Gives 0..size-1 to rank 0.
    static CellWindows all_on_first(Index size, unsigned ranks, unsigned rank) {
        std::vector<Index> starts(ranks + std::size_t{1}, size);
        starts.front() = 0;
        return {std::move(starts), rank};
    }

    Index first() const { return starts_[rank_]; }
    Index last() const { return starts_[rank_ + 1]; }
    Index size() const { return last() - first(); }
    Index cell(Index i) const { return i - first(); }
    Share share_of(Index i) const {
        const auto after = std::upper_bound(starts_.begin(), starts_.end(), i);
        return {static_cast<unsigned>(after - starts_.begin() - 1), *after - i};
    }
    Index next_own(Index from) const { return from < last() ? std::max(from, first()) : starts_.back(); }

  private:
    std::vector<Index> starts_;
    unsigned rank_;
};

}  // namespace mexbase::detail
