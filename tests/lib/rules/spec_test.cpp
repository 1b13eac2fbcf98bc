// SPDX-License-Identifier: MIT
#include "lib/rules/spec.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <set>

#include "../games/conformance.hpp"
#include "lib/board/names.hpp"
#include "lib/text_parts.hpp"

namespace mexbase::spec_test {

FamilyHelp help_with(std::span<const KeyHelp> keys) {
    return {"", "", "", keys, ""};
}

TEST(Spec, IsTakenApartInTheOrderGiven) {
    const RawSpec spec = parse_spec("game:b=2,a=x=y,c=");
    EXPECT_EQ(spec.family, "game");
    EXPECT_EQ(spec.values, (std::vector<std::pair<std::string, std::string>>{{"b", "2"}, {"a", "x=y"}, {"c", ""}}));
    EXPECT_TRUE(parse_spec("game").values.empty());
}

TEST(Spec, AValueInQuotesMayHaveCommas) {
    using Values = std::vector<std::pair<std::string, std::string>>;
    EXPECT_EQ(parse_spec("game:file=\"a,b c.dot\",n=2").values, (Values{{"file", "a,b c.dot"}, {"n", "2"}}));
    EXPECT_EQ(parse_spec("game:n=2,file='a=\",\"'").values, (Values{{"n", "2"}, {"file", "a=\",\""}}));
    EXPECT_EQ(parse_spec("game:'a,b'").values, (Values{{"", "a,b"}}));
    EXPECT_EQ(parse_spec("game:a=x\"y,b=\"\"").values, (Values{{"a", "x\"y"}, {"b", ""}}))
        << "only a quote at the begin of a value is one";
    EXPECT_EQ(error_of([] { parse_spec("game:a=\"x,b=1"); }).second, R"(the quote in ""x,b=1" is not closed)");
    for (const char* text : {"game:a='x'y", "game:a='x',", "game:a='", "game:a=1,'b'"})
        EXPECT_EQ(error_of([&] { parse_spec(text); }).first, ErrorCode::bad_spec) << text;
    EXPECT_EQ(error_of([] { parse_spec("game:file=a,b.dot"); }).second,
              "expected key=value in the spec of \"game\", got \"b.dot\"; a file name with a comma needs quotes");
}

TEST(Spec, BadFormIsNamed) {
    for (const char* text :
         {"", ":", ":a=1", "game:", "game:a=1,b", "game:=1", "game:a=1,", "game:,a=1", "game:a=1,a=1"})
        EXPECT_EQ(error_of([&] { parse_spec(text); }).first, ErrorCode::bad_spec) << text;
    EXPECT_EQ(error_of([] { parse_spec("game:a=1,a=2"); }).second, "key \"a\" is given twice");
}

TEST(Spec, KeysAreCheckedAndDefaultsWrittenOut) {
    static constexpr KeyHelp keys[] = {{"n", "", "1..9", ""}, {"how", "fast", "fast or slow", ""}};
    const FamilyHelp help = help_with(keys);
    const auto parameters = [&](const char* text) { return Parameters(parse_spec(text), help); };
    EXPECT_EQ(parameters("game:n=4").spec(), "game:n=4,how=fast");
    EXPECT_EQ(parameters("game:how=slow,n=4").spec(), "game:n=4,how=slow");
    EXPECT_EQ(parameters("game:n=4,how=slow").choice("how", {"fast", "slow"}), 1U);
    EXPECT_EQ(error_of([&] { parameters("game:m=4"); }).second, "game has no key \"m\"; its keys are: n, how");
    EXPECT_EQ(error_of([&] { Parameters(parse_spec("game:m=4"), help_with({})); }).second,
              "game has no key \"m\"; it has no keys");
    EXPECT_EQ(error_of([&] { parameters("game:how=slow"); }).second, "game needs key \"n\" (1..9)");
    EXPECT_EQ(error_of([&] { parameters("game:n=10").number("n", 1, 9); }).second,
              "n=10 is out of range: n must be a number in 1..9");
    for (const char* n : {"0", "", "+1", " 1", "1 ", "1.0", "0x1", "18446744073709551617"})
        EXPECT_EQ(error_of([&] { parameters((std::string{"game:n="} + n).c_str()).number("n", 1, 9); }).first,
                  ErrorCode::bad_spec)
            << n;
    EXPECT_EQ(error_of([&] { parameters("game:n=1").board(); }).first, ErrorCode::bad_spec);
}

TEST(Texts, NumbersEndWhereTheirViewEnds) {
    const std::string_view digits = "1234567";
    for (const auto& [length, number] : {std::pair{1U, 1U}, {3U, 123U}, {7U, 1234567U}}) {
        EXPECT_EQ(decimal_number(digits.substr(0, length)), number);
        EXPECT_EQ(number_of_name(digits.substr(0, length)), number);
    }
    EXPECT_FALSE(decimal_number(digits.substr(0, 0)));
}

TEST(Spec, EqualNumbersMakeEqualSpecs) {
    static constexpr KeyHelp keys[] = {{"n", "", "", ""},
                                       {"set", "1", "", ""},
                                       {"file", "x", "", "", KeyHelp::File::graph},
                                       {"code", "0", "", "", KeyHelp::File::none, true}};
    const FamilyHelp help = help_with(keys);
    const auto spec = [&](const std::string& text) { return Parameters(parse_spec(text), help).spec(); };
    EXPECT_EQ(spec("game:n=0100,set=01-4-000"), "game:n=100,set=1-4-0,file=x,code=0");
    EXPECT_EQ(spec("game:n=0"), "game:n=0,set=1,file=x,code=0");
    EXPECT_EQ(Parameters(parse_spec("game:n=" + std::string(500, '0') + "7"), help).number("n", 1, 9), 7U);
    for (const char* as_written : {"n=,set=1,file=x,code=0", "n=-01,set=01-,file=007,code=007",
                                   "n=+01,set=01--2,file=0,code=", "n=00x,set=0.07,file=01-02,code=01-02"})
        EXPECT_EQ(spec(std::string{"game:"} + as_written), std::string{"game:"} + as_written);
}

TEST(Spec, StockGamesStoreCanonicalNumbers) {
    const auto spec = [](const char* text) { return make_game(stock_registry(), text)->spec(); };
    EXPECT_EQ(spec("square-but-one:max=0100"), "square-but-one:max=100,add=even");
    EXPECT_EQ(spec("square:max=00"), "square:max=0");
    EXPECT_EQ(spec("nim:max=015,piles=03"), "nim:piles=3,max=15");
    EXPECT_EQ(spec("subtraction:set=04-01,max=07"), "subtraction:set=1-4,max=7");
    EXPECT_EQ(spec("fair-shares:n=006"), "fair-shares:n=6");
    EXPECT_EQ(spec("put-or-take-a-square:max=07,bound=0120"), "put-or-take-a-square:max=7,bound=120");
}

TEST(Spec, ErrorsStayOnOneLine) {
    const auto [code, what] = error_of([] { parse_spec("game:b=1,a\n\x01"); });
    EXPECT_EQ(what.find('\n'), std::string::npos);
    EXPECT_EQ(what,
              "expected key=value in the spec of \"game\", got \"a\\x0a\\x01\"; a file name with a comma needs quotes");
    EXPECT_EQ(error_of([] { make_game(stock_registry(), "square:max=1\n2"); }).second,
              "max=\"1\\x0a2\" is out of range: max must be a number in 0..1099511627774");
}

TEST(Registry, EveryFamilyHasItsHelpAndAnExampleThatWorks) {
    std::set<std::string_view> names;
    for (const Family& family : stock_registry().families()) {
        EXPECT_TRUE(names.insert(family.name).second) << family.name;
        EXPECT_FALSE(family.help->summary.empty()) << family.name;
        EXPECT_FALSE(family.help->position.empty()) << family.name;
        EXPECT_FALSE(family.help->source.empty()) << family.name;
        const RawSpec example = parse_spec(family.help->example);
        EXPECT_EQ(example.family, family.name);
        const Parameters parameters(example, *family.help);
        const bool with_file =
            std::ranges::any_of(family.help->keys, [](const KeyHelp& key) { return key.file != KeyHelp::File::none; });
        if (!with_file) {
            EXPECT_GT(make_game(stock_registry(), family.help->example)->size(), 0U);
        }
    }
    EXPECT_TRUE(names.contains("nim") && names.contains("fair-shares") && names.contains("horsefly"));
}

TEST(Registry, EveryFamilyIsOnThePageOfGames) {
    std::ifstream in(MEXBASE_DATA "/../docs/games.md");
    const std::string page{std::istreambuf_iterator<char>(in), {}};
    for (const Family& family : stock_registry().families())
        EXPECT_NE(page.find("`" + std::string(family.name) + "`"), std::string::npos) << family.name;
}

TEST(Registry, UnknownGamesAreNamedWithThoseThereAre) {
    const auto [code, what] = error_of([] { make_game(stock_registry(), "solitaire:n=8"); });
    EXPECT_EQ(code, ErrorCode::bad_spec);
    EXPECT_TRUE(what.starts_with("\"solitaire\" is not a game: expected one of nim, ")) << what;
}

}  // namespace mexbase::spec_test
