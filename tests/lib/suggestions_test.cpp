// SPDX-License-Identifier: MIT
#include "../../lib/suggestions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "lib/rules/registry.hpp"

namespace mexbase::suggestions_test {

TEST(NearMiss, CountsTheStepsBetweenTexts) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("", "nim"), 3U);
    EXPECT_EQ(edit_distance("kayles", "kayels"), 1U);
    EXPECT_EQ(edit_distance("snort", "short"), 1U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("ca", "abc"), 3U) << "what was swapped is not changed again";
    for (const char* a : {"", "a", "ab", "ba", "abc", "acb", "bca", "xabc"})
        for (const char* b : {"", "a", "ab", "ba", "abc", "acb", "bca", "xabc"})
            EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << ' ' << b;
}

TEST(NearMiss, NamesTheNearestAndNothingThatIsFar) {
    static constexpr std::array<std::string_view, 7> names = {"nim",         "col",  "nogo",       "snort",
                                                              "node-kayles", "grid", "domineering"};
    EXPECT_EQ(did_you_mean("snrot", names).text, "; did you mean snort?");
    EXPECT_EQ(did_you_mean("NIM", names).text, "; did you mean nim?");
    EXPECT_EQ(did_you_mean("domin", names).text, "; did you mean domineering?") << "what it begins";
    EXPECT_EQ(did_you_mean("node-kayle", names).text, "; did you mean node-kayles?");
    EXPECT_EQ(did_you_mean("ngo", names).text, "; did you mean nogo?");
    EXPECT_EQ(did_you_mean("cim", names).text, "; did you mean nim?");
    EXPECT_EQ(did_you_mean("cam", std::array<std::string_view, 2>{"cat", "car"}).text, "; did you mean cat or car?");
    for (const std::string& far : {std::string(), std::string("x"), std::string("banana"), std::string("xyz"),
                                   std::string("no"), std::string(100000, 'n')})
        EXPECT_EQ(did_you_mean(far, names).text, "") << far.substr(0, 20);
    EXPECT_EQ(did_you_mean("col", std::array<std::string_view, 2>{"cold", "col"}).text, "") << "it is a name itself";
    EXPECT_EQ(did_you_mean("m", std::array<std::string_view, 1>{"n"}).text, "") << "nothing of it is left";
}

TEST(NearMiss, ReadsNumbersInOtherNotations) {
    const std::pair<const char*, std::uint64_t> read[] = {{"1e5", 100'000},
                                                          {"1E+3", 1000},
                                                          {"1.5e6", 1'500'000},
                                                          {"2.50e1", 25},
                                                          {"10^5", 100'000},
                                                          {"2**20", 1'048'576},
                                                          {"100_000", 100'000},
                                                          {"1,000,000", 1000000},
                                                          {"10'000", 10'000},
                                                          {"12 345", 12'345},
                                                          {"1k", 1000},
                                                          {"3M", 3'000'000},
                                                          {"0e99", 0},
                                                          {"5.0", 5},
                                                          {"1_000e3", 1000000},
                                                          {"007", 7},
                                                          {"1e19", 10000000000000000000U}};
    for (const auto& [text, number] : read) EXPECT_EQ(number_meant(text), number) << text;
    for (const char* text : {"",     "e5",     "1e",   "1.5",    "1.55e1", "1e20", "10^30",
                             "1,00", "1,0000", "_100", "100_",   "1__000", "0x10", "1e-2",
                             "-1",   "five",   "1k5",  "1.5k^2", "2^",     "^2",   "99999999999999999999"})
        EXPECT_EQ(number_meant(text), std::nullopt) << text;
    EXPECT_EQ(write_number("1e5").text, "; write 100000");
    EXPECT_EQ(write_number("100000").text, "");
    EXPECT_EQ(write_number("many").text, "");
}

TEST(NearMiss, TellsFilesFromGames) {
    EXPECT_EQ(file_meant("castle.txt").text, "; for a graph in a file write graph:file=castle.txt");
    EXPECT_EQ(file_meant("./g.dot").text, "; for a graph in a file write graph:file=./g.dot");
    EXPECT_EQ(file_meant("maps/7").text, "; for a graph in a file write graph:file=maps/7");
    EXPECT_NE(file_meant("t.mxb").text.find("mexquery info t.mxb"), std::string::npos);
    for (const char* name : {"", "nim", "0.137", "0.f7", "nim.", "fair-shares"}) EXPECT_EQ(file_meant(name).text, "");
}

TEST(NearMiss, PointsToOwnGames) {
    for (const char* name : {"clobber", "Clobber", "CLOBBER"})
        EXPECT_NE(own_game_meant(name).text.find("data/programs/clobber.py has them"), std::string::npos) << name;
    for (const char* name : {"konane", "hackenbush", "amazons", "connect four", "connect-four", "Connect4", "go",
                             "checkers", "hex", "Dots and Boxes", "dots_and_boxes", "chomp"})
        EXPECT_NE(own_game_meant(name).text.find("docs/your-own-game.md"), std::string::npos) << name;
    for (const char* name : {"", "g", "game", "K", "KQ", "KKK", "KQX"})
        EXPECT_EQ(own_game_meant(name).text, "") << name;
    EXPECT_EQ(own_game_meant("KRPKR").text, "; for this material in chess write chess:KRPKR");
    for (const Family& family : stock_registry().families())
        EXPECT_EQ(own_game_meant(family.name).text, "") << family.name << " is built in";
}

}  // namespace mexbase::suggestions_test
