// SPDX-License-Identifier: MIT
#include "lib/solve/retrograde/strategy.hpp"

#include <gtest/gtest.h>

#include <set>
#include <span>
#include <vector>

#include "../graph/list_ruleset.hpp"
#include "brute_force.hpp"
#include "expect_values.hpp"
#include "lib/error.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/graph/listener.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::strategy_test {

using namespace test;

constexpr Strategy strategies[] = {Strategy::child_counters, Strategy::two_bit, Strategy::forward};

TEST(Strategies, AllAgreeWithBruteForceForAnyNumberOfThreads) {
    std::mt19937_64 random(99);
    for (int round = 0; round < 300; ++round) {
        ListGraph list = random_graph(random, round % 20 == 0 ? 400 : 30, round % 2 == 0);
        if (round % 3 == 0)
            for (Index v = 0; v < list.size(); ++v) list.beyond[v] = random() % 8 == 0 ? 1 : 0;
        SolveOptions options{.play = round % 5 == 0 ? Play::misere : Play::normal};
        const auto expected = brute_force(list, options.play);
        options.threads = round % 10 == 0 ? 2 : round % 10 == 1 ? 4 : 1;
        options.small_ply = 0;
        for (const Strategy strategy : strategies) {
            options.strategy = strategy;
            ASSERT_NO_FATAL_FAILURE(expect_values<test::ListRules>(list, options, expected)) << round;
            ASSERT_NO_FATAL_FAILURE(expect_values<test::ListRulesBack>(list, options, expected)) << round;
        }
    }
}

TEST(Strategies, TwoBitsSpoolEachVertexOnceInOrderOfRemoteness) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 100; ++round) {
        const ListGraph list = random_graph(random, 200, true);
        const auto expected = brute_force(list, Play::normal);
        SolveOptions options{.threads = 1 + static_cast<unsigned>(round % 3), .small_ply = 0};
        std::vector<OutcomeValue> spooled(list.size());
        std::set<Index> seen;
        std::pair<bool, std::uint64_t> last{};  // ties come last
        auto sink = [&](std::uint64_t ply, Outcome outcome, std::span<const Index> vertices) {
            const std::pair now(outcome == Outcome::tie, ply);
            ASSERT_GE(now, last);
            ASSERT_FALSE(vertices.empty());
            last = now;
            for (const Index v : vertices) {
                ASSERT_TRUE(seen.insert(v).second);
                spooled[v] = {outcome, ply};
            }
        };
        AnalysisListener quiet;
        const SpooledSolution solution =
            solve_spooled(GameOf(test::ListRulesBack(list), "", nullptr), options, sink, quiet);
        ASSERT_EQ(spooled, expected);
        for (Index v = 0; v < list.size(); ++v) ASSERT_EQ(solution.states[v], expected[v].outcome);
        ASSERT_EQ(solution.summary.wins + solution.summary.losses + solution.summary.ties, seen.size());
    }
}

TEST(Strategies, MemoryChooses) {
    GraphShape shape{.positions = 100'000'000};
    const auto needs = [&](Strategy s) { return memory_needed(s, shape); };
    EXPECT_LT(needs(Strategy::two_bit), needs(Strategy::child_counters));
    EXPECT_EQ(choose_strategy(Strategy::automatic, shape, 0), Strategy::child_counters);
    EXPECT_EQ(choose_strategy(Strategy::automatic, shape, needs(Strategy::child_counters)), Strategy::child_counters);
    EXPECT_EQ(choose_strategy(Strategy::automatic, shape, needs(Strategy::child_counters) - 1), Strategy::two_bit);
    EXPECT_EQ(choose_strategy(Strategy::forward, shape, 0), Strategy::forward);
    EXPECT_THROW(choose_strategy(Strategy::automatic, shape, 1000), Error);

    shape.has_predecessors = false;
    shape.edges = 3'000'000'000;
    EXPECT_EQ(choose_strategy(Strategy::automatic, shape, 0), Strategy::child_counters);
    EXPECT_EQ(choose_strategy(Strategy::automatic, shape, std::uint64_t{1} << 30), Strategy::forward);
    shape.positions = Index{1} << 33;
    EXPECT_EQ(choose_strategy(Strategy::automatic, shape, 0), Strategy::forward);
    EXPECT_THROW(choose_strategy(Strategy::two_bit, shape, 0), Error);
}

TEST(Strategies, FewerThreadsRatherThanNone) {
    GraphShape shape{.positions = 1000, .threads = 8};
    const std::uint64_t of_eight = memory_needed(Strategy::two_bit, shape);
    EXPECT_EQ(threads_within(Strategy::automatic, shape, 0), 8U);
    EXPECT_EQ(threads_within(Strategy::automatic, shape, of_eight), 8U);
    EXPECT_EQ(threads_within(Strategy::automatic, shape, of_eight - 1), 7U);
    shape.threads = 1;
    EXPECT_EQ(threads_within(Strategy::automatic, shape, 1), 1U);
    const std::uint64_t of_one = memory_needed(Strategy::two_bit, shape);
    shape.threads = 8;
    EXPECT_EQ(threads_within(Strategy::two_bit, shape, of_one), 1U);
}

TEST(Strategies, ForwardPassesMatchRoundsOfManyBlocks) {
    MEXBASE_SKIP_IN_SANITIZERS();
    // More vertices than one round of a pass covers, so that a pass must not count its own decisions.
    ListGraph list(540'000);
    std::mt19937_64 random(3);
    for (Index v = 0; v < list.size(); ++v)
        for (std::uint64_t k = random() % 5; k > 0; --k) list.options[v].push_back(random() % list.size());
    const test::ListRules rules(list);
    SolveOptions options{.strategy = Strategy::forward};
    const Solution forward = solve(rules, options);
    options.threads = 2;
    const Solution twice = solve(rules, options);
    options.strategy = Strategy::child_counters;
    const Solution counted = solve(rules, options);
    EXPECT_GT(counted.summary.longest, 10U);
    for (Index v = 0; v < list.size(); ++v) {
        ASSERT_EQ(forward.cells[v], counted.cells[v]);
        ASSERT_EQ(twice.cells[v], counted.cells[v]);
    }
}

}  // namespace mexbase::strategy_test
