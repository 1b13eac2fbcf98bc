#include "lib/text_set.hpp"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>

namespace mexbase {
namespace text_set_test {

TEST(TextSet, KnowsWhatIsNew) {
    detail::TextSet texts;
    std::set<std::string> known;
    std::mt19937_64 random(1);
    for (int n = 0; n < 20'000; ++n) {
        std::string text(random() % 6, '.');
        for (char& c : text) c = "ab\n"[random() % 3];
        ASSERT_EQ(texts.insert(text), known.insert(text).second) << n;
    }
    EXPECT_EQ(texts.size(), known.size());
    EXPECT_EQ(texts.size(), 1U + 3 + 9 + 27 + 81 + 243) << "the empty text among them";
}

}  // namespace text_set_test
}  // namespace mexbase
