#include "lib/board/merger.hpp"

#include <algorithm>
#include <set>

#include "lib/board/families.hpp"
#include "lib/board/simple.hpp"
#include "read_board.hpp"

namespace mexbase {
namespace merger_test {

TEST(Merger, OfNeighboursContractsTheirEdge) {
    EXPECT_EQ(sketch(merge_vertices(family_board("path-2"), 0, 1)), "1");
    EXPECT_EQ(sketch(merge_vertices(family_board("path-4"), 1, 2)), "1>2 2>1,4 4>2");
    EXPECT_EQ(sketch(merge_vertices(family_board("cycle-4"), 3, 0)), "1>2,3 2>1,3 3>1,2");
    EXPECT_EQ(sketch(merge_vertices(family_board("complete-3"), 0, 2)), "1>2 2>1") << "two edges come to be one";
}

TEST(Merger, OfVerticesApartJoinsAllTheirNeighbours) {
    EXPECT_EQ(sketch(merge_vertices(family_board("path-5"), 0, 4)), "1>2,4 2>1,3 3>2,4 4>1,3");
    EXPECT_EQ(sketch(merge_vertices(family_board("path-3"), 2, 0)), "1>2 2>1");
}

TEST(Merger, IsWhatTheDefinitionSaysOnEveryGraphOfFiveVertices) {
    for (unsigned graph = 0; graph < 1024; ++graph) {
        std::vector<Board::Arc> arcs;
        unsigned bit = 0;
        for (Vertex v = 0; v < 5; ++v)
            for (Vertex w = v + 1; w < 5; ++w)
                if ((graph >> bit++ & 1) != 0) {
                    arcs.emplace_back(v, w);
                    arcs.emplace_back(w, v);
                }
        const Board board(false, {"a", "b", "c", "d", "e"}, arcs);
        const auto joined = [&board](Vertex v, Vertex w) {
            return std::ranges::find(board.successors(v), w) != board.successors(v).end();
        };
        for (Vertex x = 0; x < 5; ++x)
            for (Vertex y = 0; y < 5; ++y) {
                if (x == y) continue;
                const Board merged = merge_vertices(board, x, y);
                EXPECT_NO_THROW(require_simple(merged));
                ASSERT_EQ(merged.vertex_count(), 4U);
                const std::string& z = board.name(std::min(x, y));
                std::set<std::pair<std::string, std::string>> expected, found;
                for (Vertex v = 0; v < 5; ++v)
                    for (Vertex w = 0; w < 5; ++w) {
                        if (v == x || v == y || w == x || w == y || !joined(v, w)) continue;
                        expected.emplace(board.name(v), board.name(w));
                    }
                for (Vertex w = 0; w < 5; ++w)
                    if (w != x && w != y && (joined(x, w) || joined(y, w))) {
                        expected.emplace(z, board.name(w));
                        expected.emplace(board.name(w), z);
                    }
                for (Vertex v = 0; v < 4; ++v)
                    for (const Vertex w : merged.successors(v)) found.emplace(merged.name(v), merged.name(w));
                EXPECT_EQ(found, expected) << graph << ": " << x << ", " << y;
                for (Vertex v = 0; v < 5; ++v)
                    EXPECT_EQ(merged.name(merged_vertex(v, x, y)), v == x || v == y ? z : board.name(v));
            }
    }
}

TEST(Merger, RefusesWhatIsNoPairOfVerticesOfASimpleBoard) {
    const auto code = [](const Board& board, Vertex x, Vertex y) {
        try {
            merge_vertices(board, x, y);
        } catch (const Error& error) {
            EXPECT_EQ(std::string_view{error.what()}.find('\n'), std::string_view::npos);
            return error.code();
        }
        ADD_FAILURE() << "merged";
        return ErrorCode::interrupted;
    };
    const Board path = family_board("path-3");
    EXPECT_EQ(code(path, 1, 1), ErrorCode::bad_usage);
    EXPECT_EQ(code(path, 0, 3), ErrorCode::bad_usage);
    EXPECT_EQ(code(path, 7, 0), ErrorCode::bad_usage);
    EXPECT_EQ(code(Board(true, {"a", "b"}, {}), 0, 1), ErrorCode::bad_file);
    EXPECT_EQ(code(Board(), 0, 1), ErrorCode::bad_file);
}

}  // namespace merger_test
}  // namespace mexbase
