// SPDX-License-Identifier: MIT
#include "lib/games/grids/toppling_dominoes.hpp"

#include "lib/rules/registry.hpp"
#include "slow_options.hpp"

namespace mexbase::toppling_dominoes_test {

using namespace test;

TEST(TopplingDominoes, KeepsItsPromises) {
    for (const unsigned max : {0U, 1U, 2U, 6U}) expect_conformance(TopplingDominoes(max), toppling_options);
}

TEST(TopplingDominoes, RowsAreInOrderOfLengthAndThenOfColours) {
    const TopplingDominoes rules(2);
    std::string all;
    for (Index i = 0; i < rules.size(); ++i) all += rules.format(rules.unrank(i)) + ' ';
    EXPECT_EQ(all, "0 B W G BB BW BG WB WW WG GB GW GG ");
}

TEST(TopplingDominoes, ARowReversedIsTheSameAndOneOfOppositeColoursTheNegative) {
    GameArena arena;
    const TopplingDominoes rules(6);
    const auto values = game_values(rules, arena);
    for (Index i = 0; i < rules.size(); ++i) {
        std::string text = rules.format(rules.unrank(i));
        std::ranges::reverse(text);
        EXPECT_EQ(values[rules.rank(rules.parse(text))], values[i]) << text;
        for (char& domino : text) domino = domino == 'B' ? 'W' : domino == 'W' ? 'B' : domino;
        EXPECT_EQ(values[rules.rank(rules.parse(text))], arena.negative(values[i])) << text;
    }
}

TEST(TopplingDominoes, RowsOfOneColourAreIntegersAndOfGreenNimbers) {
    GameArena arena;
    const TopplingDominoes rules(8);
    const auto values = game_values(rules, arena);
    const auto value = [&](const std::string& text) { return values[rules.rank(rules.parse(text))]; };
    for (unsigned n = 1; n <= 8; ++n) {
        EXPECT_EQ(value(std::string(n, 'B')), arena.number(n));
        EXPECT_EQ(value(std::string(n, 'W')), arena.number(-static_cast<int>(n)));
        EXPECT_EQ(value(std::string(n, 'G')), arena.nimber(n));
    }
}

// Left topples the last black domino to the right, Right the first white one to the left: all other moves are worse.
TEST(TopplingDominoes, BlackBesideWhiteIsASwitch) {
    GameArena arena;
    const TopplingDominoes rules(8);
    const auto values = game_values(rules, arena);
    for (unsigned black = 1; black <= 4; ++black)
        for (unsigned white = 1; white <= 4; ++white) {
            const std::string row = std::string(black, 'B') + std::string(white, 'W');
            const PartizanId left = arena.number(static_cast<int>(black) - 1);
            const PartizanId right = arena.number(1 - static_cast<int>(white));
            EXPECT_EQ(values[rules.rank(rules.parse(row))], arena.make({{left}}, {{right}})) << row;
        }
}

TEST(TopplingDominoes, ReadsRowsAndRefusesOtherTexts) {
    const auto game = make_game(Registry({family_of<TopplingDominoes>()}), "toppling-dominoes:max=05");
    EXPECT_EQ(game->spec(), "toppling-dominoes:max=5");
    EXPECT_EQ(game->parse("0"), 0U);
    EXPECT_EQ(game->parse("-"), 0U);
    EXPECT_EQ(game->parse("BRG"), game->parse("BWG"));
    for (const char* wrong : {"", "B-W", "bw", "00", "BWX", "B W"})
        EXPECT_EQ(error_of([&] { game->parse(wrong); }).first, ErrorCode::bad_position) << wrong;
    const auto [code, message] = error_of([&] { game->parse("BBBBBB"); });
    EXPECT_EQ(code, ErrorCode::out_of_domain);
    EXPECT_EQ(message, "\"BBBBBB\" is not in this table: rows have at most 5 dominoes");
    EXPECT_THROW(game->parse("start"), Error);
}

TEST(TopplingDominoes, TheLongestRowsHaveIndices) {
    const TopplingDominoes rules(TopplingDominoes::longest);
    EXPECT_GT(rules.size(), no_index / 3);  // one more domino would exceed 2^64
    const Index last = rules.size() - 1;
    EXPECT_EQ(rules.format(rules.unrank(last)), std::string(40, 'G'));
    EXPECT_EQ(rules.rank(rules.unrank(last)), last);
    EXPECT_EQ(spec_error<TopplingDominoes>("toppling-dominoes:max=41").second,
              "max=41 is out of range: max must be a number in 0..40");
}

}  // namespace mexbase::toppling_dominoes_test
