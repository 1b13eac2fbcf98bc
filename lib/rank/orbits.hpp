/// \file
/// Sets of cells, and pairs of disjoint sets, up to the symmetry of a board of at most 16 cells.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "../index.hpp"
#include "compress.hpp"
#include "subsets.hpp"

namespace mexbase {

/// Where a symmetry takes each cell of a board of at most 16.
using CellPermutation = std::array<std::uint8_t, 16>;

/// The orbits of the subsets of a board under a group of symmetries, looked up in a table of at most 65,536 sets.
/// Copies share the tables.
///
/// An orbit is represented by its least set. Orbits are numbered by the size of their sets; of equal size, first those
/// whose sets no symmetry but the identity maps to themselves; then by representatives.
class Orbits {
  public:
    static constexpr unsigned most_cells = SmallSubsets::most_cells;
    static constexpr unsigned most_symmetries = 16;

    /// `group` is a group of permutations of 0..cells-1, at most `most_symmetries` of at most `most_cells`, the
    /// identity first.
    Orbits(unsigned cells, std::span<const CellPermutation> group);

    unsigned cells() const { return tables_->cells; }
    /// The order of the group.
    unsigned symmetries() const { return static_cast<unsigned>(tables_->images.size()); }
    /// Where that symmetry takes the set.
    std::uint32_t image(unsigned symmetry, std::uint32_t set) const {
        const auto& bytes = tables_->images[symmetry];
        return std::uint32_t{bytes[0][set & 0xff]} | bytes[1][set >> 8];
    }
    /// The symmetry that undoes that one.
    unsigned inverse(unsigned symmetry) const { return tables_->inverses[symmetry]; }

    /// The symmetry that does what `second` does after `first`.
    unsigned compose(unsigned second, unsigned first) const { return tables_->compositions[second][first]; }

    /// How many orbits have sets of fewer than k cells: the number of the first with k.
    unsigned first(unsigned k) const { return tables_->first[k]; }
    /// How many orbits have sets of k cells.
    unsigned count(unsigned k) const { return first(k + 1) - first(k); }
    /// How many of these, the first ones, have sets that no symmetry but the identity maps to themselves.
    unsigned asymmetric(unsigned k) const { return tables_->asymmetric[k]; }

    /// What the table says of a set.
    struct Entry {
        std::uint16_t orbit = 0;    ///< its orbit's number
        std::uint8_t symmetry = 0;  ///< the least one that leads to the representative
        std::uint8_t size = 0;      ///< the number of cells
    };
    const Entry& entry(std::uint32_t set) const { return tables_->entries[set]; }
    /// The least set of that orbit.
    std::uint32_t representative(unsigned orbit) const { return tables_->representatives[orbit]; }
    /// The symmetries that map the representative of that orbit to itself, one bit each; the identity is bit 0.
    std::uint32_t stabiliser(unsigned orbit) const { return tables_->stabilisers[orbit]; }

  private:
    struct Tables {
        unsigned cells = 0;
        std::array<std::uint32_t, most_cells + 2> first{};
        std::array<std::uint32_t, most_cells + 1> asymmetric{};
        std::vector<std::array<std::array<std::uint16_t, 256>, 2>> images;  ///< of the lower and the upper byte
        std::vector<unsigned> inverses;
        std::array<std::array<std::uint8_t, most_symmetries>, most_symmetries> compositions{};
        std::vector<Entry> entries;
        std::vector<std::uint16_t> representatives, stabilisers;
    };
    std::shared_ptr<const Tables> tables_;
};

/// The orbits of pairs of disjoint sets, of a and of b cells: men of two colours. For given a and b they are numbered
/// 0..size-1 without gaps. Copies share the tables.
///
/// A symmetry takes the first set to its representative, and the second set along; the second is then looked up among
/// the cells left free. Where the representative has no symmetry its rank (`rank_subset`) counts; where it has some,
/// sets that these make equal share a number, in a table for each such representative. Ranks alone would do without
/// those tables, but 15 % of the numbers would stand for nothing with up to six men each on the 16 points and 16
/// symmetries of Six Men's Morris, and 8 % with all placements on a square of 4 x 4.
class OrbitPairs {
  public:
    /// Pairs with at most that many cells in either set.
    OrbitPairs(Orbits orbits, unsigned most_first, unsigned most_second);

    const Orbits& orbits() const { return orbits_; }
    /// How many orbits of pairs of a and b cells there are: 0 where the board has too few.
    Index size(unsigned a, unsigned b) const { return tables_->sizes[a * (most_second_ + 1) + b]; }

    /// Two disjoint sets.
    struct Pair {
        std::uint32_t first = 0;
        std::uint32_t second = 0;
        friend bool operator==(const Pair&, const Pair&) = default;
    };
    /// The number of the pair's orbit among those of pairs of these sizes.
    Index rank(const Pair& pair) const { return rank(pair, orbits_.entry(pair.second).size); }
    /// The same where b, the number of cells of `pair.second`, is known.
    Index rank(const Pair& pair, unsigned b) const {
        const Orbits::Entry& entry = orbits_.entry(pair.first);
        const Rest& rest = tables_->rests[entry.orbit];
        const std::uint64_t second = compress(orbits_.image(entry.symmetry, pair.second), rest.cells);
        return Index{starts(b)[entry.orbit]} + tables_->numbers[rest.numbers + second];
    }
    /// The pair that represents the orbit of that number, below size(a, b): of those with the representative of their
    /// first set the one with the least second set.
    Pair unrank(unsigned a, unsigned b, Index index) const;
    /// How many symmetries map the pair to itself, the identity among them.
    unsigned symmetries(const Pair& pair) const {
        const Orbits::Entry& entry = orbits_.entry(pair.first);
        const std::uint32_t stabiliser = orbits_.stabiliser(entry.orbit);
        return stabiliser == 1 ? 1 : symmetries(stabiliser, orbits_.image(entry.symmetry, pair.second));
    }

  private:
    /// What a representative of first sets leaves free.
    struct Rest {
        std::uint32_t cells = 0;
        std::uint32_t numbers = 0;  ///< where the numbers of its compressed subsets begin
    };
    struct Tables {
        std::vector<Rest> rests;             ///< by orbit
        std::vector<std::uint16_t> numbers;  ///< the ranks of all sets, then the numbers for each with symmetry
        std::vector<std::uint32_t> starts;   ///< for each b and orbit, the number of its first pair
        std::vector<std::uint32_t> sizes;    ///< by a and b
        std::array<std::uint32_t, Orbits::most_cells + 1> symmetric{};  ///< orbits with symmetry of fewer than a cells
        std::vector<std::uint32_t> first_second;  ///< where, for each orbit with symmetry and each b, `seconds` begin
        std::vector<std::uint16_t> seconds;       ///< compressed, by number: the least of those that share it
    };
    /// How many symmetries of `stabiliser` map `second` to itself.
    unsigned symmetries(std::uint32_t stabiliser, std::uint32_t second) const;
    const std::uint32_t* starts(unsigned b) const { return tables_->starts.data() + b * tables_->rests.size(); }

    Orbits orbits_;
    unsigned most_second_;
    std::shared_ptr<const Tables> tables_;
};

}  // namespace mexbase
