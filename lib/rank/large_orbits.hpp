// SPDX-License-Identifier: MIT
/// \file
/// Pairs of disjoint sets of cells up to the symmetry of a board of at most 24 cells.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../index.hpp"
#include "../lazy.hpp"
#include "compress.hpp"
#include "subsets.hpp"

namespace mexbase {

/// Ranks of subsets of at most 24 cells: two accesses to tables of some 230 KiB.
class HalvedSubsets {
  public:
    static constexpr unsigned most_cells = 24;

    /// Returns the shared instance, made at the first call.
    static const HalvedSubsets& shared() {
        static const HalvedSubsets subsets;
        return subsets;
    }

    /// Returns `rank_subset(subset)`. `subset` has no cell past the first 24.
    std::uint32_t rank(std::uint32_t subset) const {
        const std::uint32_t low = subset & half_mask;
        return low_[low] + high_[sizes_[low]][subset >> half];
    }
    /// Returns the number of cells of `subset`.
    unsigned size(std::uint32_t subset) const { return sizes_[subset & half_mask] + 0U + sizes_[subset >> half]; }

  private:
    static constexpr unsigned half = most_cells / 2;
    static constexpr std::uint32_t half_mask = (1U << half) - 1;

    HalvedSubsets();

    std::array<std::uint8_t, 1 << half> sizes_{};
    std::array<std::uint16_t, 1 << half> low_{};
    /// Share of the upper half in the rank, by the number of cells in the lower half.
    std::array<std::array<std::uint32_t, 1 << half>, half + 1> high_{};
};

/// The image of each cell under a symmetry of a board of at most 24 cells.
using LargeCellPermutation = std::array<std::uint8_t, HalvedSubsets::most_cells>;

/// The orbits of the subsets of a board of at most 24 cells under a group of symmetries, for subsets of limited size.
/// Otherwise as `Orbits`, with the same order. Copies share the tables: four bytes per subset.
class LargeOrbits {
  public:
    static constexpr unsigned most_cells = HalvedSubsets::most_cells;
    static constexpr unsigned most_symmetries = 16;

    /// Makes the orbits of the subsets of at most `most` cells. `cells` is at most `most_cells`. `group` has at most
    /// `most_symmetries` permutations of 0..cells-1, the identity first.
    LargeOrbits(unsigned cells, unsigned most, std::span<const LargeCellPermutation> group);

    unsigned cells() const { return tables_->cells; }
    /// Returns the greatest number of cells of a subset.
    unsigned most() const { return static_cast<unsigned>(tables_->asymmetric.size()) - 1; }
    unsigned symmetries() const { return static_cast<unsigned>(tables_->group.size()); }
    std::uint32_t image(unsigned symmetry, std::uint32_t set) const {
        const auto& bytes = tables_->images[symmetry];
        return bytes[0][set & 0xff] | bytes[1][set >> 8 & 0xff] | bytes[2][set >> 16];
    }
    /// Returns the symmetry that applies `first` and then `second`.
    unsigned compose(unsigned second, unsigned first) const { return tables_->compositions[second][first]; }
    std::span<const LargeCellPermutation> group() const { return tables_->group; }

    /// Returns the number of orbits of sets with fewer than k cells, which is the first orbit of sets with k.
    std::uint32_t first(unsigned k) const { return tables_->first[k]; }
    /// Returns the number of orbits of k-cell sets that only the identity fixes. They precede the other k-cell orbits.
    std::uint32_t asymmetric(unsigned k) const { return tables_->asymmetric[k]; }

    struct Entry {
        std::uint32_t orbit : 28;    ///< number of the set's orbit
        std::uint32_t symmetry : 4;  ///< the smallest symmetry that leads to the representative
    };
    /// Returns the entry of a set of k cells.
    Entry entry(std::uint32_t set, unsigned k) const {
        return tables_->entries[tables_->first_set[k] + HalvedSubsets::shared().rank(set)];
    }
    std::uint32_t representative(std::uint32_t orbit) const { return tables_->representatives[orbit]; }
    /// Returns the symmetries that fix the representative of that orbit, one bit each; the identity is bit 0.
    std::uint32_t stabiliser(std::uint32_t orbit) const { return tables_->stabilisers[orbit]; }

  private:
    struct Tables {
        unsigned cells = 0;
        std::vector<LargeCellPermutation> group;
        std::vector<std::array<std::array<std::uint32_t, 256>, 3>> images;
        std::array<std::array<std::uint8_t, most_symmetries>, most_symmetries> compositions{};
        std::vector<std::uint32_t> first, asymmetric, first_set;  ///< by number of cells
        std::vector<Entry> entries;                               ///< by number of cells, then by rank
        std::vector<std::uint32_t> representatives;
        std::vector<std::uint16_t> stabilisers;
    };
    std::shared_ptr<const Tables> tables_;
};

/// The orbits of pairs of disjoint sets of a and of b cells on a board of at most 24 cells, numbered as by
/// `OrbitPairs`. Copies share the tables. Thread-safe.
///
/// A first set with symmetry has several second sets per orbit. The smallest of them is marked by a bit, and numbers
/// count these bits. The bits of a pair of sizes are made when they are first needed. For Nine Men's Morris they take
/// at most 0.2 seconds and 8 MB per pair of sizes.
class LargeOrbitPairs {
  public:
    /// Makes the orbits of pairs with at most `most_second` cells in the second set. `orbits` are those of first sets.
    LargeOrbitPairs(LargeOrbits orbits, unsigned most_second);

    const LargeOrbits& orbits() const { return orbits_; }
    /// Returns the number of orbits of pairs of disjoint sets, one of a cells and one of b cells: by Burnside's lemma.
    Index size(unsigned a, unsigned b) const { return tables_->blocks[place(a, b)].size; }

    struct Pair {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    /// Returns the number of the pair's orbit among the orbits of pairs with a and b cells, which are its sizes.
    Index rank(const Pair& pair, unsigned a, unsigned b) const {
        const LargeOrbits::Entry entry = orbits_.entry(pair.first, a);
        const std::uint32_t orbit = entry.orbit - orbits_.first(a);
        const std::uint32_t rest = board_ & ~orbits_.representative(entry.orbit);
        const std::uint32_t second = orbits_.image(entry.symmetry, pair.second);
        if (orbit < orbits_.asymmetric(a)) [[likely]]
            return Index{orbit} * binomial(orbits_.cells() - a, b) +
                   HalvedSubsets::shared().rank(static_cast<std::uint32_t>(compress(second, rest)));
        return rank_symmetric(entry.orbit, second, a, b);
    }
    /// Returns the representative of orbit number `index`, which is below size(a, b). Its sets are those that
    /// `OrbitPairs` would return.
    Pair unrank(unsigned a, unsigned b, Index index) const;
    /// Returns true if a symmetry other than the identity fixes a set of k cells.
    bool symmetric(std::uint32_t set, unsigned k) const {
        return orbits_.entry(set, k).orbit - orbits_.first(k) >= orbits_.asymmetric(k);
    }

  private:
    /// The marks of the second sets for all symmetric first sets of one size.
    struct Marks {
        std::vector<std::uint64_t> bits;    ///< per first set, one bit per second set by rank
        std::vector<std::uint32_t> before;  ///< for each word of `bits`, the marks before the word
        std::uint32_t count_before(std::uint64_t at) const {
            const std::uint64_t below = bits[at >> 6] & ((std::uint64_t{1} << (at & 63)) - 1);
            return before[at >> 6] + static_cast<std::uint32_t>(std::popcount(below));
        }
    };
    struct Block {
        Index size = 0;
        detail::Lazy<Marks> marks;
    };
    struct Tables {
        explicit Tables(std::size_t count) : blocks(count) {}
        std::vector<Block> blocks;
    };
    std::size_t place(unsigned a, unsigned b) const { return std::size_t{a} * (most_second_ + 1) + b; }
    const Marks& marks(unsigned a, unsigned b) const {
        return tables_->blocks[place(a, b)].marks.get([&] { return make_marks(a, b); });
    }
    Marks make_marks(unsigned a, unsigned b) const;
    /// Returns the smallest image of a second set under the symmetries of a first set.
    std::uint32_t smallest(std::uint32_t stabiliser, std::uint32_t second) const {
        std::uint32_t least = second;
        for (std::uint32_t left = stabiliser & ~1U; left != 0; left &= left - 1)
            least = std::min(least, orbits_.image(static_cast<unsigned>(std::countr_zero(left)), second));
        return least;
    }
    Index rank_symmetric(std::uint32_t orbit, std::uint32_t second, unsigned a, unsigned b) const;

    LargeOrbits orbits_;
    unsigned most_second_;
    std::uint32_t board_;  ///< all cells
    std::shared_ptr<const Tables> tables_;
};

}  // namespace mexbase
