// SPDX-License-Identifier: MIT
#include "lib/rank/mixed_radix.hpp"

#include <gtest/gtest.h>

#include <array>

#include "lib/games/heaps/heaps.hpp"

namespace mexbase::mixed_radix_test {

TEST(MixedRadix, RankIsTheBijectionWithTheFirstDigitHeaviest) {
    const std::array<std::uint64_t, 3> bases = {4, 1, 5};
    const MixedRadix radix(bases);
    ASSERT_EQ(radix.size(), 20U);
    std::array<std::uint64_t, 3> digits{};
    Index i = 0;
    for (std::uint64_t a = 0; a < 4; ++a) {
        for (std::uint64_t c = 0; c < 5; ++c, ++i) {
            const std::array<std::uint64_t, 3> expected = {a, 0, c};
            EXPECT_EQ(radix.rank(expected), i);
            EXPECT_EQ(digits, expected);
            std::array<std::uint64_t, 3> unranked{};
            radix.unrank(i, unranked);
            EXPECT_EQ(unranked, expected);
            EXPECT_EQ(radix.next(digits), i + 1 < radix.size());
        }
    }
    EXPECT_EQ(digits, (std::array<std::uint64_t, 3>{}));
}

TEST(MixedRadix, ProductIsRefusedRatherThanWrapped) {
    const std::array<std::uint64_t, 3> bases = {std::uint64_t{1} << 32, std::uint64_t{1} << 32, 2};
    EXPECT_FALSE(MixedRadix::product(bases, ~Index{0}));
    EXPECT_EQ(MixedRadix::product(std::span(bases).first(1), Index{1} << 32), Index{1} << 32);
    EXPECT_FALSE(MixedRadix::product(std::span(bases).first(1), (Index{1} << 32) - 1));
}

TEST(IntegerSqrt, IsExactAroundEverySquare) {
    EXPECT_EQ(integer_sqrt(0), 0U);
    for (std::uint64_t r = 1; r < 100000; ++r) {
        ASSERT_EQ(integer_sqrt(r * r - 1), r - 1);
        ASSERT_EQ(integer_sqrt(r * r), r);
        ASSERT_EQ(integer_sqrt(r * r + 2 * r), r);
    }
    for (const std::uint64_t r : {std::uint64_t{1} << 26, (std::uint64_t{1} << 26) - 1, (std::uint64_t{1} << 26) + 1,
                                  (std::uint64_t{1} << 31) + 12345, (std::uint64_t{1} << 32) - 1}) {
        ASSERT_EQ(integer_sqrt(r * r - 1), r - 1);
        ASSERT_EQ(integer_sqrt(r * r), r);
        ASSERT_EQ(integer_sqrt(r * r + r), r);
    }
    EXPECT_EQ(integer_sqrt(~std::uint64_t{0}), (std::uint64_t{1} << 32) - 1);
}

}  // namespace mexbase::mixed_radix_test
