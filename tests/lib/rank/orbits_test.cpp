// SPDX-License-Identifier: MIT
#include "lib/rank/orbits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

namespace mexbase::orbits_test {

using Group = std::vector<CellPermutation>;
using Pair = OrbitPairs::Pair;

CellPermutation product(const CellPermutation& first, const CellPermutation& then) {
    CellPermutation p{};
    for (std::size_t cell = 0; cell < p.size(); ++cell) p[cell] = then[first[cell]];
    return p;
}

/// Returns all products of the generators, the identity first.
Group generated(const Group& generators) {
    Group group(1);
    std::iota(group[0].begin(), group[0].end(), std::uint8_t{0});
    for (std::size_t at = 0; at < group.size(); ++at)
        for (const CellPermutation& g : generators) {
            const CellPermutation p = product(group[at], g);
            if (std::ranges::find(group, p) == group.end()) group.push_back(p);
        }
    return group;
}

CellPermutation permutation(const std::vector<int>& to) {
    CellPermutation p{};
    std::iota(p.begin(), p.end(), std::uint8_t{0});
    for (std::size_t cell = 0; cell < to.size(); ++cell) p[cell] = static_cast<std::uint8_t>(to[cell]);
    return p;
}

/// Returns the eight symmetries of a square.
Group square(int side) {
    std::vector<int> turn, mirror;
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            turn.push_back(column * side + side - 1 - row);
            mirror.push_back(row * side + side - 1 - column);
        }
    return generated({permutation(turn), permutation(mirror)});
}

/// Returns the symmetries of two nested rings of eight: those of the square, and exchanging the rings.
Group two_rings() {
    std::vector<int> turn, mirror, inside_out;
    for (int cell = 0; cell < 16; ++cell) {
        turn.push_back(cell / 8 * 8 + (cell + 2) % 8);
        mirror.push_back(cell / 8 * 8 + (8 - cell % 8) % 8);
        inside_out.push_back((cell + 8) % 16);
    }
    return generated({permutation(turn), permutation(mirror), permutation(inside_out)});
}

std::uint32_t slow_image(const CellPermutation& p, std::uint32_t set) {
    std::uint32_t image = 0;
    for (unsigned cell = 0; cell < 16; ++cell)
        if ((set >> cell & 1) != 0) image |= 1U << p[cell];
    return image;
}

void expect_orbits(unsigned cells, const Group& group) {
    const Orbits orbits(cells, group);
    ASSERT_EQ(orbits.cells(), cells);
    ASSERT_EQ(orbits.symmetries(), group.size());
    std::vector<std::uint32_t> seen(cells + 1);
    for (std::uint32_t set = 0; set < 1U << cells; ++set) {
        std::set<std::uint32_t> images;
        std::uint32_t stabiliser = 0;
        for (unsigned g = 0; g < group.size(); ++g) {
            const std::uint32_t image = slow_image(group[g], set);
            ASSERT_EQ(orbits.image(g, set), image);
            ASSERT_EQ(orbits.image(orbits.inverse(g), image), set);
            images.insert(image);
            if (image == set) stabiliser |= 1U << g;
        }
        const Orbits::Entry entry = orbits.entry(set);
        const auto k = static_cast<unsigned>(std::popcount(set));
        ASSERT_EQ(entry.size, k);
        ASSERT_GE(entry.orbit, orbits.first(k));
        ASSERT_LT(entry.orbit, orbits.first(k) + orbits.count(k));
        ASSERT_EQ(orbits.representative(entry.orbit), *images.begin());
        ASSERT_EQ(orbits.image(entry.symmetry, set), *images.begin());
        for (unsigned g = 0; g < entry.symmetry; ++g) ASSERT_NE(orbits.image(g, set), *images.begin());
        if (set != *images.begin()) continue;
        ++seen[k];
        ASSERT_EQ(orbits.stabiliser(entry.orbit), stabiliser);
        ASSERT_EQ(stabiliser == 1, entry.orbit - orbits.first(k) < orbits.asymmetric(k));
    }
    for (unsigned k = 0; k <= cells; ++k) EXPECT_EQ(orbits.count(k), seen[k]) << k;
}

TEST(Orbits, TablesAgreeWithTheDefinition) {
    expect_orbits(0, generated({}));
    expect_orbits(5, generated({}));
    expect_orbits(6, generated({permutation({1, 2, 3, 4, 5, 0})}));
    expect_orbits(9, square(3));
    expect_orbits(16, square(4));
    expect_orbits(16, two_rings());
    expect_orbits(16, generated({}));
}

/// Calls `f` with every pair of disjoint sets of at most that many cells.
template <class F>
void for_each_pair(unsigned cells, unsigned most_first, unsigned most_second, F&& f) {
    for (std::uint32_t first = 0; first < 1U << cells; ++first) {
        if (static_cast<unsigned>(std::popcount(first)) > most_first) continue;
        const std::uint32_t rest = ((1U << cells) - 1) & ~first;
        for (std::uint32_t second = rest;; second = (second - 1) & rest) {
            if (static_cast<unsigned>(std::popcount(second)) <= most_second) f(Pair{first, second});
            if (second == 0) break;
        }
    }
}

void expect_pairs(unsigned cells, const Group& group, unsigned most_first, unsigned most_second) {
    const Orbits orbits(cells, group);
    const OrbitPairs pairs(orbits, most_first, most_second);
    std::map<std::pair<unsigned, unsigned>, std::vector<std::uint32_t>> sets;  // number of pairs with that number
    for (unsigned a = 0; a <= most_first; ++a)
        for (unsigned b = 0; b <= most_second; ++b) sets[{a, b}].resize(pairs.size(a, b));
    for_each_pair(cells, most_first, most_second, [&](const Pair& pair) {
        const auto a = static_cast<unsigned>(std::popcount(pair.first));
        const auto b = static_cast<unsigned>(std::popcount(pair.second));
        const Index index = pairs.rank(pair);
        ASSERT_LT(index, pairs.size(a, b));
        ASSERT_EQ(pairs.rank(pair, b), index);
        ++sets[{a, b}][index];
        for (unsigned g = 0; g < group.size(); ++g)
            ASSERT_EQ(pairs.rank({orbits.image(g, pair.first), orbits.image(g, pair.second)}), index);
    });
    for (const auto& [sizes, counts] : sets)
        for (Index i = 0; i < counts.size(); ++i) {
            const Pair pair = pairs.unrank(sizes.first, sizes.second, i);
            ASSERT_EQ(pairs.rank(pair), i);
            // Exactly the images of the pair have its number, so every number is one orbit.
            std::set<std::pair<std::uint32_t, std::uint32_t>> images;
            unsigned symmetries = 0;
            for (unsigned g = 0; g < group.size(); ++g) {
                images.insert({slow_image(group[g], pair.first), slow_image(group[g], pair.second)});
                if (slow_image(group[g], pair.first) == pair.first && slow_image(group[g], pair.second) == pair.second)
                    ++symmetries;
            }
            ASSERT_EQ(std::pair(pair.first, pair.second), *images.begin());
            ASSERT_EQ(images.size(), counts[i]);
            for (const auto& [first, second] : images) ASSERT_EQ(pairs.symmetries({first, second}), symmetries);
        }
}

TEST(OrbitPairs, NumberTheOrbitsOfPairsWithoutGaps) {
    expect_pairs(1, generated({}), 1, 1);
    expect_pairs(5, generated({}), 5, 5);
    expect_pairs(6, generated({permutation({1, 2, 3, 4, 5, 0}), permutation({5, 4, 3, 2, 1, 0})}), 6, 6);
    expect_pairs(9, square(3), 9, 9);
    expect_pairs(9, square(3), 4, 2);
    expect_pairs(16, square(4), 2, 3);
    expect_pairs(16, two_rings(), 3, 2);
}

/// Counts orbits of pairs by the pairs that each symmetry fixes (the orbit-counting theorem).
Index count_by_cycles(unsigned cells, const Group& group, unsigned a, unsigned b) {
    Index fixed = 0;
    for (const CellPermutation& p : group) {
        std::map<std::pair<unsigned, unsigned>, Index> ways{{{0, 0}, 1}};
        std::set<unsigned> done;
        for (unsigned cell = 0; cell < cells; ++cell) {
            unsigned length = 0;
            for (unsigned at = cell; done.insert(at).second; at = p[at]) ++length;
            if (length == 0) continue;
            auto more = ways;
            for (const auto& [sizes, n] : ways) {
                more[{sizes.first + length, sizes.second}] += n;
                more[{sizes.first, sizes.second + length}] += n;
            }
            ways = more;
        }
        fixed += ways[{a, b}];
    }
    return fixed / group.size();
}

TEST(OrbitPairs, AreAsManyAsTheSymmetriesLeave) {
    const OrbitPairs on_square(Orbits(16, square(4)), 16, 16);
    const OrbitPairs on_rings(Orbits(16, two_rings()), 16, 16);
    Index all_on_square = 0;
    for (unsigned a = 0; a <= 16; ++a)
        for (unsigned b = 0; b <= 16; ++b) {
            EXPECT_EQ(on_square.size(a, b), count_by_cycles(16, square(4), a, b)) << a << ' ' << b;
            EXPECT_EQ(on_rings.size(a, b), count_by_cycles(16, two_rings(), a, b)) << a << ' ' << b;
            all_on_square += on_square.size(a, b);
        }
    EXPECT_EQ(all_on_square, 5'398'083U) << "placements of two colours on a square of 4 x 4, up to symmetry";
}

TEST(OrbitPairs, NumbersOfTheFullBoardLeadBack) {
    const OrbitPairs pairs(Orbits(16, two_rings()), 16, 16);
    for (unsigned a = 0; a <= 16; ++a)
        for (unsigned b = 0; a + b <= 16; ++b)
            for (Index i = 0; i < pairs.size(a, b); ++i) {
                const Pair pair = pairs.unrank(a, b, i);
                ASSERT_EQ(static_cast<unsigned>(std::popcount(pair.first)), a);
                ASSERT_EQ(static_cast<unsigned>(std::popcount(pair.second)), b);
                ASSERT_EQ(pair.first & pair.second, 0U);
                ASSERT_EQ(pairs.rank(pair, b), i);
            }
}

}  // namespace mexbase::orbits_test
