// SPDX-License-Identifier: MIT
#include "lib/rank/partitions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace mexbase::partitions_test {

using Parts = std::vector<unsigned>;

Parts parts_of(const Partition& partition) {
    Parts parts;
    for (std::size_t b = 0; b < partition.distinct; ++b)
        parts.insert(parts.end(), partition.blocks[b].copies, partition.blocks[b].part);
    return parts;
}

/// Lists all partitions of n into parts of at most k, largest part first, in the order of words.
void list(unsigned n, unsigned k, Parts& begun, std::vector<Parts>& out) {
    if (n == 0) out.push_back(begun);
    for (unsigned part = 1; part <= std::min(n, k); ++part) {
        begun.push_back(part);
        list(n - part, part, begun, out);
        begun.pop_back();
    }
}

std::vector<Parts> all_partitions(unsigned n) {
    std::vector<Parts> out;
    Parts begun;
    list(n, n, begun, out);
    return out;
}

TEST(Partitions, RankIsTheBijectionInTheOrderOfWords) {
    for (unsigned n = 1; n <= 30; ++n) {
        const PartitionRank ranks(n);
        const auto all = all_partitions(n);
        ASSERT_EQ(ranks.size(), all.size());
        for (Index i = 0; i < all.size(); ++i) {
            const Partition p = ranks.unrank(i);
            ASSERT_EQ(parts_of(p), all[i]) << n;
            ASSERT_EQ(ranks.rank(p), i) << n;
        }
    }
}

TEST(Partitions, StepsWalkInIndexOrder) {
    for (unsigned n = 1; n <= 30; ++n) {
        const PartitionRank ranks(n);
        Partition p = ranks.unrank(0);
        EXPECT_EQ(ranks.rank(p), 0U);
        for (Index i = 1; i < ranks.size(); ++i) {
            ASSERT_TRUE(PartitionRank::next(p));
            ASSERT_EQ(p, ranks.unrank(i)) << n;
        }
        EXPECT_FALSE(PartitionRank::next(p));
        EXPECT_EQ(ranks.rank(p), ranks.size() - 1);
    }
}

TEST(Partitions, NumbersAreThoseOfHardyAndRamanujan) {
    EXPECT_EQ(PartitionRank(70).size(), 4'087'968U);
    EXPECT_EQ(PartitionRank(100).size(), 190'569'292U);
    EXPECT_EQ(PartitionRank(200).size(), 3'972'999'029'388U);
}

TEST(Partitions, LargestSumIsTheLastWithin63Bits) {
    const PartitionRank ranks(PartitionRank::largest_sum);
    EXPECT_EQ(ranks.size(), 9'147'679'068'859'117'602U);
    // Indices spread over the range, including the ends and their neighbours.
    std::vector<Index> samples = {0, 1, 2, ranks.size() - 3, ranks.size() - 2, ranks.size() - 1};
    for (Index i = 1; i < 3000; ++i) samples.push_back(i * 0x9e3779b97f4a7c15U % ranks.size());
    for (const Index i : samples) {
        Partition p = ranks.unrank(i);
        ASSERT_EQ(ranks.rank(p), i);
        if (PartitionRank::next(p)) {
            ASSERT_EQ(ranks.rank(p), i + 1);
        }
    }
    // 27 distinct parts are the maximum, and they fit.
    Partition staircase;
    for (unsigned part = 27; part > 1; --part) staircase.push(part + (part == 27 ? 27 : 0), 1);
    staircase.push(1, 1);
    EXPECT_EQ(staircase.distinct, Partition::capacity);
    EXPECT_EQ(ranks.unrank(ranks.rank(staircase)), staircase);
}

}  // namespace mexbase::partitions_test
