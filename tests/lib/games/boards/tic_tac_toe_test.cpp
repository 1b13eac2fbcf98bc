// SPDX-License-Identifier: MIT
#include "lib/games/boards/tic_tac_toe.hpp"

#include "board_values.hpp"
#include "tests/gen/explore/board_rules.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::tic_tac_toe_test {

const std::string empty = "X:.../.../...";

// Published counts of positions without reduction: 5,478, of which 958 are terminal.
TEST(TicTacToe, HasThePublishedTotals) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const TextRules slow = text_rules(test::TicTacToeRules{});
    const brute::Solved solved = brute::solve(empty, slow.options, slow.stopped);
    EXPECT_EQ(solved.totals, (brute::Totals{5478, 2836, 1574, 1068, 0, 5}));
    EXPECT_EQ(solved.values.at(empty), (OutcomeValue{Outcome::tie, 9}));
    expect_values_of(TicTacToe(), solved, slow);
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
              "\"X:XXX/OO./O..\" is not a position: the player to move has three in a row, so play ended before the "
              "last move");
    EXPECT_EQ(refusal(rules, "O:OOO/XXX/X.."),
              "\"O:OOO/XXX/X..\" is not a position: the player to move has three in a row, so play ended before the "
              "last move");
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
