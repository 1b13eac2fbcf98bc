// SPDX-License-Identifier: MIT
#include "lib/games/boards/mu_torere.hpp"

#include "board_values.hpp"
#include "tests/gen/explore/board_rules.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::mu_torere_test {

const TextRules slow = text_rules(test::MuTorereRules{});

// Totals of other solvers of the game.
TEST(MuTorere, HasThePublishedTotals) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const brute::Solved solved = brute::solve("x:.ooooxxxx", slow.options, slow.stopped);
    EXPECT_EQ(solved.totals.positions, 1180U);
    EXPECT_EQ(solved.totals.wins, 208U);
    EXPECT_EQ(solved.totals.losses, 128U);
    EXPECT_EQ(solved.totals.draws, 844U);
    EXPECT_EQ(solved.values.at("x:.ooooxxxx").outcome, Outcome::draw);
    expect_values_of(MuTorere(), solved, slow);
}

TEST(MuTorere, HasValuesForPositionsThatPlayDoesNotReach) {
    // Every fifth index; each text is a separate start.
    const MuTorere rules;
    EXPECT_EQ(rules.size(), 630U);
    const std::vector<OutcomeValue> values = brute::solve(rules);
    for (Index i = 0; i < rules.size(); i += 5) {
        const std::string text = rules.format(rules.position(i, i % 2 == 0 ? 0 : 1));
        EXPECT_EQ(values[i], brute::solve(text, slow.options, slow.stopped).values.at(text)) << text;
    }
}

TEST(MuTorere, RefusesOtherNumbersOfPieces) {
    const MuTorere rules;
    for (const auto& [text, found] : {std::pair<std::string, std::string>{"x:..oooxxxx", "4 x and 3 o"},
                                      {"o:xooooxxxx", "5 x and 4 o"},
                                      {"o:xoooxx.xx", "5 x and 3 o"}})
        EXPECT_EQ(refusal(rules, text),
                  '"' + text + "\" is not a position: it has " + found + ", expected four of each and one empty point");
    EXPECT_EQ(refusal(rules, "x:.ooooxxx"),
              "\"x:.ooooxxx\" is not a position: the board has 8 cells, expected 9, such as x:.ooooxxxx");
}

TEST(MuTorere, NamesMovesByPoints) {
    const MuTorere rules;
    EXPECT_EQ(rules.format(rules.start()), "x:.ooooxxxx");
    EXPECT_EQ(names_of_moves(rules, "x:.ooooxxxx"), "5-c 8-c");
    EXPECT_EQ(names_of_moves(rules, "o:xooooxxx."), "1-8");
    EXPECT_EQ(names_of_moves(rules, "o:oooxo.xxx"), "c-5 4-5");
    EXPECT_EQ(rules.picture(rules.parse("o:xoooo.xxx")),
              "      1\n"
              "  8   o   2\n"
              "    x | o\n"
              "7 x-- x --o 3\n"
              "    x | o\n"
              "  6   .   4\n"
              "      5      o to move");
}

}  // namespace mexbase::mu_torere_test
