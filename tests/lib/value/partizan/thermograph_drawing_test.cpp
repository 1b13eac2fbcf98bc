// SPDX-License-Identifier: MIT
#include "lib/value/partizan/drawing/thermograph_drawing.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "lib/value/partizan/notation/text.hpp"

namespace mexbase::thermograph_drawing_test {

struct Parts {
    std::vector<Drawing::Line> left, right, mast;
    std::set<std::string> numbers;
};

Parts parts_of(const std::string& text) {
    GameArena arena;
    const Drawing drawing = drawing_of_thermograph(Thermographs(arena).of(parse_game(arena, text)));
    Parts parts;
    for (const Drawing::Shape& shape : drawing.shapes) {
        if (const auto* number = std::get_if<Drawing::Text>(&shape)) parts.numbers.insert(number->text);
        const auto* line = std::get_if<Drawing::Line>(&shape);
        if (line == nullptr) continue;
        for (const Drawing::Point p : {line->from, line->to}) {
            EXPECT_TRUE(p.x >= 0 && p.y >= 0 && p.x <= drawing.width && p.y <= drawing.height) << text;
        }
        if (line->ink == DrawingRole::blue) parts.left.push_back(*line);
        if (line->ink == DrawingRole::red) parts.right.push_back(*line);
        if (line->width > 0.06) parts.mast.push_back(*line);
    }
    return parts;
}

TEST(ThermographDrawing, ASwitchIsATent) {
    const Parts parts = parts_of("{2|-1}");
    ASSERT_EQ(parts.mast.size(), 1U);
    ASSERT_EQ(parts.left.size(), 1U);
    ASSERT_EQ(parts.right.size(), 1U);
    EXPECT_LT(parts.left[0].from.x, parts.mast[0].from.x) << "values grow to the left";
    EXPECT_GT(parts.right[0].from.x, parts.mast[0].from.x);
    EXPECT_DOUBLE_EQ(parts.left[0].to.x, parts.mast[0].from.x);
    EXPECT_DOUBLE_EQ(parts.left[0].to.y, parts.right[0].to.y);
    EXPECT_GT(parts.left[0].from.y, parts.left[0].to.y) << "temperatures grow upwards";
    EXPECT_LT(parts.mast[0].to.y, parts.mast[0].from.y);
    // The walls begin at temperature -1 and cross temperature 0 at the stops 2 and -1.
    EXPECT_EQ(parts.numbers, (std::set<std::string>{"0", "1/2", "3/2", "-1", "2"}));
    EXPECT_NEAR(parts.left[0].to.x - parts.left[0].from.x, parts.left[0].from.y - parts.left[0].to.y, 1e-9)
        << "equal scales";
}

TEST(ThermographDrawing, ValuesAreNumberedFromTemperature0On) {
    // The walls of {3|{2|-1}} begin at 4 and 2. Those of {0|-5||-6} begin at -4 and -7.
    const auto first = parts_of("{3|{2|-1}}").numbers, second = parts_of("{{0|-5}|-6}").numbers;
    for (const char* stop : {"3", "2"}) EXPECT_TRUE(first.contains(stop)) << stop;
    EXPECT_FALSE(first.contains("4"));
    for (const char* stop : {"-5", "-6"}) EXPECT_TRUE(second.contains(stop)) << stop;
    EXPECT_FALSE(second.contains("-7"));
    EXPECT_TRUE(parts_of("5/8").numbers.contains("5/8")) << "both stops of a number are the number";
}

TEST(ThermographDrawing, WallsBend) {
    const Parts parts = parts_of("{{4|2}|{-1|-4}}");
    EXPECT_GE(parts.left.size(), 2U);
    EXPECT_GE(parts.right.size(), 2U);
}

TEST(ThermographDrawing, NumbersAndLargeValuesHaveDrawings) {
    for (const char* text : {"0", "1000000", "-1/1024", "*", "^", "{1000|-1000}", "{1|{0|-100}}"}) {
        const Parts parts = parts_of(text);
        EXPECT_EQ(parts.mast.size(), 1U) << text;
        EXPECT_TRUE(parts.numbers.contains("0")) << text;
    }
}

}  // namespace mexbase::thermograph_drawing_test
