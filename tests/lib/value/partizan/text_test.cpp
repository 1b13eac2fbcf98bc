// SPDX-License-Identifier: MIT
#include "lib/value/partizan/notation/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "lib/error.hpp"
#include "tests/refusal.hpp"
#include "tests/texts.hpp"

namespace mexbase::partizan_text_test {

/// Returns the message of the error for reading `text`, in one line.
std::string refusal(GameArena& arena, const std::string& text) {
    const std::string message = test::refusal_of([&] { parse_game(arena, text); }, ErrorCode::bad_position);
    EXPECT_EQ(message.find('\n'), std::string::npos) << text;
    return message;
}

TEST(PartizanText, IsWhatCgsuitePrints) {
    GameArena arena;
    const PartizanId star = arena.nimber(1);
    const PartizanId up = arena.uptimal({0, 1, 0});
    EXPECT_EQ(to_text(arena, GameArena::zero), "0");
    EXPECT_EQ(to_text(arena, arena.number(3)), "3");
    EXPECT_EQ(to_text(arena, arena.number(Dyadic(-1, 1))), "-1/2");
    EXPECT_EQ(to_text(arena, star), "*");
    EXPECT_EQ(to_text(arena, arena.nimber(2)), "*2");
    EXPECT_EQ(to_text(arena, arena.uptimal({3, 0, 1})), "3*");
    EXPECT_EQ(to_text(arena, arena.uptimal({Dyadic(1, 1), 0, 2})), "1/2*2");
    EXPECT_EQ(to_text(arena, up), "^");
    EXPECT_EQ(to_text(arena, arena.sum(up, star)), "^*");
    EXPECT_EQ(to_text(arena, arena.sum(up, up)), "^^");
    EXPECT_EQ(to_text(arena, arena.uptimal({0, 3, 2})), "^3*2");
    EXPECT_EQ(to_text(arena, arena.uptimal({-1, -2, 1})), "-1vv*");
    EXPECT_EQ(to_text(arena, arena.up_power(2)), "^<2>");
    EXPECT_EQ(to_text(arena, arena.negative(arena.sum(arena.up_power(3), star))), "v<3>*");
    EXPECT_EQ(to_text(arena, arena.up_power({Dyadic(1, 1), -3, true, 2})), "1/2v[3]*2");
}

TEST(PartizanText, ReadsEqualTextsAsEqualGames) {
    GameArena arena;
    const auto cases = test::equations_in(R"(
        {|} = 0    {0|} = 1    {0|1} = 1/2    {0|0} = *    {0,*|0,*} = *2    {0|*} = ^    {0,*|0} = ^*
        {0|^} = ^2*    {0|^*} = ^2    {0|v*} = ^<2>    {0|v*}+* = ^<2>*    ^+^<2>+^<3> = ^[3]
        -1/2+v[3]+*3 = -1/2v[3]*3    ^[1] = ^    v<1>* = v*    ^^* = ^2*    vvv = v3    {*|0} = v
        {3|1} = {3|1}    {1|-1} = +-1    2+{1|-1} = {3|1}    +-({2|0},1) = +-{1,{2|0}}    +-{ 1 } = +-(1)
        +-{3|1} = {{3|1}|{-1|-3}}    +-^* = {^*|v*}    +-1+* = *+{1|-1}    3+-1 = {4|2}    3+ -1 = 2
        3-+-1 = 3+-1    2+-1/2-1 = {3/2|1/2}    Tiny(2) = {0||0|-2}    Miny(2) = {2|0||0}
        -Tiny({2|1}) = Miny({2|1})    3/2Tiny(1) = 3/2+Tiny(1)    -1Miny(1) = Miny(1)-1    2-1Tiny(1) = 1Miny(1)
        +-Tiny(1) = {Tiny(1)|Miny(1)}    Tiny(-1) = 1/4    Tiny(0) = ^    Tiny( 1 + Miny(2) ) = {0||0|Tiny(2)-1}
        {0|{0|-1}} = {0||0|-1}    { {1|0} || {0|{0|-1}} } = 0    {2|1||0|||-5} = {2|1||0|||-5}
        {4||||3|||2||1|0} = {4||||3|||2||1|0}    {5|{4||||3|||2||1|0}} = {5|{4||||3|||2||1|0}}
        {0||0,^*|0} = {0|{0,^*|0}}    1-2 = -1    -1^ = -1^    --1 = 1    3--1 = 4    1++-1 = {2|0}
        (1-*)+(2+*) = 3    1000000000000000000* = 1000000000000000000*
        -4611686018427387904 = -4611686018427387904    1/4611686018427387904 = 1/4611686018427387904
        {1|2} = 3/2    6/4 = 3/2    {-1|} = 0    {|1,2} = 0)");
    for (const auto& [text, same] : cases) EXPECT_EQ(parse_game(arena, text), parse_game(arena, same)) << text;
    EXPECT_EQ(parse_game(arena, " - { 2 | 0 } + 1 "), parse_game(arena, "+-1"));
    for (const std::string text :
         {"{3|1}", "+-1", "+-{1,{2|0}}", "+-(1*)", "{0||0|v3}", "{2|1||0|||-5}", "{4||||3|||2||1|0}",
          "{5|{4||||3|||2||1|0}}", "-1^", "^<2>*", "{1|^[2]*}", "{1,{3|0}|-1}", "+-{3|1}", "{+-5|-9*}", "+-{*,^}"})
        EXPECT_EQ(to_text(arena, parse_game(arena, text)), text);
}

TEST(PartizanText, OfNothingKnownIsRefusedInOneLine) {
    GameArena arena;
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "\"\": expected a game, not the end of the text"},
        {"{|", "\"{|\": expected a game, not the end of the text"},
        {"{", "\"{\": expected a game, not the end of the text"},
        {"}", "\"}\": expected a game, not \"}\" at character 1"},
        {"{0}", "\"{0}\": expected |, not \"}\" at character 3"},
        {"{0|0|0}",
         "\"{0|0|0}\": the number of bars at character 5 is the same as before: nested games need different "
         "numbers of bars, such as {1||2|3}"},
        {"{1,|}", "\"{1,|}\": expected a game, not \"|\" at character 4"},
        {"(1,2)", "\"(1,2)\": expected ), not \",\" at character 3"},
        {"1/3", "\"1/3\": the denominator at character 3 is not a power of two"},
        {"1/0", "\"1/0\": the denominator at character 3 is not a power of two"},
        {"tiny", "\"tiny\": expected a game, not \"t\" at character 1"},
        {"1 2", "\"1 2\": expected + or -, not \"2\" at character 3"},
        {"4611686018427387905",
         "\"4611686018427387905\": the number at character 1 is greater than 4611686018427387904"},
        {"*1024", "\"*1024\": the nimber at character 2 is greater than 1023"},
        {"^1001", "\"^1001\": the multiple at character 2 is greater than 1000"},
        {"^1000+^", "\"^1000+^\": a partizan value has more than 1000 ups or downs, which is not supported"},
        {"^[65]", "\"^[65]\": the power at character 3 is greater than 64"},
        {"^<65>", "\"^<65>\": the power at character 3 is greater than 64"},
        {"v<0>", "\"v<0>\": the power at character 3 is 0"},
        {"^<2]", "\"^<2]\": expected >, not \"]\" at character 4"},
        {"+-+-1", "\"+-+-1\": expected a game after +-, not \"+\" at character 3"},
        {"3+--1", "\"3+--1\": expected a game after +-, not \"-\" at character 4"},
        {"+-1*", "\"+-1*\": the game at character 3 must be in parentheses after +-"},
        {"+-1Tiny(1)", "\"+-1Tiny(1)\": the game at character 3 must be in parentheses after +-"},
        {"{1,2}", "\"{1,2}\": expected |, not \"}\" at character 5"},
        {"+-{}", "\"+-{}\": expected |, not \"}\" at character 4"},
        {"+-({1,2})", "\"+-({1,2})\": expected |, not \"}\" at character 8"},
        {"Tiny(1)*", "\"Tiny(1)*\": expected + or -, not \"*\" at character 8"},
        {"Tiny(1,2)", "\"Tiny(1,2)\": expected ), not \",\" at character 7"},
        {"Tiny(1", "\"Tiny(1\": expected ), not the end of the text"},
        {"1*Tiny(1)", "\"1*Tiny(1)\": expected + or -, not \"T\" at character 3"},
        {"+-(1,2", "\"+-(1,2\": expected ), not the end of the text"},
    };
    for (const auto& [text, message] : cases) EXPECT_EQ(refusal(arena, text), message);
    const auto refused_too = test::texts_in(R"(
        99999999999999999999999    1/    /2    1//2    3^[    ^[]    ^[2    ^[2]v    ^<    ^<>    ^<2    ^^<2>
        ^^2    ^^[2]    ^<2>^    ^<-2>    ^[on]    Tiny    Tiny()    Tiny 1    Tiny (1)    1Tiny
        1 Tiny(1)    ^Tiny(1)    Teeny(1)    +-{1|2|3}    +-{,1}    +-{1,}    +-()    + -    {1|0}{1|0}
        {1||2||3}    {1|||2||3|||4}    ||1|    -    +1    1+    +-    |    ,    {,|}    {|,}    {|}{|}    ()
        (1    1)    {1|0]    1*2*3    ^v    1.    .5    1,5    4611686018427387904+1    {4611686018427387904|}
        {0|1/4611686018427387904})");
    for (const std::string& text : refused_too) EXPECT_NE(refusal(arena, text), "") << text;
    for (const std::string text : {"\xe2\x86\x90", "\xe2\x86", "\xff", "{0|0\n}"})
        EXPECT_NE(refusal(arena, text), "") << text;
}

// The signs of books: Winning Ways and Siegel write these.
TEST(PartizanText, ReadsSignsOfBooks) {
    GameArena arena;
    for (const auto& [text, same] : std::vector<std::pair<std::string, std::string>>{{"±1", "+-1"},
                                                                                     {"3±1", "{4|2}"},
                                                                                     {"3+±1", "{4|2}"},
                                                                                     {"±(1,{2|0})", "+-{1,{2|0}}"},
                                                                                     {"↑", "^"},
                                                                                     {"↓*2", "v*2"},
                                                                                     {"↑↑*", "^^*"},
                                                                                     {"⇑", "^^"},
                                                                                     {"⇑*", "^^*"},
                                                                                     {"⇓", "vv"},
                                                                                     {"{0|⇓*}", "{0|vv*}"},
                                                                                     {"↑∗", "^*"},
                                                                                     {"↑[2]", "^[2]"},
                                                                                     {"↓<3>*", "v<3>*"},
                                                                                     {"1½↑", "3/2^"},
                                                                                     {"½", "1/2"},
                                                                                     {"-¼", "-1/4"},
                                                                                     {"−¾*", "-3/4*"},
                                                                                     {"2−½", "3/2"},
                                                                                     {"2½+1¼", "15/4"},
                                                                                     {"-1½", "-3/2"},
                                                                                     {"½Tiny(1)", "1/2Tiny(1)"},
                                                                                     {"{−½|¼}", "0"}})
        EXPECT_EQ(parse_game(arena, text), parse_game(arena, same)) << text;
    EXPECT_EQ(to_text(arena, parse_game(arena, "{½|⇑*}±2½")), to_text(arena, parse_game(arena, "{1/2|^^*}+-5/2")));
    EXPECT_EQ(refusal(arena, "±±1"), "\"±±1\": expected a game after +-, not \"±\" at character 2");
    for (const std::string bars : {"‖|", "|‖", "‖‖", "⦀∣"})
        EXPECT_EQ(
            refusal(arena, "{0" + bars + "1}"),
            "\"{0" + bars + "1}\": the bars at character 3 may be one long bar or several: put blanks between bars");
    EXPECT_EQ(parse_game(arena, "{0∣∣|1}"), parse_game(arena, "{0|1}"));
    EXPECT_EQ(parse_game(arena, "{0‖ |1}"), parse_game(arena, "*"));
    EXPECT_EQ(refusal(arena, "½½"), "\"½½\": expected + or -, not \"½\" at character 2");
    EXPECT_EQ(refusal(arena, "½⇑3"), "\"½⇑3\": expected + or -, not \"3\" at character 3");
    EXPECT_NE(refusal(arena, "4611686018427387904½"), "");
    for (const auto& [text, same] :
         test::equations_in("⅛ = 1/8    1⅜↑ = 11/8^    -⅝ = -5/8    ⅞* = 7/8*    3⁄4 = 3/4    {1‖2∣3} = {1||2|3}    "
                            "{3⦀2∥1|0} = {3|||2||1|0}    ↑² = ^<2>    ↓³* = v<3>*    -1↑⁹*2 = -1^<9>*2    v¹ = v    "
                            "*₂ = *2    ↑∗₉ = ^*9    *₀ = 0    tiny(2) = Tiny(2)    1miny({2|1}) = 1Miny({2|1})    "
                            "3·↑ = ^3    2·v+* = vv*    -2·^ = vv    0·↑ = 0    1000⋅↓ = v1000    {0|2·↑} = {0|^^}"))
        EXPECT_EQ(parse_game(arena, text), parse_game(arena, same)) << text;
    for (const std::string text : {"3²", "²", "⇑²", "↑²3", "↑¹²", "2₂", "*₂3", "*₁₂", "*_", "↑₂", "⅓", "tiny", "Tiny₂"})
        EXPECT_NE(refusal(arena, text), "") << text;
    for (const std::string text : {"2·↑*", "½·↑", "2·⇑", "2·↑²", "2·*", "2·3", "2·{1|0}", "1001·↑", "2·↑3", "2·"})
        EXPECT_EQ(refusal(arena, text),
                  in_quotes(text) + ": the sign at character " + (text[0] == '1' ? "5" : "2") +
                      " multiplies only ^ or v by a whole number up to 1000: expected a text such as 3·^ or 3·^+*");
    EXPECT_NE(refusal(arena, "±2·↑"), "");
    EXPECT_NE(refusal(arena, "·↑"), "");
}

TEST(PartizanText, ReadsDecimalFractionsOfPowersOfTwo) {
    GameArena arena;
    for (const auto& [text, same] : std::vector<std::pair<std::string, std::string>>{{"0.5", "1/2"},
                                                                                     {"1.25", "5/4"},
                                                                                     {"-0.375^", "-3/8^"},
                                                                                     {"2.0", "2"},
                                                                                     {"3.50000", "7/2"},
                                                                                     {"-1.75*", "-7/4*"},
                                                                                     {"0.0009765625", "1/1024"},
                                                                                     {"{1.5|0.5}", "1+-1/2"}})
        EXPECT_EQ(parse_game(arena, text), parse_game(arena, same)) << text;
    std::string text = "0.";  // 2^-62, whose digits are those of 5^62
    const std::string digits = "21684043449710088680149056017398834228515625";
    text += std::string(62 - digits.size(), '0') + digits;
    EXPECT_EQ(parse_game(arena, text), arena.number(Dyadic(1, 62)));
    const std::string why =
        " is not the value of a game: expected a fraction whose denominator is a power of two, at most 2^62, such as "
        "1/8 or 0.125";
    EXPECT_EQ(refusal(arena, "0.1"), "\"0.1\": the number at character 1" + why);
    EXPECT_EQ(refusal(arena, "{0|-2.3}"), "\"{0|-2.3}\": the number at character 5" + why);
    EXPECT_NE(refusal(arena, text + "5"), "");
    EXPECT_NE(refusal(arena, "0." + std::string(100000, '3')), "");
    EXPECT_NE(refusal(arena, "4611686018427387904.5"), "");
}

TEST(PartizanText, OfAnyDepthAndLengthIsAnswered) {
    const auto repeated = [](const std::string& piece, std::size_t times) {
        std::string text;
        for (std::size_t i = 0; i < times; ++i) text += piece;
        return text;
    };
    for (const std::string piece :
         {"{",  "(", "+-(", "{0|", "{0,",   "{0||",   "-",      "{|}", "^",     "v*", "1+",   "{1|",     "}",
          "+-", "*", "|",   "9",   "Tiny(", "3Miny(", "-Tiny(", "+-{", "+-{1,", "^<", "^[9]", "Tiny(1)", "+-Tiny("}) {
        GameArena arena;
        for (const std::size_t times : {std::size_t{300000}, std::size_t{1000000}}) {
            EXPECT_LT(refusal(arena, repeated(piece, times)).size(), 400U) << piece;
        }
    }
    GameArena arena;
    EXPECT_EQ(parse_game(arena, repeated("(", 1900) + '*' + repeated(")", 1900)), arena.nimber(1));
    EXPECT_EQ(parse_game(arena, repeated("-", 100000) + "(1)"), arena.number(1));
    const PartizanId deep = parse_game(arena, repeated("{0|", 1900) + "-2" + repeated("}", 1900));
    EXPECT_EQ(arena.depth(deep), 1900U);
    EXPECT_EQ(parse_game(arena, to_text(arena, deep)), deep);
    refusal(arena, repeated("{0|", 2100) + "-2" + repeated("}", 2100));
}

// The canonical form of the sum of n different switches has exponentially many games.
TEST(PartizanText, OfSumsTooLargeIsRefused) {
    GameArena arena;
    std::string text = "+-1";
    for (std::int64_t n = 3; n < 2000000000; n *= 3)
        text += "++-" + std::to_string(n) + "+{" + std::to_string(n) + "|^}";
    const std::string message = refusal(arena, text);
    EXPECT_TRUE(message.ends_with("computing its value takes too many steps or too much memory")) << message;
    EXPECT_LT(arena.bytes(), std::size_t{1} << 29);
}

// Each game occurs twice in the text of the game two levels up: a few hundred games, and texts that double.
TEST(PartizanText, TooLongIsRefused) {
    GameArena arena;
    const auto of = [&](PartizanId left, PartizanId right) { return arena.make({&left, 1}, {&right, 1}); };
    PartizanId g = parse_game(arena, "{1|-1*}");
    PartizanId h = parse_game(arena, "{2|-3}");
    std::size_t longest = 0;
    const auto grow = [&] {
        for (std::int64_t heat = 4; heat < std::int64_t{1} << 60; heat *= 3) {
            const PartizanId a = of(of(arena.number(heat), g), of(h, arena.number(-heat)));
            const PartizanId b = of(of(arena.number(2 * heat + 1), h), of(g, arena.number(-2 * heat)));
            g = a;
            h = b;
            longest = std::max(longest, to_text(arena, g).size());
        }
    };
    EXPECT_THROW(grow(), Error);
    EXPECT_GT(longest, longest_game_text / 4);
    EXPECT_LE(longest, longest_game_text);
    EXPECT_LT(arena.size(), 1000U);
}

}  // namespace mexbase::partizan_text_test
