// Analyses that were stopped where they stood, and went on.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

#include "brute_force.hpp"
#include "lib/error.hpp"
#include "lib/solve/retrograde/solve.hpp"
#include "sliced.hpp"

namespace mexbase {
namespace standing_test {

using test::brute_force;
using test::InSlices;
using test::random_slices;
using test::Sliced;
using Rules = test::SlicedRules;
using RulesBack = test::SlicedRulesBack;

struct Stopped {};

OutcomeCells copy_of(const OutcomeCells& cells, Index known) {
    OutcomeCells copy(cells.size(), cells.cell_bytes());
    cells.visit([&](const auto* from) {
        copy.visit([&](auto* to) { std::memcpy(to, from, static_cast<std::size_t>(known) * sizeof *from); });
    });
    return copy;
}

/// Keeps the standing number `last`, and stops there.
struct StopAt {
    int last = 0;
    std::optional<Resumption> kept;
    int seen = 0;

    bool wants() { return ++seen == last; }
    [[noreturn]] void keep(const Standing& at, const OutcomeCells& cells, const DueSource& source) {
        kept.emplace(Resumption{at, copy_of(cells, at.cells), {}});
        source([this](std::uint64_t ply, bool won, Index v) { kept->due.push_back({ply, won, {v}}); });
        throw Stopped{};
    }
};

SolveOptions with_threads(unsigned threads, Play play) {
    SolveOptions options;
    options.strategy = Strategy::child_counters;
    options.threads = threads;
    options.small_ply = 0;
    options.play = play;
    return options;
}

struct Seen {
    int stops = 0, in_plies = 0, with_due = 0, with_ties = 0, wide = 0;
};

/// Stops at every standing in turn, with `before` threads, and goes on with `after`.
template <class R>
void expect_the_same(const R& rules, Play play, unsigned before, unsigned after, Seen& seen) {
    NullVisitor quiet;
    const Solution whole = solve_in_cells(rules, Strategy::child_counters, with_threads(1, play), quiet);
    for (int last = 1;; ++last) {
        StopAt stop{last, {}, 0};
        try {
            solve_in_cells(rules, Strategy::child_counters, with_threads(before, play), quiet, stop);
            break;
        } catch (const Stopped&) {
        }
        ++seen.stops;
        seen.in_plies += stop.kept->at.begun ? 1 : 0;
        seen.with_due += stop.kept->due.empty() ? 0 : 1;
        seen.with_ties += stop.kept->at.ties ? 1 : 0;
        seen.wide += stop.kept->cells.cell_bytes() > 2 ? 1 : 0;
        // It may be stopped again before it has done anything.
        StopAt never{0, {}, 0};
        const Solution rest = solve_in_cells(rules, Strategy::child_counters, with_threads(after, play), quiet, never,
                                             std::move(stop.kept));
        ASSERT_EQ(rest.summary, whole.summary) << "stopped at " << last;
        for (Index v = 0; v < rules.size(); ++v)
            ASSERT_EQ(rest.cells[v], whole.cells[v]) << v << ", stopped at " << last;
    }
}

TEST(Standing, AnAnalysisThatWasStoppedAnywhereGoesOnToTheSameValues) {
    std::mt19937_64 random(40);
    Seen seen;
    for (int round = 0; round < 120; ++round) {
        const Sliced g = random_slices(random, round % 3 == 0 ? 1 : 5, round % 40 == 0 ? 200 : 14);
        const Play play = round % 5 == 0 ? Play::misere : Play::normal;
        const unsigned before = round % 8 == 0 ? 2 : 1, after = round % 8 == 1 ? 3 : round % 16 == 0 ? 2 : 1;
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<RulesBack>(g), play, before, after, seen)) << round;
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<Rules>(g), play, before, after, seen)) << round;
        ASSERT_NO_FATAL_FAILURE(expect_the_same(RulesBack(g), play, before, after, seen)) << round;
        const Solution whole = solve(InSlices<RulesBack>(g), with_threads(1, play));
        const auto expected = brute_force(g.graph, play);
        for (Index v = 0; v < expected.size(); ++v) ASSERT_EQ(whole.cells[v], expected[v]);
    }
    EXPECT_GT(seen.stops, 1500);
    EXPECT_GT(seen.in_plies, seen.stops / 2);
    EXPECT_LT(seen.in_plies, seen.stops);
    EXPECT_GT(seen.with_due, 300);
    EXPECT_GT(seen.with_ties, 300);
}

TEST(Standing, WideCellsGoOnToo) {
    Seen seen;
    Sliced g;
    g.graph = test::ListGraph(6);
    g.slices = {{0, 2, true}, {2, 4, false}};
    g.graph.settled[0] = {{Outcome::loss, 20'000}};
    g.graph.settled[1] = {{Outcome::win, 30'000}};
    g.graph.options[2] = {3, 0};
    g.graph.options[3] = {2, 1};
    g.graph.options[4] = {2, 4};
    g.graph.settled[4] = {{Outcome::loss, 3'000'000'000}};
    // So many options that no narrow cell counts them, all won in the end.
    g.graph.options[5].assign(20'000, 3);
    g.graph.options[5].push_back(4);
    for (const unsigned threads : {1U, 2U}) {
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<RulesBack>(g), Play::normal, threads, 1, seen));
        ASSERT_NO_FATAL_FAILURE(expect_the_same(InSlices<RulesBack>(g), Play::normal, 1, threads, seen));
        ASSERT_NO_FATAL_FAILURE(expect_the_same(RulesBack(g), Play::normal, threads, 1, seen));
    }
    EXPECT_GT(seen.wide, 10);
}

TEST(Standing, OneOfOtherRulesIsRefused) {
    NullVisitor quiet;
    StopAt never{0, {}, 0};
    Sliced g;
    g.graph = test::ListGraph(4);
    g.slices = {{0, 1, false}, {1, 3, false}};
    const InSlices<RulesBack> rules(g);
    const auto refused = [&](Standing at, Index cells, std::vector<Due> due = {}) {
        try {
            solve_in_cells(rules, Strategy::child_counters, with_threads(1, Play::normal), quiet, never,
                           Resumption{at, OutcomeCells(cells), std::move(due)});
            return false;
        } catch (const Error& e) {
            return e.code() == ErrorCode::bad_usage;
        }
    };
    Standing at;
    at.slice = 1;
    at.begun = true;
    at.ply = 3;
    at.cells = 4;
    EXPECT_FALSE(refused(at, 4));
    EXPECT_FALSE(refused(at, 4, {{4, true, {2}}}));
    EXPECT_TRUE(refused(at, 4, {{4, true, {3}}}));
    EXPECT_TRUE(refused(at, 4, {{3, true, {2}}}));
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
}

}  // namespace standing_test
}  // namespace mexbase
