// SPDX-License-Identifier: MIT
#include "lib/rank/large_orbits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <random>
#include <set>

#include "lib/games/boards/morris_board.hpp"
#include "lib/rank/orbits.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::large_orbits_test {

const auto rings = MorrisBoard<3>::symmetries<LargeCellPermutation>();

TEST(HalvedSubsets, RankAsRankSubsetDoes) {
    std::mt19937 random(1);
    for (unsigned n = 0; n < 10000; ++n) {
        const std::uint32_t set = random() & random() & 0xffffff;
        ASSERT_EQ(HalvedSubsets::shared().rank(set), rank_subset(set));
        ASSERT_EQ(HalvedSubsets::shared().size(set), static_cast<unsigned>(std::popcount(set)));
    }
}

TEST(LargeOrbitPairs, HaveTheNumbersOfOrbitPairs) {
    const OrbitPairs small(Orbits(16, MorrisBoard<2>::symmetries<CellPermutation>()), 6, 5);
    const LargeOrbitPairs large(LargeOrbits(16, 6, MorrisBoard<2>::symmetries<LargeCellPermutation>()), 5);
    for (unsigned a = 0; a <= 6; ++a)
        for (unsigned b = 0; b <= 5; ++b) {
            ASSERT_EQ(large.size(a, b), small.size(a, b));
            for (Index i = 0; i < small.size(a, b); ++i) {
                const OrbitPairs::Pair pair = small.unrank(a, b, i);
                const LargeOrbitPairs::Pair found = large.unrank(a, b, i);
                ASSERT_EQ(found.first, pair.first);
                ASSERT_EQ(found.second, pair.second);
                ASSERT_EQ(large.rank(found, a, b), i);
                ASSERT_EQ(large.symmetric(pair.first, a),
                          small.orbits().stabiliser(small.orbits().entry(pair.first).orbit) != 1);
            }
        }
}

// Pairs have one number exactly if a symmetry maps one to the other.
TEST(LargeOrbitPairs, NumberTheOrbitsOfThreeSquares) {
    const LargeOrbitPairs pairs(LargeOrbits(24, 3, rings), 3);
    for (unsigned a = 0; a <= 3; ++a)
        for (unsigned b = 0; b <= 3; ++b) {
            std::set<Index> numbers;
            for (std::uint64_t rank = 0; rank < binomial(24, a); ++rank)
                for (std::uint64_t other = 0; other < binomial(24 - a, b); ++other) {
                    const auto first = static_cast<std::uint32_t>(unrank_subset(rank, a));
                    const auto second = static_cast<std::uint32_t>(expand(unrank_subset(other, b), 0xffffff & ~first));
                    std::uint64_t least = ~std::uint64_t{0};
                    for (unsigned g = 0; g < 16; ++g)
                        least = std::min(least, std::uint64_t{pairs.orbits().image(g, first)} << 24 |
                                                    pairs.orbits().image(g, second));
                    const LargeOrbitPairs::Pair smallest{static_cast<std::uint32_t>(least >> 24),
                                                         static_cast<std::uint32_t>(least & 0xffffff)};
                    const Index number = pairs.rank({first, second}, a, b);
                    ASSERT_EQ(pairs.unrank(a, b, number), smallest);
                    if (smallest == LargeOrbitPairs::Pair{first, second}) {
                        ASSERT_TRUE(numbers.insert(number).second);
                    }
                }
            EXPECT_EQ(numbers.size(), pairs.size(a, b));
            EXPECT_EQ(numbers.empty() ? 0 : *numbers.rbegin() + 1, pairs.size(a, b));
        }
}

TEST(LargeOrbitPairs, OfNineMenGiveBackTheirNumbers) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const LargeOrbitPairs pairs(LargeOrbits(24, 9, rings), 9);
    std::mt19937_64 random(2);
    for (unsigned a = 0; a <= 9; ++a)
        for (const unsigned b : {0U, 1U, 4U, 9U})
            for (unsigned n = 0; n < 300; ++n) {
                // The last third of the numbers has the first sets with symmetry.
                const Index size = pairs.size(a, b),
                            i = n % 3 == 0 ? size - 1 - random() % (1 + size / 50) : random() % size;
                const LargeOrbitPairs::Pair pair = pairs.unrank(a, b, i);
                ASSERT_EQ(std::popcount(pair.first), static_cast<int>(a));
                ASSERT_EQ(std::popcount(pair.second), static_cast<int>(b));
                ASSERT_EQ(pair.first & pair.second, 0U);
                for (unsigned g = 0; g < 16; ++g)
                    ASSERT_EQ(
                        pairs.rank({pairs.orbits().image(g, pair.first), pairs.orbits().image(g, pair.second)}, a, b),
                        i);
            }
}

}  // namespace mexbase::large_orbits_test
