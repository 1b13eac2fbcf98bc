// SPDX-License-Identifier: MIT
#include "lib/text_parts.hpp"

#include <gtest/gtest.h>

#include "lib/text_lines.hpp"

namespace mexbase {
namespace text_parts_test {

TEST(TextParts, ACleanLineHasNoCarriageReturnAndNoByteOrderMark) {
    for (const char* line : {"5+3", "5+3\r", "5+3\r\r",
                             "\xef\xbb\xbf"
                             "5+3",
                             "\xef\xbb\xbf"
                             "5+3\r"})
        EXPECT_EQ(clean_line(line), "5+3");
    EXPECT_EQ(clean_line("\xef\xbb\xbf\r"), "");
    EXPECT_EQ(clean_line("a\rb \t"), "a\rb \t");
    EXPECT_TRUE(is_utf16("\xff\xfe") && is_utf16("\xfe\xff"));
    EXPECT_FALSE(is_utf16("\xef\xbb\xbf") || is_utf16("\xff"));
}

TEST(TextParts, NumbersAreDecimalDigitsOnly) {
    constexpr std::uint64_t greatest = std::numeric_limits<std::uint64_t>::max();
    for (const char* text : {"", "-1", "+1", " 1", "1 ", "0x1", "1.0", "one", "18446744073709551616 "}) {
        EXPECT_EQ(decimal_number(text), std::nullopt) << text;
        EXPECT_EQ(exact_number(text), std::nullopt) << text;
    }
    EXPECT_EQ(decimal_number("007"), 7U);
    EXPECT_EQ(exact_number("007"), 7U);
    EXPECT_EQ(exact_number("18446744073709551615"), greatest);
    EXPECT_EQ(decimal_number("18446744073709551616"), greatest);
    EXPECT_EQ(exact_number("18446744073709551616"), std::nullopt);
}

}  // namespace text_parts_test
}  // namespace mexbase
