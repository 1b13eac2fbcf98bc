#include "simple.hpp"

#include <algorithm>
#include <vector>

#include "../error.hpp"

namespace mexbase {

namespace {

[[noreturn]] void not_simple(const std::string& message) {
    throw Error(ErrorCode::bad_file, message);
}

std::string both(const Board& board, Vertex v, Vertex w) {
    return in_quotes(board.name(v)) + " and " + in_quotes(board.name(w));
}

}  // namespace

void require_simple(const Board& board) {
    if (board.directed()) not_simple("the board is a directed graph, where an undirected one is needed");
    if (board.vertex_count() == 0) not_simple("the board has no vertex");
    std::vector<Vertex> targets, sources;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        if (board.mark(v) != Board::plain)
            not_simple("vertex " + in_quotes(board.name(v)) +
                       " is marked beyond or home, which has no meaning on this board");
        targets.assign(board.successors(v).begin(), board.successors(v).end());
        sources.assign(board.predecessors(v).begin(), board.predecessors(v).end());
        std::sort(targets.begin(), targets.end());
        std::sort(sources.begin(), sources.end());
        if (std::binary_search(targets.begin(), targets.end(), v))
            not_simple("vertex " + in_quotes(board.name(v)) + " has a loop");
        if (const auto twice = std::adjacent_find(targets.begin(), targets.end()); twice != targets.end())
            not_simple("vertices " + both(board, v, *twice) + " are joined by more than one edge");
        // A board that was stored in a file may claim to be undirected and lack the arcs back.
        if (const auto [to, from] = std::mismatch(targets.begin(), targets.end(), sources.begin(), sources.end());
            to != targets.end() || from != sources.end())
            not_simple("an edge of vertex " + in_quotes(board.name(v)) + " goes one way only");
    }
}

}  // namespace mexbase
