// SPDX-License-Identifier: MIT
// The notation compared with the output of CGSuite 2, and read back as the same value.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/error.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "lib/value/partizan/notation/up_expansion.hpp"
#include "lib/value/partizan/thermograph.hpp"
#include "random_days.hpp"
#include "tests/sanitized.hpp"
#include "tests/texts.hpp"

namespace mexbase::partizan_notation_test {

using Ids = std::vector<PartizanId>;

/// Expects that the text is read as the value, in this arena and in another one, and written again unchanged.
void reads_back(GameArena& arena, PartizanId g) {
    const std::string text = to_text(arena, g);
    ASSERT_EQ(parse_game(arena, text), g) << text;
    GameArena other;
    ASSERT_EQ(to_text(other, parse_game(other, text)), text);
}

TEST(PartizanNotation, IsReadUpToTheEndOfItsView) {
    GameArena arena;
    const std::string_view digits = "*1023";
    for (std::size_t length = 2; length <= digits.size(); ++length) {
        const std::string_view text = digits.substr(0, length);
        EXPECT_EQ(to_text(arena, parse_game(arena, text)), text == "*1" ? "*" : text);
        EXPECT_EQ(to_text(arena, parse_game(arena, text.substr(1))), text.substr(1));
    }
}

// Input and output of CGSuite 2 by A. N. Siegel, from its tests.
TEST(PartizanNotation, IsThatOfCgsuite) {
    const auto cases = test::equations_in(R"(
        {0|v*} = ^<2>    {0,*|v} = ^<2>*    {^|*} = ^[2]    {0,^*|0} = ^[2]*    {0|*||*|||*||||*} = ^[4]
        {0||0|v*} = {0|^<2>}    {0||0|-1} = Tiny(1)    {0|||0||-1|-2} = Tiny({2|1})    {1|0||0} = Miny(1)
        {5||3|1|||0||||0} = Miny({5||3|1})    +-{1,1+*} = +-{1,1*}    +-(1/2) = +-1/2    3+-1 = {4|2}
        +-1+-2+-3+-4 = +-{10|8||6|4|||4|2||0|-2}    {0|^*5} = ^^*4    ^^^^^^+vvv*+^19*3+v14 = ^8*2
        73/16+v9*8 = 73/16v9*8    {0||0|vvv} = {0||0|v3}    {1|^^^||^} = {1|^3||^}    {3||2+*|1+*} = {3||2*|1*}
        {3|||2||1|0,*||||-1/2} = {3|||2||1|0,*||||-1/2}    3-2+-6-7+-8+4 = {12|0||-4|-16}    9/8+* = 9/8*
        6+^* = 6^*    {0||0|-1/4} = Tiny(1/4)    {0|||0||-1|-3} = Tiny({3|1})    {^^^|vv} = {^3|vv}
        {1|^^||^} = {1|^^||^}
        {3/2+*|1/2||{0|-3},{-1+*,{-1/2|-1+*}|-5/2}} = {3/2*|1/2||{0|-3},{-1*,{-1/2|-1*}|-5/2}})");
    for (const auto& [typed, printed] : cases) {
        GameArena arena;
        const PartizanId g = parse_game(arena, typed);
        EXPECT_EQ(to_text(arena, g), printed) << typed;
        reads_back(arena, g);
    }
    // Printed by it for other input.
    auto printed_only = test::texts_in(R"(
        {7/2|||5/2|3/2||+-1/2}    {4|||3|1||0|-2}    {3*||2|1}    {^^*|v*}    {^^*||0|v6}
        {1||+-(1*)|-1,{-1|-3}}    {0||0,v*|0,{0,v*|0,*}}    {0||0|-2,{0|-2,{0|-2}}}    {Tiny(2)||0|-2|||0|-2}
        {Tiny(2)|{0|-2},{Tiny(2)||0|-2}||{0|-2},{Tiny(2)||0|-2}}    {1,{1,+-1|-1}|-1}    {^|*,^[2]||*,^[2]}
        +-{2,{4|0}}    {2||0|-4}    {v<2>|0}    {0|^<2>*}    {0|^[3]*||0,^[3]*|||0}    {0,*|||*||-1|-3}
        {3/2,{3/2|0}|0}    {3Tiny({3|1})|1Tiny({3|1}),{2,{3|1}|0}||0}
        {5Tiny({5||3|1})|{3,{3|1}|||3|1||0|-2,{-2|-4}},{{4|2},{5||3|1}|0}||0}
        {{1v|^^},{1v||1v3|0}|0,{^^|0,{0|-1^3}}}    {5||3|1|||*||||0,*}
        {0||0,v*|vv|||{0||0,v*|vv|||vv,{0,v*|vv}},{0||0,v*|vv}|{0||0,v*|vv|||vv,{0,v*|vv}||||vv}}
        {0,{0,*||*,v|vv*}||{0,*||*,v|vv*|||vv*,{*,v|vv*}},{0,*||*,v|vv*}|{0,*||*,v|vv*|||vv*,{*,v|vv*}||||vv*}})");
    printed_only.push_back(
        "{0,*,*2,*3,{0,*,*2,*3,*4||*4,v*5|vv*4}||{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,{*4,v*5|vv*4}},"
        "{0,*,*2,*3,*4||*4,v*5|vv*4}|{0,*,*2,*3,*4||*4,v*5|vv*4|||vv*4,{*4,v*5|vv*4}||||vv*4}}");
    for (const std::string& text : printed_only) {
        GameArena arena;
        EXPECT_EQ(to_text(arena, parse_game(arena, text)), text);
    }
    GameArena arena;
    EXPECT_THROW(parse_game(arena, "{3|2|1}"), Error);
    EXPECT_THROW(parse_game(arena, "1|0"), Error);
}

// Earlier versions printed ^[2] for ^<2>, so only that text is read in the old way.
TEST(PartizanNotation, OfEarlierVersionsIsRead) {
    GameArena arena;
    const auto cases = test::equations_in(R"(
        ^2 = ^^    v2*3 = vv*3    -1v2* = -1vv*    +-(1,{2|0}) = +-{1,{2|0}}    +-(*,^) = +-{*,^}
        +-(1*) = +-(1*)    +-(1^2) = +-(1^^)    +-1/2 = +-1/2    {0||0|-1} = Tiny(1)
        {4||||3|||2||1|0} = {4||||3|||2||1|0}    {0,{0,^*|0}|0} = ^[3]*)");
    for (const auto& [before, now] : cases) EXPECT_EQ(to_text(arena, parse_game(arena, before)), now) << before;
}

/// Returns the canonical form with only braces, bars and commas.
std::string braces_of(GameArena& arena, PartizanId g) {
    const auto joined = [&arena](std::span<const PartizanId> options) {
        std::string all;
        for (const PartizanId option : Ids(options.begin(), options.end()))
            all += (all.empty() ? "" : ",") + braces_of(arena, option);
        return all;
    };
    const std::string left = joined(arena.left_options(g));
    return "{" + left + "|" + joined(arena.right_options(g)) + "}";
}

TEST(PartizanNotation, OfAllGamesBornByDayThreeIsReadBack) {
    MEXBASE_SKIP_IN_SANITIZERS();
    GameArena arena;
    const Ids games = test::day(arena, 3);
    ASSERT_EQ(games.size(), 1474U);
    std::set<std::string> texts;
    std::set<PartizanId> braces;
    for (const PartizanId g : games) {
        reads_back(arena, g);
        EXPECT_TRUE(texts.insert(to_text(arena, g)).second) << to_text(arena, g);
        braces.insert(parse_game(arena, braces_of(arena, g)));
        for (const char* around :
             {"+-(G)", "{G|G-3}", "{7|G}", "{1||1|G-5}", "{G+4|-1||-1}", "Tiny(4+G)", "-1/2Miny(9/2+G)"}) {
            std::string text = around;
            while (text.find('G') != std::string::npos) text.replace(text.find('G'), 1, '(' + to_text(arena, g) + ')');
            reads_back(arena, parse_game(arena, text));
        }
    }
    EXPECT_EQ(braces, std::set<PartizanId>(games.begin(), games.end()));
}

/// Returns sums and options of each other, hot and infinitesimal, increasingly deep.
Ids deep_games(GameArena& arena, std::size_t count) {
    std::mt19937 random(11);
    Ids games;
    for (const char* text :
         {"0", "-3/4", "*", "*2", "^", "v3*", "^<2>", "v[3]*2", "1^<3>", "+-1", "{2|0}", "Tiny(1)", "-2Miny({3|1})"})
        games.push_back(parse_game(arena, text));
    std::set<PartizanId> seen(games.begin(), games.end());
    while (games.size() < count) {
        const auto one = [&] { return games[random() % std::min<std::size_t>(games.size(), 400)]; };
        const auto some = [&] {
            Ids options;
            for (auto n = 1 + random() % 3; n > 0; --n) options.push_back(one());
            return options;
        };
        PartizanId g = arena.make(some(), some());
        if (random() % 4 == 0) g = arena.switch_of(some());
        if (random() % 4 == 0) {
            const PartizanId x =
                arena.number(Dyadic(static_cast<int>(random() % 9) - 4, static_cast<unsigned>(random() % 3)));
            const PartizanId right = arena.make({&x, 1}, {&g, 1});
            g = arena.make({&x, 1}, {&right, 1});
        }
        if (random() % 2 == 0) g = arena.negative(g);
        const PartizanId small = games[random() % 60 % games.size()];
        if (arena.depth(g) + arena.depth(small) < 9) g = arena.sum(g, small);
        if (arena.depth(g) < 14 && seen.insert(g).second) games.push_back(g);
    }
    return games;
}

TEST(PartizanNotation, OfDeepGamesAndTheirSumsIsReadBack) {
    MEXBASE_SKIP_IN_SANITIZERS();
    GameArena arena;
    const Ids games = deep_games(arena, 4000);
    std::set<std::string> texts;
    std::size_t tinies = 0;
    for (const PartizanId g : games) {
        reads_back(arena, g);
        const std::string text = to_text(arena, g);
        EXPECT_TRUE(texts.insert(text).second) << text;
        tinies += text.find("iny(") != std::string::npos;
        // Joined texts of a sum's parts.
        const PartizanId h = games[(g * 31U) % games.size()];
        if (arena.depth(g) + arena.depth(h) < 12) {
            EXPECT_EQ(parse_game(arena, '(' + text + ")+(" + to_text(arena, h) + ')'), arena.sum(g, h));
            EXPECT_EQ(parse_game(arena, '(' + text + ")-(" + to_text(arena, h) + ')'), arena.difference(g, h));
        }
    }
    EXPECT_GT(tinies, 400U);
}

// The game in the parentheses is written as alone, though no arena need contain it.
TEST(PartizanNotation, OfTiniesIsThatOfWhatTheyAreMadeOf) {
    GameArena arena;
    Thermographs thermographs(arena);
    std::size_t count = 0;
    for (const PartizanId g : deep_games(arena, 2500)) {
        const auto made = [&](PartizanId left, PartizanId right) { return arena.make({&left, 1}, {&right, 1}); };
        const PartizanId negative = arena.negative(g);
        const PartizanId middle = made(GameArena::zero, negative);
        const PartizanId tiny = made(GameArena::zero, middle);
        const bool has_this_form = !arena.uptimal_of(middle) && !arena.uptimal_of(tiny) &&
                                   std::ranges::equal(arena.left_of(tiny), Ids{GameArena::zero}) &&
                                   std::ranges::equal(arena.right_of(tiny), Ids{middle}) &&
                                   std::ranges::equal(arena.left_of(middle), Ids{GameArena::zero}) &&
                                   std::ranges::equal(arena.right_of(middle), Ids{negative});
        if (!has_this_form) continue;
        if (thermographs.mean(g) <= Dyadic(0)) {
            EXPECT_FALSE(to_text(arena, tiny).starts_with("Tiny(")) << to_text(arena, tiny);
            continue;
        }
        ++count;
        const std::string inside = '(' + to_text(arena, g) + ')';
        EXPECT_EQ(to_text(arena, tiny), "Tiny" + inside);
        EXPECT_EQ(to_text(arena, arena.negative(tiny)), "Miny" + inside);
        for (const Dyadic& x : {Dyadic(3), Dyadic(-1, 1)}) {
            const PartizanId number = arena.number(x);
            EXPECT_EQ(to_text(arena, arena.sum(number, tiny)), to_string(x) + "Tiny" + inside);
            EXPECT_EQ(to_text(arena, arena.difference(number, tiny)), to_string(x) + "Miny" + inside);
            EXPECT_EQ(to_text(arena, made(arena.number(Dyadic(9)), arena.sum(number, tiny))),
                      "{9|" + to_string(x) + "Tiny" + inside + '}');
        }
    }
    EXPECT_GT(count, 400U);
}

TEST(PartizanNotation, KnowsAllSumsOfPowersOfUp) {
    GameArena arena;
    UpExpansions expansions(arena);
    const PartizanId power[] = {arena.up_power(1), arena.up_power(2), arena.up_power(3), arena.up_power(4)};
    std::set<PartizanId> known;
    std::vector<int> ups(4, -2);
    for (bool more = true; more;) {
        for (const unsigned nimber : {0U, 1U, 2U, 5U})
            for (const Dyadic& x : {Dyadic(0), Dyadic(-3, 2)}) {
                UpExpansion expected{x, ups, nimber};
                while (!expected.ups.empty() && expected.ups.back() == 0) expected.ups.pop_back();
                PartizanId g = arena.uptimal({x, 0, nimber});
                for (std::size_t i = 0; i < 4; ++i)
                    for (int n = 0; n != ups[i]; n += ups[i] > 0 ? 1 : -1)
                        g = arena.sum(g, ups[i] > 0 ? power[i] : arena.negative(power[i]));
                ASSERT_NE(expansions.of(g), nullptr) << to_text(arena, g);
                ASSERT_EQ(*expansions.of(g), expected) << to_text(arena, g);
                known.insert(g);
                reads_back(arena, g);
            }
        more = false;
        for (int& copies : ups) {
            if ((more = copies < 2)) {
                ++copies;
                break;
            }
            copies = -2;
        }
    }
    EXPECT_EQ(known.size(), 625U * 8);
}

TEST(PartizanNotation, TakesNothingElseForSumsOfPowersOfUp) {
    GameArena arena;
    Ids games = deep_games(arena, 3000);
    // Almost a tiny: options of one and of another.
    std::mt19937 random(3);
    for (int i = 0; i < 3000; ++i) {
        const auto one = [&] {
            PartizanId g = arena.uptimal({0, static_cast<int>(random() % 3) - 1, static_cast<unsigned>(random() % 3)});
            for (const int n : {2, -2, 3, -3})
                if (random() % 3 == 0) g = arena.sum(g, arena.up_power(n));
            return g;
        };
        Ids left, right;
        for (auto n = 1 + random() % 3; n > 0; --n)
            left.push_back(random() % 3 == 0 ? arena.nimber(static_cast<unsigned>(random() % 3)) : one());
        for (auto n = 1 + random() % 2; n > 0; --n)
            right.push_back(random() % 3 == 0 ? arena.nimber(static_cast<unsigned>(random() % 3)) : one());
        games.push_back(arena.make(left, right));
    }
    UpExpansions expansions(arena);
    std::size_t known = 0, others = 0;
    for (const PartizanId g : games) {
        const UpExpansion* e = expansions.of(g);
        if (e == nullptr) {
            ++others;
            continue;
        }
        ++known;
        PartizanId sum = arena.uptimal({e->number, 0, e->nimber});
        for (std::size_t i = 0; i < e->ups.size(); ++i)
            for (int n = 0; n != e->ups[i]; n += e->ups[i] > 0 ? 1 : -1)
                sum = arena.sum(sum, arena.up_power(static_cast<int>(i + 1) * (e->ups[i] > 0 ? 1 : -1)));
        EXPECT_EQ(sum, g) << to_text(arena, g);
    }
    EXPECT_GT(known, 200U);
    EXPECT_GT(others, 2000U);
}

TEST(PartizanNotation, OfWhatIsAtTheBoundsIsReadBack) {
    GameArena arena;
    for (const std::string text :
         {"^[64]", "v<64>", "^<64>*1023", "-4611686018427387904^[64]*1022", "1/4611686018427387904v<63>*", "^900*1023",
          "4611686018427387904Tiny(1)", "-3Miny(4611686018427387904)", "+-4611686018427387904"}) {
        const PartizanId g = parse_game(arena, text);
        EXPECT_EQ(to_text(arena, g), text);
        reads_back(arena, g);
    }
    // One power more; the game in the parentheses, or the mean that decides whether it is tiny, exceeds a bound:
    // braces.
    for (const std::string text :
         {"{^[64]|*}", "{0|v[64]*}", "{^[64]|*||*}", "{4611686018427387904||4611686018427387904|-1}",
          "{1/4611686018427387904||1/4611686018427387904|-1}",
          "{4611686018427387904|||4611686018427387904||4611686018427387903|-4611686018427387904}",
          "{0|Tiny(1/4611686018427387904)}"}) {
        const PartizanId g = parse_game(arena, text);
        EXPECT_EQ(to_text(arena, g), text);
        reads_back(arena, g);
    }
    EXPECT_EQ(to_text(arena, parse_game(arena, "{-4611686018427387900||-4611686018427387900|-4611686018427387904}")),
              "-4611686018427387900Tiny(4)");
}

}  // namespace mexbase::partizan_notation_test
