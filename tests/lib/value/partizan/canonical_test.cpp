// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/value/partizan/arena.hpp"
#include "random_days.hpp"
#include "slow_forms.hpp"

namespace mexbase::partizan_canonical_test {

using test::day;
using test::Slow;
using test::slow_leq;
using Game = test::SlowGame;

Game slow_sum(const Game& g, const Game& h) {
    auto result = std::make_shared<Slow>();
    for (const Game& x : g->left) result->left.push_back(slow_sum(x, h));
    for (const Game& x : h->left) result->left.push_back(slow_sum(g, x));
    for (const Game& x : g->right) result->right.push_back(slow_sum(x, h));
    for (const Game& x : h->right) result->right.push_back(slow_sum(g, x));
    return result;
}

/// Returns one text per form, whatever the order of its options.
std::string form(const Game& g) {
    std::multiset<std::string> left;
    std::multiset<std::string> right;
    for (const Game& x : g->left) left.insert(form(x));
    for (const Game& x : g->right) right.insert(form(x));
    std::string text = "{";
    for (const auto& x : left) text += x;
    text += '|';
    for (const auto& x : right) text += x;
    return text + '}';
}

Game slow_canonical(const Game& g) {
    Slow now;
    for (const Game& x : g->left) now.left.push_back(slow_canonical(x));
    for (const Game& x : g->right) now.right.push_back(slow_canonical(x));
    return test::slow_reduced(std::move(now));
}

Game slow_of(GameArena& arena, PartizanId g) {
    auto result = std::make_shared<Slow>();
    for (const PartizanId x : test::copied(arena.left_options(g))) result->left.push_back(slow_of(arena, x));
    for (const PartizanId x : test::copied(arena.right_options(g))) result->right.push_back(slow_of(arena, x));
    return result;
}

PartizanId id_of(GameArena& arena, const Game& g) {
    std::vector<PartizanId> left;
    std::vector<PartizanId> right;
    for (const Game& x : g->left) left.push_back(id_of(arena, x));
    for (const Game& x : g->right) right.push_back(id_of(arena, x));
    return arena.make(left, right);
}

Game random_slow(std::mt19937& random, unsigned depth) {
    auto result = std::make_shared<Slow>();
    if (depth == 0) return result;
    for (auto* options : {&result->left, &result->right})
        for (auto n = random() % 4; n > 0; --n)
            options->push_back(random_slow(random, static_cast<unsigned>(random() % depth)));
    return result;
}

// Conway 1976; Fraser, Hirshberg and Wolfe, "The structure of the distributive lattice of games born by day n", 2005.
TEST(PartizanDays, HoldFourTwentyTwoAndFourteenHundredSeventyFourGames) {
    GameArena arena;
    EXPECT_EQ(day(arena, 1).size(), 4U);
    EXPECT_EQ(day(arena, 2).size(), 22U);
    const auto third = day(arena, 3);
    EXPECT_EQ(third.size(), 1474U);
    std::array<int, 4> born{};
    for (const PartizanId g : third) ++born.at(arena.birthday(g));
    EXPECT_EQ(born, (std::array{1, 3, 18, 1452}));
}

TEST(PartizanOrder, OfDayTwoIsThatOfTheDefinition) {
    GameArena arena;
    const auto games = day(arena, 2);
    for (const PartizanId g : games)
        for (const PartizanId h : games) EXPECT_EQ(arena.leq(g, h), slow_leq(slow_of(arena, g), slow_of(arena, h)));
}

TEST(PartizanOrder, OfRandomGamesIsThatOfTheDefinition) {
    GameArena arena;
    std::mt19937 random(1);
    int comparable = 0;
    for (int i = 0; i < 20000; ++i) {
        const Game a = random_slow(random, 4);
        const Game b = random_slow(random, 4);
        const bool leq = slow_leq(a, b);
        EXPECT_EQ(arena.leq(id_of(arena, a), id_of(arena, b)), leq);
        comparable += leq;
    }
    EXPECT_GT(comparable, 300);
}

TEST(PartizanCanonicalForm, IsThatOfTheDefinition) {
    GameArena arena;
    std::mt19937 random(2);
    int smaller = 0;
    for (int i = 0; i < 20000; ++i) {
        const Game raw = random_slow(random, 4);
        const PartizanId g = id_of(arena, raw);
        const Game canonical = slow_of(arena, g);
        EXPECT_EQ(form(canonical), form(slow_canonical(raw)));
        EXPECT_TRUE(slow_leq(raw, canonical) && slow_leq(canonical, raw));
        smaller += form(canonical).size() < form(raw).size();
    }
    EXPECT_GT(smaller, 1000);
}

TEST(PartizanCanonicalForm, OfEqualGamesIsOneIdWhateverCameBefore) {
    std::mt19937 random(3);
    GameArena arena;
    for (int i = 0; i < 400; ++i) {
        const Game a = random_slow(random, 3);
        const Game b = random_slow(random, 3);
        const bool equal = slow_leq(a, b) && slow_leq(b, a);
        EXPECT_EQ(id_of(arena, a) == id_of(arena, b), equal);
        GameArena fresh;
        EXPECT_EQ(form(slow_of(fresh, id_of(fresh, a))), form(slow_of(arena, id_of(arena, a))));
        const GameArena copy = fresh;
        const GameArena moved = std::move(fresh);
        EXPECT_EQ(copy.size(), moved.size());
    }
}

TEST(PartizanCanonicalForm, ForgetsOrderAndRepetition) {
    GameArena arena;
    const PartizanId star = arena.nimber(1);
    const PartizanId up = arena.uptimal({0, 1, 0});
    const std::vector<PartizanId> once{GameArena::zero, star};
    const std::vector<PartizanId> often{star, GameArena::zero, star, star, GameArena::zero};
    const std::vector<PartizanId> zero{GameArena::zero};
    EXPECT_EQ(arena.make(once, zero), arena.sum(up, star));
    EXPECT_EQ(arena.make(often, zero), arena.sum(up, star));
    EXPECT_EQ(arena.make(arena.left_options(up), arena.right_options(up)), up);
}

TEST(PartizanSums, AreThoseOfTheDefinition) {
    GameArena arena;
    std::mt19937 random(4);
    for (int i = 0; i < 300; ++i) {
        const Game a = random_slow(random, 2);
        const Game b = random_slow(random, 3);
        const Game sum = slow_canonical(slow_sum(slow_canonical(a), slow_canonical(b)));
        EXPECT_EQ(form(slow_of(arena, arena.sum(id_of(arena, a), id_of(arena, b)))), form(sum));
    }
}

TEST(PartizanOutcomes, AreThoseOfTheDefinition) {
    GameArena arena;
    const Game zero = std::make_shared<Slow>();
    for (const PartizanId g : day(arena, 3)) {
        const Game slow = slow_of(arena, g);
        const bool at_most = slow_leq(slow, zero);
        const bool at_least = slow_leq(zero, slow);
        const char expected = at_least ? (at_most ? 'P' : 'L') : at_most ? 'R' : 'N';
        EXPECT_EQ(letter(arena.outcome(g)), expected);
    }
}

}  // namespace mexbase::partizan_canonical_test
