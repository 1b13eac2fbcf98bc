// SPDX-License-Identifier: MIT
// Stopped and resumed analyses.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <vector>

#include "brute_force.hpp"
#include "lib/error.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/graph/listener.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "sliced.hpp"
#include "stop_at.hpp"
#include "tests/refusal.hpp"

namespace mexbase::solver_state_test {

using namespace test;
using Rules = test::SlicedRules;
using RulesBack = test::SlicedRulesBack;

SolveOptions with_threads(Strategy strategy, unsigned threads, Play play) {
    SolveOptions options{.play = play, .threads = threads, .strategy = strategy, .small_ply = 0};
    return options;
}

struct Seen {
    int stops = 0, in_plies = 0, in_passes = 0, in_ties = 0, with_due = 0, with_ties = 0, wide = 0;
    void add(const RestoredState& kept) {
        ++stops;
        in_plies += kept.at.begun ? 1 : 0;
        in_passes += kept.at.passing ? 1 : 0;
        in_ties += kept.at.tying ? 1 : 0;
        with_due += due_of(kept.due).empty() ? 0 : 1;
        with_ties += kept.at.ties ? 1 : 0;
        wide += kept.cells.cell_bytes() > 2 ? 1 : 0;
    }
};

/// Number of threads before the stop and after it. The same for the ranges (`SolveOptions::range_log2`).
struct Threads {
    unsigned before, after;
    unsigned range_before = 0, range_after = 0;
};

/// Stops at every `step`th saved state, up to `most` times, and resumes.
template <class R>
void expect_the_same(const R& rules, Strategy strategy, Play play, Threads threads, Seen& seen, int step = 1,
                     int most = 1000) {
    const auto solved = [&](unsigned count, unsigned range_log2, Checkpointer* checkpointer) {
        AnalysisListener quiet;
        SolveOptions options = with_threads(strategy, count, play);
        options.scratch = std::filesystem::temp_directory_path();
        options.range_log2 = range_log2;
        return solve(rules, options, quiet, checkpointer);
    };
    const Solution whole = solved(1, 0, nullptr);
    for (int last = 1; last <= most * step; last += step) {
        auto kept = stopped_at(
            last, [&](Checkpointer& checkpointer) { solved(threads.before, threads.range_before, &checkpointer); });
        if (!kept) break;
        seen.add(*kept);
        StopAt never(0, std::move(kept));
        const Solution rest = solved(threads.after, threads.range_after, &never);
        ASSERT_EQ(rest.summary, whole.summary) << "stopped at " << last;
        for (Index v = 0; v < rules.size(); ++v)
            ASSERT_EQ(rest.cells[v], whole.cells[v]) << v << ", stopped at " << last;
    }
}

TEST(SolverState, AnAnalysisThatWasStoppedAnywhereGoesOnToTheSameValues) {
    constexpr Strategy counters = Strategy::child_counters;
    std::mt19937_64 random(40);
    Seen seen;
    for (int round = 0; round < 80; ++round) {
        const Sliced g = random_slices(random, round % 3 == 0 ? 1 : 5, round % 40 == 0 ? 200 : 14);
        const Play play = round % 5 == 0 ? Play::misere : Play::normal;
        const Threads threads{round % 8 == 0 ? 2U : 1U, round % 8 == 1 ? 3U : round % 16 == 0 ? 2U : 1U};
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<RulesBack>(g), counters, play, threads, seen)) << round;
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<Rules>(g), counters, play, threads, seen)) << round;
        ASSERT_NO_FATAL_FAILURE(expect_the_same(RulesBack(g), counters, play, threads, seen)) << round;
        const Solution whole = solve(InSlices<RulesBack>(g), with_threads(counters, 1, play));
        const auto expected = brute_force(g.graph, play);
        for (Index v = 0; v < expected.size(); ++v) ASSERT_EQ(whole.cells[v], expected[v]);
    }
    EXPECT_GT(seen.stops, 1000);
    EXPECT_GT(seen.in_plies, seen.stops / 2);
    EXPECT_LT(seen.in_plies, seen.stops);
    EXPECT_GT(seen.in_ties, 200);
    EXPECT_GT(seen.with_due, 200);
    EXPECT_GT(seen.with_ties, 200);
}

TEST(SolverState, OneSolvedInRangesGoesOnWithOthersOrWithNone) {
    std::mt19937_64 random(45);
    Seen seen;
    for (unsigned round = 0; round < 80; ++round) {
        const Sliced g = random_slices(random, round % 3 == 0 ? 1 : 5, round % 40 == 0 ? 200 : 14);
        const Play play = round % 5 == 0 ? Play::misere : Play::normal;
        const Threads threads{1 + round % 2, 1 + round % 3 / 2, round % 4, (round + 3) % 4};
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<RulesBack>(g), Strategy::child_counters, play, threads, seen));
        ASSERT_NO_FATAL_FAILURE(expect_the_same(RulesBack(g), Strategy::child_counters, play, threads, seen));
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<Rules>(g), Strategy::child_counters, play, threads, seen));
    }
    EXPECT_GT(seen.stops, 500);
    EXPECT_GT(seen.in_passes, 20);
    EXPECT_GT(seen.in_ties, 100);
    EXPECT_GT(seen.with_due, 100);
}

TEST(SolverState, AnAnalysisThatIsStoppedAgainAndAgainEnds) {
    std::mt19937_64 random(46);
    int stops = 0;
    for (unsigned round = 0; round < 120; ++round) {
        const Sliced g = random_slices(random, round % 3 == 0 ? 1 : 5, round % 40 == 0 ? 200 : 30);
        const auto expected = brute_force(g.graph, Play::normal);
        std::optional<RestoredState> kept;
        for (unsigned run = 0;; ++run) {
            SolveOptions options = with_threads(Strategy::child_counters, 1 + run % 2, Play::normal);
            options.scratch = std::filesystem::temp_directory_path();
            options.range_log2 = (round + run) % 4;
            AnalysisListener quiet;
            StopAt checkpointer(2 + static_cast<int>(run % 3), std::move(kept));
            try {
                const Solution solution = solve(InSlices<RulesBack>(g), options, quiet, &checkpointer);
                for (Index v = 0; v < expected.size(); ++v) ASSERT_EQ(solution.cells[v], expected[v]) << round;
                break;
            } catch (const Stopped&) {
                kept = std::move(checkpointer.kept);
                ASSERT_LT(++stops, 20'000);
            }
        }
    }
    EXPECT_GT(stops, 500);
}

TEST(SolverState, ForwardPassesGoOn) {
    std::mt19937_64 random(41);
    Seen seen;
    for (int round = 0; round < 48; ++round) {
        const Sliced g = random_slices(random, round % 3 == 0 ? 1 : 5, round % 40 == 0 ? 100 : 14);
        const Play play = round % 5 == 0 ? Play::misere : Play::normal;
        const Threads threads{round % 8 == 0 ? 2U : 1U, round % 8 == 1 ? 3U : round % 16 == 0 ? 2U : 1U};
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<Rules>(g), Strategy::forward, play, threads, seen)) << round;
        ASSERT_NO_FATAL_FAILURE(expect_the_same(Rules(g), Strategy::forward, play, threads, seen)) << round;
    }
    EXPECT_GT(seen.stops, 400);
    EXPECT_GT(seen.in_ties, 60);
    EXPECT_GT(seen.with_due, 60);
    EXPECT_GT(seen.in_passes, 400);
}

/// Returns a slice that takes several ranges to scan, with every kind of result.
Sliced one_large_slice(std::mt19937_64& random, Index size) {
    Sliced g{.graph = test::ListGraph(size), .slices = {{0, size, false}}};
    for (Index v = 0; v < size; ++v) {
        for (std::uint64_t n = random() % 3; n > 0; --n) g.graph.options[v].push_back(random() % size);
        if (random() % 16 == 0) g.graph.settled[v].push_back({Outcome::win, random() % 4});
        if (random() % 64 == 0) g.graph.stops[v] = {Outcome::tie, 0};
    }
    return g;
}

TEST(SolverState, TheFirstScanGoesOnWhereItWas) {
    std::mt19937_64 random(42);
    const RulesBack rules(one_large_slice(random, 50'000));
    Seen seen;
    expect_the_same(rules, Strategy::child_counters, Play::normal, {1, 2}, seen, 2, 4);
    expect_the_same(rules, Strategy::child_counters, Play::normal, {2, 3}, seen, 20);
    EXPECT_GT(seen.in_passes, 1);
    EXPECT_GT(seen.stops, seen.in_passes);
}

TEST(SolverState, APassForwardGoesOnWhereItWas) {
    std::mt19937_64 random(43);
    // A little more than one round of a pass.
    const Rules rules(one_large_slice(random, 265'000));
    Seen seen;
    expect_the_same(rules, Strategy::forward, Play::normal, {1, 2}, seen, 6, 3);
    EXPECT_GT(seen.in_passes, 1);
}

TEST(SolverState, WideCellsGoOnToo) {
    Seen seen;
    Sliced g{.graph = test::ListGraph(6), .slices = {{0, 2, true}, {2, 4, false}}};
    g.graph.settled[0] = {{Outcome::loss, 20'000}};
    g.graph.settled[1] = {{Outcome::win, 30'000}};
    g.graph.options[2] = {3, 0};
    g.graph.options[3] = {2, 1};
    g.graph.options[4] = {2, 4};
    g.graph.settled[4] = {{Outcome::loss, 3'000'000'000}};
    // More options than a narrow cell can count, all won in the end.
    g.graph.options[5].assign(20'000, 3);
    g.graph.options[5].push_back(4);
    for (const unsigned threads : {1U, 2U}) {
        const auto same = [&](const auto& rules, Strategy strategy, Threads each) {
            ASSERT_NO_FATAL_FAILURE(expect_the_same(rules, strategy, Play::normal, each, seen));
        };
        same(InSlices<RulesBack>(g), Strategy::child_counters, {threads, 1});
        same(InSlices<RulesBack>(g), Strategy::child_counters, {1, threads});
        same(RulesBack(g), Strategy::child_counters, {threads, 1});
        same(RulesBack(g), Strategy::child_counters, {threads, 1, threads, 0});
        same(InSlices<RulesBack>(g), Strategy::child_counters, {1, threads, 0, 2});
        same(RulesBack(g), Strategy::forward, {1, threads});
    }
    EXPECT_GT(seen.wide, 10);
}

TEST(SolverState, OneOfOtherRulesIsRefused) {
    AnalysisListener quiet;
    Sliced g{.graph = test::ListGraph(4), .slices = {{0, 1, false}, {1, 3, false}}};
    const GameOf game(InSlices<RulesBack>(g), "", nullptr);
    const auto refused = [&](SolverState at, Index cells, std::vector<Due> due = {}) {
        StopAt never(0, RestoredState{at, OutcomeCells(cells), {}, source_of(std::move(due))});
        const auto resume = [&] { solve_in_cells(game, Strategy::child_counters, {}, quiet, &never); };
        return test::error_code_of(resume) == ErrorCode::bad_usage;
    };
    SolverState at{.slice = 1, .begun = true, .ply = 3, .cells = 4};
    EXPECT_FALSE(refused(at, 4));
    EXPECT_FALSE(refused(at, 4, {{4, true, 2}}));
    EXPECT_TRUE(refused(at, 4, {{4, true, 3}}));
    EXPECT_TRUE(refused(at, 4, {{3, true, 2}}));
    EXPECT_TRUE(refused(at, 5));
    at.cells = 3;
    EXPECT_TRUE(refused(at, 4));
    at.slice = 2;
    at.cells = 4;
    EXPECT_TRUE(refused(at, 4));
    at.begun = false;
    EXPECT_FALSE(refused(at, 4));
    at.slice = 3;
    EXPECT_TRUE(refused(at, 4));
    at.slice = 2;
    at.strategy = Strategy::forward;
    EXPECT_TRUE(refused(at, 4));
}

}  // namespace mexbase::solver_state_test
