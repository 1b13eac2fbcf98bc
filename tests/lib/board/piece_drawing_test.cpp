// SPDX-License-Identifier: MIT
#include "lib/board/piece_drawing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace mexbase::piece_drawing_test {

/// Counts of shapes, and all texts in order.
struct Counts {
    int lines = 0, discs = 0, rectangles = 0, polygons = 0;
    std::string texts;

    explicit Counts(const Drawing& drawing) {
        const auto is_inside = [&drawing](Drawing::Point p) {
            return p.x > -1e-9 && p.y > -1e-9 && p.x < drawing.width + 1e-9 && p.y < drawing.height + 1e-9;
        };
        for (const Drawing::Shape& shape : drawing.shapes) {
            lines += std::holds_alternative<Drawing::Line>(shape) ? 1 : 0;
            rectangles += std::holds_alternative<Drawing::Rectangle>(shape) ? 1 : 0;
            if (const auto* disc = std::get_if<Drawing::Disc>(&shape)) {
                ++discs;
                EXPECT_TRUE(is_inside({disc->centre.x - disc->radius, disc->centre.y - disc->radius}));
                EXPECT_TRUE(is_inside({disc->centre.x + disc->radius, disc->centre.y + disc->radius}));
            }
            if (const auto* polygon = std::get_if<Drawing::Polygon>(&shape)) {
                ++polygons;
                for (const Drawing::Point corner : polygon->corners) EXPECT_TRUE(is_inside(corner));
            }
            if (const auto* text = std::get_if<Drawing::Text>(&shape)) {
                texts += (texts.empty() ? "" : " ") + text->text;
                EXPECT_TRUE(is_inside(text->centre)) << text->text;
            }
        }
    }
};

Counts heaps(const std::vector<std::uint64_t>& stones) {
    return Counts(drawing_of_heaps(stones));
}

TEST(PieceDrawing, HeapsHaveTheirStonesAndNumbers) {
    const Counts few = heaps({3, 0, 12});
    EXPECT_EQ(few.discs, 15);
    EXPECT_EQ(few.polygons, 0);
    EXPECT_EQ(few.lines, 3) << "the ground below each heap";
    EXPECT_EQ(few.texts, "3 0 12");
    const Counts large = heaps({60, 61, ~std::uint64_t{0}});
    EXPECT_EQ(large.discs, 60);
    EXPECT_EQ(large.polygons, 2) << "a triangle stands for many stones";
    EXPECT_EQ(large.texts, "60 61 18446744073709551615");
    const Counts many = heaps(std::vector<std::uint64_t>(41, 1));
    EXPECT_EQ(many.discs, 40);
    EXPECT_TRUE(many.texts.ends_with("\xe2\x80\xa6")) << many.texts;
    EXPECT_EQ(heaps({}).discs, 0);
}

TEST(PieceDrawing, RowsAreCutInTheMiddle) {
    const auto disc = [](std::uint64_t k) {
        return RowPlace{RowPlace::Shape::disc, k == 99 ? DrawingRole::mark : DrawingRole::board};
    };
    const Counts whole(drawing_of_row(40, disc));
    EXPECT_EQ(whole.discs, 40);
    EXPECT_EQ(whole.texts, "");
    EXPECT_EQ(whole.lines, 1) << "joins the discs";
    const Drawing cut = drawing_of_row(100, disc);
    EXPECT_EQ(Counts(cut).discs, 40);
    EXPECT_EQ(Counts(cut).texts, "\xe2\x80\xa6 100");
    EXPECT_EQ(Counts(cut).lines, 2);
    EXPECT_TRUE(std::any_of(cut.shapes.begin(), cut.shapes.end(), [](const Drawing::Shape& shape) {
        const auto* last = std::get_if<Drawing::Disc>(&shape);
        return last != nullptr && last->inside == DrawingRole::mark;
    })) << "the last place is drawn";
    EXPECT_EQ(Counts(drawing_of_row(3, [](std::uint64_t) { return RowPlace{}; })).rectangles, 3);
    EXPECT_EQ(Counts(drawing_of_row(0, disc)).texts, "0");
}

TEST(PieceDrawing, QuarterBoardsEndAtThePiece) {
    const Counts board(drawing_of_quarter_board(2, 1, "Q"));
    EXPECT_EQ(board.rectangles, 7) << "six squares and the edge of the board";
    EXPECT_EQ(board.texts, "0 1 0 1 2 Q");
    const Counts far(drawing_of_quarter_board(1000, 0, "N"));
    EXPECT_EQ(far.rectangles, 17);
    EXPECT_TRUE(far.texts.starts_with("0 985 986 ")) << far.texts;
    EXPECT_TRUE(far.texts.ends_with(" 1000 N")) << far.texts;
}

TEST(PieceDrawing, SideBySideHasTheMiddlesOnALine) {
    Drawing small;
    small.shapes = {Drawing::Disc{{0.5, 0.5}}, Drawing::Line{{0, 0}, {1, 1}},
                    Drawing::Polygon{{{0, 0}, {1, 0}, {1, 1}}}, Drawing::Text{{0.5, 0.5}, "a"},
                    Drawing::Rectangle{{0, 0}}};
    const Drawing large{.width = 2, .height = 3};
    const std::vector<Drawing> both{large, small};
    const Drawing all = side_by_side(both, "+");
    EXPECT_DOUBLE_EQ(all.height, 3);
    EXPECT_DOUBLE_EQ(all.width, 3.8);
    ASSERT_EQ(all.shapes.size(), 6U);
    EXPECT_EQ(std::get<Drawing::Text>(all.shapes[0]).text, "+");
    const auto& disc = std::get<Drawing::Disc>(all.shapes[1]);
    EXPECT_DOUBLE_EQ(disc.centre.x, 3.3);
    EXPECT_DOUBLE_EQ(disc.centre.y, 1.5);
    EXPECT_DOUBLE_EQ(std::get<Drawing::Line>(all.shapes[2]).to.x, 3.8);
    EXPECT_DOUBLE_EQ(std::get<Drawing::Polygon>(all.shapes[3]).corners[2].y, 2);
    EXPECT_DOUBLE_EQ(std::get<Drawing::Text>(all.shapes[4]).centre.x, 3.3);
    EXPECT_DOUBLE_EQ(std::get<Drawing::Rectangle>(all.shapes[5]).corner.y, 1);
}

}  // namespace mexbase::piece_drawing_test
