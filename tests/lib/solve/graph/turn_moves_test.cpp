// Moves with turns, and moves with a transpose, equal the rulesets that say the same position by position.
#include "lib/solve/graph/turn_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "../sweep/partizan_rules.hpp"
#include "lib/rules/adaptors/with_turn.hpp"
#include "lib/rules/game_of.hpp"
#include "lib/solve/graph/transposed_moves.hpp"

namespace mexbase::test {
namespace turn_moves_test {

using Loopy = PartizanRules<Gives::predecessors>;
using Forgetful = PartizanRules<Gives::nothing>;

struct Row {
    Index position;
    std::vector<Index> targets;
    std::optional<OutcomeValue> stop;
    friend bool operator==(const Row&, const Row&) = default;
};

std::vector<Row> rows_of(const Options& options) {
    std::vector<Row> rows;
    for (std::size_t k = 0; k < options.size(); ++k) {
        const auto targets = options.targets_of(k);
        rows.push_back({options.positions[k], {targets.begin(), targets.end()}, std::nullopt});
    }
    for (const auto& stop : options.stops) rows[stop.row].stop = stop.value;
    return rows;
}

std::vector<std::uint8_t> marks_of(const Moves& moves, Index first, Index last) {
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(last - first));
    moves.mark_positions(first, marks);
    return marks;
}

/// Reads a range by chunks and a list of its positions, each with a limit.
std::vector<Row> range_of(const Moves& moves, Index first, Index last, std::size_t enough) {
    Options options;
    std::vector<Row> rows;
    while (first < last) {
        options.clear();
        const Index to = moves.options(first, last, Player::left, enough, options);
        EXPECT_GT(to, first);
        first = to;
        for (Row& row : rows_of(options)) rows.push_back(std::move(row));
    }
    return rows;
}
std::vector<Row> list_of(const Moves& moves, std::span<const Index> of, std::size_t enough) {
    Options options;
    std::vector<Row> rows;
    while (!of.empty()) {
        options.clear();
        const std::size_t count = moves.options(of, Player::left, enough, options);
        EXPECT_GT(count, 0U);
        of = of.subspan(count);
        for (Row& row : rows_of(options)) rows.push_back(std::move(row));
    }
    return rows;
}
std::vector<Index> predecessors_of(const Moves& moves, std::span<const Index> of) {
    Flat back;
    moves.predecessors(of, Player::left, back);
    std::vector<Index> sorted(back.span().begin(), back.span().end());
    std::ranges::sort(sorted);
    return sorted;
}
std::vector<Row> starts_of(const Moves& moves, Index first, Index last, Play play, Index& positions) {
    Starts starts;
    positions = moves.starts(first, last, play, Player::left, starts);
    std::vector<Row> rows;
    for (const auto& row : starts.rows) rows.push_back({row.position, {}, std::nullopt});
    for (const auto& stop : starts.stops) rows[stop.row].stop = stop.value;
    return rows;
}

TEST(TurnMoves, EqualTheRulesetWithTurns) {
    std::mt19937_64 random(5);
    for (int round = 0; round < 2000; ++round) {
        const PartizanGraph g = random_partizan(random, 12, false, round % 4 == 0);
        const Index holes = random() % 4;
        const GameOf<Loopy> game(Loopy(g, holes), "", nullptr);
        const GameOf<WithTurn<Loopy>> expected(WithTurn<Loopy>(Loopy(g, holes)), "", nullptr);
        const detail::TurnMoves turns(game);
        const Index size = turns.size();
        ASSERT_EQ(size, expected.size());
        const Index first = random() % size, last = first + random() % (size - first) + 1;
        const std::array<std::size_t, 4> limits = {1, 3, 100, ~std::size_t{0}};
        const std::size_t enough = limits[random() % limits.size()];
        ASSERT_EQ(marks_of(turns, first, last), marks_of(expected, first, last));
        const auto rows = range_of(expected, first, last, 100);
        ASSERT_EQ(range_of(turns, first, last, enough), rows);
        std::vector<Index> list;
        for (const Row& row : rows) list.push_back(row.position);
        std::ranges::shuffle(list, random);
        ASSERT_EQ(list_of(turns, list, enough), list_of(expected, list, 100));
        ASSERT_EQ(predecessors_of(turns, list), predecessors_of(expected, list));
        for (const Play play : {Play::normal, Play::misere}) {
            Index positions = 0, expected_positions = 0;
            ASSERT_EQ(starts_of(turns, first, last, play, positions),
                      starts_of(expected, first, last, play, expected_positions));
            ASSERT_EQ(positions, expected_positions);
        }
        std::erase_if(list, [&](Index v) { return expected.terminal(v, Play::normal).has_value(); });
        std::vector<std::uint64_t> counts(list.size()), expected_counts(list.size());
        turns.count_options(list, Player::left, counts);
        expected.count_options(list, Player::left, expected_counts);
        ASSERT_EQ(counts, expected_counts);
    }
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
        const detail::TransposedMoves transposed(without, {0, without.size(), false}, [&](Index d) { done = d; });
        ASSERT_EQ(done, 2 * without.size());
        ASSERT_TRUE(transposed.traits().has_predecessors);
        for (Index v = 0; v < turns.size(); ++v)
            if (marks_of(turns, v, v + 1)[0] != 0) {
                ASSERT_EQ(predecessors_of(transposed, {&v, 1}), predecessors_of(turns, {&v, 1}));
            }
    }
}

}  // namespace turn_moves_test
}  // namespace mexbase::test
