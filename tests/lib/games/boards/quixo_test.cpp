// SPDX-License-Identifier: MIT
#include "lib/games/boards/quixo.hpp"

#include <optional>
#include <string>
#include <vector>

#include "bench/quixo_rules.hpp"
#include "board_values.hpp"
#include "lib/rank/orbits.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::quixo_test {

/// Rules on texts by the two functions of `QuixoRules`.
TextRules slow_rules(unsigned side) {
    const QuixoRules rules(side);
    const auto position = [side](const std::string& text) {
        QuixoRules::Position p{0, 0, static_cast<std::uint16_t>(text[0] == 'O' ? 1 : 0)};
        for (unsigned cell = 0; cell < side * side; ++cell)
            if (const char mark = text[2 + cell + cell / side]; mark != '.') {
                std::uint16_t& marks = p[mark == text[0] ? 0 : 1];
                marks = static_cast<std::uint16_t>(marks | 1U << cell);
            }
        return p;
    };
    return {[rules, position](const std::string& text) {
                std::vector<std::string> all;
                rules.for_each_option(position(text), Player::left,
                                      [&](const QuixoRules::Position& p) { all.push_back(rules.text(p)); });
                return all;
            },
            [rules, position](const std::string& text) { return rules.terminal(position(text), Player::left); }};
}

// Totals of a public solver.
TEST(Quixo, HasThePublishedTotals) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::string start = "X:.../.../...";
    const TextRules slow = slow_rules(3);
    const brute::Solved solved = brute::solve(start, slow.options, slow.stopped);
    EXPECT_EQ(solved.totals.positions, 32027U);
    EXPECT_EQ(solved.totals.wins, 20247U);
    EXPECT_EQ(solved.totals.losses, 11780U);
    EXPECT_EQ(solved.values.at(start), (OutcomeValue{Outcome::win, 7}));
    expect_values_of(Quixo(3), solved, slow);
}

TEST(Quixo, NumbersAreOrbits) {
    EXPECT_EQ(Quixo(3).size(), 2862U);
    EXPECT_EQ(Quixo(4).size(), 5'398'083U);
    const Quixo rules(4);
    EXPECT_EQ(rules.rank(rules.parse("X:X.../..O./..../....")), rules.rank(rules.parse("O:..../..../.X../...O")));
    EXPECT_NE(rules.rank(rules.parse("X:X.../..O./..../....")), rules.rank(rules.parse("O:X.../..O./..../....")));
    EXPECT_EQ(rules.image(rules.parse("X:..../..../..../....")), 0U);
    EXPECT_EQ(rules.image(rules.parse("O:..../..../..../....")), 8U);
}

TEST(Quixo, OptionsAreThoseOfTheRulesOnFourByFour) {
    const Quixo rules(4);
    const TextRules slow = slow_rules(4);
    for (const Index i : sampled_indices(rules, 300))
        ASSERT_NO_FATAL_FAILURE(expect_rules_of(rules, i, static_cast<unsigned>(i % 16), slow));
}

TEST(Quixo, OwnLinesCountFirst) {
    const Quixo rules(3);
    const auto value = [&](const char* text) { return stopped_at(rules, text); };
    EXPECT_EQ(value("X:XXX/OOO/..."), (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(value("O:XXX/OOO/..."), (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(value("X:O../.O./XXO"), (OutcomeValue{Outcome::loss, 0}));
    EXPECT_EQ(value("X:O../.../XXO"), std::nullopt);
}

TEST(Quixo, NamesMovesByCubeAndPlace) {
    const Quixo rules(3);
    EXPECT_EQ(names_of_moves(rules, "X:XOO/O.O/OO."), "a3-c3 a3-a1 c1-a1 c1-c3");
    EXPECT_EQ(names_of_moves(rules, "X:OXO/O.O/OOO"), "b3-a3 b3-c3 b3-b1");
    EXPECT_EQ(rules.picture(rules.parse("O:X../.O./...")), "3 X . .\n2 . O .\n1 . . .\n  a b c   O to move");
}

TEST(Quixo, RefusesOtherBoards) {
    EXPECT_EQ(refusal(Quixo(3), "X:..../..../..../....").substr(0, 41), "\"X:..../..../..../....\" is not a position");
    EXPECT_EQ(refusal(Quixo(4), "X:.../.../...").substr(0, 33), "\"X:.../.../...\" is not a position");
    EXPECT_EQ(spec_error<Quixo>("quixo:size=5").first, ErrorCode::bad_spec);
}

}  // namespace mexbase::quixo_test
