// SPDX-License-Identifier: MIT
/// \file
/// Sets of cells, and pairs of disjoint sets, up to the symmetry of a board of at most 16 cells.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../index.hpp"
#include "compress.hpp"
#include "subsets.hpp"

namespace mexbase {

/// The image of each cell under a symmetry of a board of at most 16 cells.
using CellPermutation = std::array<std::uint8_t, 16>;

/// The orbits of the subsets of a board under a group of symmetries, in a lookup table of at most 65,536 sets. Copies
/// share the tables.
///
/// The smallest set of an orbit is its representative. Orbits are numbered by the size of their sets. Among orbits with
/// sets of equal size, those fixed only by the identity come first. Otherwise orbits are sorted by representative.
class Orbits {
  public:
    static constexpr unsigned most_cells = SmallSubsets::most_cells;
    static constexpr unsigned most_symmetries = 16;

    /// Makes the orbits under `group`, which has at most `most_symmetries` permutations of 0..cells-1, the identity
    /// first. `cells` is at most `most_cells`.
    Orbits(unsigned cells, std::span<const CellPermutation> group);

    unsigned cells() const { return tables_->cells; }
    unsigned symmetries() const { return static_cast<unsigned>(tables_->images.size()); }
    std::uint32_t image(unsigned symmetry, std::uint32_t set) const {
        const auto& bytes = tables_->images[symmetry];
        return std::uint32_t{bytes[0][set & 0xff]} | bytes[1][set >> 8];
    }
    unsigned inverse(unsigned symmetry) const { return tables_->inverses[symmetry]; }

    /// Returns the symmetry that applies `first` and then `second`.
    unsigned compose(unsigned second, unsigned first) const { return tables_->compositions[second][first]; }

    /// Returns the number of orbits of sets with fewer than k cells, which is the first orbit of sets with k.
    unsigned first(unsigned k) const { return tables_->first[k]; }
    /// Returns the number of orbits of sets with k cells.
    unsigned count(unsigned k) const { return first(k + 1) - first(k); }
    /// Returns the number of orbits of k-cell sets that only the identity fixes. They precede the other k-cell orbits.
    unsigned asymmetric(unsigned k) const { return tables_->asymmetric[k]; }

    struct Entry {
        std::uint16_t orbit = 0;    ///< number of the set's orbit
        std::uint8_t symmetry = 0;  ///< the smallest symmetry that leads to the representative
        std::uint8_t size = 0;      ///< the number of cells
    };
    const Entry& entry(std::uint32_t set) const { return tables_->entries[set]; }
    /// Returns the smallest set of that orbit.
    std::uint32_t representative(unsigned orbit) const { return tables_->representatives[orbit]; }
    /// Returns the symmetries that fix the representative of that orbit, one bit each; the identity is bit 0.
    std::uint32_t stabiliser(unsigned orbit) const { return tables_->stabilisers[orbit]; }

  private:
    struct Tables {
        unsigned cells = 0;
        std::array<std::uint32_t, most_cells + 2> first{};
        std::array<std::uint32_t, most_cells + 1> asymmetric{};
        std::vector<std::array<std::array<std::uint16_t, 256>, 2>> images;  ///< tables for the lower and the upper byte
        std::vector<unsigned> inverses;
        std::array<std::array<std::uint8_t, most_symmetries>, most_symmetries> compositions{};
        std::vector<Entry> entries;
        std::vector<std::uint16_t> representatives, stabilisers;
    };
    std::shared_ptr<const Tables> tables_;
};

/// The orbits of pairs of disjoint sets of a and of b cells: pieces of two colours. For given a and b they are numbered
/// 0..size-1 without gaps. Copies share the tables.
///
/// To number a pair, a symmetry maps the first set to its representative, and the second set with it. The second set is
/// then ranked among the cells outside the first (`rank_subset`). If only the identity fixes the representative, each
/// second set is numbered by this rank. Otherwise second sets share a number if a symmetry that fixes the
/// representative maps one to the other. A table per representative has these numbers. Without the tables, 15 % of the
/// numbers would be unused in Six Men's Morris, and 8 % for all placements on a square of 4 x 4.
class OrbitPairs {
  public:
    /// Makes the orbits of pairs with at most `most_first` cells in the first set and `most_second` in the second.
    OrbitPairs(Orbits orbits, unsigned most_first, unsigned most_second);

    const Orbits& orbits() const { return orbits_; }
    /// Returns the number of orbits of pairs of disjoint sets, one of a cells and one of b cells. It is 0 if the board
    /// has fewer than a + b cells.
    Index size(unsigned a, unsigned b) const { return tables_->sizes[a * (most_second_ + 1) + b]; }

    struct Pair {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    /// Returns the number of the pair's orbit among the orbits of pairs with the same two sizes.
    Index rank(const Pair& pair) const { return rank(pair, orbits_.entry(pair.second).size); }
    /// Overload for a known number b of cells of `pair.second`.
    Index rank(const Pair& pair, unsigned b) const {
        const Orbits::Entry& entry = orbits_.entry(pair.first);
        const Rest& rest = tables_->rests[entry.orbit];
        const std::uint64_t second = compress(orbits_.image(entry.symmetry, pair.second), rest.cells);
        return Index{starts(b)[entry.orbit]} + tables_->numbers[rest.numbers + second];
    }
    /// Returns the representative of orbit number `index`, which is below size(a, b). The representative's first set is
    /// the smallest of its orbit (`Orbits`). Its second set is the smallest that is then possible.
    Pair unrank(unsigned a, unsigned b, Index index) const;
    /// Returns the number of symmetries that fix the pair, the identity included.
    unsigned symmetries(const Pair& pair) const {
        const Orbits::Entry& entry = orbits_.entry(pair.first);
        const std::uint32_t stabiliser = orbits_.stabiliser(entry.orbit);
        return stabiliser == 1 ? 1 : symmetries(stabiliser, orbits_.image(entry.symmetry, pair.second));
    }

  private:
    /// The cells outside the representative of a first set.
    struct Rest {
        std::uint32_t cells = 0;
        std::uint32_t numbers = 0;  ///< start of the numbers of its compressed subsets
    };
    struct Tables {
        std::vector<Rest> rests;             ///< indexed by orbit
        std::vector<std::uint16_t> numbers;  ///< ranks of all sets, then the numbers for each orbit with symmetry
        std::vector<std::uint32_t> starts;   ///< for each b and orbit, the number of its first pair
        std::vector<std::uint32_t> sizes;    ///< indexed by a and b
        /// for each a, the number of orbits with symmetry of sets with fewer than a cells
        std::array<std::uint32_t, Orbits::most_cells + 1> symmetric{};
        std::vector<std::uint32_t> first_second;  ///< start of `seconds` for each orbit with symmetry and each b
        std::vector<std::uint16_t> seconds;       ///< smallest second set of each number, compressed
    };
    /// Returns the number of symmetries of `stabiliser` that map `second` to itself.
    unsigned symmetries(std::uint32_t stabiliser, std::uint32_t second) const;
    const std::uint32_t* starts(unsigned b) const { return tables_->starts.data() + b * tables_->rests.size(); }

    Orbits orbits_;
    unsigned most_second_;
    std::shared_ptr<const Tables> tables_;
};

}  // namespace mexbase
