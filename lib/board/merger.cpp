#include "merger.hpp"

#include <algorithm>
#include <vector>

#include "../error.hpp"
#include "simple.hpp"

namespace mexbase {

Board merge_vertices(const Board& board, Vertex x, Vertex y) {
    require_simple(board);
    if (x == y || x >= board.vertex_count() || y >= board.vertex_count())
        throw Error(ErrorCode::bad_usage, "a merger is of two vertices of a board of " +
                                              std::to_string(board.vertex_count()) + ", not of " + std::to_string(x) +
                                              " and " + std::to_string(y));
    std::vector<std::string> names;
    std::vector<Board::Arc> arcs;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        if (v != std::max(x, y)) names.push_back(board.name(v));
        for (const Vertex w : board.successors(v)) {
            const Board::Arc arc{merged_vertex(v, x, y), merged_vertex(w, x, y)};
            if (arc.first != arc.second) arcs.push_back(arc);
        }
    }
    std::sort(arcs.begin(), arcs.end());
    arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
    return Board(false, std::move(names), arcs);
}

}  // namespace mexbase
