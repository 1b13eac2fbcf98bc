// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "lib/value/partizan/notation/text.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::partizan_atomic_weight_test {

using Ids = std::vector<PartizanId>;

std::string weight_text(GameArena& arena, PartizanId g) {
    const auto weight = arena.atomic_weight(g);
    return weight ? to_text(arena, *weight) : "none";
}

/// Returns all-small games of a few moves: random sums.
Ids all_small_games(GameArena& arena, std::size_t count) {
    std::mt19937 random(17);
    Ids games{GameArena::zero, arena.nimber(1), arena.uptimal({0, 1, 0}), arena.uptimal({0, 2, 1}),
              arena.uptimal({0, -3, 0})};
    std::set<PartizanId> seen(games.begin(), games.end());
    while (games.size() < count) {
        const auto draw = [&] {
            Ids options;
            for (auto n = 1 + random() % 2; n > 0; --n)
                options.push_back(games[random() % std::min<std::size_t>(games.size(), 300)]);
            return options;
        };
        const PartizanId g = arena.make(draw(), draw());
        if (arena.depth(g) < 7 && seen.insert(g).second) games.push_back(g);
    }
    return games;
}

/// Returns true if g is `ups` ups up to less than one up and a remote star: by comparisons, without the recursion.
bool is_about(GameArena& arena, PartizanId g, int ups) {
    const unsigned remote = 64;  // more than any follower here
    return arena.leq(arena.uptimal({0, ups - 1, remote}), g) && arena.leq(g, arena.uptimal({0, ups + 1, remote}));
}

// Winning Ways, chapter 8; Siegel, section II.7.
TEST(AtomicWeights, AreThePublishedOnes) {
    MEXBASE_SKIP_IN_SANITIZERS();
    GameArena arena;
    for (const auto& [game, weight] : std::vector<std::pair<std::string, std::string>>{
             {"0", "0"},        {"*", "0"},           {"*2", "0"},          {"*7", "0"},       {"^", "1"},
             {"^*", "1"},       {"^2*", "2"},         {"v3*2", "-3"},       {"{0|^*}", "2"},   {"{0|^}", "2"},
             {"^<2>", "0"},     {"^[2]", "1"},        {"{^|v}", "0"},       {"+-(^,*)", "0"},  {"{^4|v4}", "+-2"},
             {"{^2|v}", "1/2"}, {"{^|v2}", "-1/2"},   {"{0||0,^*|0}", "2"}, {"{0,^*|0}", "1"}, {"{0||0|v2}", "0"},
             {"{^5|^3}", "4"},  {"{^2||0|v2}", "1/2"}})
        EXPECT_EQ(weight_text(arena, parse_game(arena, game)), weight) << game;
}

/// Returns games that are not all-small and whose stops are 0.
Ids other_infinitesimals(GameArena& arena, std::size_t count) {
    std::mt19937 random(23);
    Ids games{GameArena::zero, arena.nimber(1), arena.number(1), arena.number(-1), arena.uptimal({0, 1, 0})};
    Ids found;
    std::set<PartizanId> seen(games.begin(), games.end());
    while (found.size() < count) {
        const auto draw = [&] {
            Ids options;
            for (auto n = 1 + random() % 2; n > 0; --n)
                options.push_back(games[random() % std::min<std::size_t>(games.size(), 400)]);
            return options;
        };
        const PartizanId g = arena.make(draw(), draw());
        if (arena.depth(g) > 4 || !seen.insert(g).second) continue;
        games.push_back(g);
        if (!arena.is_all_small(g) && arena.left_stop(g) == Dyadic(0) && arena.right_stop(g) == Dyadic(0))
            found.push_back(g);
    }
    return found;
}

/// Returns true if g and w ups have the same outcome with *16 in the sum with each of the games: by the definition.
bool agrees_with_ups(GameArena& arena, PartizanId g, int w, const Ids& games) {
    const PartizanId star = arena.nimber(16);
    return std::ranges::all_of(games, [&](PartizanId x) {
        const PartizanId y = arena.sum(x, star);
        return arena.outcome(arena.sum(g, y)) == arena.outcome(arena.sum(arena.uptimal({0, w, 0}), y));
    });
}

// CGSuite defines the weight w of any game g: g + x + *m and w ups + x + *m have the same outcome for all games x and
// all large m.
TEST(AtomicWeights, OfOtherInfinitesimalsAreThoseOfTheDefinition) {
    GameArena arena;
    const Ids games = other_infinitesimals(arena, 80);
    Ids others;
    for (int ups = -4; ups <= 4; ++ups)
        for (const unsigned nimber : {0U, 1U}) others.push_back(arena.uptimal({0, ups, nimber}));
    for (const char* text : {"1", "-1", "1/2", "+-1", "{1|0}", "{0|-1}", "{0||0|-1}", "{1|0||0}", "{0||0|-2}"})
        others.push_back(parse_game(arena, text));
    others.insert(others.end(), games.begin(), games.begin() + 10);
    int with = 0, without = 0;
    for (const PartizanId g : games) {
        const auto weight = arena.atomic_weight(g);
        const auto number = weight ? arena.number_of(*weight) : std::nullopt;
        for (int w = -3; w <= 3; ++w) {
            const bool same = agrees_with_ups(arena, g, w, others);
            if (number == Dyadic(w)) {
                EXPECT_TRUE(same) << to_text(arena, g) << " has the weight " << w;
            } else if (weight) {
                EXPECT_FALSE(same) << to_text(arena, g) << " has not the weight " << w;
            }
        }
        ++(weight ? with : without);
        if (weight) {
            EXPECT_EQ(*arena.atomic_weight(arena.negative(g)), arena.negative(*weight));
            const PartizanId up = arena.sum(g, arena.uptimal({0, 1, 0}));
            EXPECT_EQ(arena.atomic_weight(up), arena.sum(*weight, arena.number(1))) << to_text(arena, g);
        }
    }
    EXPECT_GT(with, 10);
    EXPECT_GT(without, 0);
}

TEST(AtomicWeights, OfTiniesAreZero) {  // Winning Ways, chapter 8
    GameArena arena;
    for (const auto& [game, weight] : std::vector<std::pair<std::string, std::string>>{
             {"Tiny(1)", "0"}, {"Miny(2)", "0"}, {"Tiny({2|1})", "0"}, {"Tiny(1)+^", "1"}, {"Miny(1/2)+vv*3", "-2"}})
        EXPECT_EQ(weight_text(arena, parse_game(arena, game)), weight) << game;
}

TEST(AtomicWeights, OfGamesThatAreNotInfinitesimalAreNone) {
    GameArena arena;
    for (const char* text : {"1", "-1/2", "1^", "+-1", "{2|*}", "1*", "{1|*}"}) {
        const PartizanId g = parse_game(arena, text);
        EXPECT_FALSE(arena.is_all_small(g)) << text;
        EXPECT_EQ(arena.atomic_weight(g), std::nullopt) << text;
    }
    EXPECT_TRUE(arena.is_all_small(parse_game(arena, "{1|-1}+{1|-1}+^")));
}

TEST(AtomicWeights, AddAndTurnWithTheGames) {
    GameArena arena;
    const Ids games = all_small_games(arena, 1500);
    std::mt19937 random(19);
    std::set<PartizanId> weights;
    for (const PartizanId g : games) {
        const PartizanId weight = *arena.atomic_weight(g);
        weights.insert(weight);
        EXPECT_EQ(*arena.atomic_weight(arena.negative(g)), arena.negative(weight)) << to_text(arena, g);
        const PartizanId h = games[random() % 200];
        const PartizanId sum = arena.sum(g, h);
        EXPECT_EQ(*arena.atomic_weight(sum), arena.sum(weight, *arena.atomic_weight(h)))
            << to_text(arena, g) << " and " << to_text(arena, h);
        if (arena.leq(g, h)) {
            EXPECT_TRUE(arena.leq(weight, *arena.atomic_weight(h)));
        }
    }
    EXPECT_GT(weights.size(), 20U);
}

// The integer weight n means n ups up to less than an up and any nimber (Siegel, section II.7).
TEST(AtomicWeights, ThatAreIntegersCountUps) {
    GameArena arena;
    int integers = 0;
    std::set<std::int64_t> seen;
    for (const PartizanId g : all_small_games(arena, 1500)) {
        const auto weight = arena.number_of(*arena.atomic_weight(g));
        for (int ups = -6; ups <= 6; ++ups)
            EXPECT_EQ(is_about(arena, g, ups), weight == Dyadic(ups)) << to_text(arena, g) << " and " << ups;
        if (!weight || !weight->is_integer()) continue;
        ++integers;
        seen.insert(weight->numerator());
        if (weight->numerator() >= 2) {  // the two-ahead rule
            EXPECT_EQ(arena.outcome(g), OutcomeClass::left);
        }
        if (weight->numerator() <= -2) {
            EXPECT_EQ(arena.outcome(g), OutcomeClass::right);
        }
    }
    EXPECT_GT(integers, 700);
    EXPECT_GE(seen.size(), 7U);
}

}  // namespace mexbase::partizan_atomic_weight_test
