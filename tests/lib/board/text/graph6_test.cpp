// SPDX-License-Identifier: MIT

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../read_board.hpp"
#include "lib/board/text/graph_file.hpp"

namespace mexbase::graph6_test {

std::string graph(std::string_view text) {
    return sketch(parse_graph(text, "f"));
}
std::string error(std::string_view text) {
    return bad_file(parse_graph, text);
}

/// Returns bits, written as 0 and 1, as bytes of six bits.
std::string sextets(std::string bits, char padding) {
    while (bits.size() % 6 != 0) bits += padding;
    std::string bytes;
    for (std::size_t at = 0; at < bits.size(); at += 6)
        bytes += static_cast<char>(63 + std::stoi(bits.substr(at, 6), nullptr, 2));
    return bytes;
}
std::string binary(std::uint64_t number, unsigned width) {
    std::string bits;
    for (; width > 0; --width) bits += (number >> (width - 1) & 1) != 0 ? '1' : '0';
    return bits;
}
std::string size_bytes(std::uint64_t n) {
    return n < 63 ? sextets(binary(n, 6), '0') : '~' + sextets(binary(n, 18), '0');
}

using Edges = std::set<std::pair<unsigned, unsigned>>;

std::string graph6(unsigned n, const Edges& edges) {
    std::string bits;
    for (unsigned w = 1; w < n; ++w)
        for (unsigned v = 0; v < w; ++v) bits += edges.contains({v, w}) ? '1' : '0';
    return size_bytes(n) + sextets(bits, '0');
}
std::string digraph6(unsigned n, const Edges& arcs) {
    std::string bits;
    for (unsigned v = 0; v < n; ++v)
        for (unsigned w = 0; w < n; ++w) bits += arcs.contains({v, w}) ? '1' : '0';
    return '&' + size_bytes(n) + sextets(bits, '0');
}
/// Encodes edges {v, w}, v < w.
std::string sparse6(unsigned n, const Edges& edges) {
    unsigned width = 0;
    while ((n - 1) >> width != 0) ++width;
    std::vector<std::pair<unsigned, unsigned>> sorted;
    for (const auto& [v, w] : edges) sorted.emplace_back(w, v);
    std::ranges::sort(sorted);
    std::string bits;
    unsigned at = 0;
    for (const auto& [w, v] : sorted) {
        if (w == at) {
            bits += '0';
        } else if (w == at + 1) {
            bits += '1';
        } else {
            bits += '1' + binary(w, width) + '0';
        }
        at = w;
        bits += binary(v, width);
    }
    // Ones would read as the edge {n-1, n-1} in these sizes.
    const bool is_special = n == 2 || n == 4 || n == 8 || n == 16;
    if (is_special && (6 - bits.size() % 6) % 6 > width && at == n - 2) bits += '0';
    return ':' + size_bytes(n) + sextets(bits, '1');
}

/// Returns the pairs of names that arcs of the board join.
Edges arcs_of(const Board& board) {
    Edges arcs;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        EXPECT_EQ(board.name(v), std::to_string(v));
        for (const Vertex w : board.successors(v)) EXPECT_TRUE(arcs.emplace(v, w).second);
    }
    return arcs;
}

TEST(Graph6, ReadsTheExamplesOfItsDefinition) {
    EXPECT_EQ(graph("DQc\n"), "0>2,4 1>3 2>0 3>1,4 4>0,3");
    EXPECT_EQ(graph(":Fa@x^\n"), "0>1,2 1>0,2 2>0,1 3 4 5>6 6>5");
    EXPECT_EQ(graph("&DI?AO?\n"), "0>2,4 1 2 3>1,4 4");
    for (const char* text : {">>graph6<<DQc", ">>graph6<<\r\nDQc\r\n", "\xef\xbb\xbf DQc \n\n"})
        EXPECT_EQ(graph(text), graph("DQc")) << text;
    EXPECT_EQ(graph(">>sparse6<<:Fa@x^"), graph(":Fa@x^"));
    EXPECT_EQ(graph(">>digraph6<<&DI?AO?"), graph("&DI?AO?"));
    EXPECT_EQ(graph(">>graph6<<@"), "0");
    EXPECT_EQ(graph(":@"), "0");
    EXPECT_EQ(graph("&@?"), "0");
    EXPECT_FALSE(parse_graph("A_", "f").directed());
    EXPECT_TRUE(parse_graph("&@?", "f").directed());
    EXPECT_EQ(sketch(parse_simple_graph("Bw", "f")), "0>1,2 1>0,2 2>0,1");
    EXPECT_EQ(sketch(parse_graph("@", "a.g6")), "0") << "the name of the file decides";
}

TEST(Graph6, RandomGraphsAreReadAsTheyWereWritten) {
    std::mt19937 engine(1);
    const auto random = [&engine] { return static_cast<unsigned>(engine()); };
    for (unsigned round = 0; round < 1500; ++round) {
        const unsigned n = round % 100 == 0 ? 60 + random() % 8 : 2 + random() % 19, density = 1 + random() % 8;
        Edges edges, both, arcs;
        for (unsigned v = 0; v < n; ++v)
            for (unsigned w = 0; w < n; ++w) {
                if (random() % 8 >= density) continue;
                arcs.emplace(v, w);
                if (v >= w) continue;
                edges.emplace(v, w);
                both.insert({{v, w}, {w, v}});
            }
        ASSERT_EQ(arcs_of(parse_simple_graph(graph6(n, edges), "f")), both) << graph6(n, edges);
        ASSERT_EQ(arcs_of(parse_simple_graph(sparse6(n, edges), "f")), both) << sparse6(n, edges);
        ASSERT_EQ(arcs_of(parse_graph(digraph6(n, arcs), "f")), arcs) << digraph6(n, arcs);
    }
}

TEST(Graph6, AWordThatCouldBeAVertexIsAGraphOnlyAlone) {
    EXPECT_EQ(graph("CA"), "0 1>3 2 3>1");
    EXPECT_EQ(graph("CA NV\n"), "CA>NV NV");
    EXPECT_EQ(graph("CA\nCA NV\n"), "CA>NV NV");
    EXPECT_EQ(graph("CA\n1 2\n"), "CA 1>2 2");
    EXPECT_EQ(graph("# columns: source target\nCA\n"), "CA");
    EXPECT_EQ(graph("12"), "12");
    EXPECT_EQ(is_edge_list("CA\n", false), std::nullopt);
    EXPECT_EQ(is_edge_list("CA\nNV", false), std::nullopt);
    EXPECT_EQ(is_edge_list("CA\nCA NV\n", false), true);
    EXPECT_EQ(is_edge_list("CA\nBw\n", false), false);
    EXPECT_EQ(is_edge_list(">>graph6<<", false), false);
    EXPECT_EQ(is_edge_list("a b\n", false, "x.g6.gz"), false);
}

TEST(Graph6, CommentsAreSkipped) {
    for (const char* text : {"# comment\nCA\n", "# a comment\n\n# another\nCA", "# x\n>>graph6<<CA\n",
                             "# x\n>>graph6<<\n# y\nCA\n", "CA\n# comment\n", "% x\nCA\n%\n"})
        EXPECT_EQ(graph(text), "0 1>3 2 3>1") << text;
    EXPECT_EQ(graph("# x\n:Fa@x^\n"), graph(":Fa@x^"));
    EXPECT_EQ(error("# x\nBw\n# y\nA_\n# z\n").substr(0, 23), "f:4: the file has 2 gra");
    for (const char* heading : {"# Columns: source target", "% columns: source target", "# x\n# columns: from to"})
        EXPECT_EQ(graph(std::string(heading) + "\nCA\n"), "CA") << heading;
}

TEST(Graph6, FaultsAreOneLineWithTheirPlace) {
    EXPECT_EQ(error("Bw\nA_\n\nDQc\n"),
              "f:2: the file has 3 graphs, one per line, and a spec names one: write each into a file "
              "of its own (split -l 1), and solve them with --specs");
    const std::string header = ">>graph6<<";
    EXPECT_EQ(error(header), "f:1: the file has no graph");
    EXPECT_EQ(error(header + "?"), "f:1: the graph has no vertex");
    EXPECT_EQ(error(header + "DQ"), "f:1: a graph of 5 vertices has 2 bytes after their number, got 1");
    EXPECT_EQ(error(header + "DQcc"), "f:1: a graph of 5 vertices has 2 bytes after their number, got 3");
    EXPECT_EQ(error(header + "DQd"), "f:1: bits follow after the last edge");
    EXPECT_EQ(error(header + "DQ c"), "f:1: expected one graph without blanks, got \" c\"");
    EXPECT_EQ(error(header + "D1c"), "f:1: the byte \"1\" is not part of a graph in graph6, sparse6 or digraph6");
    EXPECT_EQ(error(header + "~?"), "f:1: the number of vertices is incomplete");
    EXPECT_EQ(error(header + "~~?????"), "f:1: the number of vertices is incomplete");
    EXPECT_EQ(error(header + "~~~~~~~~"), "f:1: the graph has 68719476735 vertices, and a file has at most 1000000");
    EXPECT_EQ(error(":~B~~"), "f:1: the graph has 16383 vertices, too many for a file of 5 bytes");
    EXPECT_EQ(error(":Fa@x^~~"), "f:1: bytes follow after the last edge");
    EXPECT_EQ(error(";Fa@x^"), "f:1: incremental sparse6 is not read: convert it to sparse6, as nauty's copyg -s does");
    EXPECT_EQ(error("&DI?AO"), "f:1: a graph of 5 vertices has 5 bytes after their number, got 4");
    EXPECT_EQ(bad_file([](auto text, auto) { return parse_graph(text, "petersen.g6"); }, "IheA@GUA"),
              "petersen.g6:1: a graph of 10 vertices has 8 bytes after their number, got 7");
    EXPECT_EQ(bad_file(parse_simple_graph, "&DI?AO?"), "f:1: the graph is directed, but must be undirected");
    EXPECT_EQ(error(":@~"), "f:1: bytes follow after the last edge");
    EXPECT_EQ(graph(":Af"), "0>1 1>0,1") << "a loop";
}

}  // namespace mexbase::graph6_test
