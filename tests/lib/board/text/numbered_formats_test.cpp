// SPDX-License-Identifier: MIT

#include <string>

#include "../read_board.hpp"
#include "lib/board/text/graph_file.hpp"

namespace mexbase::numbered_formats_test {

std::string graph(std::string_view text) {
    return sketch(parse_graph(text, "f"));
}
std::string error(std::string_view text) {
    return bad_file(parse_graph, text);
}

TEST(Dimacs, ReadsEdgesAndArcs) {
    EXPECT_EQ(graph("c a path\nc\np edge 4 2\ne 1 2\ne 3 2\n"), "1>2 2>1,3 3>2 4");
    EXPECT_EQ(graph("\xef\xbb\xbfp col 2 1\r\nn 1 5\r\ne 1 2\r\nc end"), "1>2 2>1");
    EXPECT_EQ(graph("p sp 3 3\na 1 2 7\na 2 3 1\na 1 2 8\n"), "1>2,2 2>3 3");
    EXPECT_EQ(graph("p max 3 2\nn 1 s\nn 3 t\na 1 2 7\na 2 3 1\n"), "1>2 2>3 3");
    EXPECT_EQ(graph("p edge 3 4\ne 1 2\ne 2 1\ne 3 2\ne 2 3\n"), "1>2 2>1,3 3>2") << "every edge in both directions";
    for (const char* edges : {"2", "1"})
        EXPECT_EQ(graph(std::string("p edge 2 ") + edges + "\ne 1 2\ne 2 1\n").substr(0, 11), "1>2 2>1") << edges;
    EXPECT_EQ(sketch(parse_simple_graph("p edge 2 2\ne 1 2\ne 2 1\n", "f")), "1>2 2>1");
    EXPECT_EQ(bad_file(parse_simple_graph, "p sp 2 1\na 1 2 1"), "f:1: the graph is directed, but must be undirected");
    EXPECT_EQ(graph("c d\nd e\np q\n"), "c>d d>e e p>q q") << "an edge list";
    EXPECT_EQ(graph("p edge\nedge 4\n"), "p>edge edge>4 4") << "an edge list";
}

TEST(Dimacs, FaultsAreOneLineWithTheirPlace) {
    EXPECT_EQ(error("p edge 3 1\ne 1 4\n"), "f:2: expected a vertex 1..3, got \"4\"");
    EXPECT_EQ(error("p edge 3 1\ne 0 1\n"), "f:2: expected a vertex 1..3, got \"0\"");
    EXPECT_EQ(error("p edge 3 1\ne 1\n"), "f:2: expected a vertex 1..3, got the end of the line");
    EXPECT_EQ(error("p edge 3 1\nf 1 2\n"), "f:2: expected a line of DIMACS that begins with e, got \"f\"");
    EXPECT_EQ(error("p sp 3 1\ne 1 2\n"), "f:2: expected a line of DIMACS that begins with a, got \"e\"");
    EXPECT_EQ(error("p edge 3 1\np edge 3 1\ne 1 2"), "f:2: a second line \"p\"");
    EXPECT_EQ(error("c\np cnf 3 1\n1 2 0\n"),
              "f:2: expected a graph of DIMACS (edge, col, sp or max), got the problem \"cnf\"");
    EXPECT_EQ(
        error("p edge 3 2\ne 1 2\n"),
        "f:1: the line \"p\" has the number of edges 2, but 1 follow: correct the number if the file is complete");
    EXPECT_EQ(error("p edge 0 0\n"), "f:1: the graph has no vertex");
    EXPECT_EQ(error("p edge 4000000000 0\n"), "f:1: the graph has 4000000000 vertices, and a file has at most 1000000");
    EXPECT_EQ(error("p edge 1000000 0\n"), "f:1: the graph has 1000000 vertices, too many for a file of 17 bytes");
}

TEST(Pajek, ReadsVerticesArcsAndEdges) {
    EXPECT_EQ(graph("*Vertices 3\n*Arcs\n1 2\n2 3"), "1>2 2>3 3");
    EXPECT_EQ(graph("*network x\n*VERTICES 3 2\n% a comment\n2 \"the hut\" 0.1 0.2 ellipse\n3 well ic Red\n*arcs :1 "
                    "\"x\"\n1 2 0.5\n2 3\n"
                    "*edges\n3 1 4\n"),
              "1>the hut,well the hut>well well>1");
    EXPECT_EQ(graph("*Vertices 3\r\n*Arcs\r\n*Edges\r\n1 2 1\r\n3 2\r\n"), "1>2 2>1,3 3>2") << "undirected";
    EXPECT_EQ(graph("*Vertices 4\n*Arcslist\n1 2 3\n4 1\n*Edgeslist\n2 3\n"), "1>2,3 2>3 3>2 4>1");
    EXPECT_EQ(graph("*Vertices 2\n*Arcs\n1 1\n*Edges\n2 2\n"), "1>1 2>2");
    EXPECT_EQ(graph("*Vertices 2\n*Edges\n2 2\n"), "1 2>2");
    EXPECT_EQ(sketch(parse_simple_graph("*Vertices 3\n*Edgeslist\n1 2 3\n", "f")), "1>2,3 2>1 3>1");
    EXPECT_EQ(bad_file(parse_simple_graph, "*Vertices 3\n*Edges\n1 2\n*Arcs\n1 3\n2 3\n"),
              "f:5: the graph is directed, but must be undirected");
    EXPECT_EQ(bad_file(parse_simple_graph, "*Vertices 3\n*Edges\n1 2\n2 1\n"),
              "f:4: vertices \"1\" and \"2\" are joined already in line 3");
    EXPECT_EQ(graph("*Vertices 2\n1 b\n2 a\n"), "b a");
}

TEST(Pajek, FaultsAreOneLineWithTheirPlace) {
    EXPECT_EQ(error("*Vertices 3\n*Matrix\n0 1 0\n"),
              "f:2: the section *Matrix of Pajek is not read: save the network as arcs and edges");
    EXPECT_EQ(error("*Vertices 3\n*Partition x\n"),
              "f:2: the section \"*partition\" is not part of a network of Pajek");
    EXPECT_EQ(error("*Vertices 3\n*Vertices 3\n"), "f:2: a second section *Vertices: the file must have one network");
    EXPECT_EQ(error("*Arcs\n1 2\n"), "f:1: expected the section *Vertices before *arcs");
    EXPECT_EQ(error("*Network x\n"), "f:1: the section *Vertices is missing");
    EXPECT_EQ(error("*Network x\n1 2\n"), "f:2: expected the section *Vertices");
    EXPECT_EQ(error("*Vertices x\n"), "f:1: expected the number of vertices after *Vertices");
    EXPECT_EQ(error("*Vertices 0\n"), "f:1: the graph has no vertex");
    EXPECT_EQ(error("*Vertices 4000000000\n"),
              "f:1: the graph has 4000000000 vertices, and a file has at most 1000000");
    EXPECT_EQ(error("*Vertices 2\n1 a\n1 b\n"), "f:3: vertex 1 is described twice");
    EXPECT_EQ(error("*Vertices 2\n1 \"a\n"), "f:2: the label \"\"a\" has no end");
    EXPECT_EQ(error("*Vertices 2\n1 a\n2 a\n"), "f:3: vertex \"a\" is named already in line 2");
    EXPECT_EQ(error("*Vertices 2\n*Arcs\n1 3\n"), "f:3: expected a vertex 1..2, got \"3\"");
    EXPECT_EQ(error("*Vertices 2\n*Arcs\n1\n"), "f:3: expected a vertex 1..2, got the end of the line");
}

TEST(GraphFormats, ThatAreNotReadAreNamed) {
    const auto refused = [](const std::string& format, const std::string& remedy) {
        return "f: the file looks like " + format + ", which is not read: " + remedy;
    };
    const std::string as_graphml =
        "convert it to GraphML, as networkx's read_gml and write_graphml do. Graphviz's gml2gv names vertices by their "
        "ids, not by their labels";
    for (const char* text :
         {"graph [\nnode [ id 0 ]\n]", "graph\n[\n]", "Graph  [ ]", "# x\ngraph [\n", "Creator \"x\"\ngraph\n[\n",
          "Version 1\ngraph [", "Creator \"igraph version 0.7\"\nVersion 1\ngraph\n[\n"})
        EXPECT_EQ(error(text), refused("GML", as_graphml)) << text;
    const std::string list =
        "write one line \"u v\" per edge. If it is an edge list, put the line \"# columns: source "
        "target\" in front";
    EXPECT_EQ(error("%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n2 3\n"),
              refused("Matrix Market", list));
    EXPECT_EQ(error("<?xml version='1.0'?>\n<gexf>\n<graph/></gexf>"), refused("GEXF", "save the graph as GraphML"));
    for (const char* text : {"{\"nodes\": []}", "{\n  \"graph\": {}}", "[[1, 2], [2, 3]]", "[\n{\"a\": 1}]"})
        EXPECT_EQ(error(text), refused("JSON", "write the graph in GraphML, DOT or as an edge list")) << text;
    EXPECT_EQ(error(">>planar_code<<\x03"), refused("\">>planar_code<<\\x03\"", "write graph6 or sparse6"));
    EXPECT_EQ(graph("Creator gate\ngate hut"), "Creator>gate gate>hut hut");
}

}  // namespace mexbase::numbered_formats_test
