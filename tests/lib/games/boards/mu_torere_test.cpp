// SPDX-License-Identifier: MIT
#include "lib/games/boards/mu_torere.hpp"

#include "board_values.hpp"

namespace mexbase::mu_torere_test {

/// Returns the ring point after one, as a character of the text: the centre is character 2, the ring 3 to 10.
std::size_t after(std::size_t at) {
    return at == 10 ? 3 : at + 1;
}
std::size_t before(std::size_t at) {
    return at == 3 ? 10 : at - 1;
}

std::vector<std::string> options(const std::string& text) {
    const char mover = text[0], enemy = mover == 'x' ? 'o' : 'x';
    const std::size_t empty = text.find('.');
    std::vector<std::string> all;
    for (std::size_t at = 2; at <= 10; ++at) {
        if (text[at] != mover) continue;
        bool may = false;
        if (at == 2)
            may = true;
        else if (empty == 2)
            may = text[before(at)] == enemy || text[after(at)] == enemy;
        else
            may = before(at) == empty || after(at) == empty;
        if (!may) continue;
        std::string next = text;
        next[0] = enemy;
        next[at] = '.';
        next[empty] = mover;
        all.push_back(next);
    }
    return all;
}

std::optional<OutcomeValue> stopped(const std::string& text) {
    if (options(text).empty()) return OutcomeValue{Outcome::loss, 0};
    return std::nullopt;
}

TEST(MuTorere, KeepsItsPromises) {
    expect_board_conformance(MuTorere());
}

// Totals of other solvers of the game.
TEST(MuTorere, HasThePublishedTotals) {
    const brute::Solved solved = brute::solve("x:.ooooxxxx", options, stopped);
    EXPECT_EQ(solved.totals.positions, 1180U);
    EXPECT_EQ(solved.totals.wins, 208U);
    EXPECT_EQ(solved.totals.losses, 128U);
    EXPECT_EQ(solved.totals.draws, 844U);
    EXPECT_EQ(solved.values.at("x:.ooooxxxx").outcome, Outcome::draw);
    expect_values_of(MuTorere(), solved, options, stopped);
}

TEST(MuTorere, HasValuesForPositionsThatPlayDoesNotReach) {
    // Every fifth index; each text is a separate start.
    const MuTorere rules;
    EXPECT_EQ(rules.size(), 630U);
    const std::vector<OutcomeValue> values = brute::solve(rules);
    for (Index i = 0; i < rules.size(); i += 5) {
        const std::string text = rules.format(rules.position(i, i % 2 == 0 ? 0 : 1));
        EXPECT_EQ(values[i], brute::solve(text, options, stopped).values.at(text)) << text;
    }
}

TEST(MuTorere, RefusesOtherNumbersOfPieces) {
    const MuTorere rules;
    const std::string reason = " is not a position: there are four x, four o, and one empty point";
    for (const std::string text : {"x:..oooxxxx", "o:xooooxxxx", "o:xoooxx.xx"})
        EXPECT_EQ(refusal(rules, text), '"' + text + '"' + reason);
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
