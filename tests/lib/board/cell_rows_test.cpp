// SPDX-License-Identifier: MIT
#include "lib/board/cell_rows.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mexbase::cell_rows_test {

std::vector<std::string> names(const std::string& from, const std::vector<std::string>& to) {
    return move_names_of_cells(from, to);
}

TEST(CellRows, TheBoardIsThePartWithRows) {
    EXPECT_EQ(cell_rows("X:.../.X./..O").rows.size(), 3U);
    EXPECT_EQ(cell_rows("X:.../.X./..O").caption, "X");
    EXPECT_EQ(cell_rows("X:ab/c:12").caption, "X:12");
    EXPECT_EQ(cell_rows("X:ab/c:12").rows[1].size(), 1U) << "rows may differ in length";
    EXPECT_EQ(cell_rows("L:..x..").rows[0].size(), 5U) << "without rows, the last part";
    EXPECT_EQ(cell_rows("m\xc5\xab/ab").rows[0].size(), 2U) << "characters, not bytes";
    EXPECT_EQ(cell_rows("").rows.size(), 1U);
    EXPECT_EQ(cell_rows("\xff\xff").rows[0].size(), 2U) << "text that is not UTF-8 is read byte by byte";
}

TEST(CellRows, CellsHaveNames) {
    EXPECT_EQ(cell_name(1, 0), "a1");
    EXPECT_EQ(cell_name(12, 25), "z12");
    EXPECT_EQ(cell_name(3, 26), "aa3");
    EXPECT_EQ(cell_name(3, 26 * 27), "aaa3");
}

TEST(CellRows, PicturesHaveCoordinatesAndTheCaption) {
    EXPECT_EQ(picture_of_cells("X:../.O"), "2 . .\n1 . O\n  a b   X");
    EXPECT_EQ(picture_of_cells("ab"), "1 a b\n  a b");
}

TEST(CellRows, MovesAreNamedByTheCellsThatTheyChange) {
    EXPECT_EQ(names("X:.../...", {"O:X../...", "O:.../..X"}), (std::vector<std::string>{"a2", "c1"})) << "place";
    EXPECT_EQ(names("XO/..", {".X/..", "O./.."}), (std::vector<std::string>{"a2-b2", "b2-a2"})) << "move or capture";
    EXPECT_EQ(names("XX/X.", {"../X.", "XX/.."}), (std::vector<std::string>{"a2b2", "a1"})) << "remove";
    EXPECT_EQ(names("...", {"X..", "O..", "..X"}), (std::vector<std::string>{"a1=X", "a1=O", "c1"})) << "choose";
    EXPECT_EQ(names("...", {"XX.", ".XX"}), (std::vector<std::string>{"a1b1", "b1c1"})) << "several cells";
}

TEST(CellRows, MovesThatCannotBeNamedHaveTheTextsOfTheirTargets) {
    EXPECT_EQ(names("X:..", {"O:..", "X:...", "X:X."}), (std::vector<std::string>{"O:..", "X:...", "a1"}));
    EXPECT_EQ(names("X:../..:1", {"X:X./..:1", "X:X./..:2"}), (std::vector<std::string>{"X:X./..:1", "X:X./..:2"}))
        << "equal cells, and different captions";
    EXPECT_EQ(names(".........", {"XXXXXXXXX", "XXXXXXXX."}),
              (std::vector<std::string>{"XXXXXXXXX", "a1b1c1d1e1f1g1h1"}));
}

TEST(CellRows, DrawingsShowPiecesBlockedCellsAndLetters) {
    int crosses = 0, rings = 0, dark = 0, light = 0, blocked = 0, squares = 0;
    std::string texts;
    const Drawing drawing = drawing_of_cells("B:XxOo/bWw#/q. ");
    for (const Drawing::Shape& shape : drawing.shapes) {
        if (const auto* line = std::get_if<Drawing::Line>(&shape)) crosses += line->ink == DrawingRole::blue ? 1 : 0;
        if (const auto* disc = std::get_if<Drawing::Disc>(&shape)) {
            rings += disc->edge == DrawingRole::red ? 1 : 0;
            dark += disc->inside == DrawingRole::dark ? 1 : 0;
            light += disc->inside == DrawingRole::light ? 1 : 0;
        }
        if (const auto* rectangle = std::get_if<Drawing::Rectangle>(&shape)) {
            squares += rectangle->inside == DrawingRole::board ? 1 : 0;
            blocked += rectangle->inside == DrawingRole::shade ? 1 : 0;
        }
        if (const auto* text = std::get_if<Drawing::Text>(&shape)) texts += text->text;
    }
    EXPECT_EQ(crosses, 4) << "two lines per cross";
    EXPECT_EQ(rings, 2);
    EXPECT_EQ(dark, 1);
    EXPECT_EQ(light, 2);
    EXPECT_EQ(blocked, 1);
    EXPECT_EQ(squares, 11);
    EXPECT_EQ(texts, "321qabcdB");
    EXPECT_DOUBLE_EQ(drawing.width, 4.5);
    EXPECT_DOUBLE_EQ(drawing.height, 4);
}

}  // namespace mexbase::cell_rows_test
