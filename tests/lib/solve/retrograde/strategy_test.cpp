// SPDX-License-Identifier: MIT
#include "lib/solve/retrograde/strategy.hpp"

#include <gtest/gtest.h>

#include <random>

#include "../graph/list_ruleset.hpp"
#include "brute_force.hpp"
#include "expect_values.hpp"
#include "lib/error.hpp"
#include "lib/solve/graph/transposed_moves.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::strategy_test {

using namespace test;

constexpr Strategy strategies[] = {Strategy::child_counters, Strategy::forward};

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

/// Returns the strategy for a game of one slice, planned in `options`.
Strategy planned(const GraphShape& shape, SolveOptions& options) {
    return strategy_for({.in_memory = shape, .on_disk = {}, .in_ranges = shape}, options);
}

TEST(Strategies, MemoryChoosesThemAndThePlaceOfTheCells) {
    GraphShape shape{.positions = 100'000'000};
    const std::uint64_t needed = memory_needed(Strategy::child_counters, shape);
    for (const std::uint64_t enough : {std::uint64_t{0}, needed}) {
        SolveOptions options{.memory = enough, .scratch = "folder"};
        EXPECT_EQ(planned(shape, options), Strategy::child_counters);
        EXPECT_EQ(options.scratch, "") << "the cells are in memory";
    }
    SolveOptions less{.memory = needed - 1, .scratch = "folder"};
    EXPECT_EQ(planned(shape, less), Strategy::child_counters);
    EXPECT_EQ(less.scratch, "folder");
    EXPECT_NE(less.range_log2, 0U);
    SolveOptions without_file{.memory = needed - 1};
    EXPECT_THROW(planned(shape, without_file), Error);
    SolveOptions forward{.strategy = Strategy::forward};
    EXPECT_EQ(planned(shape, forward), Strategy::forward);
    SolveOptions tiny{.memory = 1000, .scratch = "folder"};
    EXPECT_THROW(planned(shape, tiny), Error);

    // Without predecessors, the transpose takes 12.4 GB. In ranges, it needs little more.
    shape.has_predecessors = false;
    shape.edges = 3'000'000'000;
    const std::uint64_t transpose = detail::TransposedMoves::bytes(shape.positions, shape.edges);
    SolveOptions unlimited;
    EXPECT_EQ(planned(shape, unlimited), Strategy::child_counters);
    SolveOptions in_ranges{.memory = transpose + (std::uint64_t{32} << 20), .scratch = "folder"};
    EXPECT_EQ(planned(shape, in_ranges), Strategy::child_counters);
    EXPECT_NE(in_ranges.range_log2, 0U);
    SolveOptions below{.memory = transpose, .scratch = "folder"};
    EXPECT_EQ(planned(shape, below), Strategy::forward);
    EXPECT_EQ(below.scratch, "");
    shape.positions = Index{1} << 33;
    EXPECT_EQ(planned(shape, unlimited), Strategy::forward);
    SolveOptions impossible{.strategy = Strategy::child_counters};
    EXPECT_EQ(error_code_of([&] { planned(shape, impossible); }), ErrorCode::not_applicable);
}

TEST(Strategies, TheLeastMemoryOfAGameSufficesAndNoLess) {
    for (const bool has_predecessors : {true, false})
        for (const Index below : {0, 10'000'000}) {
            GraphShape shape{.positions = 50'000'000, .below = below, .edges = 200'000'000};
            shape.has_predecessors = has_predecessors;
            SolvingShapes shapes{.in_memory = shape, .on_disk = {}, .in_ranges = shape};
            shapes.set_packing(shape.positions + below, 5'000'000);
            for (const bool with_file : {true, false}) {
                SolveOptions options{.threads = 4, .scratch = with_file ? "folder" : ""};
                options.memory = least_memory(Strategy::automatic, shapes, with_file);
                SolveOptions less = options;
                --less.memory;
                EXPECT_NO_THROW(strategy_for(shapes, options));
                EXPECT_EQ(options.threads, 1U);
                EXPECT_EQ(error_code_of([&] { strategy_for(shapes, less); }), ErrorCode::out_of_memory);
            }
        }
}

TEST(Strategies, FewerThreadsRatherThanNone) {
    GraphShape shape{.positions = 1000, .threads = 8};
    for (const Strategy strategy : strategies) {
        const std::uint64_t of_eight = memory_needed(strategy, shape);
        EXPECT_EQ(threads_within(strategy, shape, 0), 8U);
        EXPECT_EQ(threads_within(strategy, shape, of_eight), 8U);
        EXPECT_EQ(threads_within(strategy, shape, of_eight - 1), 7U);
        EXPECT_EQ(threads_within(strategy, shape, 1), 0U);
        GraphShape alone = shape;
        alone.threads = 1;
        EXPECT_EQ(threads_within(strategy, shape, memory_needed(strategy, alone)), 1U);
    }
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
