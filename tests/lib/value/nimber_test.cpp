// SPDX-License-Identifier: MIT
// Nimbers, infinite values and their texts, each compared with a slower computation.
#include "lib/value/nimber.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace mexbase::test::nimber_test {

NimberValue finite(std::uint64_t n, std::uint64_t counter = 0) {
    NimberValue value{.nimber = n, .counter = counter};
    return value;
}

NimberValue infinite(const std::vector<std::uint32_t>& reached) {
    NimberValue value{.infinite = true, .reached = reached};
    return value;
}

TEST(MexSets, SayWhatASetSays) {
    std::mt19937_64 random(1);
    MexSet set;
    for (int round = 0; round < 20000; ++round) {
        std::set<std::uint64_t> reference;
        set.clear();
        const std::uint64_t greatest = round % 100 == 0 ? 100000 : 1 + random() % 40;
        for (std::uint64_t k = random() % 50; k > 0; --k) {
            const std::uint64_t n = random() % greatest;
            set.add(n);
            reference.insert(n);
        }
        std::uint64_t mex = 0;
        while (reference.contains(mex)) ++mex;
        ASSERT_EQ(set.mex(), mex);
        for (std::uint64_t n = 0; n < 60; ++n) ASSERT_EQ(set.contains(n), reference.contains(n)) << n;
        ASSERT_FALSE(set.contains(~std::uint64_t{0}));
    }
}

TEST(Nimbers, AreWrittenAsPeopleWriteThem) {
    EXPECT_EQ(to_string(finite(0)), "0");
    EXPECT_EQ(to_string(finite(1)), "*");
    EXPECT_EQ(to_string(finite(2)), "*2");
    EXPECT_EQ(to_string(finite(4294967294)), "*4294967294");
    EXPECT_EQ(to_string(infinite({})), "inf{}");
    EXPECT_EQ(to_string(infinite({0})), "inf{0}");
    EXPECT_EQ(to_string(infinite({0, 2})), "inf{0 2}");
}

TEST(Nimbers, AreEqualWhenAllTheySayIs) {
    const std::vector<std::uint32_t> one = {0, 2}, same = {0, 2}, other = {0, 3};
    EXPECT_EQ(infinite(one), infinite(same));
    EXPECT_NE(infinite(one), infinite(other));
    EXPECT_NE(infinite({}), finite(0));
    EXPECT_NE(finite(1, 2), finite(1, 4));
    EXPECT_NE(finite(1), finite(2));
}

TEST(Nimbers, SetsKeepWhatIsAddedInOrder) {
    std::mt19937_64 random(4);
    NimberSets sets, twin;
    std::vector<std::vector<std::uint32_t>> reference;
    for (int round = 0; round < 2000; ++round) {
        std::set<std::uint32_t> members;
        for (std::uint64_t k = random() % 5; k > 0; --k) members.insert(static_cast<std::uint32_t>(random() % 9));
        reference.emplace_back(members.begin(), members.end());
        sets.add(reference.back());
        EXPECT_NE(sets, twin);
        twin.add(reference.back());
        EXPECT_EQ(sets, twin);
    }
    ASSERT_EQ(sets.size(), reference.size());
    for (std::size_t id = 0; id < sets.size(); ++id) EXPECT_TRUE(std::ranges::equal(sets[id], reference[id])) << id;
}

// Sets with the same numbers but other borders are different.
TEST(Nimbers, SetsThatAreCutElsewhereAreOthers) {
    NimberSets a, b;
    const std::vector<std::uint32_t> none, one = {1}, both = {1, 2}, two = {2};
    a.add(one), a.add(two);
    b.add(both), b.add(none);
    EXPECT_NE(a, b);
}

TEST(Nimbers, SumsAreTheExclusiveOrAndMembershipInK) {
    std::mt19937_64 random(5);
    int seen[3] = {};
    for (int round = 0; round < 50000; ++round) {
        std::vector<std::vector<std::uint32_t>> kept;
        std::vector<NimberValue> values;
        std::uint64_t rest = 0;
        const std::uint64_t count = random() % 5;
        kept.reserve(count);
        const std::set<std::uint32_t>* k = nullptr;
        std::set<std::uint32_t> last;
        int loopy = 0;
        for (std::uint64_t i = 0; i < count; ++i) {
            if (random() % 4 != 0) {
                values.push_back(finite(random() % 8, random() % 3));
                rest ^= values.back().nimber;
                continue;
            }
            last.clear();
            for (std::uint64_t m = random() % 6; m > 0; --m) last.insert(static_cast<std::uint32_t>(random() % 8));
            kept.emplace_back(last.begin(), last.end());
            values.push_back(infinite(kept.back()));
            k = &last;
            ++loopy;
        }
        Outcome expected = Outcome::draw;
        if (loopy == 0) expected = rest == 0 ? Outcome::loss : Outcome::win;
        if (loopy == 1 && k->contains(static_cast<std::uint32_t>(rest))) expected = Outcome::win;
        ASSERT_EQ(sum_outcome(values), expected) << round;
        ++seen[static_cast<int>(expected)];
    }
    for (const int n : seen) EXPECT_GT(n, 1000);
}

TEST(Nimbers, TheEmptySumIsLostAndTwoInfiniteValuesAreADraw) {
    EXPECT_EQ(sum_outcome(std::span<const NimberValue>{}), Outcome::loss);
    const std::vector<std::uint32_t> k = {0, 1};
    const NimberValue both[] = {infinite(k), infinite(k)};
    EXPECT_EQ(sum_outcome(both), Outcome::draw);
    // A nimber past 32 bits is in no set, even if its low bits are.
    const NimberValue far[] = {infinite(k), finite(std::uint64_t{1} << 32)};
    EXPECT_EQ(sum_outcome(far), Outcome::draw);
}

}  // namespace mexbase::test::nimber_test
