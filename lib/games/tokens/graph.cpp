// SPDX-License-Identifier: MIT
// Games with one token on a directed graph: `graph` (Smith, "Graphs and composite games", 1966), Snakes-and-Adders.
#include <algorithm>
#include <array>

#include "../../error.hpp"
#include "../../rules/family.hpp"
#include "listed_game.hpp"

namespace mexbase {

namespace {

const FamilyHelp& graph_help() {
    static constexpr std::array keys = {KeyHelp{
        "file", "", "an edge list, DOT, GraphML, graph6, sparse6, DIMACS or Pajek", "the graph", KeyHelp::File::graph}};
    static constexpr FamilyHelp text{
        "move a token along an arc of a directed graph; an arc may belong to one player (may be loopy; the values of "
        "vertices marked beyond are unknown)",
        "the name of a vertex, such as p7", "Smith, Graphs and composite games, 1966", keys,
        "graph:file=data/boards/nims-island.dot"};
    return text;
}

// Makes a game of family `graph`; it is partizan if an arc has an owner. It starts at the vertex named `start`, or else
// at the first vertex that is not marked `beyond`.
std::unique_ptr<Game> make_graph(Parameters p) {
    const auto board = p.board();
    OwnFacts facts;
    facts.partizan = !board->owners().empty();
    facts.takes_back = true;
    facts.kinds.assign(listed_kinds(false).begin(), listed_kinds(false).end());
    const std::uint64_t named = board->find("start");
    for (Vertex v = 0; v < board->vertex_count(); ++v) {
        if (board->mark(v) >= Board::start)
            throw Error(ErrorCode::bad_file,
                        "vertex " + in_quotes(board->name(v)) +
                            " has a mark other than beyond and home, which the game graph does not use");
        if ((board->mark(v) & Board::beyond) != 0)
            facts.bounded = true;
        else if (!facts.start || v == named)
            facts.start = v;
    }
    if (!facts.start)
        throw Error(ErrorCode::bad_file, "all vertices of the graph are marked beyond: at least one must not be");
    return std::make_unique<ListedGame>("graph", positions_of(board), facts, p.spec(), board, PositionLook::token);
}

const FamilyHelp& snakes_help() {
    static constexpr std::array keys = {
        KeyHelp{"file", "", "a board file", "the squares and arrows", KeyHelp::File::snakes}};
    static constexpr FamilyHelp text{
        "advance a counter 1 to 4 squares, not past HOME; arrows are followed from tail to head (may be loopy)",
        "the number of a square on which no arrow begins, also that of HOME, such as 17",
        "Combinatorial Game Theory, lesson 5: loopy games, exercise 3", keys,
        "snakes-and-adders:file=data/boards/snakes-and-adders.board"};
    return text;
}

// Makes Snakes-and-Adders (Combinatorial Game Theory, lesson 5, exercise 3). A move advances a counter by 1..4 squares,
// not past HOME. A counter that lands on the tail of an arrow goes at once to its head. `lib/board/text/graph_file.hpp`
// makes the board, which is the graph of these moves. Its vertices are the squares where a counter can rest.
std::unique_ptr<Game> make_snakes(Parameters p) {
    const auto board = p.board();
    if (board->vertex_count() == 0) throw Error(ErrorCode::bad_file, "the board has no squares");
    const auto& marks = board->marks();
    if (std::any_of(marks.begin(), marks.end(), [](std::uint8_t mark) { return mark != Board::plain; }))
        throw Error(ErrorCode::bad_file, "the board has marked squares, which snakes-and-adders does not use");
    if (!board->owners().empty())
        throw Error(ErrorCode::bad_file,
                    "the board has arcs that belong to one player, which snakes-and-adders does not use");
    OwnFacts facts;
    facts.start = 0;
    facts.takes_back = true;
    return std::make_unique<ListedGame>("snakes-and-adders", positions_of(board), facts, p.spec(), board,
                                        PositionLook::squares);
}

}  // namespace

Family family_Graph() {
    Family family{"graph", &graph_help(), &make_graph};
    family.rulesets = {{rules_tag<OwnGame>(), listed_kinds(false), false, true, true}};
    return family;
}

Family family_SnakesAndAdders() {
    static constexpr std::array kinds{ValueKind::outcome, ValueKind::nimber, ValueKind::obliged};
    Family family{"snakes-and-adders", &snakes_help(), &make_snakes};
    family.rulesets = {{rules_tag<OwnGame>(), kinds, false, true, false}};
    return family;
}

}  // namespace mexbase
