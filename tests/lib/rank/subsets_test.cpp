// SPDX-License-Identifier: MIT
#include "lib/rank/subsets.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>

#include "lib/rank/compress.hpp"
#include "lib/splitmix64.hpp"

namespace mexbase::subsets_test {

TEST(Subsets, RanksCountTheSubsetsOfTheirSizeBelow) {
    std::array<Index, 21> seen{};
    for (std::uint64_t subset = 0; subset < std::uint64_t{1} << 20; ++subset) {
        const auto k = static_cast<unsigned>(std::popcount(subset));
        ASSERT_EQ(rank_subset(subset), seen[k]);
        ASSERT_EQ(unrank_subset(seen[k], k), subset);
        ++seen[k];
    }
    for (unsigned k = 0; k <= 20; ++k) EXPECT_EQ(seen[k], binomial(20, k));
}

TEST(Subsets, RanksOfSixtyFourCellsHaveTheirEnds) {
    EXPECT_EQ(binomial(64, 32), 1'832'624'140'942'590'534U);
    EXPECT_EQ(binomial(3, 5), 0U);
    for (unsigned k = 0; k <= 64; ++k) {
        const std::uint64_t least = k == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << k) - 1;
        const std::uint64_t most = k == 0 ? 0 : least << (64 - k);
        EXPECT_EQ(rank_subset(least), 0U) << k;
        EXPECT_EQ(unrank_subset(0, k), least) << k;
        EXPECT_EQ(rank_subset(most), binomial(64, k) - 1) << k;
        EXPECT_EQ(unrank_subset(binomial(64, k) - 1, k), most) << k;
    }
    std::uint64_t state = 1;
    for (int sample = 0; sample < 20000; ++sample) {
        state = splitmix64(state);
        ASSERT_EQ(unrank_subset(rank_subset(state), static_cast<unsigned>(std::popcount(state))), state);
    }
}

TEST(Subsets, SmallOnesAreLookedUp) {
    const SmallSubsets& small = SmallSubsets::shared();
    for (std::uint32_t subset = 0; subset < 1U << SmallSubsets::most_cells; ++subset) {
        const auto k = static_cast<unsigned>(std::popcount(subset));
        ASSERT_EQ(small.rank(subset), rank_subset(subset));
        ASSERT_EQ(small.subset(small.rank(subset), k), subset);
    }
}

TEST(Subsets, BothWaysToCompressAgreeWithTheDefinition) {
    const auto check = [](std::uint64_t bits, std::uint64_t cells) {
        std::uint64_t expected = 0;
        unsigned place = 0;
        for (unsigned cell = 0; cell < 64; ++cell)
            if ((cells >> cell & 1) != 0) expected |= (bits >> cell & 1) << place++;
        ASSERT_EQ(compress_in_steps(bits, cells), expected);
        ASSERT_EQ(compress(bits, cells), expected);
        ASSERT_EQ(expand_in_steps(expected, cells), bits & cells);
        ASSERT_EQ(expand(expected, cells), bits & cells);
        // Bits past the last cell are ignored.
        if (place < 64) {
            ASSERT_EQ(expand_in_steps(expected | ~std::uint64_t{0} << place, cells), bits & cells);
            ASSERT_EQ(expand(expected | ~std::uint64_t{0} << place, cells), bits & cells);
        }
    };
    for (std::uint64_t cells = 0; cells < 256; ++cells)
        for (std::uint64_t bits = 0; bits < 256; ++bits) check(bits, cells);
    std::uint64_t state = 2;
    for (int sample = 0; sample < 20000; ++sample) {
        const std::uint64_t bits = state = splitmix64(state);
        const std::uint64_t cells = state = splitmix64(state);
        check(bits, cells);
        check(bits, cells & cells << 1 & cells << 2);
    }
    check(~std::uint64_t{0}, ~std::uint64_t{0});
    check(std::uint64_t{1} << 63, ~std::uint64_t{0});
}

TEST(Subsets, WhatIsLeftIsNumberedWithoutGaps) {
    const std::uint64_t taken = 0b0010'0110'0001;
    const std::uint64_t left = 0xfff & ~taken;
    for (unsigned k = 0; k <= 8; ++k) {
        std::uint64_t before = 0;
        for (Index rank = 0; rank < binomial(8, k); ++rank) {
            const std::uint64_t subset = expand(unrank_subset(rank, k), left);
            ASSERT_EQ(subset & ~left, 0U);
            ASSERT_EQ(std::popcount(subset), static_cast<int>(k));
            if (rank > 0) {
                ASSERT_GT(subset, before);
            }
            ASSERT_EQ(rank_subset(compress(subset, left)), rank);
            before = subset;
        }
    }
}

}  // namespace mexbase::subsets_test
