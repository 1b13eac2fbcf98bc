#include "lib/rules/spec.hpp"

#include <gtest/gtest.h>

#include <set>

#include "conformance.hpp"

namespace mexbase {
namespace {

FamilyHelp help_with(std::span<const KeyHelp> keys) {
    return {"", "", "", keys, ""};
}

TEST(Spec, IsTakenApartInTheOrderGiven) {
    const RawSpec spec = parse_spec("game:b=2,a=x=y,c=");
    EXPECT_EQ(spec.family, "game");
    EXPECT_EQ(spec.values, (std::vector<std::pair<std::string, std::string>>{{"b", "2"}, {"a", "x=y"}, {"c", ""}}));
    EXPECT_TRUE(parse_spec("game").values.empty());
}

TEST(Spec, BadFormIsNamed) {
    for (const char* text : {"", ":", ":a=1", "game:", "game:a", "game:=1", "game:a=1,", "game:,a=1", "game:a=1,a=1"})
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
    EXPECT_EQ(error_of([&] { parameters("game:how=slow"); }).second, "game needs key \"n\" (1..9)");
    EXPECT_EQ(error_of([&] { parameters("game:n=10").number("n", 1, 9); }).second,
              "n=10 is out of range: n is a number in 1..9");
    for (const char* n : {"0", "", "+1", " 1", "1 ", "1.0", "0x1", "18446744073709551617"})
        EXPECT_EQ(error_of([&] { parameters((std::string{"game:n="} + n).c_str()).number("n", 1, 9); }).first,
                  ErrorCode::bad_spec)
            << n;
    EXPECT_EQ(error_of([&] { parameters("game:n=1").board(); }).first, ErrorCode::bad_spec);
}

TEST(Spec, ErrorsStayOnOneLine) {
    const auto [code, what] = error_of([] { parse_spec("game:a\n\x01"); });
    EXPECT_EQ(what.find('\n'), std::string::npos);
    EXPECT_EQ(what, "expected key=value in the spec of \"game\", got \"a\\x0a\\x01\"");
    EXPECT_EQ(error_of([] { make_game(stock_registry(), "square:max=1\n2"); }).second,
              "max=\"1\\x0a2\" is out of range: max is a number in 0..1099511627774");
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

TEST(Registry, UnknownGamesAreNamedWithThoseThereAre) {
    const auto [code, what] = error_of([] { make_game(stock_registry(), "chess:n=8"); });
    EXPECT_EQ(code, ErrorCode::bad_spec);
    EXPECT_TRUE(what.starts_with("there is no game \"chess\"; the games are: nim, ")) << what;
}

}  // namespace
}  // namespace mexbase
