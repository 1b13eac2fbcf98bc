// SPDX-License-Identifier: MIT
// Partizan games through the solver of outcomes and through the sweep, compared with the definition.
#include "with_turn.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "../../games/as_game.hpp"
#include "../../solve/sweep/partizan_rules.hpp"
#include "lib/error.hpp"
#include "lib/solve/outcomes/solve.hpp"
#include "lib/solve/sweep/outcome_sweep.hpp"

namespace mexbase::test::with_turn_test {

using Loopy = PartizanRules<Gives::predecessors>;
using Forgetful = PartizanRules<Gives::nothing>;
using Ordered = PartizanRules<Gives::order>;
static_assert(Ruleset<WithTurn<Loopy>> && has<WithTurn<Loopy>>.predecessors && has<WithTurn<Loopy>>.terminal);
static_assert(has<WithTurn<Loopy>>.positions && has<WithTurn<Loopy>>.option_count);
static_assert(!has<WithTurn<Forgetful>>.predecessors && !has<WithTurn<Forgetful>>.options_descend);
static_assert(has<WithTurn<Ordered>>.options_descend);

template <class Cells>
std::vector<PartizanOutcome> pairs_of(const Cells& cells, Index size) {
    std::vector<PartizanOutcome> pairs;
    for (Index i = 0; i < size; ++i) pairs.push_back({cells[2 * i], cells[2 * i + 1]});
    return pairs;
}

template <class R>
std::vector<PartizanOutcome> solved(const PartizanGraph& g, Play play, Strategy strategy, unsigned threads = 1) {
    SolveOptions options{.play = play, .threads = threads, .strategy = strategy, .small_ply = 1};
    const Index holes = g.size() % 3;
    return pairs_of(solve(WithTurn<R>(R(g, holes)), options).cells, g.size());
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
        ASSERT_EQ(solved<Loopy>(g, play, Strategy::two_bit), wanted) << round;
        ASSERT_EQ(solved<Forgetful>(g, play, Strategy::forward), wanted) << round;
        ASSERT_EQ(solved<Forgetful>(g, play, Strategy::automatic), wanted) << round;
        if (round % 4 != 0)
            for (const PartizanOutcome& value : wanted) ++seen[round % 2][pair_code(value)];
    }
    for (const auto& counts : seen)
        for (std::size_t code = 0; code < 9; ++code) EXPECT_GT(counts[code], 40) << "pair " << code;
}

TEST(PartizanOutcomes, OfLargerLoopyGamesDoNotDependOnThreads) {
    std::mt19937_64 random(2);
    for (int round = 0; round < 12; ++round) {
        PartizanGraph g(3000);
        for (Index v = 0; v < g.size(); ++v)
            for (std::uint64_t k = random() % 4; k > 0; --k)
                g.options[random() % 2][v].push_back(random() % 8 == 0 ? random() % g.size() : random() % (v + 1));
        const Play play = round % 2 == 0 ? Play::normal : Play::misere;
        const auto wanted = solved<Loopy>(g, play, Strategy::child_counters, 1);
        EXPECT_EQ(solved<Loopy>(g, play, Strategy::child_counters, 3), wanted);
        EXPECT_EQ(solved<Loopy>(g, play, Strategy::two_bit, 2), wanted);
        EXPECT_EQ(solved<Forgetful>(g, play, Strategy::forward, 2), wanted);
    }
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
    for (const bool sweep : {false, true}) {
        try {
            if (sweep)
                sweep_partizan_outcomes(as_game(Ordered(g)), Play::normal);
            else
                solve(WithTurn<Loopy>(Loopy(g)));
            ADD_FAILURE() << "a tie was taken";
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::not_applicable);
            EXPECT_EQ(std::string(e.what()), "play stops with a tie, and partizan outcomes have none");
        }
    }
}

TEST(WithTurn, KeepsTheConditionsOfARuleset) {
    std::mt19937_64 random(4);
    for (int round = 0; round < 300; ++round) {
        const PartizanGraph g = random_partizan(random, 6, false, round % 2 == 0);
        const Loopy rules(g, 2);
        const WithTurn<Loopy> view(rules);
        ASSERT_EQ(view.size(), 2 * rules.size());
        std::multiset<std::pair<Index, Index>> moves, wanted, moves_back;
        for (Index v = 0; v < view.size(); ++v) {
            ASSERT_EQ(view.legal(v), v / 2 < g.size());
            if (!view.legal(v)) continue;
            const auto p = view.unrank(v);
            EXPECT_EQ(view.rank(p), v);
            EXPECT_EQ(view.rank(view.parse(view.format(p))), v);
            std::uint64_t count = 0;
            view.for_each_option(v, p, Player::left, [&](Index to) {
                ++count;
                if (!g.stops[v % 2][v / 2]) moves.emplace(v, to);
            });
            EXPECT_EQ(option_count(view, v, p), count);
            view.for_each_predecessor(v, p, Player::right, [&](Index from) { moves_back.emplace(from, v); });
            if (!g.stops[v % 2][v / 2])
                for (const Index to : g.options[v % 2][v / 2]) wanted.emplace(v, 2 * to + 1 - v % 2);
        }
        EXPECT_EQ(moves, wanted);
        EXPECT_EQ(moves_back, wanted);
        for (Index first = 0; first <= view.size(); ++first)
            for (Index last = first; last <= view.size(); ++last) {
                std::vector<Index> walked, legal;
                for_each_position(view, first, last, [&](Index v, const auto& p) {
                    EXPECT_EQ(view.rank(p), v);
                    walked.push_back(v);
                });
                for (Index v = first; v < last; ++v)
                    if (view.legal(v)) legal.push_back(v);
                ASSERT_EQ(walked, legal);
            }
    }
    EXPECT_THROW(WithTurn<Loopy>(Loopy(PartizanGraph(1))).parse("0"), Error);
}

}  // namespace mexbase::test::with_turn_test
