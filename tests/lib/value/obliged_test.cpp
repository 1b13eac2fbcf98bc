// SPDX-License-Identifier: MIT
// Obliged sums (T. S. Ferguson, "Obliged sums of games"), compared with play on the sums themselves.
#include "lib/value/obliged.hpp"

#include <gtest/gtest.h>

#include <array>
#include <initializer_list>
#include <random>
#include <span>
#include <vector>

#include "obliged_play.hpp"

namespace mexbase::test::obliged_test {

Obliged sum_of(std::initializer_list<Obliged> components) {
    return obliged_sum(std::span(components.begin(), components.size()));
}

constexpr Obliged v00{false, false}, v01{false, true}, v10{true, false}, v11{true, true};

TEST(Obliged, PairsHaveTheNumbersOfTheTableFormat) {
    const std::array<const char*, 4> texts = {"00", "01", "10", "11"};
    for (unsigned code = 0; code < 4; ++code) {
        EXPECT_EQ(Obliged::of(code).code(), code);
        EXPECT_EQ(to_string(Obliged::of(code)), texts[code]);
        EXPECT_EQ(Obliged::of(code + 4), Obliged::of(code));
    }
    EXPECT_EQ(v10.code(), 2);
    EXPECT_EQ(to_string(finished_game), "01");
}

// Figure 4, row by row.
TEST(Obliged, SumsOfTwoAreThoseOfFigure4) {
    const Obliged order[] = {v00, v01, v10, v11};
    const Obliged figure[4][4] = {
        {v00, v00, v11, v11},
        {v00, v01, v10, v11},
        {v11, v10, v01, v11},
        {v11, v11, v11, v11},
    };
    for (std::size_t a = 0; a < 4; ++a)
        for (std::size_t b = 0; b < 4; ++b) EXPECT_EQ(sum_of({order[a], order[b]}), figure[a][b]) << a << b;
}

TEST(Obliged, OptionsGiveTheNegatedConjunction) {
    for (unsigned set = 0; set < 16; ++set) {
        ObligedOptions options;
        unsigned all = 3;
        for (unsigned code = 0; code < 4; ++code) {
            if ((set >> code & 1) == 0) continue;
            options.add(Obliged::of(code));
            all &= code;
        }
        const Obliged expected = set == 0 ? finished_game : Obliged::of(~all & 3);
        EXPECT_EQ(options.value(), expected) << set;
        EXPECT_EQ(options.settled(), set != 0 && all == 0) << set;
        options.clear();
        EXPECT_EQ(options.value(), finished_game);
    }
}

// Parallel addition of 64 sums gives the same values as single additions.
TEST(Obliged, SixtyFourSumsAreSixtyFourTimesOne) {
    std::mt19937_64 random(4);
    for (int round = 0; round < 500; ++round) {
        ObligedSum together;
        std::array<ObligedSum, 64> alone;
        for (std::uint64_t k = random() % 7; k > 0; --k) {
            const std::uint64_t normal = random(), misere = random();
            together.add(normal, misere);
            for (unsigned lane = 0; lane < 64; ++lane)
                alone[lane].add(Obliged{(normal >> lane & 1) != 0, (misere >> lane & 1) != 0});
        }
        for (unsigned lane = 0; lane < 64; ++lane)
            ASSERT_EQ(alone[lane].value(),
                      (Obliged{(together.normal() >> lane & 1) != 0, (together.misere() >> lane & 1) != 0}));
    }
}

// A sum of several components is not a nested sum of two: being obliged to finish 00 + 10 before the other 10 is begun
// is another game.
TEST(Obliged, SumsDoNotNest) {
    const std::array flat = {v00, v10, v10};
    EXPECT_EQ(obliged_sum(flat), v00);
    EXPECT_EQ(sum_of({sum_of({v00, v10}), v10}), v11);
    EXPECT_EQ(sum_of({v00, sum_of({v10, v10})}), v00);
}

TEST(Obliged, Theorem1AgreesWithPlayOnRandomSums) {
    std::mt19937_64 random(1);
    int sums = 0;
    std::array<int, 4> seen{}, seen_alone{};
    while (sums < 100000) {
        ObligedPlay play(random_obliged_graph(random));
        const std::size_t size = play.games().size();
        for (int round = 0; round < 40; ++round, ++sums) {
            ObligedState sum;
            std::vector<Obliged> values;
            for (std::uint64_t k = random() % 5; k > 0; --k) {
                sum.free.push_back({static_cast<unsigned>(random() % size)});
                values.push_back(play.alone(sum.free.back().front()));
                ++seen_alone[values.back().code()];
            }
            const Obliged value = obliged_sum(values);
            ASSERT_EQ(value, play.outcome(sum)) << sums;
            ++seen[value.code()];
            // The corollary: the sums that the player to move loses.
            std::array<int, 4> m{};
            for (const Obliged v : values) ++m[v.code()];
            ASSERT_EQ(!value.normal, m[3] == 0 && m[2] % 2 == 0);
            ASSERT_EQ(!value.misere, m[3] == 0 && ((m[0] == 0 && m[2] % 2 == 1) || (m[0] > 0 && m[2] % 2 == 0)));
        }
    }
    for (const int n : seen) EXPECT_GT(n, 300);
    for (const int n : seen_alone) EXPECT_GT(n, 300);
}

TEST(Obliged, ComponentsBegunAreReadAsFunctionsOfWhatFollows) {
    std::mt19937_64 random(2);
    std::array<int, 4> seen{};
    for (int sums = 0; sums < 50000;) {
        ObligedPlay play(random_obliged_graph(random));
        const std::size_t size = play.games().size();
        for (int round = 0; round < 40; ++round, ++sums) {
            ObligedState sum;
            std::vector<Obliged> free;
            for (std::uint64_t k = random() % 4; k > 0; --k) {
                sum.free.push_back({static_cast<unsigned>(random() % size)});
                free.push_back(play.alone(sum.free.back().front()));
            }
            for (std::uint64_t k = 1 + random() % 3; k > 0; --k)
                sum.begun.push_back({static_cast<unsigned>(random() % size)});
            Obliged value = obliged_sum(free);
            for (std::size_t k = sum.begun.size(); k-- > 0;)
                value = obliged_after(play.alone(sum.begun[k].front()), value);
            ASSERT_EQ(value, play.outcome(sum)) << sums;
            ++seen[value.code()];
        }
    }
    for (const int n : seen) EXPECT_GT(n, 300);
}

// An empty rest has value 01, and a begun component that is finished leaves the rest unchanged.
TEST(Obliged, NothingBeforeAndNothingAfterChangeNothing) {
    for (unsigned code = 0; code < 4; ++code) {
        EXPECT_EQ(obliged_after(Obliged::of(code), finished_game), Obliged::of(code));
        EXPECT_EQ(obliged_after(finished_game, Obliged::of(code)), Obliged::of(code));
        EXPECT_EQ(sum_of({Obliged::of(code), finished_game}), Obliged::of(code));
    }
}

// Games that break: a move leaves an obliged sum, which must be finished before the rest.
TEST(Obliged, GamesThatBreakAreWorthWhatTheirOptionsSay) {
    std::mt19937_64 random(3);
    std::array<int, 4> seen{};
    for (int sums = 0; sums < 20000;) {
        ObligedPlay play(random_obliged_games(random));
        const std::size_t size = play.games().size();
        std::vector<Obliged> values;
        const auto sum_of = [&values](const ObligedParts& parts) {
            std::vector<Obliged> components;
            for (const unsigned game : parts) components.push_back(values[game]);
            return obliged_sum(components);
        };
        for (const auto& game : play.games()) {
            ObligedOptions options;
            for (const ObligedParts& left : game) options.add(sum_of(left));
            values.push_back(options.value());
        }
        for (int round = 0; round < 20; ++round, ++sums) {
            ObligedParts parts;
            ObligedState sum;
            for (std::uint64_t k = 1 + random() % 3; k > 0; --k) {
                parts.push_back(static_cast<unsigned>(random() % size));
                sum.free.push_back({parts.back()});
            }
            ASSERT_EQ(play.outcome(sum), sum_of(parts)) << sums;
            ++seen[sum_of(parts).code()];
        }
    }
    for (const int n : seen) EXPECT_GT(n, 200);
}

}  // namespace mexbase::test::obliged_test
