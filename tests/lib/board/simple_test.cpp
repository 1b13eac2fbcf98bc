// SPDX-License-Identifier: MIT

#include "lib/board/board.hpp"
#include "lib/board/text/graph_file.hpp"
#include "read_board.hpp"

namespace mexbase::simple_test {

using Arcs = std::vector<Board::Arc>;

std::string refusal(bool directed, std::vector<std::string> names, const Arcs& arcs,
                    std::vector<std::uint8_t> marks = {}) {
    const Board board(directed, std::move(names), arcs, std::move(marks));
    return bad_file([&board](std::string_view, std::string_view) { require_simple(board); }, "");
}

std::string error(std::string_view text) {
    return bad_file(parse_simple_graph, text);
}

std::string graphml(std::string_view body, std::string_view kind = "undirected") {
    return "<graphml>\n<key id='n' for='node' attr.name='name' attr.type='string'/>\n<graph edgedefault='" +
           std::string{kind} + "'>\n" + std::string{body} + "\n</graph></graphml>";
}

TEST(SimpleBoard, IsUndirectedWithoutLoopsAndParallelEdges) {
    EXPECT_NO_THROW(require_simple(Board(false, {"a"}, {})));
    EXPECT_NO_THROW(require_simple(Board(false, {"a", "b", "c"}, Arcs{{0, 1}, {1, 0}, {2, 1}, {1, 2}})));
    EXPECT_EQ(refusal(true, {"a"}, {}), "the board is a directed graph, but must be undirected");
    EXPECT_EQ(refusal(false, {}, {}), "the board has no vertex");
    EXPECT_EQ(refusal(false, {"a", "b"}, {{1, 1}, {1, 1}}), "vertex \"b\" has an edge to itself, which is not allowed");
    EXPECT_EQ(refusal(false, {"a", "b", "c"}, {{1, 2}, {2, 1}, {2, 1}, {1, 2}}),
              "vertices \"b\" and \"c\" are joined by more than one edge");
    EXPECT_EQ(refusal(false, {"a", "b"}, {{1, 0}}),
              "an edge of vertex \"a\" goes in one direction only: an undirected board needs both directions");
    EXPECT_EQ(refusal(false, {"a", "b", "c"}, {{0, 1}, {1, 2}, {2, 0}}),
              "an edge of vertex \"a\" goes in one direction only: an undirected board needs both directions");
    EXPECT_EQ(refusal(false, {"a", "b"}, {}, {Board::plain, Board::home}),
              "vertex \"b\" is marked beyond or home, which this game does not use: remove the mark");
}

TEST(SimpleBoard, OfAFileIsReadLikeAnyGraph) {
    for (const char* text : {"graph { a -- b -- c; a -- d }", "graph { { a b } -- { c d } }",
                             "strict graph { a -- b; b -- a; { a b } -- c }", "graph { b; a; a -- b }"}) {
        const Board board = parse_simple_graph(text, "f");
        EXPECT_EQ(board, parse_graph(text, "f")) << text;
        EXPECT_NO_THROW(require_simple(board)) << text;
    }
    const std::string text = graphml("<node id='a'/><node id='b'/>\n<edge source='b' target='a'/>");
    EXPECT_EQ(sketch(parse_simple_graph(text, "f")), "a>b b>a");
}

TEST(SimpleBoard, ParallelEdgesOfAFileAreReportedWithTheirLine) {
    EXPECT_EQ(error("graph {\n a -- b;\n c -- a;\n b -- a\n}"),
              "f:4: vertices \"a\" and \"b\" are joined already in line 2");
    EXPECT_EQ(error("graph {\n a -- b -- c -- a\n -- b }"),
              "f:3: vertices \"a\" and \"b\" are joined already in line 2");
    EXPECT_EQ(error("graph { a -- b -- a }"), "f:1: vertices \"a\" and \"b\" are joined already in line 1");
    EXPECT_EQ(error("graph {\n c; b; a\n b -- c\n { a b } -- c\n}"),
              "f:4: vertices \"c\" and \"b\" are joined already in line 3")
        << "vertices stand in the order of their first mention";
    EXPECT_EQ(error("graph {\n x -- y\n a -- b\n a -- b\n y -- x\n a -- b }"),
              "f:4: vertices \"a\" and \"b\" are joined already in line 3")
        << "the first of several";
    EXPECT_EQ(error(graphml("<node id='a'/><node id='b'><data key='n'>B</data></node>\n<edge source='b' "
                            "target='a'/>\n<edge source='a' target='b'/>")),
              "f:6: vertices \"a\" and \"B\" are joined already in line 5");
}

TEST(SimpleBoard, EveryOtherFaultOfAFileIsOneLineTooWithItsPlace) {
    EXPECT_EQ(error("graph {\n a -- b\n a -- a }"),
              "f:3: vertex \"a\" has an edge to itself, which this game does not allow: remove the edge");
    EXPECT_EQ(error("/* arrows */\n\ndigraph { a -> b }"), "f:3: the graph is directed, but must be undirected");
    EXPECT_EQ(error("graph { }"), "f: the graph has no vertex");
    EXPECT_EQ(error("graph {\n a -- b\n a - c }"), "f:3: unexpected character \"-\"");
    EXPECT_EQ(error("graph {\n a -> b }"), "f:2: expected --, got ->: this file is a graph");
    EXPECT_EQ(error("graph {\n a;\n b [home=true];\n a -- b }"),
              "f:3: vertex \"b\" is marked beyond or home, which this game does not use: remove the mark");
    EXPECT_EQ(error(graphml("<node id='a'/>\n<edge source='a' target='a'/>")),
              "f:5: vertex \"a\" has an edge to itself, which this game does not allow: remove the edge");
    EXPECT_EQ(error(graphml("<node id='a'/>", "directed")), "f:3: the graph is directed, but must be undirected");
    EXPECT_EQ(error(graphml("")), "f: the graph has no vertex");
    EXPECT_EQ(error(graphml("<node id='a'>")), "f:5: the element \"node\" is not closed");
}

TEST(SimpleBoard, FaultsOfItArePassedOverWhereAnyGraphWillDo) {
    EXPECT_EQ(sketch(parse_graph("graph { a -- b; b -- a }", "f")), "a>b,b b>a,a");
    EXPECT_EQ(sketch(parse_graph("graph { a [home=true]; b; a -- b }", "f")), "a^>b b>a");
    EXPECT_EQ(sketch(parse_graph("digraph { a -> a }", "f")), "a>a");
}

TEST(SimpleBoard, ManyEdgesAreStillLookedThroughInOrder) {
    std::string text = "graph {\n";
    for (int v = 0; v < 120; ++v)
        for (int w = 0; w < v; ++w) text += std::to_string(v) + "--" + std::to_string(w) + ";\n";
    EXPECT_EQ(parse_simple_graph(text + "}", "f").arc_count(), 120U * 119U);
    EXPECT_EQ(error(text + "119--118; 1--0 }"), "f:7142: vertices \"118\" and \"119\" are joined already in line 7141");
}

}  // namespace mexbase::simple_test
