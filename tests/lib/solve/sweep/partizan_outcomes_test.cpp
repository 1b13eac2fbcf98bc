// SPDX-License-Identifier: MIT
// Partizan games through the solver of outcomes and through the sweep, compared with the definition.
#include <gtest/gtest.h>

#include <set>

#include "../../games/as_game.hpp"
#include "lib/error.hpp"
#include "lib/solve/graph/listener.hpp"
#include "lib/solve/graph/turn_moves.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "lib/solve/sweep/outcome_sweep.hpp"
#include "partizan_rules.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::partizan_outcomes_test {

using Loopy = PartizanRules<Gives::predecessors>;
using Forgetful = PartizanRules<Gives::nothing>;
using Ordered = PartizanRules<Gives::order>;
template <class R>
std::vector<PartizanOutcome> solved(const PartizanGraph& g, Play play, Strategy strategy) {
    SolveOptions options{.play = play, .strategy = strategy, .small_ply = 1};
    const auto game = as_game(R(g, g.size() % 3));
    AnalysisListener quiet;
    const Solution solution = solve(detail::TurnMoves(game), options, quiet);
    std::vector<PartizanOutcome> pairs;
    for (Index v = 0; v < g.size(); ++v) pairs.push_back(partizan_outcome(solution.cells, v));
    return pairs;
}

std::size_t pair_code(const PartizanOutcome& value) {
    return 3 * static_cast<std::size_t>(value.left.outcome) + static_cast<std::size_t>(value.right.outcome);
}

TEST(PartizanOutcomes, OfRandomLoopyGamesAreThoseOfTheDefinitionInEveryStrategy) {
    std::mt19937_64 random(1);
    std::array<std::array<int, 9>, 2> seen{};
    for (std::size_t round = 0; round < 3000; ++round) {
        const PartizanGraph g = random_partizan(random, 7, false, round % 4 == 0);
        const Play play = round % 2 == 0 ? Play::normal : Play::misere;
        const auto wanted = partizan_brute_force(g, play);
        ASSERT_EQ(solved<Loopy>(g, play, Strategy::child_counters), wanted) << round;
        ASSERT_EQ(solved<Forgetful>(g, play, Strategy::forward), wanted) << round;
        ASSERT_EQ(solved<Forgetful>(g, play, Strategy::automatic), wanted) << round;
        if (round % 4 != 0)
            for (const PartizanOutcome& value : wanted) ++seen[round % 2][pair_code(value)];
    }
    for (const auto& counts : seen)
        for (std::size_t code = 0; code < 9; ++code) EXPECT_GT(counts[code], 40) << "pair " << code;
}

TEST(PartizanOutcomes, OfLoopFreeGamesAreFoundInOneSweep) {
    std::mt19937_64 random(3);
    std::set<std::size_t> seen;
    for (int round = 0; round < 3000; ++round) {
        const PartizanGraph g = random_partizan(random, 12, true, round % 3 == 0);
        const Play play = round % 2 == 0 ? Play::normal : Play::misere;
        const OutcomeCells cells = sweep_partizan_outcomes(as_game(Ordered(g)), play);
        std::vector<PartizanOutcome> swept;
        for (Index i = 0; i < g.size(); ++i) {
            swept.push_back(partizan_outcome(cells, i));
            seen.insert(pair_code(swept.back()));
        }
        ASSERT_EQ(swept, partizan_brute_force(g, play)) << round;
    }
    EXPECT_EQ(seen, (std::set<std::size_t>{0, 1, 3, 4}));
}

TEST(PartizanOutcomes, OfAVeryLongGameAreSweptInWiderCells) {
    // One arc per position, of either player: play lasts as many plies as the position's number.
    PartizanGraph g(20000);
    for (Index v = 1; v < g.size(); ++v)
        for (auto& side : g.options) side[v].push_back(v - 1);
    const OutcomeCells cells = sweep_partizan_outcomes(as_game(Ordered(g)), Play::normal);
    EXPECT_EQ(cells.cell_bytes(), 4U);
    EXPECT_EQ(cells.size(), 2 * g.size());
    for (Index i = 0; i < g.size(); ++i) {
        const OutcomeValue value{i % 2 == 0 ? Outcome::loss : Outcome::win, i};
        ASSERT_EQ(partizan_outcome(cells, i), (PartizanOutcome{value, value}));
    }
    g = PartizanGraph(16384);
    for (Index v = 1; v < g.size(); ++v)
        for (auto& side : g.options) side[v].push_back(v - 1);
    const OutcomeCells narrow = sweep_partizan_outcomes(as_game(Ordered(g)), Play::normal);
    EXPECT_EQ(narrow.cell_bytes(), 2U);
    EXPECT_EQ(partizan_outcome(narrow, 16383).left, (OutcomeValue{Outcome::win, 16383}));
}

TEST(PartizanOutcomes, TiesAreRefused) {
    PartizanGraph g(2);
    g.stops[0][1] = OutcomeValue{Outcome::tie, 0};
    const std::string expected = "the result of a terminal position is a tie, which partizan outcomes cannot be";
    const auto sweep = [&] { sweep_partizan_outcomes(as_game(Ordered(g)), Play::normal); };
    EXPECT_EQ(refusal_of(sweep, ErrorCode::not_applicable), expected);
    const auto solve = [&] { solved<Loopy>(g, Play::normal, Strategy::automatic); };
    EXPECT_EQ(refusal_of(solve, ErrorCode::not_applicable), expected);
}

}  // namespace mexbase::test::partizan_outcomes_test
