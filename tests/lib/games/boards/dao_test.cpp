// SPDX-License-Identifier: MIT
#include "lib/games/boards/dao.hpp"

#include "board_values.hpp"
#include "tests/gen/explore/board_rules.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::dao_test {

// Totals as a public solver has them.
TEST(Dao, HasTheRulesAndThePublishedTotals) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Dao rules;
    EXPECT_EQ(rules.size(), 113'028U);
    const TextRules slow = text_rules(test::DaoRules{});
    for (Index i = 0; i < rules.size(); ++i) {
        ASSERT_NO_FATAL_FAILURE(expect_rules_of(rules, i, static_cast<unsigned>(i % rules.images()), slow));
        for (const auto& [to, times] : options_of(rules, i)) ASSERT_EQ(times, 1) << i << " to " << to;
    }
    const std::vector<OutcomeValue> values = brute::solve(rules);
    EXPECT_EQ(reachable_totals(rules, values), (brute::Totals{1'768'108, 333'720, 47'256, 0, 1'387'132, 11}));
    EXPECT_EQ(values[rules.rank(rules.start())].outcome, Outcome::draw);
}

TEST(Dao, StopsInTheOrderOfTheRules) {
    const Dao rules;
    const auto value = [&](const char* text) { return stopped_at(rules, text); };
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
