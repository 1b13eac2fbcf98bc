// SPDX-License-Identifier: MIT
// Moves with turns, and moves with a transpose, compared with equivalent graphs.
#include "lib/solve/graph/turn_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "../sweep/partizan_rules.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/graph/transposed_moves.hpp"
#include "list_ruleset.hpp"
#include "read_moves.hpp"

namespace mexbase::test::turn_moves_test {

using Loopy = PartizanRules<Gives::predecessors>;
using Forgetful = PartizanRules<Gives::nothing>;

TEST(TurnMoves, EqualTheGraphOfTurns) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 2000; ++round) {
        const PartizanGraph g = random_partizan(random, 12, false, round % 4 == 0);
        const Index holes = random() % 4;
        const GameOf<Loopy> game(Loopy(g, holes), "", nullptr);
        const GameOf<ListRulesBack> expected(ListRulesBack(turns_of(g)), "", nullptr);
        const detail::TurnMoves turns(game);
        const Index size = expected.size();
        ASSERT_EQ(turns.size(), size + 2 * holes);
        const Index first = random() % size, last = first + random() % (turns.size() - first) + 1;
        const Index end = std::min(last, size);  // holes follow
        const std::array<std::size_t, 4> limits = {1, 3, 100, ~std::size_t{0}};
        const std::size_t enough = limits[random() % limits.size()];
        std::vector<std::uint8_t> marks(static_cast<std::size_t>(last - first));
        std::fill_n(marks.begin(), end - first, std::uint8_t{1});
        ASSERT_EQ(marks_of(turns, first, last), marks);
        const auto rows = range_of(expected, first, end, 100);
        ASSERT_EQ(range_of(turns, first, last, enough), rows);
        std::vector<Index> list;
        for (const Row& row : rows) list.push_back(row.position);
        std::ranges::shuffle(list, random);
        ASSERT_EQ(list_of(turns, list, enough), list_of(expected, list, 100));
        ASSERT_EQ(predecessors_of(turns, list), predecessors_of(expected, list));
        for (const Play play : {Play::normal, Play::misere}) {
            Index positions = 0, expected_positions = 0;
            ASSERT_EQ(starts_of(turns, first, last, play, positions),
                      starts_of(expected, first, end, play, expected_positions));
            ASSERT_EQ(positions, expected_positions);
        }
        std::erase_if(list, [&](Index v) { return expected.terminal(v, Play::normal).has_value(); });
        std::vector<std::uint64_t> counts(list.size()), expected_counts(list.size());
        turns.count_options(list, Player::left, counts);
        expected.count_options(list, Player::left, expected_counts);
        ASSERT_EQ(counts, expected_counts);
    }
}

TEST(TurnMoves, PastABoundAreWonForLeft) {
    std::mt19937_64 random(8);
    Index left_leaves = 0, right_is_stuck = 0;
    for (int round = 0; round < 500; ++round) {
        ListGraph g = random_graph(random, 12, true);
        for (Index v = 0; v < g.size(); ++v) g.beyond[v] = random() % 3 == 0 ? 1 + random() % 2 : 0;
        const GameOf<ListRulesBack> game(ListRulesBack(g), "", nullptr);
        const detail::TurnMoves turns(game);
        ASSERT_EQ(turns.size(), 2 * g.size());
        std::vector<Row> expected, stops;
        for (Index v = 0; v < turns.size(); ++v) {
            const Index i = v / 2;
            const bool is_left = v % 2 == 0, leaves = g.beyond[i] != 0;
            Row row{v, {}, g.stops[i]};
            if (!g.stops[i] && leaves && is_left) row.stop = {Outcome::win, 1}, ++left_leaves;
            if (!g.stops[i] && leaves && !is_left && g.options[i].empty())
                row.stop = {Outcome::loss, 1}, ++right_is_stuck;
            if (!row.stop)
                for (const Index to : g.options[i]) row.targets.push_back(2 * to + (is_left ? 1 : 0));
            expected.push_back(row);
            if (!row.stop && row.targets.empty()) row.stop = {Outcome::loss, 0};
            if (row.stop) stops.push_back({v, {}, row.stop});
            std::uint64_t count = 0;
            turns.count_options({&v, 1}, Player::left, {&count, 1});
            if (!row.stop) {
                ASSERT_EQ(count, row.targets.size());
            }
        }
        ASSERT_EQ(range_of(turns, 0, turns.size(), 1 + random() % 20), expected);
        Index positions = 0;
        ASSERT_EQ(starts_of(turns, 0, turns.size(), Play::normal, positions), stops);
        ASSERT_EQ(positions, turns.size());
    }
    EXPECT_GT(left_leaves, 100);
    EXPECT_GT(right_is_stuck, 100);
}

TEST(TransposedMoves, TakeBackWhatTheRulesDo) {
    std::mt19937_64 random(6);
    for (int round = 0; round < 1000; ++round) {
        const PartizanGraph g = random_partizan(random, 12, false, round % 4 == 0);
        const GameOf<Loopy> game(Loopy(g, round % 3), "", nullptr);
        const GameOf<Forgetful> forgetful(Forgetful(g, round % 3), "", nullptr);
        const detail::TurnMoves turns(game), without(forgetful);
        ASSERT_FALSE(without.traits().has_predecessors);
        Index done = 0;
        const detail::TransposedMoves transposed(without, {0, without.size(), false}, {Player::left},
                                                 [&](Index d) { done = d; });
        ASSERT_EQ(done, 2 * without.size());
        ASSERT_TRUE(transposed.traits().has_predecessors);
        for (Index v = 0; v < turns.size(); ++v)
            if (marks_of(turns, v, v + 1)[0] != 0) {
                ASSERT_EQ(predecessors_of(transposed, {&v, 1}), predecessors_of(turns, {&v, 1}));
            }
    }
}

}  // namespace mexbase::test::turn_moves_test
