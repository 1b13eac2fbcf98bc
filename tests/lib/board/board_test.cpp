#include "lib/board/board.hpp"

#include <vector>

#include "read_board.hpp"

namespace mexbase {
namespace {

using Arcs = std::vector<Board::Arc>;

TEST(Board, ArcsAreNumberedBySourceInTheOrderGiven) {
    const Arcs arcs = {{2, 0}, {0, 1}, {2, 1}, {2, 0}, {0, 0}};
    const Board board(true, {"a", "b", "c"}, arcs);
    EXPECT_EQ(sketch(board), "a>b,a b c>a,b,a");
    EXPECT_EQ(board.first_arc(0), 0U);
    EXPECT_EQ(board.first_arc(2), 2U);
    EXPECT_EQ(board.first_arc(3), board.arc_count());
    const auto into = board.predecessors(0);
    EXPECT_EQ(std::vector<Vertex>(into.begin(), into.end()), (std::vector<Vertex>{2, 2, 0}));
    EXPECT_EQ(board.find("c"), 2U);
    EXPECT_EQ(board.find("d"), 3U);
}

TEST(Board, RefusesWhatIsNoBoard) {
    const Arcs none;
    const Arcs outside = {{0, 1}};
    const auto refused = [](auto&& make) {
        try {
            make();
        } catch (const Error& error) {
            return error.code() == ErrorCode::bad_file;
        }
        return false;
    };
    EXPECT_TRUE(refused([&] { Board(true, {"a", "a"}, none); }));
    EXPECT_TRUE(refused([&] { Board(true, {""}, none); }));
    EXPECT_TRUE(refused([&] { Board(true, {"a"}, outside); }));
    EXPECT_TRUE(refused([&] { Board(true, {"a"}, none, {0, 0}); }));
    EXPECT_EQ(Board().vertex_count(), 0U);
}

}  // namespace
}  // namespace mexbase
