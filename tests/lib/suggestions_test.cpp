// SPDX-License-Identifier: MIT
#include "../../lib/suggestions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

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

}  // namespace mexbase::suggestions_test
