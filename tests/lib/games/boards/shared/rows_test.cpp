// SPDX-License-Identifier: MIT
#include "lib/games/boards/shared/rows.hpp"

#include "../../conformance.hpp"

namespace mexbase::rows_test {

constexpr RowsForm two_by_three{"XO", ".XO", 2, 3, "X:.../.X."};
constexpr RowsForm with_tail{"WB", ".WB", 1, 4, "W:....:22", "men in hand"};

std::string reading(std::string_view text, const RowsForm& form) {
    const auto [code, message] = error_of([&] { read_rows(text, form); });
    EXPECT_EQ(code, ErrorCode::bad_position) << text;
    return message;
}

TEST(Rows, ReadsWhatItWrites) {
    const Rows read = read_rows("O:X.O/..X", two_by_three);
    EXPECT_EQ(read.mover, 1U);
    const std::vector<std::uint8_t> cells{1, 0, 2, 0, 0, 1};
    EXPECT_TRUE(std::equal(cells.begin(), cells.end(), read.cells.begin()));
    EXPECT_EQ(write_rows(two_by_three, 1, cells), "O:X.O/..X");
    EXPECT_EQ(read_rows("W:.WB.:07", with_tail).tail, "07");
    EXPECT_EQ(read_rows("W:.WB.:", with_tail).tail, "");
    EXPECT_EQ(write_rows(with_tail, 0, read_rows("W:.WB.:", with_tail).cells, "07"), "W:.WB.:07");
}

TEST(Rows, SaysWhatIsWrong) {
    const std::string begins =
        " is not a position: expected the player to move, X or O, and a colon at the start, such as X:.../.X.";
    for (const std::string text : {"", "X", ":", "x:.../...", "X.../...", ".../..."})
        EXPECT_EQ(reading(text, two_by_three), '"' + text + '"' + begins);
    EXPECT_EQ(reading("X:", two_by_three), "\"X:\" is not a position: it has 1 row, expected 2, such as X:.../.X.");
    EXPECT_EQ(reading("X:.../.../", two_by_three),
              "\"X:.../.../\" is not a position: it has 3 rows, expected 2, such as X:.../.X.");
    EXPECT_EQ(reading("X:.../..", two_by_three),
              "\"X:.../..\" is not a position: row 2 has 2 cells, expected 3, such as X:.../.X.");
    EXPECT_EQ(reading("X:..../...", two_by_three),
              "\"X:..../...\" is not a position: row 1 has 4 cells, expected 3, such as X:.../.X.");
    EXPECT_EQ(reading("X:.../.x.", two_by_three),
              "\"X:.../.x.\" is not a position: row 2 has \"x\", expected ., X or O");
    EXPECT_EQ(reading("X:.../é..", two_by_three),
              "\"X:.../é..\" is not a position: row 2 has \"é\", expected ., X or O");
    EXPECT_EQ(reading("X:.../...:", two_by_three),
              "\"X:.../...:\" is not a position: row 2 has \":\", expected ., X or O");
    EXPECT_EQ(reading("W:....", with_tail),
              "\"W:....\" is not a position: expected the board, a colon and men in hand, such as W:....:22");
    EXPECT_EQ(reading("W:...:22", with_tail),
              "\"W:...:22\" is not a position: the board has 3 cells, expected 4, such as W:....:22");
    // Long rows are no way to write past the cells.
    EXPECT_EQ(
        reading("W:" + std::string(1000, '.') + ":", with_tail).find("the board has 1000 cells") != std::string::npos,
        true);
}

TEST(Rows, ArePicturedWithNamesOfCells) {
    EXPECT_EQ(picture_of_rows(two_by_three, 1, read_rows("O:X.O/..X", two_by_three).cells),
              "2 X . O\n1 . . X\n  a b c   O to move");
    EXPECT_EQ(cell_name(two_by_three, 0), "a2");
    EXPECT_EQ(cell_name(two_by_three, 5), "c1");
}

}  // namespace mexbase::rows_test
