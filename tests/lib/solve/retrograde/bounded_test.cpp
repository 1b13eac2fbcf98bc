// SPDX-License-Identifier: MIT
#include "lib/solve/outcomes/bounded.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <vector>

#include "../graph/list_ruleset.hpp"
#include "brute_force.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/graph/listener.hpp"
#include "stop_at.hpp"
#include "tests/refusal.hpp"

namespace mexbase::bounded_test {

using namespace test;

/// `solve_bounded` for a ruleset, without a listener.
template <class R>
BoundedSolution solve_rules(const R& rules, const SolveOptions& options = {}, Checkpointer* plain = nullptr,
                            Checkpointer* doubled = nullptr) {
    AnalysisListener quiet;
    return solve_bounded(GameOf<R>(rules, "", nullptr), options, quiet, plain, doubled);
}

ListGraph random_bounded(std::mt19937_64& random, Index most) {
    ListGraph g = random_graph(random, most, random() % 2 == 0);
    for (auto& stop : g.stops)
        if (stop && stop->outcome == Outcome::tie) stop = OutcomeValue{Outcome::draw, 0};
    const std::uint64_t rate = 2 + random() % 6;
    for (Index v = 0; v < g.size(); ++v)
        if (random() % rate == 0) g.beyond[v] = 1 + random() % 2;
    return g;
}

TEST(Bounded, TiesAreRefused) {
    ListGraph g(2);
    g.options = {{}, {0}};
    g.stops[0] = OutcomeValue{Outcome::tie, 0};
    g.beyond = {0, 1};
    EXPECT_THROW(solve_rules(test::ListRulesBack(g)), Error);
}

// Vertices 3 and 4 are drawn if both ends are lost and if both are won, yet decided with 0 lost and 5 won. An algorithm
// that compares the two extremes vertex by vertex would call them drawn.
TEST(Bounded, TheSixVertexGraphHasTwoUnknownPositions) {
    // succ = [[1],[0,2,5],[1,5],[4],[1,2,3],[1,2]] with 0 and 5 past the bound: vertex k is index k-1 here.
    ListGraph g(4);
    g.options = {{1}, {0}, {3}, {0, 1, 2}};
    g.beyond = {2, 1, 0, 0};
    const BoundedSolution solution = solve_rules(test::ListRulesBack(g));
    EXPECT_EQ(solution[2].outcome, Outcome::unknown);
    EXPECT_EQ(solution[3].outcome, Outcome::unknown);
}

TEST(Bounded, AgreesWithBruteForceOnTheDoubledGraph) {
    std::mt19937_64 random(31);
    for (int round = 0; round < 600; ++round) {
        const ListGraph g = random_bounded(random, 40);
        SolveOptions options{
            .play = round % 4 == 0 ? Play::misere : Play::normal, .threads = round % 6 == 0 ? 3U : 1U, .small_ply = 0};
        const auto plain = brute_force(g, options.play);
        const auto twice = brute_force(doubled(g), options.play);
        const auto check = [&](const BoundedSolution& solution) {
            Index first_inexact = no_index, draws = 0, unknown = 0;
            for (Index v = 0; v < g.size(); ++v) {
                const bool cannot_win = twice[2 * v].outcome != Outcome::win;
                const bool cannot_lose = twice[2 * v + 1].outcome != Outcome::loss;
                if (plain[v].outcome == Outcome::draw) {
                    ASSERT_EQ(solution.cannot_win(v), cannot_win);
                    ASSERT_EQ(solution.cannot_lose(v), cannot_lose);
                    ASSERT_EQ(solution[v].outcome, cannot_win && cannot_lose ? Outcome::draw : Outcome::unknown);
                    ++(cannot_win && cannot_lose ? draws : unknown);
                    continue;
                }
                ASSERT_EQ(solution[v], plain[v]);
                ASSERT_EQ(cannot_win, plain[v].outcome == Outcome::loss);
                ASSERT_EQ(cannot_lose, plain[v].outcome == Outcome::win);
                const OutcomeValue& extreme = twice[2 * v + (plain[v].outcome == Outcome::win ? 0 : 1)];
                if (extreme != plain[v] && first_inexact == no_index) first_inexact = v;
            }
            ASSERT_EQ(solution.first_inexact, first_inexact);
            ASSERT_EQ(solution.draws, draws);
            ASSERT_EQ(solution.unknown, unknown);
        };
        ASSERT_NO_FATAL_FAILURE(check(solve_rules(test::ListRulesBack(g), options))) << round;
        ASSERT_NO_FATAL_FAILURE(check(solve_rules(test::ListRules(g), options))) << round;
        if (round % 6 != 0) continue;
        options.scratch = std::filesystem::temp_directory_path();
        options.range_log2 = 1 + static_cast<unsigned>(round % 5);
        ASSERT_NO_FATAL_FAILURE(check(solve_rules(test::ListRulesBack(g), options))) << round << " in ranges";
        ASSERT_NO_FATAL_FAILURE(check(solve_rules(test::ListRules(g), options))) << round << " in ranges";
    }
    const SolveOptions forward{.strategy = Strategy::forward};
    const auto solve_forward = [&] { solve_rules(test::ListRules(ListGraph(1)), forward); };
    EXPECT_EQ(error_code_of(solve_forward), ErrorCode::not_applicable);
}

// List rules whose play past the bound may end in a tie.
struct Tying : test::ListRules {
    static constexpr Has has{.terminal = true, .leaves_bound = true, .ties_beyond = true};
    using ListRules::ListRules;
    static Tying make(const Parameters&) { return Tying(ListGraph{}); }
};
struct TyingBack : test::ListRulesBack {
    static constexpr Has has{.predecessors = true, .terminal = true, .leaves_bound = true, .ties_beyond = true};
    using ListRulesBack::ListRulesBack;
    static TyingBack make(const Parameters&) { return TyingBack(ListGraph{}); }
};

TEST(Bounded, TiesAreFoundFromAllPositionsThatMayLeadPastTheBound) {
    std::mt19937_64 random(34);
    Index ties = 0;
    for (int round = 0; round < 500; ++round) {
        const ListGraph g = random_bounded(random, 40);
        const auto plain = brute_force(g, Play::normal);
        std::vector<bool> expected(g.size());
        const auto may_tie = [&](Index v) {
            return g.beyond[v] != 0 ||
                   std::ranges::any_of(g.options[v], [&](Index w) { return static_cast<bool>(expected[w]); });
        };
        for (bool changed = true; changed;) {
            changed = false;
            for (Index v = 0; v < g.size(); ++v) {
                if (expected[v] || g.stops[v] || plain[v].outcome != Outcome::draw || !may_tie(v)) continue;
                expected[v] = changed = true;
                ++ties;
            }
        }
        // A position that may tie is not proven drawn, even if it can be neither won nor lost.
        const auto twice = brute_force(doubled(g), Play::normal);
        const auto check = [&](const BoundedSolution& solution) {
            for (Index v = 0; v < g.size(); ++v) {
                if (plain[v].outcome != Outcome::draw) continue;
                const bool cannot_win = twice[2 * v].outcome != Outcome::win;
                const bool cannot_lose = twice[2 * v + 1].outcome != Outcome::loss;
                ASSERT_EQ(solution.cannot_lose(v), cannot_lose);
                ASSERT_EQ(solution.cannot_win(v), cannot_win && !(cannot_lose && expected[v]));
                const bool draw = cannot_win && cannot_lose && !expected[v];
                ASSERT_EQ(solution[v].outcome, draw ? Outcome::draw : Outcome::unknown);
            }
        };
        ASSERT_NO_FATAL_FAILURE(check(solve_rules(Tying(g)))) << round;
        ASSERT_NO_FATAL_FAILURE(check(solve_rules(TyingBack(g)))) << round;
    }
    EXPECT_GT(ties, 1000);
}

TEST(Bounded, GoesOnWhereEitherPassWasStopped) {
    std::mt19937_64 random(32);
    int stops = 0, in_doubled = 0;
    for (int round = 0; round < 30; ++round) {
        const ListGraph g = random_bounded(random, 30);
        const auto same = [&](const auto& rules, unsigned range_log2) {
            const auto solved = [&](unsigned threads, Checkpointer* plain, Checkpointer* doubled) {
                SolveOptions options{.play = round % 4 == 0 ? Play::misere : Play::normal,
                                     .threads = threads,
                                     .scratch = std::filesystem::temp_directory_path(),
                                     .range_log2 = range_log2,
                                     .small_ply = 0};
                return solve_rules(rules, options, plain, doubled);
            };
            const BoundedSolution whole = solved(1, nullptr, nullptr);
            const unsigned before = round % 6 == 0 ? 3 : 1, after = round % 6 == 1 ? 2 : 1;
            const auto check = [&](Checkpointer* plain, Checkpointer* doubled) {
                const BoundedSolution rest = solved(after, plain, doubled);
                ASSERT_EQ(rest.first_inexact, whole.first_inexact);
                ASSERT_EQ(rest.draws, whole.draws);
                ASSERT_EQ(rest.unknown, whole.unknown);
                for (Index v = 0; v < g.size(); ++v) {
                    ASSERT_EQ(rest[v], whole[v]);
                    if (whole[v].outcome != Outcome::unknown) continue;
                    ASSERT_EQ(rest.cannot_win(v), whole.cannot_win(v));
                    ASSERT_EQ(rest.cannot_lose(v), whole.cannot_lose(v));
                }
            };
            for (int last = 1;; ++last, ++stops) {
                auto kept = test::stopped_at(
                    last, [&](Checkpointer& checkpointer) { return solved(before, &checkpointer, nullptr); });
                if (!kept) break;
                test::StopAt never(0, std::move(kept));
                ASSERT_NO_FATAL_FAILURE(check(&never, nullptr)) << round << ", the plain pass at " << last;
            }
            for (int last = 1;; ++last, ++in_doubled) {
                auto kept = test::stopped_at(
                    last, [&](Checkpointer& checkpointer) { return solved(before, nullptr, &checkpointer); });
                if (!kept) break;
                test::StopAt never(0, std::move(kept));
                ASSERT_NO_FATAL_FAILURE(check(nullptr, &never)) << round << ", the doubled pass at " << last;
            }
        };
        ASSERT_NO_FATAL_FAILURE(same(test::ListRulesBack(g), 0)) << round;
        if (round % 3 == 0) {
            ASSERT_NO_FATAL_FAILURE(same(test::ListRulesBack(g), 3)) << round;
        }
        ASSERT_NO_FATAL_FAILURE(same(test::ListRules(g), 0)) << round;
    }
    EXPECT_GT(stops, 200);
    EXPECT_GT(in_doubled, 200);
}

TEST(Bounded, WhatIsProvenHoldsInEveryCompletion) {
    std::mt19937_64 random(47);
    Index proven_draws = 0;
    for (int round = 0; round < 400; ++round) {
        const ListGraph g = random_bounded(random, 12);
        const BoundedSolution solution = solve_rules(test::ListRulesBack(g));
        for (int completion = 0; completion < 10; ++completion) {
            // Adds a random graph past the bound, from which play may return.
            const Index more = 1 + random() % 6;
            ListGraph whole(g.size() + more);
            for (Index v = 0; v < g.size(); ++v) {
                whole.options[v] = g.options[v];
                whole.stops[v] = g.stops[v];
                for (std::uint64_t k = 0; k < g.beyond[v]; ++k) whole.options[v].push_back(g.size() + random() % more);
            }
            for (Index v = g.size(); v < whole.size(); ++v)
                for (std::uint64_t k = random() % 4; k > 0; --k) whole.options[v].push_back(random() % whole.size());
            const auto values = brute_force(whole, Play::normal);
            for (Index v = 0; v < g.size(); ++v) {
                const OutcomeValue proven = solution[v];
                if (proven.outcome == Outcome::unknown) continue;
                ASSERT_EQ(values[v].outcome, proven.outcome) << round;
                ASSERT_LE(values[v].remoteness, proven.remoteness);
                if (solution.first_inexact > v) {
                    ASSERT_EQ(values[v].remoteness, proven.remoteness);
                }
                proven_draws += proven.outcome == Outcome::draw ? 1 : 0;
            }
        }
    }
    EXPECT_GT(proven_draws, 100U);
}

}  // namespace mexbase::bounded_test
