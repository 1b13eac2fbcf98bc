// SPDX-License-Identifier: MIT
// A hundred thousand games whose options are sets of games born by day 2, compared with Conway's definitions on those
// sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

#include "lib/value/partizan/arena.hpp"

namespace mexbase::partizan_day_three_test {

using Ids = std::vector<PartizanId>;
/// A set of the games born by day 2, by their numbers.
using Set = std::uint32_t;

template <class F>
void for_each_of(Set set, F&& f) {
    for (; set != 0; set &= set - 1) f(static_cast<unsigned>(std::countr_zero(set)));
}

/// A game with options of day 2, and the games of day 2 that are at most and at least as good for Left.
struct Raw {
    Set left = 0, right = 0;
    Set below = 0, above = 0;
};

bool leq(const Raw& g, const Raw& h) {
    return (g.left & h.above) == 0 && (h.right & g.below) == 0;
}

/// Games born by day 2 in their smallest forms, without an arena. Options have smaller numbers.
class DayTwo {
  public:
    DayTwo() {
        for (const Raw& raw : {Raw{0, 0}, Raw{1, 0}, Raw{0, 1}, Raw{1, 1}}) add(raw);  // 0, 1, -1 and *
        std::vector<Raw> forms;
        const Set antichains[] = {0, 1, 2, 4, 8, 1 | 8};
        for (const Set left : antichains)
            for (const Set right : antichains) forms.push_back({left, right});
        std::ranges::stable_sort(forms, {}, [&](const Raw& raw) { return size(raw); });
        for (const Raw& raw : forms) add(raw);
    }

    std::size_t count() const { return games_.size(); }
    const Raw& operator[](unsigned n) const { return games_[n]; }
    /// Returns the number of games in the tree of all plays.
    std::size_t size(const Raw& raw) const {
        std::size_t result = 1;
        for (const Set set : {raw.left, raw.right}) for_each_of(set, [&](unsigned i) { result += sizes_[i]; });
        return result;
    }
    /// Computes <= by Conway's definition for each game of day 2.
    Raw compared(Set left, Set right) const {
        Raw raw{left, right};
        for (unsigned x = 0; x < games_.size(); ++x) {
            const bool at_most = leq(raw, games_[x]);
            if (leq(games_[x], raw)) raw.below |= Set{1} << x;
            if (at_most) raw.above |= Set{1} << x;
        }
        return raw;
    }

  private:
    void add(const Raw& form) {
        Raw raw = compared(form.left, form.right);
        if ((raw.below & raw.above) != 0) return;  // already listed
        const Set own = Set{1} << games_.size();
        for_each_of(raw.below, [&](unsigned x) { games_[x].above |= own; });
        for_each_of(raw.above, [&](unsigned x) { games_[x].below |= own; });
        raw.below |= own;
        raw.above |= own;
        sizes_.push_back(size(raw));
        games_.push_back(raw);
    }

    std::vector<Raw> games_;
    std::vector<std::size_t> sizes_;
};

/// The hundred thousand games with their ids in an arena.
struct DayThree {
    DayTwo two;
    GameArena arena;
    Ids ids_of_two;
    std::map<PartizanId, unsigned> numbers;  // of day 2
    std::vector<Raw> raw;
    Ids ids;

    explicit DayThree(std::size_t count, unsigned seed) {
        for (unsigned n = 0; n < two.count(); ++n) {
            ids_of_two.push_back(id_of(two[n]));
            numbers[ids_of_two.back()] = n;
        }
        std::mt19937 random(seed);
        const Set all = (Set{1} << two.count()) - 1;
        const auto draw = [&] {
            Set set = all;
            for (auto n = random() % 5; n > 0; --n) set &= static_cast<Set>(random());
            return set;
        };
        for (std::size_t i = 0; i < count; ++i) {
            const Set left = draw();
            raw.push_back(two.compared(left, draw()));
            ids.push_back(id_of(raw.back()));
        }
    }

    PartizanId id_of(const Raw& game) {
        Ids left;
        Ids right;
        for_each_of(game.left, [&](unsigned i) { left.push_back(ids_of_two[i]); });
        for_each_of(game.right, [&](unsigned i) { right.push_back(ids_of_two[i]); });
        return arena.make(left, right);
    }
    /// Returns the canonical form, whose options are born by day 2.
    Raw canonical(PartizanId g) {
        Raw form;
        for (const PartizanId x : arena.left_options(g)) form.left |= Set{1} << numbers.at(x);
        for (const PartizanId x : arena.right_options(g)) form.right |= Set{1} << numbers.at(x);
        return two.compared(form.left, form.right);
    }
};

constexpr std::size_t many = 100000;

TEST(PartizanDayThree, IsMadeOfTwentyTwoGames) {
    const DayThree day(0, 1);
    EXPECT_EQ(day.two.count(), 22U);
    EXPECT_EQ(day.numbers.size(), 22U);
}

TEST(PartizanDayThree, ComparesAsTheDefinitionSays) {
    DayThree day(many, 1);
    std::size_t comparable = 0;
    for (std::size_t i = 0; i < many; ++i) {
        for (unsigned x = 0; x < day.two.count(); ++x) {
            ASSERT_EQ(day.arena.leq(day.ids[i], day.ids_of_two[x]), (day.raw[i].above >> x & 1) != 0);
            ASSERT_EQ(day.arena.leq(day.ids_of_two[x], day.ids[i]), (day.raw[i].below >> x & 1) != 0);
        }
        const std::size_t j = i * 7919 % many;
        ASSERT_EQ(day.arena.leq(day.ids[i], day.ids[j]), leq(day.raw[i], day.raw[j]));
        comparable += leq(day.raw[i], day.raw[j]);
    }
    EXPECT_GT(comparable, many / 20);
    EXPECT_LT(comparable, many / 2);
}

TEST(PartizanDayThree, HasOneIdForEqualGamesAlone) {
    const DayThree day(many, 2);
    std::map<PartizanId, std::size_t> first;
    for (std::size_t i = 0; i < many; ++i) {
        const std::size_t same = first.emplace(day.ids[i], i).first->second;
        ASSERT_TRUE(leq(day.raw[i], day.raw[same]) && leq(day.raw[same], day.raw[i]));
    }
    EXPECT_GT(first.size(), 1000U);
    EXPECT_LE(first.size(), 1474U);
    for (const auto& [g, i] : first)
        for (const auto& [h, j] : first)
            ASSERT_TRUE(g == h || !leq(day.raw[i], day.raw[j]) || !leq(day.raw[j], day.raw[i]));
}

TEST(PartizanDayThree, HasCanonicalFormsThatAreEqualAndSmallest) {
    DayThree day(many, 3);
    std::map<PartizanId, Raw> forms;
    std::size_t smaller = 0;
    for (std::size_t i = 0; i < many; ++i) {
        const PartizanId g = day.ids[i];
        if (!forms.contains(g)) forms[g] = day.canonical(g);
        const Raw& form = forms[g];
        ASSERT_TRUE(leq(day.raw[i], form) && leq(form, day.raw[i]));
        ASSERT_LE(day.two.size(form), day.two.size(day.raw[i]));
        if (day.two.size(form) == day.two.size(day.raw[i])) {
            ASSERT_TRUE(form.left == day.raw[i].left && form.right == day.raw[i].right);
        } else {
            ++smaller;
        }
    }
    EXPECT_GT(smaller, many / 2);
    for (const auto& known : forms) {
        const Raw& form = known.second;
        for_each_of(form.left, [&](unsigned x) {
            EXPECT_EQ(form.left & day.two[x].above, Set{1} << x);  // dominated by none
            EXPECT_EQ(day.two[x].right & form.below, Set{0});      // reversible through none
        });
        for_each_of(form.right, [&](unsigned x) {
            EXPECT_EQ(form.right & day.two[x].below, Set{1} << x);
            EXPECT_EQ(day.two[x].left & form.above, Set{0});
        });
    }
}

TEST(PartizanDayThree, ObeysTheLawsWithAllOfDayTwo) {
    DayThree day(20000, 4);
    GameArena& arena = day.arena;
    std::ranges::sort(day.ids);
    day.ids.erase(std::unique(day.ids.begin(), day.ids.end()), day.ids.end());
    std::size_t own_negatives = 0;
    for (const PartizanId g : day.ids) {
        const PartizanId negative = arena.negative(g);
        EXPECT_EQ(arena.sum(g, negative), GameArena::zero);
        EXPECT_EQ(arena.left_stop(g), -arena.right_stop(negative));
        if (g == negative) {
            EXPECT_EQ(arena.left_stop(g), -arena.right_stop(g));
            ++own_negatives;
        }
        for (const PartizanId x : day.ids_of_two) {
            const PartizanId sum = arena.sum(g, x);
            ASSERT_EQ(arena.difference(sum, x), g);
            ASSERT_EQ(arena.leq(GameArena::zero, sum), arena.leq(arena.negative(x), g));
        }
    }
    EXPECT_GT(own_negatives, 10U);
}

}  // namespace mexbase::partizan_day_three_test
