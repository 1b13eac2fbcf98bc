// SPDX-License-Identifier: MIT
#include "lib/games/boards/dodgem.hpp"

#include "board_values.hpp"
#include "tests/gen/explore/board_rules.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::dodgem_test {

const TextRules slow = text_rules(test::DodgemRules{});

// Totals of other solvers of the game.
TEST(Dodgem, HasThePublishedTotals) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::string start = "o:o../o../.xx";
    const brute::Solved solved = brute::solve(start, slow.options, slow.stopped);
    EXPECT_EQ(solved.totals.positions, 1963U);
    EXPECT_EQ(solved.totals.wins, 1123U);
    EXPECT_EQ(solved.totals.losses, 840U);
    EXPECT_EQ(solved.values.at(start), (OutcomeValue{Outcome::win, 19}));
    expect_values_of(Dodgem(), solved, slow);
}

TEST(Dodgem, HasValuesForPositionsThatPlayDoesNotReach) {
    const Dodgem rules;
    EXPECT_EQ(rules.size(), 1377U);
    const std::vector<OutcomeValue> values = brute::solve(rules);
    for (Index i = 0; i < rules.size(); i += 7)
        for (unsigned g = 0; g < 2; ++g) {
            const std::string text = rules.format(rules.position(i, g));
            EXPECT_EQ(values[i], brute::solve(text, slow.options, slow.stopped).values.at(text)) << text;
        }
}

TEST(Dodgem, WhoIsBlockedWins) {
    const Dodgem rules;
    const auto value = [&](const char* text) { return stopped_at(rules, text); };
    EXPECT_EQ(value("o:ox./x../..."), (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(value("x:.../o../xo."), (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(value("x:.../.../.x."), (OutcomeValue{Outcome::loss, 0}));
    EXPECT_EQ(value("x:.../o../x.o"), std::nullopt);
}

TEST(Dodgem, RefusesTooManyCarsAndNone) {
    const Dodgem rules;
    EXPECT_EQ(refusal(rules, "o:oo./o../..."), "\"o:oo./o../...\" is not a position: a player has more than two cars");
    EXPECT_EQ(refusal(rules, "o:o../x../.xx"), "\"o:o../x../.xx\" is not a position: a player has more than two cars");
    EXPECT_EQ(
        refusal(rules, "o:.../x../..x"),
        "\"o:.../x../..x\" is not a position: the player to move has no car left, so play ended before the last move");
}

TEST(Dodgem, NamesMovesByCells) {
    const Dodgem rules;
    EXPECT_EQ(rules.format(rules.start()), "o:o../o../.xx");
    EXPECT_EQ(names_of_moves(rules, "o:o../o../.xx"), "a3-b3 a2-b2 a2-a1");
    EXPECT_EQ(names_of_moves(rules, "x:x../..o/..."), "a3-b3 a3-out");
    EXPECT_EQ(names_of_moves(rules, "o:x../..o/..."), "c2-c3 c2-c1 c2-out");
    EXPECT_EQ(rules.picture(rules.start()), "3 o . .\n2 o . .\n1 . x x\n  a b c   o to move");
}

}  // namespace mexbase::dodgem_test
