// SPDX-License-Identifier: MIT
#include "lib/games/boards/dodgem.hpp"

#include "board_values.hpp"

namespace mexbase::dodgem_test {

// Rules on the text: cell (r, c) is character 2 + 4r + c.
std::vector<std::string> options(const std::string& text) {
    const char mover = text[0];
    const std::vector<std::pair<int, int>> steps = mover == 'o'
                                                       ? std::vector<std::pair<int, int>>{{-1, 0}, {1, 0}, {0, 1}}
                                                       : std::vector<std::pair<int, int>>{{0, -1}, {0, 1}, {-1, 0}};
    std::vector<std::string> all;
    for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 3; ++column) {
            const auto at = static_cast<std::size_t>(2 + 4 * row + column);
            if (text[at] != mover) continue;
            std::string gone = text;
            gone[0] = mover == 'o' ? 'x' : 'o';
            gone[at] = '.';
            for (const auto& [down, right] : steps) {
                const int r = row + down, c = column + right;
                if ((mover == 'o' && c == 3) || (mover == 'x' && r == -1)) {
                    all.push_back(gone);
                    continue;
                }
                if (r < 0 || r == 3 || c < 0 || c == 3) continue;
                std::string after = gone;
                char& to = after[static_cast<std::size_t>(2 + 4 * r + c)];
                if (to != '.') continue;
                to = mover;
                all.push_back(after);
            }
        }
    return all;
}

std::optional<OutcomeValue> stopped(const std::string& text) {
    const char enemy = text[0] == 'o' ? 'x' : 'o';
    if (text.find(enemy, 2) == std::string::npos) return OutcomeValue{Outcome::loss, 0};
    if (options(text).empty()) return OutcomeValue{Outcome::win, 0};
    return std::nullopt;
}

TEST(Dodgem, KeepsItsPromises) {
    expect_board_conformance(Dodgem());
}

// Totals of other solvers of the game.
TEST(Dodgem, HasThePublishedTotals) {
    const std::string start = "o:o../o../.xx";
    const brute::Solved solved = brute::solve(start, options, stopped);
    EXPECT_EQ(solved.totals.positions, 1963U);
    EXPECT_EQ(solved.totals.wins, 1123U);
    EXPECT_EQ(solved.totals.losses, 840U);
    EXPECT_EQ(solved.values.at(start), (OutcomeValue{Outcome::win, 19}));
    expect_values_of(Dodgem(), solved, options, stopped);
}

TEST(Dodgem, HasValuesForPositionsThatPlayDoesNotReach) {
    const Dodgem rules;
    EXPECT_EQ(rules.size(), 1377U);
    const std::vector<OutcomeValue> values = brute::solve(rules);
    for (Index i = 0; i < rules.size(); i += 7)
        for (unsigned g = 0; g < 2; ++g) {
            const std::string text = rules.format(rules.position(i, g));
            EXPECT_EQ(values[i], brute::solve(text, options, stopped).values.at(text)) << text;
        }
}

TEST(Dodgem, WhoIsBlockedWins) {
    const Dodgem rules;
    const auto value = [&](const std::string& text) {
        const auto p = rules.parse(text);
        const Index i = rules.rank(p);
        return rules.terminal(i, rules.unrank(i), Player::left);
    };
    EXPECT_EQ(value("o:ox./x../..."), (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(value("x:.../o../xo."), (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(value("x:.../.../.x."), (OutcomeValue{Outcome::loss, 0}));
    EXPECT_EQ(value("x:.../o../x.o"), std::nullopt);
}

TEST(Dodgem, RefusesTooManyCarsAndNone) {
    const Dodgem rules;
    EXPECT_EQ(refusal(rules, "o:oo./o../..."), "\"o:oo./o../...\" is not a position: a player has two cars at most");
    EXPECT_EQ(refusal(rules, "o:o../x../.xx"), "\"o:o../x../.xx\" is not a position: a player has two cars at most");
    EXPECT_EQ(refusal(rules, "o:.../x../..x"),
              "\"o:.../x../..x\" is not a position: play stopped when the player to move had no car left");
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
