// SPDX-License-Identifier: MIT
#include "lib/games/heaps/octal.hpp"

#include "breaking_sums.hpp"
#include "lib/rules/registry.hpp"
#include "tests/texts.hpp"

namespace mexbase::octal_test {

const std::vector<std::string> codes = {"0.77",  "0.137", "0.007", "0.07", "4.0",  "4.7", "8.3",
                                        "c.0b1", "0.f7",  "0.8",   "0.1",  "0.0d", "0.3", "0.10000000000000004"};

std::unique_ptr<Game> octal(const std::string& spec) {
    return make_game(Registry({family_of<Octal>()}), spec);
}
std::pair<ErrorCode, std::string> octal_error(const std::string& spec) {
    return error_of([&] { octal(spec); });
}

TEST(Octal, KeepsItsPromisesOnSingleHeaps) {
    for (const std::string& code : codes)
        for (const std::uint64_t max : {0U, 1U, 2U, 17U})
            expect_split_conformance(Octal(max, code), slow_heap_options(slow_code(code)));
}

TEST(Octal, KeepsItsPromisesOnWholePositions) {
    for (const std::string& code : codes)
        for (const unsigned total : {0U, 1U, 2U, 9U})
            expect_conformance(OctalPositions(total, code), slow_whole_options(slow_code(code)));
}

TEST(Octal, WholePositionsAgreeWithSingleHeaps) {
    for (const std::string& code : codes) expect_whole_agrees_with_single(OctalPositions(12, code), Octal(12, code));
}

TEST(Octal, RanksTheLargestTables) {
    const OctalPositions rules(OctalPositions::largest_total, "0.77");
    EXPECT_EQ(rules.size(), 1040297275508U);
    for (Index i = 0; i < rules.size(); i += 7777777777) EXPECT_EQ(rules.rank(rules.unrank(i)), i);
    EXPECT_EQ(rules.rank(rules.unrank(rules.size() - 1)), rules.size() - 1);
    EXPECT_EQ(rules.format(rules.unrank(rules.size() - 1)), "159");
    EXPECT_EQ(OctalPositions(80, "0.77").size(), 123223639U);
    EXPECT_EQ(octal("octal:code=0.77,max=1099511627774")->size(), 1099511627775U);
}

TEST(Octal, MovesAreTheBitsOfTheDigits) {
    const auto moves = [](const char* code) {
        std::string text;
        const TakeAndBreak game = Octal(5, code).heap_game().game;
        EXPECT_FALSE(game.distinct);
        for (const auto& move : game.moves) text += std::to_string(move.taken) + ':' + std::to_string(move.heaps) + ' ';
        return text;
    };
    EXPECT_EQ(moves("0.137"), "1:0 2:0 2:1 3:0 3:1 3:2 ");
    EXPECT_EQ(moves("4.007"), "0:2 3:0 3:1 3:2 ");
    EXPECT_EQ(moves("c.0f8"), "0:2 0:3 2:0 2:1 2:2 2:3 3:3 ");
}

TEST(Octal, EveryCodeHasOneSpec) {
    const auto same = test::equations_in(R"(
        0.77 = 0.77    .77 = 0.77    0.770 = 0.77    kayles = 0.77    dawsons-chess = 0.137    0.13700 = 0.137
        dawsons-kayles = 0.07    james-bond = 0.007    .007 = 0.007    0.F7 = 0.f7    C.0A0 = c.0a    4.7 = 4.7
        4.0 = 4.0    8.000 = 8.0    0.10 = 0.1)");
    for (const auto& [code, normal] : same) {
        EXPECT_EQ(normal_octal_code(code), normal) << code;
        EXPECT_EQ(normal_octal_code(normal), normal);
        EXPECT_EQ(octal("octal:max=010,code=" + code)->spec(), "octal:code=" + normal + ",max=10");
        EXPECT_EQ(octal("octal:total=9,code=" + code)->spec(), "octal:code=" + normal + ",total=9");
    }
    EXPECT_FALSE(octal("octal:code=0.77,max=3")->whole());
    EXPECT_TRUE(octal("octal:code=0.77,total=3")->whole());
}

TEST(Octal, BadSpecsAreNamed) {
    const std::string range =
        " is not allowed: code must be octal or hexadecimal digits with a point after the first, such as 0.77, 4.7 or "
        "0.f7, or kayles, dawsons-chess, dawsons-kayles or james-bond";
    for (const char* code : {"", "0.8z", "77", ".", "0.", "4", "00.77", "0.7.7", "-0.7", "0.7 7", "g.7", "Kayles", "z"})
        EXPECT_EQ(octal_error(std::string{"octal:max=5,code="} + code).second,
                  "code=\"" + std::string{code} + "\"" + range +
                      (code == std::string_view{"Kayles"} ? "; did you mean kayles?" : ""));
    for (const char* code : {"0.0", ".000"})
        EXPECT_EQ(octal_error(std::string{"octal:max=5,code="} + code).second,
                  "code=\"" + std::string{code} + "\" allows no move: at least one digit must not be 0");
    for (const char* code : {"1.0", "3.7", "5.7", "f.7", "E.0"})
        EXPECT_EQ(
            octal_error(std::string{"octal:max=5,code="} + code).second,
            "code=\"" + std::string{code} + "\" lets players pass: the digit before the point must be 0, 4, 8 or c");
    EXPECT_NE(octal_error("octal:max=5,code=0." + std::string(1001, '7'))
                  .second.find("is too long: code must have at most 1000 digits after the point"),
              std::string::npos);
    EXPECT_EQ(normal_octal_code("0." + std::string(1000, '7') + "00").size(), 1002U);
    const std::string keys = ": give either max (single heaps, 0..2^40-2) or total (whole positions, 0..159)";
    EXPECT_EQ(octal_error("octal:code=0.77,max=5,total=5"),
              std::pair(ErrorCode::bad_spec, "octal takes max or total, not both" + keys));
    EXPECT_EQ(octal_error("octal:code=0.77").second, "octal needs max or total" + keys);
    EXPECT_EQ(octal_error("octal:max=5").first, ErrorCode::bad_spec);
    EXPECT_EQ(octal_error("octal:code=0.77,max=1099511627775").second,
              "max=1099511627775 is out of range: max must be a number in 0..1099511627774");
    EXPECT_EQ(octal_error("octal:code=0.77,total=160").second,
              "total=160 is out of range: total must be a number in 0..159");
    EXPECT_EQ(octal_error("octal:code=0.77,total=").second, "total= is out of range: total must be a number in 0..159");
}

TEST(Octal, PositionsAreReadInAnyOrder) {
    const auto whole = octal("octal:code=0.77,total=9");
    const auto read = [&](const char* text) { return whole->format(whole->parse(text)); };
    EXPECT_EQ(read("3+4"), "4+3");
    EXPECT_EQ(read("1+3+1+3"), "3+3+1+1");
    EXPECT_EQ(read("0"), "0");
    EXPECT_EQ(read("0+2+0"), "2");
    EXPECT_EQ(whole->parse("0"), 0U);
    for (const char* text : {"", "+", "3+", "+3", "3,4", "3 + 4", "-3", "a", "start"})
        EXPECT_EQ(error_of([&] { whole->parse(text); }).first, ErrorCode::bad_position) << text;
    for (const char* text : {"10", "5+5", "5+4+1", "18446744073709551615+1", "18446744073709551617"})
        EXPECT_EQ(error_of([&] { whole->parse(text); }),
                  std::pair(ErrorCode::out_of_domain,
                            '"' + std::string{text} + "\" is not in this table: a position has at most 9 tokens"));
    const auto single = octal("octal:code=0.77,max=9");
    EXPECT_EQ(single->parse_sum("9+0+3", 10), (std::vector<Index>{9, 0, 3}));
    EXPECT_EQ(error_of([&] { single->parse("10"); }).first, ErrorCode::out_of_domain);
    EXPECT_EQ(error_of([&] { single->parse("3+4"); }).first, ErrorCode::bad_position);
}

std::set<SlowHeaps> unequal_pairs(unsigned heap) {
    std::set<SlowHeaps> all;
    for (unsigned a = 1; a < heap; ++a)
        if (a != heap - a) all.insert({std::min(a, heap - a), std::max(a, heap - a)});
    return all;
}

std::pair<ErrorCode, std::string> grundy_error(const std::string& spec) {
    return error_of([&] { make_game(Registry({family_of<Grundy>()}), spec); });
}

TEST(Grundy, KeepsItsPromises) {
    for (const std::uint64_t max : {0U, 1U, 3U, 40U})
        expect_split_conformance(Grundy(max), slow_heap_options(unequal_pairs));
    for (const unsigned total : {0U, 1U, 3U, 12U})
        expect_conformance(GrundyPositions(total), slow_whole_options(unequal_pairs));
    EXPECT_TRUE(Grundy(5).heap_game().game.distinct);
}

TEST(Grundy, WholePositionsAgreeWithSingleHeaps) {
    expect_whole_agrees_with_single(GrundyPositions(14), Grundy(14));
}

TEST(Grundy, SpecsAreCheckedAndNormalised) {
    const Registry registry({family_of<Grundy>()});
    EXPECT_EQ(make_game(registry, "grundy:max=007")->spec(), "grundy:max=7");
    EXPECT_FALSE(make_game(registry, "grundy:max=7")->whole());
    EXPECT_EQ(make_game(registry, "grundy:total=7")->spec(), "grundy:total=7");
    EXPECT_TRUE(make_game(registry, "grundy:total=7")->whole());
    const std::string keys = ": give either max (single heaps, 0..2^40-2) or total (whole positions, 0..159)";
    EXPECT_EQ(grundy_error("grundy").second, "grundy needs max or total" + keys);
    EXPECT_EQ(grundy_error("grundy:max=3,total=3").second, "grundy takes max or total, not both" + keys);
    EXPECT_EQ(grundy_error("grundy:max=1099511627775").second,
              "max=1099511627775 is out of range: max must be a number in 0..1099511627774");
    EXPECT_EQ(grundy_error("grundy:total=160").second, "total=160 is out of range: total must be a number in 0..159");
}

}  // namespace mexbase::octal_test
