// SPDX-License-Identifier: MIT
#include "lib/board/drawing.hpp"

#include <expat.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mexbase::drawing_test {

/// Contents of an XML file: its elements, their texts, and the values of attributes.
struct Parsed {
    bool well_formed = false;
    std::map<std::string, int> elements;
    std::string text;
    std::vector<std::pair<std::string, std::string>> attributes;
};

Parsed parsed(const std::string& svg) {
    Parsed found;
    const std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser(XML_ParserCreate("UTF-8"),
                                                                              XML_ParserFree);
    XML_SetUserData(parser.get(), &found);
    XML_SetElementHandler(
        parser.get(),
        [](void* data, const char* name, const char** attributes) {
            auto& to = *static_cast<Parsed*>(data);
            ++to.elements[name];
            for (; *attributes != nullptr; attributes += 2) to.attributes.emplace_back(attributes[0], attributes[1]);
        },
        [](void*, const char*) {});
    XML_SetCharacterDataHandler(parser.get(), [](void* data, const char* text, int length) {
        static_cast<Parsed*>(data)->text.append(text, static_cast<std::size_t>(length));
    });
    found.well_formed = XML_Parse(parser.get(), svg.data(), static_cast<int>(svg.size()), 1) == XML_STATUS_OK;
    EXPECT_TRUE(found.well_formed) << XML_ErrorString(XML_GetErrorCode(parser.get())) << '\n' << svg;
    return found;
}

TEST(Drawing, EveryShapeIsAnElement) {
    Drawing drawing{.width = 3, .height = 2};
    drawing.shapes = {Drawing::Rectangle{{0, 0}, 3, 2, DrawingRole::board, DrawingRole::line},
                      Drawing::Line{{0, 1}, {3, 1.25}},
                      Drawing::Disc{{0.5, 0.5}, 0.4, DrawingRole::dark},
                      Drawing::Polygon{{{0, 0}, {1, 0}, {1, 1}}},
                      Drawing::Text{{2, 1}, "a1"},
                      Drawing::Text{{2, 1}, "b2", 0.5, DrawingRole::faint, true}};
    const std::string svg = to_svg(drawing, "a board");
    const Parsed found = parsed(svg);
    const std::map<std::string, int> expected{{"svg", 1},  {"title", 1},  {"style", 1},   {"rect", 2},
                                              {"line", 1}, {"circle", 1}, {"polygon", 1}, {"text", 2}};
    EXPECT_EQ(found.elements, expected);
    for (const char* said : {"a board", "a1", "b2"}) EXPECT_NE(found.text.find(said), std::string::npos) << said;
    EXPECT_NE(svg.find("<line x1=\"0\" y1=\"1\" x2=\"3\" y2=\"1.25\""), std::string::npos) << svg;
    EXPECT_NE(svg.find("rotate(180 2 1)"), std::string::npos) << svg;
    EXPECT_NE(svg.find("points=\"0,0 1,0 1,1\""), std::string::npos) << svg;
}

TEST(Drawing, StandsAlone) {
    const std::string svg = to_svg(drawing_of_text("XO\n.X"), "t");
    EXPECT_EQ(svg.find("<script"), std::string::npos);
    for (const auto& [name, value] : parsed(svg).attributes) {
        EXPECT_NE(name, "href");
        EXPECT_TRUE(value.find("http") == std::string::npos || name == "xmlns") << name << ' ' << value;
    }
    EXPECT_EQ(svg.find("url("), std::string::npos);
    EXPECT_EQ(svg.find("@import"), std::string::npos);
    EXPECT_NE(svg.find("prefers-color-scheme:dark"), std::string::npos);
}

TEST(Drawing, EveryClassHasAColourOnLightAndOnDark) {
    Drawing drawing;
    for (const DrawingRole ink :
         {DrawingRole::none, DrawingRole::line, DrawingRole::faint, DrawingRole::board, DrawingRole::light,
          DrawingRole::dark, DrawingRole::blue, DrawingRole::red, DrawingRole::green, DrawingRole::mark})
        drawing.shapes.emplace_back(Drawing::Disc{{0, 0}, 1, ink, ink});
    const std::string svg = to_svg(drawing, "");
    int classes = 0;
    for (const auto& [name, value] : parsed(svg).attributes) {
        if (name != "class" || value == "paper") continue;
        const std::size_t space = value.find(' ');
        for (const std::string& one : {value.substr(0, space), value.substr(space + 1)}) {
            const std::size_t first = svg.find('.' + one + '{');
            ASSERT_NE(first, std::string::npos) << one;
            EXPECT_GT(svg.find('.' + one + '{', first + 1), svg.find("@media")) << one;
            ++classes;
        }
    }
    EXPECT_EQ(classes, 20);
}

TEST(Drawing, TextsMayHoldAnything) {
    const struct {
        std::string text, read;
    } cases[] = {{"a<b>&\"c'", "a<b>&\"c'"},
                 {"]]></text><script>", "]]></text><script>"},
                 {"\x01\x1f\x7f", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
                 {"\xff\xc0\x80z", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbdz"},
                 {"\xc2\x85", "\xef\xbf\xbd"},
                 {"\xef\xbf\xbe\xef\xbf\xbf", "\xef\xbf\xbd\xef\xbf\xbd"},
                 {"m\xc5\xab t\xc5\x8drere \xf0\x9f\x90\xa3", "m\xc5\xab t\xc5\x8drere \xf0\x9f\x90\xa3"},
                 {std::string(1, '\0'), "\xef\xbf\xbd"}};
    for (const auto& [text, read] : cases) {
        Drawing drawing;
        drawing.shapes.emplace_back(Drawing::Text{{0, 0}, text});
        EXPECT_NE(parsed(to_svg(drawing, "")).text.find('\n' + read + '\n'), std::string::npos) << read;
        EXPECT_EQ(parsed(to_svg({}, text)).text.find('\n' + read + '\n'), 0U) << read;
        EXPECT_TRUE(parsed(to_svg(drawing_of_text(text), text)).well_formed);
    }
}

TEST(Drawing, OfAPictureHasALineForEachThatIsNotEmpty) {
    const Drawing drawing = drawing_of_text("abc\n\n m\xc5\xab");
    EXPECT_DOUBLE_EQ(drawing.width, 1.8) << "characters, not bytes";
    EXPECT_DOUBLE_EQ(drawing.height, 3.6);
    const Parsed found = parsed(to_svg(drawing, "t"));
    EXPECT_EQ(found.elements.at("text"), 2);
    EXPECT_NE(found.text.find("\n m\xc5\xab\n"), std::string::npos) << "spaces are kept";
    int kept = 0;
    for (const auto& [name, value] : found.attributes) kept += name == "xml:space" && value == "preserve" ? 1 : 0;
    EXPECT_EQ(kept, 2);
    EXPECT_TRUE(parsed(to_svg(drawing_of_text(""), "")).well_formed);
}

TEST(Drawing, NumbersAreShortAndNeverWords) {
    Drawing drawing;
    const auto disc = [&](double x) { drawing.shapes = {Drawing::Disc{{x, 0}, 0.25}}; };
    const auto cx = [&](double x) {
        disc(x);
        for (const auto& [name, value] : parsed(to_svg(drawing, "")).attributes)
            if (name == "cx") return value;
        return std::string("none");
    };
    EXPECT_EQ(cx(1), "1");
    EXPECT_EQ(cx(1.0 / 3), "0.333");
    EXPECT_EQ(cx(-0.0001), "0");
    EXPECT_EQ(cx(100), "100");
    EXPECT_EQ(cx(-2.5), "-2.5");
    EXPECT_EQ(cx(std::numeric_limits<double>::quiet_NaN()), "0");
    EXPECT_EQ(cx(std::numeric_limits<double>::infinity()), "0");
    EXPECT_EQ(cx(std::numeric_limits<double>::max()).find_first_not_of("0123456789"), std::string::npos);
}

}  // namespace mexbase::drawing_test
