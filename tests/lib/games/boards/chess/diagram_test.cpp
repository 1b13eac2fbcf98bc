// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "lib/games/boards/chess/fen.hpp"
#include "lib/games/boards/chess/squares.hpp"

namespace mexbase::chess {
namespace {

struct Box {
    double left = 100, right = -100, top = 100, bottom = -100;
    void add(const Drawing::Point& p, double margin) {
        left = std::min(left, p.x - margin);
        right = std::max(right, p.x + margin);
        top = std::min(top, p.y - margin);
        bottom = std::max(bottom, p.y + margin);
    }
};

Box box_of(const Drawing::Shape& shape) {
    Box box;
    if (const auto* polygon = std::get_if<Drawing::Polygon>(&shape))
        for (const auto& p : polygon->corners) box.add(p, 0.02);
    if (const auto* disc = std::get_if<Drawing::Disc>(&shape)) box.add(disc->centre, disc->radius + 0.02);
    if (const auto* line = std::get_if<Drawing::Line>(&shape)) {
        box.add(line->from, 0.02);
        box.add(line->to, 0.02);
    }
    return box;
}

/// Returns the shapes of a board after those of the empty one: its pieces, the frame's coordinates and the turn.
std::vector<Drawing::Shape> men_of(const Diagram& board) {
    const Drawing drawing = board.drawing();
    const std::size_t empty = Diagram{}.drawing().shapes.size();
    constexpr std::size_t squares = 1 + 32 + 1;
    EXPECT_GE(drawing.shapes.size(), empty);
    return {drawing.shapes.begin() + squares,
            drawing.shapes.begin() + static_cast<std::ptrdiff_t>(squares + drawing.shapes.size() - empty)};
}

TEST(ChessDiagram, HasThirtyTwoDarkSquares) {
    std::set<std::pair<double, double>> dark;
    for (const auto& shape : Diagram{}.drawing().shapes)
        if (const auto* square = std::get_if<Drawing::Rectangle>(&shape);
            square && square->inside == DrawingRole::shade)
            dark.emplace(square->corner.x, square->corner.y);
    EXPECT_EQ(dark.size(), 32U);
    EXPECT_EQ(dark.count({0.5, 7}), 1U) << "a1";
    EXPECT_EQ(dark.count({7.5, 7}), 0U) << "h1";
    EXPECT_EQ(dark.count({7.5, 0}), 1U) << "h8";
}

TEST(ChessDiagram, EveryManStaysOnItsSquareAndHasItsOwnShape) {
    std::set<std::string> drawings;
    for (const char man : std::string("KQRBNPkqrbnp")) {
        std::size_t shapes = 0;
        for (const unsigned s : {0U, 11U, 63U}) {
            Diagram board;
            board.men[s] = man;
            const auto drawn = men_of(board);
            ASSERT_GE(drawn.size(), 3U) << man;
            const double x = 0.5 + file_of(s), y = 7.0 - rank_of(s);
            for (const auto& shape : drawn) {
                const Box box = box_of(shape);
                EXPECT_GE(box.left, x) << man;
                EXPECT_LE(box.right, x + 1) << man;
                EXPECT_GE(box.top, y) << man;
                EXPECT_LE(box.bottom, y + 1) << man;
                if (const auto* polygon = std::get_if<Drawing::Polygon>(&shape)) {
                    EXPECT_EQ(polygon->inside, man < 'a' ? DrawingRole::light : DrawingRole::dark);
                }
            }
            EXPECT_TRUE(shapes == 0 || shapes == drawn.size());
            shapes = drawn.size();
            if (s == 0) drawings.insert(to_svg(Drawing{1, 1, drawn}, ""));
        }
    }
    EXPECT_EQ(drawings.size(), 12U);
}

TEST(ChessDiagram, SaysWhoIsToMoveAndWhatMayBeTakenEnPassant) {
    const auto svg = [](const char* text) { return to_svg(Diagram::parse(text).drawing(), ""); };
    const std::string white = svg("7k/8/8/3pP3/8/8/8/K7 w - -"), black = svg("7k/8/8/3pP3/8/8/8/K7 b - -");
    EXPECT_NE(white.find(">White to move<"), std::string::npos);
    EXPECT_NE(black.find(">Black to move<"), std::string::npos);
    const Drawing passed = Diagram::parse("7k/8/8/3pP3/8/8/8/K7 w - d6").drawing();
    std::size_t marks = 0;
    for (const auto& shape : passed.shapes)
        if (const auto* disc = std::get_if<Drawing::Disc>(&shape); disc && disc->inside == DrawingRole::mark) {
            EXPECT_EQ(disc->centre.x, 4.0);
            EXPECT_EQ(disc->centre.y, 2.5);
            ++marks;
        }
    EXPECT_EQ(marks, 1U);
    EXPECT_EQ(white.find("imark\""), std::string::npos);
}

}  // namespace
}  // namespace mexbase::chess
