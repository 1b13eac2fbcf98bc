#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "brute_force.hpp"
#include "lib/error.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "sliced.hpp"

namespace mexbase {
namespace slices_test {

using test::brute_force;
using test::InSlices;
using test::ListGraph;
using test::random_slices;
using test::Sliced;
using Rules = test::SlicedRules;
using RulesBack = test::SlicedRulesBack;

template <class R>
void expect_values(const Sliced& g, const SolveOptions& options, const std::vector<OutcomeValue>& expected) {
    const Solution solution = solve(R(g), options);
    Summary counted;
    for (Index v = 0; v < expected.size(); ++v) {
        ASSERT_EQ(solution.cells[v], expected[v]) << v << " by " << to_string(options.strategy);
        counted.wins += expected[v].outcome == Outcome::win ? 1 : 0;
        counted.losses += expected[v].outcome == Outcome::loss ? 1 : 0;
        counted.ties += expected[v].outcome == Outcome::tie ? 1 : 0;
        counted.longest = std::max(counted.longest, expected[v].remoteness);
    }
    ASSERT_EQ(solution.summary.positions, expected.size());
    ASSERT_EQ(solution.summary.wins, counted.wins);
    ASSERT_EQ(solution.summary.losses, counted.losses);
    ASSERT_EQ(solution.summary.ties, counted.ties);
    ASSERT_EQ(solution.summary.longest, counted.longest);
}

TEST(Slices, GiveTheValuesOfTheWholeGraphByEveryStrategyAndNumberOfThreads) {
    std::mt19937_64 random(20);
    for (int round = 0; round < 600; ++round) {
        const Sliced g = random_slices(random, 5, round % 20 == 0 ? 200 : 12);
        SolveOptions options;
        options.play = round % 5 == 0 ? Play::misere : Play::normal;
        options.threads = round % 10 == 0 ? 2 : round % 10 == 1 ? 3 : 1;
        options.small_ply = 0;
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
        SolveOptions options;
        options.play = round % 5 == 0 ? Play::misere : Play::normal;
        options.threads = round % 10 == 0 ? 2 : round % 10 == 1 ? 3 : 1;
        options.small_ply = 0;
        const auto expected = brute_force(g.graph, options.play);
        for (const Strategy strategy : {Strategy::child_counters, Strategy::two_bit, Strategy::forward}) {
            options.strategy = strategy;
            ASSERT_NO_FATAL_FAILURE(expect_values<Rules>(g, options, expected)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_values<RulesBack>(g, options, expected)) << round;
        }
    }
}

TEST(SettledOptions, MayBeFurtherFromTheEndThanNarrowCellsReach) {
    Sliced g;
    g.graph = ListGraph(4);
    g.slices = {{0, 2, true}, {2, 2, false}};
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
    Sliced g;
    g.graph = ListGraph(3);
    g.slices = {{0, 3, true}};
    g.graph.options[2] = {1};
    EXPECT_THROW(solve(InSlices<Rules>(g)), Error);
}

TEST(Slices, TwoBitsAreNotForThem) {
    Sliced g;
    g.graph = ListGraph(3);
    g.slices = {{0, 1, false}, {1, 2, false}};
    SolveOptions options;
    options.strategy = Strategy::two_bit;
    EXPECT_THROW(solve(InSlices<RulesBack>(g), options), Error);
}

}  // namespace slices_test
}  // namespace mexbase
