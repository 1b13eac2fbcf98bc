// SPDX-License-Identifier: MIT
#include "lib/board/families.hpp"

#include "read_board.hpp"
#include "tests/texts.hpp"

namespace mexbase::families_test {

/// Returns the message of the `bad_spec` error for a text that is not a board.
std::string refusal(std::string_view text) {
    const std::string message = test::refusal_of([&] { family_board(text); }, ErrorCode::bad_spec);
    EXPECT_EQ(test::refusal_of([&] { normal_board_family(text); }, ErrorCode::bad_spec), message);
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
}

TEST(BoardFamilies, SmallBoardsAreAsTheyAreDrawn) {
    EXPECT_EQ(sketch(family_board("path-1")), "1");
    EXPECT_EQ(sketch(family_board("path-4")), "1>2 2>1,3 3>2,4 4>3");
    EXPECT_EQ(sketch(family_board("cycle-3")), "1>2,3 2>1,3 3>1,2");
    EXPECT_EQ(sketch(family_board("cycle-5")), "1>2,5 2>1,3 3>2,4 4>3,5 5>1,4");
    EXPECT_EQ(sketch(family_board("grid-2x3")), "1>2,4 2>1,3,5 3>2,6 4>1,5 5>2,4,6 6>3,5");
    EXPECT_EQ(sketch(family_board("grid-3x1")), "1>2 2>1,3 3>2");
    EXPECT_EQ(sketch(family_board("star-0")), "1");
    EXPECT_EQ(sketch(family_board("star-3")), "1>2,3,4 2>1 3>1 4>1");
    EXPECT_EQ(sketch(family_board("complete-1")), "1");
    EXPECT_EQ(sketch(family_board("complete-4")), "1>2,3,4 2>1,3,4 3>1,2,4 4>1,2,3");
    EXPECT_EQ(sketch(family_board("bipartite-2x3")), "1>3,4,5 2>3,4,5 3>1,2 4>1,2 5>1,2");
}

TEST(BoardFamilies, BoardsThatAreOneGraphAreOneBoard) {
    EXPECT_EQ(family_board("grid-1x7"), family_board("path-7"));
    EXPECT_EQ(family_board("grid-7x1"), family_board("path-7"));
    EXPECT_EQ(family_board("complete-3"), family_board("cycle-3"));
    EXPECT_EQ(family_board("bipartite-1x5"), family_board("star-5"));
    EXPECT_NE(family_board("grid-2x3"), family_board("grid-3x2"));
}

TEST(BoardFamilies, BoardsAreSimpleAndHaveTheEdgesTheyShould) {
    const auto expect = [](const std::string& text, std::uint64_t vertices, std::uint64_t edges) {
        const Board board = family_board(text);
        EXPECT_NO_THROW(require_simple(board)) << text;
        EXPECT_EQ(board.vertex_count(), vertices) << text;
        EXPECT_EQ(board.arc_count(), 2 * edges) << text;
    };
    for (std::uint64_t n = 1; n <= 12; ++n) {
        const std::string number = std::to_string(n);
        expect("path-" + number, n, n - 1);
        if (n >= 3) expect("cycle-" + number, n, n);
        expect("star-" + number, n + 1, n);
        expect("complete-" + number, n, n * (n - 1) / 2);
        for (std::uint64_t m = 1; m <= 5; ++m) {
            const std::string both = std::to_string(m) + "x" + number;
            expect("grid-" + both, m * n, m * (n - 1) + n * (m - 1));
            expect("bipartite-" + both, m + n, m * n);
        }
    }
}

TEST(BoardFamilies, ReachToTheirLimits) {
    EXPECT_EQ(family_board("path-1024").vertex_count(), most_family_vertices);
    EXPECT_EQ(family_board("star-1023").vertex_count(), most_family_vertices);
    EXPECT_EQ(family_board("grid-32x32").vertex_count(), most_family_vertices);
    EXPECT_EQ(normal_board_family("bipartite-1x1023"), "bipartite-1x1023");
    EXPECT_EQ(normal_board_family("complete-1024"), "complete-1024");
    EXPECT_EQ(normal_board_family("grid-1024x1"), "grid-1024x1");
    for (const char* text : {"path-1025", "cycle-1025", "star-1024", "grid-32x33", "grid-1024x1024", "grid-1025x1",
                             "complete-1025", "bipartite-1x1024", "bipartite-512x513"})
        EXPECT_NE(refusal(text).find(std::string{text}.starts_with("star") ? "1023" : "1024"), std::string::npos)
            << text;
}

TEST(BoardFamilies, NormalTextsHaveNoLeadingZeros) {
    EXPECT_EQ(normal_board_family("path-007"), "path-7");
    EXPECT_EQ(normal_board_family("path-00000000000000000000000000012"), "path-12");
    EXPECT_EQ(normal_board_family("grid-010x0020"), "grid-10x20");
    EXPECT_EQ(normal_board_family("star-00"), "star-0");
    EXPECT_EQ(normal_board_family("bipartite-3x4"), "bipartite-3x4");
    EXPECT_EQ(family_board("cycle-05"), family_board("cycle-5"));
}

TEST(BoardFamilies, BadTextsNameTheFormAndTheRange) {
    EXPECT_EQ(refusal("path-0"), "\"path-0\" is not a board: expected path-N with N in 1..1024");
    EXPECT_EQ(refusal("path-x"), "\"path-x\" is not a board: expected path-N with N in 1..1024");
    EXPECT_EQ(refusal("cycle-2"), "\"cycle-2\" is not a board: expected cycle-N with N in 3..1024");
    EXPECT_EQ(refusal("star-"), "\"star-\" is not a board: expected star-N with N in 0..1023");
    EXPECT_EQ(refusal("complete-0"), "\"complete-0\" is not a board: expected complete-N with N in 1..1024");
    EXPECT_EQ(refusal("grid-3"),
              "\"grid-3\" is not a board: expected grid-MxN with M and N at least 1 and at most 1024 vertices in all");
    EXPECT_EQ(refusal("bipartite-0x3"),
              "\"bipartite-0x3\" is not a board: expected bipartite-MxN with M and N at least 1 and at most 1024 "
              "vertices in all");
    EXPECT_EQ(refusal("wheel-5"),
              "\"wheel-5\" is not a board: expected one of path-N, cycle-N, grid-MxN, star-N, complete-N, "
              "bipartite-MxN");
    const auto wrong = test::texts_in(R"(
        path-    path--1    path-+1    path- 1    path-1x1    path-0x10    grid-x    grid-3x    grid-x3
        grid-3X3    grid-3x3x3    grid-0x3    grid-3x0    grid--3x-3    complete-18446744073709551617
        path-4294967297    grid-65536x65536    path    -    grid    Path-3    path-3.dot)");
    for (const std::string& text : wrong) EXPECT_FALSE(refusal(text).empty()) << text;
    for (const char* text : {"path-1 ", "", "path-3\n"}) EXPECT_FALSE(refusal(text).empty()) << text;
}

TEST(BoardFamilies, AreToldFromFilesByTheirText) {
    for (const char* text : {"path-3", "path-", "cycle-x", "grid-3", "star-0", "complete-99999", "bipartite-1x1"})
        EXPECT_TRUE(is_board_family(text)) << text;
    for (const char* text : {"", "path", "paths-3", "apath-3", "./path-3", "path-3.dot", "grid-holes/3", "/grid-3x3",
                             "-3", "@0123456789abcdef", "wheel-5"})
        EXPECT_FALSE(is_board_family(text)) << text;
}

TEST(BoardFamilies, GridsHaveAShape) {
    EXPECT_EQ(grid_shape("grid-3x05"), (GridShape{3, 5}));
    EXPECT_EQ(grid_shape("grid-1x1024"), (GridShape{1, 1024}));
    for (const char* text : {"path-3", "bipartite-3x5", "grid-3", "grid-0x5", "grid-65x64", "@0123", ""})
        EXPECT_EQ(grid_shape(text), std::nullopt) << text;
}

}  // namespace mexbase::families_test
