// SPDX-License-Identifier: MIT
/// \file
/// Dense ranks for subsets of a given size, such as the cells of the pieces of one kind. A subset is a bit mask.
///
/// Subsets of k cells are sorted by their masks as numbers. The number of subsets before {c_1 < c_2 < … < c_k} is
/// C(c_1, 1) + C(c_2, 2) + … + C(c_k, k) (Knuth, The Art of Computer Programming, volume 4A, section 7.2.1.3). So the
/// rank does not depend on the number of cells.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "../index.hpp"

namespace mexbase {

namespace detail {
/// The binomial coefficient C(n, k) is at [k][n], so that a search for n stays in one row.
inline constexpr auto binomials = [] {
    std::array<std::array<Index, 65>, 65> table{};
    for (unsigned n = 0; n <= 64; ++n) {
        table[0][n] = 1;
        for (unsigned k = 1; k <= n; ++k) table[k][n] = table[k - 1][n - 1] + table[k][n - 1];
    }
    return table;
}();
}  // namespace detail

/// Returns C(n, k), the number of k-subsets of n cells, for n and k of at most 64; 0 if k > n.
constexpr Index binomial(unsigned n, unsigned k) {
    return detail::binomials[k][n];
}

/// Returns the rank of a set among all sets of its size: below C(n, k) if its k cells are among the first n.
constexpr Index rank_subset(std::uint64_t subset) {
    Index rank = 0;
    for (unsigned k = 1; subset != 0; subset &= subset - 1, ++k)
        rank += detail::binomials[k][static_cast<unsigned>(std::countr_zero(subset))];
    return rank;
}

/// Returns the k-subset of 64 cells with that rank, which is below C(64, k).
constexpr std::uint64_t unrank_subset(Index rank, unsigned k) {
    std::uint64_t subset = 0;
    for (unsigned above = 64; k > 0; --k) {
        // The highest cell is the greatest n with C(n, k) <= rank.
        const auto& row = detail::binomials[k];
        const auto* const next = std::upper_bound(row.data() + k - 1, row.data() + above, rank);
        above = static_cast<unsigned>(next - row.data()) - 1;
        rank -= row[above];
        subset |= std::uint64_t{1} << above;
    }
    return subset;
}

/// Lookup tables for all subsets of at most 16 cells: a rank or a set costs one access.
class SmallSubsets {
  public:
    static constexpr unsigned most_cells = 16;

    /// Returns the shared instance, made at the first call.
    static const SmallSubsets& shared() {
        static const SmallSubsets subsets;
        return subsets;
    }

    /// Returns `rank_subset(subset)`. `subset` has no cell past the first 16.
    unsigned rank(std::uint64_t subset) const { return ranks_[subset]; }
    /// Returns `unrank_subset(rank, k)`. `rank` is below C(16, k).
    std::uint32_t subset(unsigned rank, unsigned k) const { return subsets_[first_[k] + rank]; }

  private:
    SmallSubsets() {
        for (unsigned k = 0; k < most_cells; ++k)
            first_[k + 1] = first_[k] + static_cast<std::uint32_t>(binomial(most_cells, k));
        auto next = first_;
        for (std::uint32_t subset = 0; subset < subsets_.size(); ++subset) {
            const auto k = static_cast<unsigned>(std::popcount(subset));
            ranks_[subset] = static_cast<std::uint16_t>(next[k] - first_[k]);
            subsets_[next[k]++] = static_cast<std::uint16_t>(subset);
        }
    }

    std::array<std::uint16_t, 1 << most_cells> ranks_{}, subsets_{};  ///< `subsets_` has the sets by size, then by rank
    std::array<std::uint32_t, most_cells + 1> first_{};
};

}  // namespace mexbase
