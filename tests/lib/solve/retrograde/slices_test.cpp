// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <random>

#include "brute_force.hpp"
#include "expect_values.hpp"
#include "lib/error.hpp"
#include "sliced.hpp"

namespace mexbase::slices_test {

using namespace test;
using Rules = test::SlicedRules;
using RulesBack = test::SlicedRulesBack;

TEST(Slices, GiveTheValuesOfTheWholeGraphByEveryStrategyAndNumberOfThreads) {
    std::mt19937_64 random(20);
    for (int round = 0; round < 600; ++round) {
        const Sliced g = random_slices(random, 5, round % 20 == 0 ? 200 : 12);
        SolveOptions options{.play = round % 5 == 0 ? Play::misere : Play::normal,
                             .threads = std::array{2U, 3U, 1U}[std::min(round % 10, 2)],
                             .small_ply = 0};
        const auto expected = brute_force(g.graph, options.play);
        for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
            options.strategy = strategy;
            ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<Rules>>(g, options, expected)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<RulesBack>>(g, options, expected)) << round;
        }
    }
}

TEST(SettledOptions, CountLikeOthersByEveryStrategyAndNumberOfThreads) {
    std::mt19937_64 random(21);
    for (int round = 0; round < 800; ++round) {
        Sliced g = random_slices(random, 1, round % 20 == 0 ? 400 : 20);
        SolveOptions options{.play = round % 5 == 0 ? Play::misere : Play::normal,
                             .threads = std::array{2U, 3U, 1U}[std::min(round % 10, 2)],
                             .small_ply = 0};
        const auto expected = brute_force(g.graph, options.play);
        for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
            options.strategy = strategy;
            ASSERT_NO_FATAL_FAILURE(expect_values<Rules>(g, options, expected)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_values<RulesBack>(g, options, expected)) << round;
        }
    }
}

TEST(SettledOptions, MayBeFurtherFromTheEndThanNarrowCellsReach) {
    Sliced g{.graph = ListGraph(4), .slices = {{0, 2, true}, {2, 2, false}}};
    g.graph.settled[0] = {{Outcome::loss, 20'000}};
    g.graph.options[1] = {};
    g.graph.settled[1] = {{Outcome::win, 30'000}};
    g.graph.options[2] = {3, 0};
    g.graph.options[3] = {2, 1};
    const auto expected = brute_force(g.graph, Play::normal);
    EXPECT_EQ(expected[0], (OutcomeValue{Outcome::win, 20'001}));
    EXPECT_EQ(expected[3], (OutcomeValue{Outcome::win, 30'002}));
    EXPECT_EQ(expected[2], (OutcomeValue{Outcome::loss, 30'003}));
    ASSERT_NO_FATAL_FAILURE(expect_values<InSlices<RulesBack>>(g, {}, expected));
    g.slices = {{0, 4, false}};
    ASSERT_NO_FATAL_FAILURE(expect_values<RulesBack>(g, {}, expected));
}

TEST(Slices, ALoopFreeOneWithAnOptionInsideIsRefused) {
    Sliced g{.graph = ListGraph(3), .slices = {{0, 3, true}}};
    g.graph.options[2] = {1};
    EXPECT_THROW(solve(InSlices<Rules>(g)), Error);
}

}  // namespace mexbase::slices_test
