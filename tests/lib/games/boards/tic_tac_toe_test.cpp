// SPDX-License-Identifier: MIT
#include "lib/games/boards/tic_tac_toe.hpp"

#include "board_values.hpp"

namespace mexbase::tic_tac_toe_test {

// Rules on the text: cell (r, c) is character 2 + 4r + c.
std::vector<std::string> options(const std::string& text) {
    std::vector<std::string> all;
    for (std::size_t at = 2; at < text.size(); ++at) {
        if (text[at] != '.') continue;
        std::string after = text;
        after[at] = text[0];
        after[0] = text[0] == 'X' ? 'O' : 'X';
        all.push_back(after);
    }
    return all;
}

std::optional<OutcomeValue> stopped(const std::string& text) {
    const char before = text[0] == 'X' ? 'O' : 'X';
    const auto is = [&](int row, int column) { return text[static_cast<std::size_t>(2 + 4 * row + column)] == before; };
    for (int at = 0; at < 3; ++at)
        if ((is(at, 0) && is(at, 1) && is(at, 2)) || (is(0, at) && is(1, at) && is(2, at)))
            return OutcomeValue{Outcome::loss, 0};
    if (is(1, 1) && ((is(0, 0) && is(2, 2)) || (is(0, 2) && is(2, 0)))) return OutcomeValue{Outcome::loss, 0};
    if (text.find('.') == std::string::npos) return OutcomeValue{Outcome::tie, 0};
    return std::nullopt;
}

const std::string empty = "X:.../.../...";

TEST(TicTacToe, KeepsItsPromises) {
    expect_board_conformance(TicTacToe());
}

// Published counts of positions without reduction: 5,478, of which 958 are terminal.
TEST(TicTacToe, HasThePublishedTotals) {
    const brute::Solved solved = brute::solve(empty, options, stopped);
    EXPECT_EQ(solved.totals, (brute::Totals{5478, 2836, 1574, 1068, 0, 5}));
    EXPECT_EQ(solved.values.at(empty), (OutcomeValue{Outcome::tie, 9}));
    expect_values_of(TicTacToe(), solved, options, stopped);
}

TEST(TicTacToe, HasThePositionsThatPlayReachesAndNoOthers) {
    const TicTacToe rules;
    EXPECT_EQ(rules.size(), 5478U);
    EXPECT_EQ(rules.format(rules.start()), empty);
    EXPECT_EQ(rules.rank(rules.start()), 5477U);
    Index over = 0;
    for (Index i = 0; i < rules.size(); ++i) over += rules.terminal(i, rules.unrank(i), Player::left) ? 1 : 0;
    EXPECT_EQ(over, 958U);
}

TEST(TicTacToe, RefusesWhatPlayCannotReach) {
    const TicTacToe rules;
    EXPECT_EQ(
        refusal(rules, "O:.../.../..."),
        "\"O:.../.../...\" is not a position: O is to move, so X must have one mark more than O; X has 0 and O 0");
    EXPECT_EQ(refusal(rules, "X:X../.../..."),
              "\"X:X../.../...\" is not a position: X is to move, so X must have as many marks as O; X has 1 and O 0");
    EXPECT_EQ(refusal(rules, "X:XXX/OO./O.."),
              "\"X:XXX/OO./O..\" is not a position: play stopped when the player to move had three in a row");
    EXPECT_EQ(refusal(rules, "O:OOO/XXX/X.."),
              "\"O:OOO/XXX/X..\" is not a position: play stopped when the player to move had three in a row");
    EXPECT_EQ(refusal(rules, "X:..././..."),
              "\"X:..././...\" is not a position: row 2 has 1 cell, expected 3, such as X:.X./..O/...");
}

TEST(TicTacToe, NamesMovesByCells) {
    const TicTacToe rules;
    EXPECT_EQ(names_of_moves(rules, empty), "a3 b3 c3 a2 b2 c2 a1 b1 c1");
    EXPECT_EQ(names_of_moves(rules, "X:XXO/OOX/XO."), "c1");
    EXPECT_EQ(rules.picture(rules.parse("O:.X./..O/..X")), "3 . X .\n2 . . O\n1 . . X\n  a b c   O to move");
}

}  // namespace mexbase::tic_tac_toe_test
