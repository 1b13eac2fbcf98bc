// SPDX-License-Identifier: MIT
#include "lib/solve/outcomes/solve.hpp"

#include <gtest/gtest.h>

#include "../graph/list_ruleset.hpp"
#include "brute_force.hpp"
#include "lib/error.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::solve_test {

using test::brute_force;
using test::ListGraph;

// Take 1, 4 or 9.
ListGraph subtraction(Index size) {
    ListGraph list(size);
    for (Index heap = 0; heap < size; ++heap)
        for (const Index k : {Index{1}, Index{4}, Index{9}})
            if (k <= heap) list.options[heap].push_back(heap - k);
    return list;
}

TEST(Solve, AMillionHeapsTakeFourHundredThousandPlies) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const test::ListRulesBack rules(subtraction(1'000'001));
    const auto expected = brute_force(subtraction(300), Play::normal);
    for (const unsigned threads : {1U, 2U}) {
        SolveOptions options{.threads = threads};
        const Solution solution = solve(rules, options);
        EXPECT_EQ(solution.summary.longest, 400'001U);
        EXPECT_EQ(solution.summary.draws(), 0U);
        EXPECT_EQ(solution.cells.cell_bytes(), 4U);
        for (Index heap = 0; heap < expected.size(); ++heap) ASSERT_EQ(solution.cells[heap], expected[heap]) << heap;
    }
}

// Returns a path of `length` moves: heap n is n plies from the end.
ListGraph path(Index length) {
    ListGraph list(length + 1);
    for (Index v = 1; v <= length; ++v) list.options[v] = {v - 1};
    return list;
}

TEST(Solve, RemotenessPastTheFirstCellWidthIsExactInEveryStrategy) {
    MEXBASE_SKIP_IN_SANITIZERS();
    // The forward strategy visits every undecided vertex in every ply: the path is no longer than needed.
    constexpr Index length = 16'500;
    const test::ListRulesBack rules(path(length));
    for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
        SolveOptions options{.strategy = strategy};
        const Solution solution = solve(rules, options);
        EXPECT_EQ(solution.cells.cell_bytes(), 4U);
        EXPECT_EQ(solution.summary.longest, length);
        for (Index v = 0; v <= length; ++v)
            ASSERT_EQ(solution.cells[v], (OutcomeValue{v % 2 == 0 ? Outcome::loss : Outcome::win, v}));
    }
}

TEST(Solve, RemotenessThatJustFitsStaysAndTheNextOneWidens) {
    for (const Index length : {Index{16382}, Index{16383}, Index{16384}, Index{16385}}) {
        const Solution solution = solve(test::ListRulesBack(path(length)));
        EXPECT_EQ(solution.cells[length], (OutcomeValue{length % 2 == 0 ? Outcome::loss : Outcome::win, length}));
        EXPECT_EQ(solution.cells[length - 1].remoteness, length - 1);
        if (length != 16383) {
            EXPECT_EQ(solution.cells.cell_bytes(), length < 16383 ? 2U : 4U);
        }
    }
}

TEST(Solve, OutDegreesPastTheFirstCellWidthAreCountedExactly) {
    // The hub is lost once all its options are won; a few are won later than the rest, and some moves are parallel.
    for (const Index degree : {Index{16382}, Index{16383}, Index{16384}, Index{16385}, Index{50'000}}) {
        ListGraph list(degree + 6);
        const Index hub = degree, end = degree + 1, a = degree + 2, b = degree + 3, c = degree + 4, spare = degree + 5;
        list.options[a] = {end};
        list.options[b] = {a};
        list.options[c] = {b};
        list.options[spare] = {hub, hub, spare};
        for (Index v = 0; v < degree; ++v) {
            list.options[v] = {v % 1000 == 7 ? b : end};
            list.options[hub].push_back(v);
        }
        list.options[hub].push_back(c);
        list.options[hub].push_back(c);
        const auto expected = brute_force(list, Play::normal);
        EXPECT_EQ(expected[hub], (OutcomeValue{Outcome::loss, 4}));
        for (const unsigned threads : {1U, 3U}) {
            SolveOptions options{.threads = threads, .small_ply = 0};
            const Solution solution = solve(test::ListRulesBack(list), options);
            for (Index v = 0; v < list.size(); ++v) ASSERT_EQ(solution.cells[v], expected[v]) << v;
        }
        // With one option that is never won the hub is drawn, whatever the width of its counter.
        list.options[hub].push_back(hub);
        EXPECT_EQ(solve(test::ListRulesBack(list)).cells[hub].outcome, Outcome::draw);
    }
}

TEST(Solve, WideGraphsGiveTheSameCellsForAnyNumberOfThreads) {
    std::mt19937_64 random(17);
    ListGraph list(100'000);
    for (Index v = 0; v < list.size(); ++v)
        for (std::uint64_t k = random() % 5; k > 0; --k) list.options[v].push_back(random() % list.size());
    const test::ListRulesBack rules(list);
    const Solution one = solve(rules);
    EXPECT_GT(one.summary.wins + one.summary.losses, list.size() / 2);
    for (const unsigned threads : {2U, 3U, 4U}) {
        const Solution many = solve(rules, {.threads = threads, .small_ply = 100});
        EXPECT_EQ(many.summary.wins, one.summary.wins);
        EXPECT_EQ(many.summary.longest, one.summary.longest);
        for (Index v = 0; v < list.size(); ++v) ASSERT_EQ(many.cells[v], one.cells[v]);
    }
}

// A ruleset in which every third index is not a position.
class Sparse : public test::NumberRules {
  public:
    static constexpr std::string_view family = "sparse";
    static constexpr Has has{};
    using NumberRules::NumberRules;
    static Sparse make(const Parameters&) { return Sparse(1); }
    bool legal(Index i) const { return i < size_ && i % 3 != 2; }
    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        if (i >= 3) f(i - 3);
    }
};

TEST(Solve, IndicesThatAreNoPositionStayUndecidedAndUncounted) {
    for (const Strategy strategy : {Strategy::child_counters, Strategy::forward}) {
        SolveOptions options{.strategy = strategy};
        const Solution solution = solve(Sparse(3000), options);
        EXPECT_EQ(solution.summary.positions, 2000U);
        EXPECT_EQ(solution.summary.draws(), 0U);
        for (Index i = 0; i < 3000; ++i) EXPECT_EQ(solution.cells[i].outcome == Outcome::draw, i % 3 == 2);
    }
}

TEST(Solve, AnEmptyGameIsSolved) {
    const Solution solution = solve(test::ListRules(ListGraph(0)));
    EXPECT_EQ(solution.summary, Summary{});
}

}  // namespace mexbase::solve_test
