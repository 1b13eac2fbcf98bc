// SPDX-License-Identifier: MIT
#include "lib/games/boards/dao.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <optional>
#include <utility>
#include <vector>

#include "board_values.hpp"

namespace mexbase::dao_test {

/// A cell's owner: 0 none, 1 the player to move, 2 the opponent.
using Cells = std::array<std::array<int, 4>, 4>;

/// Returns true if the four pieces of one owner have won.
bool has_won(const Cells& cells, int owner) {
    const auto all = [&](std::initializer_list<std::pair<int, int>> places) {
        return std::all_of(places.begin(), places.end(), [&](const auto& at) {
            return cells[static_cast<std::size_t>(at.first)][static_cast<std::size_t>(at.second)] == owner;
        });
    };
    for (int k = 0; k < 4; ++k)
        if (all({{k, 0}, {k, 1}, {k, 2}, {k, 3}}) || all({{0, k}, {1, k}, {2, k}, {3, k}})) return true;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column)
            if (all({{row, column}, {row, column + 1}, {row + 1, column}, {row + 1, column + 1}})) return true;
    return all({{0, 0}, {0, 3}, {3, 0}, {3, 3}});
}

std::optional<OutcomeValue> stopped(const Cells& cells) {
    if (has_won(cells, 1) || has_won(cells, 2)) return OutcomeValue{Outcome::loss, 0};
    for (const std::size_t row : {0U, 3U})
        for (const std::size_t column : {0U, 3U}) {
            const std::size_t r = row == 0 ? 1 : 2, c = column == 0 ? 1 : 2;
            const int enemy = 3 - cells[row][column];
            if (enemy != 3 && cells[r][column] == enemy && cells[row][c] == enemy && cells[r][c] == enemy)
                return OutcomeValue{Outcome::win, 0};
        }
    return std::nullopt;
}

/// Calls `f` with the result of each move, with owners not yet exchanged.
template <class F>
void for_each_slide(const Cells& cells, F&& f) {
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) {
            if (cells[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] != 1) continue;
            for (int down = -1; down <= 1; ++down)
                for (int right = -1; right <= 1; ++right) {
                    int r = row, c = column;
                    Cells after = cells;
                    after[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = 0;
                    while (r + down >= 0 && r + down < 4 && c + right >= 0 && c + right < 4 &&
                           cells[static_cast<std::size_t>(r + down)][static_cast<std::size_t>(c + right)] == 0) {
                        r += down;
                        c += right;
                    }
                    if (r == row && c == column) continue;
                    after[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = 1;
                    f(after);
                }
        }
}

/// All 900,900 positions from the view of the player to move, solved without symmetry.
class AllPositions {
  public:
    AllPositions() {
        for (std::uint32_t set = 0; set < 1U << 16; ++set)
            if (std::popcount(set) == 4) {
                place_[set] = static_cast<std::uint32_t>(sets_.size());
                sets_.push_back(set);
            }
        std::uint32_t positions = 0;
        number_.resize(sets_.size() * sets_.size());
        for (const std::uint32_t mine : sets_)
            for (const std::uint32_t theirs : sets_)
                if ((mine & theirs) == 0) number(mine, theirs) = positions++;
        brute::Graph graph;
        std::vector<std::uint32_t> options;
        options_.push_back(0);
        for (const std::uint32_t mine : sets_)
            for (const std::uint32_t theirs : sets_) {
                if ((mine & theirs) != 0) continue;
                Cells cells{};
                for (unsigned cell = 0; cell < 16; ++cell)
                    cells[cell / 4][cell % 4] = (mine >> cell & 1) != 0 ? 1 : (theirs >> cell & 1) != 0 ? 2 : 0;
                options.clear();
                const auto value = stopped(cells);
                if (!value)
                    for_each_slide(cells, [&](const Cells& after) {
                        std::uint32_t moved = 0;
                        for (unsigned cell = 0; cell < 16; ++cell)
                            if (after[cell / 4][cell % 4] == 1) moved |= 1U << cell;
                        options.push_back(number(theirs, moved));
                    });
                graph.add(options, {}, value);
                to_.insert(to_.end(), options.begin(), options.end());
                options_.push_back(to_.size());
            }
        values = graph.solve();
    }

    std::vector<OutcomeValue> values;
    std::uint32_t& number(std::uint32_t mine, std::uint32_t theirs) {
        return number_[place_[mine] * sets_.size() + place_[theirs]];
    }

    /// Counts the positions reachable from there with either player to move.
    brute::Totals reachable(std::uint32_t start) const {
        std::vector<std::array<bool, 2>> seen(values.size());
        std::vector<std::pair<std::uint32_t, unsigned>> left{{start, 0}};
        seen[start][0] = true;
        brute::Totals totals;
        while (!left.empty()) {
            const auto [at, turn] = left.back();
            left.pop_back();
            totals.add(values[at]);
            for (std::size_t k = options_[at]; k < options_[at + 1]; ++k)
                if (bool& known = seen[to_[k]][1 - turn]; !known) {
                    known = true;
                    left.emplace_back(to_[k], 1 - turn);
                }
        }
        return totals;
    }

  private:
    std::array<std::uint32_t, 1 << 16> place_{};
    std::vector<std::uint32_t> sets_, number_, to_;
    std::vector<std::size_t> options_;
};

// Totals as a public solver has them.
TEST(Dao, HasThePublishedTotals) {
    const Dao rules;
    AllPositions all;
    const brute::Totals totals = all.reachable(all.number(rules.start().mine(), rules.start().theirs()));
    EXPECT_EQ(totals.positions, 1'768'108U);
    EXPECT_EQ(totals.wins, 333'720U);
    EXPECT_EQ(totals.losses, 47'256U);
    EXPECT_EQ(totals.draws, 1'387'132U);
    EXPECT_EQ(totals.longest, 11U);
    const std::vector<OutcomeValue> values = brute::solve(rules);
    EXPECT_EQ(values[rules.rank(rules.start())].outcome, Outcome::draw);
    for (Index i = 0; i < rules.size(); ++i)
        for (unsigned g = 0; g < rules.images(); ++g) {
            const TwoSides p = rules.position(i, g);
            ASSERT_EQ(values[i], all.values[all.number(p.mine(), p.theirs())]) << rules.format(p);
        }
}

TEST(Dao, KeepsItsPromises) {
    expect_board_conformance(Dao(), {.count = 1000});
}

TEST(Dao, MovesCountAlikeForwardsAndBackEverywhere) {
    const Dao rules;
    EXPECT_EQ(rules.size(), 113'028U);
    std::vector<std::uint64_t> moves, moves_back;
    for (Index i = 0; i < rules.size(); ++i) {
        const TwoSides p = rules.unrank(i);
        ASSERT_EQ(rules.rank(p), i);
        if (!rules.terminal(i, p, Player::left)) {
            const std::size_t before = moves.size();
            rules.for_each_option(i, p, Player::left, [&](Index to) { moves.push_back(i << 32 | to); });
            ASSERT_LT(before, moves.size()) << rules.format(p) << " leaves no move";
        }
        rules.for_each_predecessor(i, p, Player::left, [&](Index from) { moves_back.push_back(from << 32 | i); });
    }
    std::sort(moves.begin(), moves.end());
    std::sort(moves_back.begin(), moves_back.end());
    EXPECT_TRUE(moves == moves_back);
    EXPECT_TRUE(std::adjacent_find(moves.begin(), moves.end()) == moves.end()) << "an option is named twice";
}

TEST(Dao, StopsInTheOrderOfTheRules) {
    const Dao rules;
    const auto value = [&](const std::string& text) {
        const Index i = rules.rank(rules.parse(text));
        return rules.terminal(i, rules.unrank(i), Player::left);
    };
    const OutcomeValue loss{Outcome::loss, 0}, win{Outcome::win, 0};
    EXPECT_EQ(value("X:XXXX/..../.O.O/O.O."), loss);
    EXPECT_EQ(value("X:O.X./O.X./OX../O..X"), loss);
    EXPECT_EQ(value("O:X.OO/..OO/X.../XX.."), loss);
    EXPECT_EQ(value("O:X..X/.O.O/O.O./X..X"), loss);
    EXPECT_EQ(value("X:OX../XX../OO../..XO"), win);
    EXPECT_EQ(value("O:OX../XX../OO../..XO"), win);
    EXPECT_EQ(value("X:OX.O/XX../...X/O..O"), loss);
    EXPECT_EQ(value("X:OX../X.O./..OO/..XX"), std::nullopt);
    EXPECT_EQ(value("X:X..O/.XO./.OX./O..X"), std::nullopt);
}

TEST(Dao, NamesMovesByCells) {
    const Dao rules;
    EXPECT_EQ(rules.format(rules.start()), "X:X..O/.XO./.OX./O..X");
    EXPECT_EQ(names_of_moves(rules, "X:X..O/.XO./.OX./O..X"),
              "a4-c4 a4-a2 b3-a3 b3-b4 b3-a2 b3-c4 c2-d2 c2-c1 c2-b1 c2-d3 d1-b1 d1-d3");
    EXPECT_EQ(rules.picture(rules.start()), "4 X . . O\n3 . X O .\n2 . O X .\n1 O . . X\n  a b c d   X to move");
}

TEST(Dao, RefusesOtherNumbersOfMen) {
    const Dao rules;
    EXPECT_EQ(refusal(rules, "X:X..O/.XO./.OX./O..."),
              "\"X:X..O/.XO./.OX./O...\" is not a position: X has 3 men, expected 4");
    EXPECT_EQ(refusal(rules, "O:XXXX/O..../..../...."),
              "\"O:XXXX/O..../..../....\" is not a position: row 2 has 5 cells, expected 4, such as "
              "X:X..O/.XO./.OX./O..X");
}

}  // namespace mexbase::dao_test
