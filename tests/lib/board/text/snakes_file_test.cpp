// SPDX-License-Identifier: MIT
#include "../read_board.hpp"
#include "lib/board/text/graph_file.hpp"

namespace mexbase::snakes_file_test {

std::string snakes(std::string_view text) {
    return sketch(parse_snakes(text, "f"));
}
std::string complaint(std::string_view text) {
    return bad_file(parse_snakes, text);
}

TEST(SnakesFile, ArrowsAreFollowedAtOnce) {
    EXPECT_EQ(snakes("home 5"), "1>2,3,4,5 2>3,4,5 3>4,5 4>5 5");
    EXPECT_EQ(snakes("home 6 # HOME\r\n\n  arrow 3 1 # down\narrow\t4 6\n"), "1>2,1,6,5 2>1,6,5,6 5>6 6");
    EXPECT_EQ(snakes("home 1"), "1");
    EXPECT_EQ(snakes("home 3\narrow 1 2"), "2>3 3") << "no counter stands on a tail";
}

TEST(SnakesFile, ErrorsNameTheLine) {
    EXPECT_EQ(complaint(""), "f: the board has no line for home: write, for example, home 30");
    EXPECT_EQ(complaint("# home 30"), "f: the board has no line for home: write, for example, home 30");
    EXPECT_EQ(complaint("home"), "f:1: expected the number of a square, but the line ends");
    EXPECT_EQ(complaint("home 0"), "f:1: \"0\" is not a square: expected a number in 1..1000000");
    EXPECT_EQ(complaint("home 1000001"), "f:1: \"1000001\" is not a square: expected a number in 1..1000000");
    EXPECT_EQ(complaint("home 9\nhome 9"), "f:2: home is given a second time");
    EXPECT_EQ(complaint("arrow 1 2\nhome 9"),
              "f:1: an arrow is given before home: move the line for home to the front");
    EXPECT_EQ(complaint("home 9\narrow 1"), "f:2: expected the number of a square, but the line ends");
    EXPECT_EQ(complaint("home 9\narrow 1 10"), "f:2: \"10\" is not a square: expected a number in 1..9");
    EXPECT_EQ(complaint("home 9\narrow 2 2"), "f:2: the arrow ends where it begins, on square 2");
    EXPECT_EQ(complaint("home 9\narrow 9 2"), "f:2: the arrow begins at home, which is not allowed");
    EXPECT_EQ(complaint("home 9\narrow 2 3\narrow 2 4"), "f:3: another arrow begins on square 2 in line 2");
    EXPECT_EQ(complaint("home 9\narrow 2 3\narrow 3 4"),
              "f:2: an arrow ends on square 3, where another begins: arrows cannot be chained");
    EXPECT_EQ(complaint("home 9 10"), "f:1: unexpected word \"10\" at the end of the line");
    EXPECT_EQ(complaint("snake 2 3"), "f:1: expected home or arrow, got \"snake\"");
    EXPECT_EQ(complaint("home 9\narrow -1 3"), "f:2: \"-1\" is not a square: expected a number in 1..9");
}

TEST(SnakesFile, LargestBoardIsRead) {
    EXPECT_EQ(parse_snakes("home 1000000", "f").arc_count(), 4U * 1000000U - 10U);
}

}  // namespace mexbase::snakes_file_test
