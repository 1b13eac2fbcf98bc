// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "lib/error.hpp"
#include "random_days.hpp"
#include "tests/refusal.hpp"

namespace mexbase::partizan_algebra_test {

using namespace test;

Ids day_three(GameArena& arena) {
    return random_day(arena, day_two(arena), 900, 3, 1);
}

TEST(PartizanAlgebra, SwitchesAndUptimalsAddUpByTheDefinition) {
    GameArena arena;
    const auto by_definition = [&](PartizanId g, PartizanId h) {
        Ids left, right;
        for (const PartizanId x : copied(arena.left_options(g))) left.push_back(arena.sum(x, h));
        for (const PartizanId x : copied(arena.left_options(h))) left.push_back(arena.sum(g, x));
        for (const PartizanId x : copied(arena.right_options(g))) right.push_back(arena.sum(x, h));
        for (const PartizanId x : copied(arena.right_options(h))) right.push_back(arena.sum(g, x));
        return arena.make(left, right);
    };
    const Dyadic half = Dyadic(1, 1);
    Ids uptimals;
    // Every option of one of them is one of them, unless the sum is of two uptimals.
    for (const Dyadic& number : {Dyadic(0), half, Dyadic(-2)})
        for (int ups = -3; ups <= 3; ++ups)
            for (unsigned n = 0; n <= 4; ++n) uptimals.push_back(arena.uptimal({number, ups, n}));
    for (const auto& [x, y] : std::vector<std::pair<Uptimal, Uptimal>>{{{Dyadic(1), 0, 0}, {Dyadic(-1), 0, 0}},
                                                                       {{half, 0, 0}, {Dyadic(0), 0, 0}},
                                                                       {{half, 2, 1}, {Dyadic(0), 0, 2}},
                                                                       {{Dyadic(3), -1, 0}, {Dyadic(2), 3, 5}},
                                                                       {{Dyadic(0), 1, 0}, {Dyadic(0), -1, 0}}}) {
        const PartizanId left = arena.uptimal(x), right = arena.uptimal(y), s = arena.make({&left, 1}, {&right, 1});
        for (const PartizanId u : uptimals)
            if (!arena.is_number(u)) {
                EXPECT_EQ(arena.sum(s, u), by_definition(s, u));
            }
    }
    // Computed at once: by the definition there are a million sums.
    const PartizanId one = arena.number(Dyadic(1)), far = arena.nimber(GameArena::largest_nimber);
    const PartizanId sum = arena.sum(far, arena.switch_of({&one, 1}));
    EXPECT_EQ(copied(arena.left_options(sum)), Ids{arena.sum(one, far)});
}

void expect_laws(GameArena& arena, PartizanId a, PartizanId b) {
    const PartizanId ab = arena.sum(a, b);
    EXPECT_EQ(ab, arena.sum(b, a));
    EXPECT_EQ(arena.difference(ab, b), a);
    EXPECT_EQ(arena.negative(ab), arena.sum(arena.negative(a), arena.negative(b)));
    EXPECT_EQ(arena.leq(a, b) && arena.leq(b, a), a == b);
    EXPECT_EQ(arena.leq(a, b), arena.leq(arena.negative(b), arena.negative(a)));
    EXPECT_EQ(arena.leq(a, b), arena.leq(GameArena::zero, arena.difference(b, a)));
}

void expect_transitive(GameArena& arena, PartizanId a, PartizanId b, PartizanId c) {
    if (arena.leq(a, b) && arena.leq(b, c)) {
        EXPECT_TRUE(arena.leq(a, c));
    }
}

void expect_associative(GameArena& arena, PartizanId a, PartizanId b, PartizanId c) {
    EXPECT_EQ(arena.sum(arena.sum(a, b), c), arena.sum(a, arena.sum(b, c)));
}

TEST(PartizanAlgebra, DayTwoObeysTheLaws) {
    GameArena arena;
    const Ids games = day_two(arena);
    for (const PartizanId a : games) {
        EXPECT_EQ(arena.sum(a, GameArena::zero), a);
        EXPECT_EQ(arena.difference(a, a), GameArena::zero);
        EXPECT_EQ(arena.negative(arena.negative(a)), a);
        for (const PartizanId b : games) {
            expect_laws(arena, a, b);
            for (const PartizanId c : games) {
                expect_associative(arena, a, b, c);
                expect_transitive(arena, a, b, c);
                EXPECT_EQ(arena.leq(a, b), arena.leq(arena.sum(a, c), arena.sum(b, c)));
            }
        }
    }
}

TEST(PartizanAlgebra, RandomGamesOfDayThreeObeyTheLaws) {
    GameArena arena;
    const Ids games = day_three(arena);
    std::mt19937 random(7);
    const auto draw = [&] { return games[random() % games.size()]; };
    for (int i = 0; i < 1500; ++i) {
        const PartizanId a = draw(), b = draw(), c = draw();
        expect_laws(arena, a, b);
        expect_transitive(arena, a, b, c);
        if (i % 10 == 0) expect_associative(arena, a, b, c);
    }
}

TEST(PartizanStops, FollowTheDefinition) {
    GameArena arena;
    for (const PartizanId g : day_three(arena)) {
        if (const auto x = arena.number_of(g)) {
            EXPECT_TRUE(arena.left_stop(g) == *x && arena.right_stop(g) == *x);
            continue;
        }
        const auto by_stop = [&](bool left) {
            return [&arena, left](PartizanId a, PartizanId b) {
                return left ? arena.right_stop(a) < arena.right_stop(b) : arena.left_stop(a) < arena.left_stop(b);
            };
        };
        EXPECT_EQ(arena.left_stop(g), arena.right_stop(*std::ranges::max_element(arena.left_of(g), by_stop(true))));
        EXPECT_EQ(arena.right_stop(g), arena.left_stop(*std::ranges::min_element(arena.right_of(g), by_stop(false))));
        EXPECT_GE(arena.left_stop(g), arena.right_stop(g));
        EXPECT_EQ(arena.left_stop(arena.negative(g)), -arena.right_stop(g));
    }
}

// Siegel, section II.3: in a sum of a number and a game that is not a number, a move in the number is never needed.
TEST(PartizanNumbers, NeedNoMoveWhereTheOtherPartIsNone) {
    GameArena arena;
    for (const PartizanId g : day_three(arena)) {
        if (arena.is_number(g)) continue;
        const Ids options = copied(arena.left_of(g));
        for (int quarters = -8; quarters <= 8; ++quarters) {
            const PartizanId x = arena.number(Dyadic(quarters, 2));
            const PartizanId sum = arena.sum(g, x);
            const bool wins = arena.outcome(sum) == OutcomeClass::left || arena.outcome(sum) == OutcomeClass::next;
            EXPECT_EQ(wins, std::ranges::any_of(options, [&](PartizanId option) {
                          return arena.leq(GameArena::zero, arena.sum(option, x));
                      }));
            EXPECT_EQ(arena.leq(g, x), arena.leq(arena.difference(g, x), GameArena::zero));
            EXPECT_EQ(arena.left_stop(sum), arena.left_stop(g) + Dyadic(quarters, 2));
        }
    }
}

TEST(PartizanNumbers, AddAndCompareAsRationals) {
    GameArena arena;
    for (int a = -20; a <= 20; ++a)
        for (int b = -20; b <= 20; ++b) {
            const PartizanId x = arena.number(Dyadic(a, 3));
            const PartizanId y = arena.number(Dyadic(b, 2));
            EXPECT_EQ(arena.sum(x, y), arena.number(Dyadic(a + 2 * b, 3)));
            EXPECT_EQ(arena.leq(x, y), a <= 2 * b);
            EXPECT_EQ(Dyadic(a, 3) <=> Dyadic(b, 2), a <=> 2 * b);
            if (a < 2 * b) {
                const PartizanId between = arena.make({&x, 1}, {&y, 1});
                EXPECT_TRUE(arena.is_number(between) && !arena.leq(between, x) && !arena.leq(y, between));
            }
        }
    EXPECT_EQ(Dyadic(-7, 2).floor(), -2);
    EXPECT_EQ(Dyadic(7, 2).floor(), 1);
    EXPECT_EQ(Dyadic(-8, 2).floor(), -2);
    EXPECT_EQ(to_string(Dyadic(-6, 2)), "-3/2");
}

TEST(PartizanNumbers, AreTheirCanonicalForms) {
    GameArena arena;
    for (int n = -40; n <= 40; ++n) {
        const PartizanId x = arena.number(Dyadic(n, 3));
        const Ids lefts = copied(arena.left_options(x)), rights = copied(arena.right_options(x));
        EXPECT_EQ(arena.make(lefts, rights), x);
        unsigned birthday = 0;
        for (const Ids& options : {lefts, rights})
            for (const PartizanId option : options) birthday = std::max(birthday, arena.birthday(option) + 1);
        EXPECT_EQ(arena.birthday(x), birthday) << n;
    }
    const PartizanId large = arena.number(std::int64_t{1} << 40);
    EXPECT_EQ(arena.make({&large, 1}, {}), arena.number((std::int64_t{1} << 40) + 1));
    EXPECT_LT(arena.size(), 100U);
}

TEST(PartizanNumbers, AreTheSimplestThatFit) {
    GameArena arena;
    const auto value = [&](Dyadic low, Dyadic high) {
        const PartizanId x = arena.number(low);
        const PartizanId y = arena.number(high);
        return *arena.number_of(arena.make({&x, 1}, {&y, 1}));
    };
    EXPECT_EQ(value(-5, 3), Dyadic(0));
    EXPECT_EQ(value(Dyadic(5, 1), 10), Dyadic(3));
    EXPECT_EQ(value(-10, Dyadic(-5, 1)), Dyadic(-3));
    EXPECT_EQ(value(2, 3), Dyadic(5, 1));
    EXPECT_EQ(value(Dyadic(5, 2), Dyadic(11, 3)), Dyadic(21, 4));
    const PartizanId up_star = arena.uptimal({1, 1, 1});  // 1 is confused with 1^*, and so fits above it
    EXPECT_EQ(arena.make({&up_star, 1}, {}), arena.number(1));
    const PartizanId up = arena.uptimal({1, 1, 0});
    EXPECT_EQ(arena.make({&up, 1}, {}), arena.number(2));
}

TEST(PartizanNumbers, OutOfRangeAreRefused) {
    GameArena arena;
    const PartizanId largest = arena.number(Dyadic::largest_numerator);
    const PartizanId smallest = arena.number(Dyadic(1, 62));
    const std::size_t size = arena.size();
    EXPECT_THROW(arena.sum(largest, arena.number(1)), Error);
    EXPECT_THROW(arena.sum(largest, smallest), Error);
    EXPECT_THROW(arena.make({&largest, 1}, {}), Error);
    EXPECT_THROW(arena.make({&GameArena::zero, 1}, {&smallest, 1}), Error);
    EXPECT_THROW(arena.nimber(1024), Error);
    EXPECT_THROW(arena.uptimal({0, -1001, 0}), Error);
    EXPECT_EQ(arena.size(), size + 1);
    EXPECT_EQ(arena.sum(largest, arena.negative(largest)), GameArena::zero);
    EXPECT_EQ(arena.birthday(largest), 0xffffffffU);
}

TEST(PartizanUptimals, AddByParts) {
    GameArena arena;
    std::mt19937 random(11);
    const auto draw = [&] {
        return Uptimal{Dyadic(static_cast<int>(random() % 9) - 4, 1), static_cast<int>(random() % 9) - 4,
                       static_cast<unsigned>(random() % 6)};
    };
    for (int i = 0; i < 500; ++i) {
        const Uptimal a = draw();
        const Uptimal b = draw();
        const Uptimal sum{a.number + b.number, a.ups + b.ups, a.nimber ^ b.nimber};
        const PartizanId x = arena.uptimal(a);
        const PartizanId y = arena.uptimal(b);
        EXPECT_EQ(arena.uptimal_of(arena.sum(x, y)), sum);
        EXPECT_EQ(arena.uptimal_of(arena.negative(x)), (Uptimal{-a.number, -a.ups, a.nimber}));
        EXPECT_EQ(arena.leq(x, y), arena.leq(GameArena::zero, arena.difference(y, x)));
    }
}

// From single ups and stars by the options alone, in an arena without larger ones.
TEST(PartizanUptimals, AreRecognisedByTheirOptions) {
    GameArena arena;
    const Ids zero{GameArena::zero};
    const PartizanId star = arena.make(zero, zero);
    const PartizanId up = arena.make(zero, {&star, 1});
    EXPECT_EQ(arena.nimber_of(star), 1U);
    EXPECT_EQ(arena.uptimal_of(up), (Uptimal{0, 1, 0}));
    for (const int sign : {1, -1}) {
        PartizanId odd = sign > 0 ? up : arena.negative(up);
        for (int n = 1; n < 9; ++n) {  // n.up + (n-1).* has the options 0 and the one before
            EXPECT_EQ(arena.uptimal_of(odd), (Uptimal{0, sign * n, n % 2 == 0 ? 1U : 0U}));
            odd = sign > 0 ? arena.make(zero, {&odd, 1}) : arena.make({&odd, 1}, zero);
        }
    }
    Ids nimbers;
    for (unsigned n = 0; n < 40; ++n) {
        nimbers.push_back(arena.make(nimbers, nimbers));
        EXPECT_EQ(arena.nimber_of(nimbers.back()), n);
    }
    EXPECT_EQ(arena.nimber_of(up), std::nullopt);
    EXPECT_EQ(arena.number_of(star), std::nullopt);
}

TEST(PartizanUptimals, PowersOfUpAreInfinitesimallySmaller) {
    GameArena arena;
    const PartizanId star = arena.nimber(1);
    PartizanId sum = arena.uptimal({0, 1, 0});
    for (int n = 2; n < 12; ++n) {
        // By the definition, with options that may not be canonical.
        const PartizanId right = arena.difference(star, sum);
        const PartizanId power = arena.make({&GameArena::zero, 1}, {&right, 1});
        EXPECT_EQ(arena.up_power(n), power);
        EXPECT_EQ(arena.up_power(-n), arena.negative(power));
        EXPECT_EQ(arena.up_power({0, n, true, 0}), arena.make({&sum, 1}, {&star, 1}));
        sum = arena.sum(sum, power);
        EXPECT_EQ(arena.up_power({0, n, true, 0}), sum);
        PartizanId copies = GameArena::zero;
        for (int i = 0; i < 5; ++i) copies = arena.sum(copies, power);
        EXPECT_TRUE(arena.leq(copies, arena.up_power(n - 1)));
        EXPECT_EQ(arena.outcome(power), OutcomeClass::left);
        EXPECT_EQ(*arena.atomic_weight(power), GameArena::zero);
    }
    const PartizanId down_star = arena.uptimal({0, -1, 1});
    EXPECT_EQ(arena.make({&GameArena::zero, 1}, {&down_star, 1}), arena.up_power(2));
    for (const int n : {0, 65, -65, std::numeric_limits<int>::min()}) EXPECT_THROW(arena.up_power(n), Error);
    EXPECT_THROW(arena.up_power({0, 2, true, 1024}), Error);
}

TEST(PartizanUptimals, PowersOfUpAreAddedToNumbersAndNimbers) {
    for (const int n : {1, 2, 3, 5}) {
        for (const Dyadic& x : {Dyadic(0), Dyadic(3), Dyadic(-5, 2)})
            for (const unsigned nimber : {0U, 1U, 2U, 3U, 6U})
                for (const bool sum : {false, true}) {
                    GameArena arena;
                    const PartizanId other = arena.uptimal({x, 0, nimber});
                    const PartizanId expected = arena.sum(other, arena.up_power({0, n, sum, 0}));
                    EXPECT_EQ(arena.up_power({x, n, sum, nimber}), expected);
                    EXPECT_EQ(arena.up_power({-x, -n, sum, nimber}), arena.negative(expected));
                }
    }
}

TEST(PartizanArena, RefusesGamesTooDeepAndGoesOn) {
    GameArena arena;
    PartizanId chain = arena.number(-2);  // {0|{0|{0|...-2}}}
    const auto grow = [&] {
        for (unsigned i = 0; i < 2 * GameArena::deepest; ++i) chain = arena.make({&GameArena::zero, 1}, {&chain, 1});
    };
    EXPECT_EQ(test::error_code_of(grow), ErrorCode::not_applicable);
    EXPECT_EQ(arena.depth(chain), GameArena::deepest);
    EXPECT_EQ(arena.outcome(arena.difference(chain, chain)), OutcomeClass::previous);
    EXPECT_EQ(arena.negative(arena.negative(chain)), chain);
}

}  // namespace mexbase::partizan_algebra_test
