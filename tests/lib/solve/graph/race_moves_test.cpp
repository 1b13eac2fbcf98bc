// SPDX-License-Identifier: MIT
// The moves of a race equal those of a game without the removed positions.
#include "lib/solve/graph/race_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string_view>
#include <vector>

#include "../../games/as_game.hpp"
#include "read_moves.hpp"
#include "tests/number_rules.hpp"

namespace mexbase::test::race_moves_test {

/// Moves between listed positions.
struct Lists {
    std::vector<bool> is_position, ends;
    std::vector<std::vector<Index>> options;
    Index size() const { return options.size(); }
};

Lists random_lists(std::mt19937_64& random) {
    Lists lists;
    const Index size = 1 + random() % 12;
    lists.options.resize(size);
    for (Index i = 0; i < size; ++i) {
        lists.is_position.push_back(random() % 6 != 0);
        lists.ends.push_back(lists.is_position[i] && random() % 6 == 0);
    }
    for (Index i = 0; i < size; ++i)
        for (std::uint64_t k = random() % 5; k > 0 && lists.is_position[i]; --k)
            if (const Index to = random() % size; lists.is_position[to]) lists.options[i].push_back(to);
    return lists;
}

RaceMoves::State state_of(const Lists& lists, Index i) {
    if (lists.ends[i]) return RaceMoves::over;
    const bool near = std::ranges::any_of(lists.options[i], [&](Index to) { return lists.ends[to]; });
    return near ? RaceMoves::near : RaceMoves::open;
}

/// Returns the lists without the positions that end a race or from which a move does.
Lists open_part(const Lists& lists) {
    Lists part = lists;
    for (Index i = 0; i < lists.size(); ++i) {
        const auto is_open = [&](Index v) { return state_of(lists, v) == RaceMoves::open; };
        part.is_position[i] = part.is_position[i] && is_open(i);
        std::erase_if(part.options[i], [&](Index to) { return !is_open(i) || !is_open(to); });
    }
    return part;
}

class ListedGame : public NumberRules {
  public:
    static constexpr std::string_view family = "listed";
    static constexpr Has has{.predecessors = true};
    static ListedGame make(const Parameters&) { return ListedGame(Lists{}); }
    explicit ListedGame(Lists lists)
        : NumberRules(lists.size()), lists_(std::make_shared<const Lists>(std::move(lists))) {}

    bool legal(Index i) const { return i < size() && lists_->is_position[i]; }
    template <class F>
    void for_each_option(Index i, Position, Player, F&& f) const {
        for (const Index to : lists_->options[i]) f(to);
    }
    template <class F>
    void for_each_predecessor(Index i, Position, Player, F&& f) const {
        for (Index from = 0; from < size(); ++from)
            for (const Index to : lists_->options[from])
                if (to == i) f(from);
    }

  protected:
    std::shared_ptr<const Lists> lists_;
};

class ListedRace : public ListedGame {
  public:
    static constexpr Has has{.predecessors = true, .ends_race = true};
    using ListedGame::ListedGame;
    static ListedRace make(const Parameters&) { return ListedRace(Lists{}); }
    bool ends_race(Position p) const { return lists_->ends[p]; }
};

TEST(RaceMoves, EqualTheGameOfOpenPositions) {
    std::mt19937_64 random(21);
    std::array<int, 3> seen{};
    for (int round = 0; round < 2000; ++round) {
        const Lists lists = random_lists(random);
        const GameOf<ListedRace> game = as_game(ListedRace(lists));
        const GameOf<ListedGame> expected = as_game(ListedGame(open_part(lists)));
        const RaceMoves race(game);
        const Index size = race.size();
        ASSERT_EQ(size, lists.size());
        for (Index i = 0; i < size; ++i) {
            if (!lists.is_position[i]) continue;
            ASSERT_EQ(race.state(i), state_of(lists, i));
            ++seen[race.state(i)];
        }
        const Index first = random() % size, last = first + random() % (size - first) + 1;
        const std::array<std::size_t, 4> limits = {1, 3, 100, Moves::no_limit};
        const std::size_t enough = limits[random() % limits.size()];
        ASSERT_EQ(marks_of(race, first, last), marks_of(expected, first, last));
        const auto rows = range_of(expected, first, last, 100);
        ASSERT_EQ(range_of(race, first, last, enough), rows);
        std::vector<Index> list;
        for (const Row& row : rows) list.push_back(row.position);
        std::ranges::shuffle(list, random);
        ASSERT_EQ(list_of(race, list, enough), list_of(expected, list, 100));
        ASSERT_EQ(predecessors_of(race, list), predecessors_of(expected, list));
        std::vector<std::uint64_t> counts(list.size()), expected_counts(list.size());
        race.count_options(list, Player::left, counts);
        expected.count_options(list, Player::left, expected_counts);
        ASSERT_EQ(counts, expected_counts);
        for (const Play play : {Play::normal, Play::misere}) {
            Index positions = 0, expected_positions = 0;
            ASSERT_EQ(starts_of(race, first, last, play, positions),
                      starts_of(expected, first, last, play, expected_positions));
            ASSERT_EQ(positions, expected_positions);
        }
    }
    for (const int count : seen) EXPECT_GT(count, 500);
}

}  // namespace mexbase::test::race_moves_test
