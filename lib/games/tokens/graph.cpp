#include "graph.hpp"

#include <algorithm>
#include <array>

#include "../../error.hpp"

namespace mexbase {

BoardWalk::Position BoardWalk::parse(std::string_view text) const {
    const std::uint64_t v = board_->find(text);
    if (v == board_->vertex_count())
        throw Error(ErrorCode::bad_position, in_quotes(text) + " is no position: the board has no place of that name");
    if (!legal(v)) throw Error(ErrorCode::out_of_domain, in_quotes(text) + " lies past the bound of the board");
    return static_cast<Vertex>(v);
}

Graph::Graph(std::shared_ptr<const Board> given) : BoardWalk(std::move(given)) {
    const std::uint64_t named = board().find("start");
    if (named < size() && legal(named))
        start_ = static_cast<Vertex>(named);
    else
        while (start_ + 1 < size() && !legal(start_)) ++start_;
}

const FamilyHelp& Graph::help() {
    static constexpr std::array keys = {
        KeyHelp{"file", "", "an edge list, DOT or GraphML", "the graph", KeyHelp::File::graph}};
    static constexpr FamilyHelp text{
        "move a token along an arc of a directed graph, which may belong to one player (may be loopy; vertices marked "
        "beyond are unknown)",
        "the name of a vertex, as p7", "Smith, Graphs and composite games, 1966", keys,
        "graph:file=data/boards/nims-island.dot"};
    return text;
}

Graph Graph::make(const Parameters& p) {
    const Board& board = *p.board();
    if (std::any_of(board.marks().begin(), board.marks().end(), [](std::uint8_t mark) { return mark >= Board::start; }))
        throw Error(ErrorCode::bad_file, "vertices of a graph are marked beyond or home, or not at all");
    for (Vertex v = 0; v < board.vertex_count(); ++v)
        if ((board.mark(v) & Board::beyond) == 0) return Graph(p.board());
    throw Error(ErrorCode::bad_file, "the graph has no vertex that is not marked beyond");
}

const FamilyHelp& SnakesAndAdders::help() {
    static constexpr std::array keys = {
        KeyHelp{"file", "", "a board file", "the squares and arrows", KeyHelp::File::snakes}};
    static constexpr FamilyHelp text{
        "advance a counter 1 to 4 squares, not past HOME; arrows are followed from tail to head (may be loopy)",
        "the number of a square on which no arrow begins, HOME's too, as 17",
        "Combinatorial Game Theory, lesson 5: loopy games, exercise 3", keys,
        "snakes-and-adders:file=data/boards/snakes-and-adders.board"};
    return text;
}

SnakesAndAdders SnakesAndAdders::make(const Parameters& p) {
    const Board& board = *p.board();
    if (board.vertex_count() == 0) throw Error(ErrorCode::bad_file, "the board has no squares");
    if (std::any_of(board.marks().begin(), board.marks().end(), [](std::uint8_t mark) { return mark != Board::plain; }))
        throw Error(ErrorCode::bad_file, "a snakes-and-adders board has no marked squares");
    if (!board.owners().empty())
        throw Error(ErrorCode::bad_file, "a snakes-and-adders board has no arcs that belong to one player");
    return SnakesAndAdders(p.board());
}

}  // namespace mexbase
