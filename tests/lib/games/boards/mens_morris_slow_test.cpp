// SPDX-License-Identifier: MIT
// Whole tables of larger forms of men's morris, computed by the definition.
#include <vector>

#include "board_values.hpp"
#include "lib/games/boards/mens_morris.hpp"

namespace mexbase::mens_morris_slow_test {

// Totals of other solvers of the game.
TEST(MensMorris, OfFiveMenHasThePublishedTotals) {
    const MensMorris rules(5);
    const std::vector<OutcomeValue> values = brute::solve(rules);
    EXPECT_EQ(reachable_totals(rules, values), (brute::Totals{17844721, 10070264, 6049820, 0, 1724637, 74}));
    EXPECT_EQ(values[rules.rank(rules.start())].outcome, Outcome::draw);
}

// As above.
TEST(MensMorris, OfSixMenHasThePublishedTotals) {
    const MensMorris rules(6);
    const std::vector<OutcomeValue> values = brute::solve(rules);
    EXPECT_EQ(reachable_totals(rules, values), (brute::Totals{42372745, 23392364, 15520996, 0, 3459385, 119}));
    EXPECT_EQ(values[rules.rank(rules.start())].outcome, Outcome::draw);
}

}  // namespace mexbase::mens_morris_slow_test
