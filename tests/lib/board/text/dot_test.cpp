// SPDX-License-Identifier: MIT
#include "../read_board.hpp"
#include "lib/board/text/graph_file.hpp"
#include "tests/refusal.hpp"

namespace mexbase::dot_test {

std::string dot(std::string_view text) {
    return sketch(parse_graph(text, "f"));
}
std::string error(std::string_view text) {
    return bad_file(parse_graph, text);
}

TEST(Dot, VerticesStandInFileOrder) {
    EXPECT_EQ(dot("digraph { z; b; a; z -> a; b -> z }"), "z>a b>z a");
    EXPECT_EQ(dot("digraph { z -> a; b -> z }"), "z>a a b>z");
    EXPECT_EQ(dot("digraph { b -> z; z; a; b }"), "b>z z a") << "the first mention gives the order";
}

TEST(Dot, ArcsKeepTheirOrderAndMultiplicity) {
    EXPECT_EQ(dot("digraph { a -> c; a -> b; a -> c; a -> a }"), "a>c,b,c,a c b");
    EXPECT_EQ(dot("digraph { a -> b -> c -> a }"), "a>b b>c c>a");
    EXPECT_EQ(dot("strict digraph { a -> c; a -> b; a -> c; a -> a }"), "a>c,b,a c b");
}

TEST(Dot, UndirectedEdgesAreTwoArcs) {
    EXPECT_EQ(dot("graph { a -- b -- c }"), "a>b b>a,c c>b");
    EXPECT_EQ(dot("graph { a -- b; b -- a }"), "a>b,b b>a,a");
    EXPECT_EQ(dot("strict graph { a -- b; b -- a }"), "a>b b>a");
    EXPECT_EQ(dot("graph { a -- a -- b; { b c } -- { b c } }"), "a>a,b b>a,b,c,c c>b,b,c") << "a loop is one arc";
    EXPECT_EQ(dot("strict graph { a -- a -- a }"), "a>a");
    EXPECT_FALSE(parse_graph("graph { a }", "f").directed());
    EXPECT_TRUE(parse_graph("digraph { a }", "f").directed());
}

TEST(Dot, MarksComeFromAttributesAndDefaults) {
    EXPECT_EQ(dot("digraph { a [beyond=true, home=false]; b [home=\"true\" shape=box]; c [beyond=false] }"), "a! b^ c");
    EXPECT_EQ(dot("digraph { a; node [home=true]; b; c [home=false] { node [beyond=true, home=false] d } e }"),
              "a b^ c d! e^");
    EXPECT_EQ(dot("digraph { a -> { b [home=true] }; node [beyond=true]; a -> c -> b }"), "a>b,c b^ c!>b")
        << "defaults are those of the first mention";
    EXPECT_EQ(dot("digraph { a [Home=True]; b [BEYOND=1]; a -> b [Player=Left] }"), "a^>b:L b!");
    EXPECT_TRUE(parse_graph("digraph { a }", "f").marks().empty());
}

TEST(Dot, WholeLanguageIsRead) {
    EXPECT_EQ(dot(R"(# a line for the preprocessor
        /* a comment
           of two lines */ DIGRAPH "a name" { // and one more
            rankdir = LR; graph [x=1] edge [color="red" + "dish"]; node [label=<<b>bold</b> text>];
            "two words"; "a \"quoted\" one"; "joined " + "from two"; -1.5; .5; über;
            "two words":port:ne -> über:s [label="-> not an edge"]
        })"),
              "two words>über a \"quoted\" one joined from two -1.5 .5 über");
    EXPECT_EQ(dot("digraph { \"a\\\nb\" -> \"back\\slash\" }"), "ab>back\\slash back\\slash");
    EXPECT_EQ(dot("\xef\xbb\xbf"
                  "digraph { a }"),
              "a");
}

TEST(Dot, SubgraphsJoinAllTheirMembers) {
    EXPECT_EQ(dot("digraph { a -> { c b } -> d }"), "a>b,c c>d b>d d");
    EXPECT_EQ(dot("digraph { { a -> b } -> c }"), "a>b,c b>c c") << "the ends of an edge are members";
    EXPECT_EQ(dot("digraph { subgraph x { a; { b -> { c } } } -> d }"), "a>d b>c,d c>d d");
    EXPECT_EQ(dot("digraph { c -> a -> { c -> b } }"), "c>b,a a>b,c b") << "edges in a group stand before those to it";
    EXPECT_EQ(dot("digraph { a; b; subgraph cluster_1 { c; a -> c } }"), "a>c b c");
    EXPECT_EQ(dot("digraph { a; b; { rank=same; a; b } }"), "a b");
    EXPECT_EQ(dot("graph { a -- { b c } }"), "a>b,c b>a c>a");
}

TEST(Dot, VerticesNeedNoDeclaration) {
    EXPECT_EQ(dot("digraph { shed -> lane; lane -> barn; barn [home=true] }"), "shed>lane lane>barn barn^");
    EXPECT_EQ(dot("digraph { barn [home=true]; shed -> lane; lane -> barn; barn -> shed }"),
              "barn^>shed shed>lane lane>barn");
    EXPECT_EQ(dot("digraph { node [shape=box] q2; node [shape=circle]; q0 -> q1 -> q2 }"), "q2 q0>q1 q1>q2");
}

TEST(Dot, ListsJoinAllTheirVertices) {
    EXPECT_EQ(dot("digraph { b, a -> d, c }"), "b>d,c a>d,c d c");
    EXPECT_EQ(dot("digraph { a, b:port -> { d c } -> a, e [player=left] }"),
              "a>c:L,d:L b>c:L,d:L d>a:L,e:L c>a:L,e:L e");
    EXPECT_EQ(dot("digraph { a, a -> b }"), "a>b,b b") << "a list is no set";
    EXPECT_EQ(dot("digraph { a, b [home=true]; c, b [home=false] }"), "a^ b c");
    EXPECT_EQ(error("digraph { a, { b } -> c }"), "f:1: expected a vertex, got \"{\"");
}

TEST(Dot, SubgraphsOfOneNameAndParentAreOne) {
    EXPECT_EQ(dot("digraph { subgraph s { a }; subgraph s { b } -> c }"), "a>c b>c c");
    EXPECT_EQ(dot("digraph { subgraph s { a }; subgraph t { subgraph s { b } -> c } }"), "a b>c c");
    EXPECT_EQ(dot("digraph { a -> subgraph s { b } -> subgraph s { c } }"), "a>b,c b>b,c c>b,c")
        << "edges are made at the end of their statement";
    EXPECT_EQ(dot("digraph { node [home=no]; subgraph s { node [home=yes] a } node [home=0] subgraph s { b } c }"),
              "a^ b^ c")
        << "a subgraph keeps its own defaults";
    EXPECT_EQ(dot("digraph { node [home=yes]; subgraph s { a } node [home=no] subgraph s { b } }"), "a^ b");
    EXPECT_EQ(dot("digraph { subgraph s {} -> a -> {} -> b }"), "a b");
}

TEST(Dot, EdgesOfOneKeyAndEndsAreOne) {
    EXPECT_EQ(dot("digraph { a -> b [key=x]; a -> b [key=x]; a -> b [key=y]; a -> b; a -> b; b -> a [key=x] }"),
              "a>b,b,b,b b>a");
    EXPECT_EQ(dot("graph { a -- b [key=\"\"]; b -- a [key=\"\"] }"), "a>b b>a");
    EXPECT_EQ(dot("digraph { edge [key=x] a -> b; a -> b }"), "a>b,b b") << "a key has no default";
    EXPECT_EQ(error("digraph { a -> b [key=x];\n a -> b [key=x, player=left] }"),
              "f:2: the edge from \"a\" to \"b\" has another player in line 1, and is one edge, because its key is the "
              "same");
}

TEST(Dot, ValuesAreWhatGraphvizReports) {
    EXPECT_EQ(dot("digraph { a [home=True]; b [home=\"YES\"]; c [home=1]; d [home=False] e [home=no] f [home=0] }"),
              "a^ b^ c^ d e f");
    EXPECT_EQ(dot("digraph { node [home=true]; a [home=\"\"]; b [home=<true>]; c [home=\"tr\" + \"ue\"] }"), "a b^ c^")
        << "an empty value is no value";
    EXPECT_EQ(dot("digraph { a; node [home=true]; a; b }"), "a b^") << "defaults are for later vertices";
    EXPECT_EQ(dot("digraph { a [home=true]; a [color=red]; a [home=false] [home=true] }"), "a^");
    EXPECT_EQ(dot("digraph { home=true; edge [home=true]; graph [beyond=true]; a -> b [home=perhaps] }"), "a>b b")
        << "only of vertices";
    EXPECT_EQ(dot("digraph { a -> b [player=Left]; a -> b [player=RIGHT]; edge [player=left] a -> b [player=\"\"] }"),
              "a>b:L,b:R,b b");
    EXPECT_EQ(error("digraph {\n { a b } [home=true] }"),
              "f:2: attributes after a subgraph have no effect: write node [...] inside its braces");
    EXPECT_EQ(dot("digraph { { a b } [color=red] node colours = [home=true] c }"), "a b c^");
}

TEST(Dot, HtmlTextsAreNames) {
    EXPECT_EQ(dot("digraph { <b> -> \"b\" -> <x<i>y</i>>:port; <l> + \"r\" }"), "b>b,x<i>y</i> x<i>y</i> lr");
    EXPECT_EQ(error("digraph { <a\nb> }"), "f:1: the name \"a\\x0ab\" has a control character");
    EXPECT_EQ(error("digraph { <> }"), "f:1: a vertex has an empty name");
}

TEST(Dot, Latin1IsReadIfTheFileSaysSo) {
    for (const char* charset : {"latin1", "\"Latin-1\"", "\"ISO-8859-1\"", "l1"})
        EXPECT_EQ(dot("digraph { caf\xe9 -> b; charset=" + std::string(charset) + " }"), "café>b b") << charset;
    EXPECT_EQ(dot("digraph { graph [charset=latin1] café }"), "café") << "a file in UTF-8 is in UTF-8";
    EXPECT_EQ(error("digraph { charset=\"UTF-8\"; caf\xe9 }"), "f:1: the name \"caf\\xe9\" is not UTF-8");
    EXPECT_EQ(error("digraph { subgraph s { charset=latin1; caf\xe9 } }"), "f:1: the name \"caf\\xe9\" is not UTF-8");
}

TEST(Dot, LinesMayEndAsOnWindows) {
    EXPECT_EQ(dot("digraph {\r\n // one\r\n a -> b; # two\r\n \"c\\\r\nd\" [home=true]\r\n}\r\n"), "a>b b cd^");
}

TEST(Dot, ErrorsNameTheLine) {
    EXPECT_EQ(error(""), "f:1: expected graph or digraph, but the file ends");
    EXPECT_EQ(error("hello {"),
              "f:1: expected graph or digraph, got \"hello\"; the file is not read as an edge list, because its first "
              "line has the sign \"{\"");
    EXPECT_EQ(error("digraph {}"), "f: the graph has no vertex");
    EXPECT_EQ(error("digraph {\na -> b\n"), "f:3: expected '}', but the file ends");
    EXPECT_EQ(error("digraph {\n a -- b }"), "f:2: expected ->, got --: this file is a digraph");
    EXPECT_EQ(error("graph {\n a -> b }"), "f:2: expected --, got ->: this file is a graph");
    EXPECT_EQ(error("digraph { a\n[beyond=maybe] }"), "f:2: beyond must be true or false, not \"maybe\"");
    EXPECT_EQ(error("digraph { a [beyond] }"), "f:1: expected '=', got \"]\"");
    EXPECT_EQ(error("digraph {\n\"a }"), "f:2: a quoted name is not closed");
    EXPECT_EQ(error("digraph {\n\n/* a }"), "f:3: a comment is not closed");
    EXPECT_EQ(error("digraph { a [x=<b] }"), "f:1: an HTML text is not closed");
    EXPECT_EQ(error("digraph { \"\" }"), "f:1: a vertex has an empty name");
    EXPECT_EQ(error("digraph { \"#12\" }"),
              "f:1: the name \"#12\" is not allowed: # and a number are read as the index of a position");
    EXPECT_EQ(error("digraph { 12ab }"), "f:1: a name that begins with \"12\" must be in quotes");
    EXPECT_EQ(error("digraph { \"a\nb\" }"), "f:1: the name \"a\\x0ab\" has a control character");
    EXPECT_EQ(error("digraph { a } digraph { b }"),
              "f:1: the file has more than one graph, which is not supported: write each to a file of its own");
    EXPECT_EQ(error("digraph { a } }"), "f:1: expected the end of the file after the graph, got \"}\"");
    EXPECT_EQ(error("digraph { a -> subgraph x }"), "f:1: expected the '{' of a subgraph, got \"}\"");
    EXPECT_EQ(error("digraph {\n \"\xff\" }"), "f:2: the name \"\\xff\" is not UTF-8");
    EXPECT_EQ(error("digraph {\n a; caf\xe9 }"), "f:2: the name \"caf\\xe9\" is not UTF-8");
    EXPECT_EQ(error("digraph { a;\n b [beyond=true, home=true] }"), "f:2: vertex \"b\" is marked both beyond and home");
    EXPECT_EQ(error("digraph { node [home=true]; a [home=false];\n\n b [beyond=true] }"),
              "f:3: vertex \"b\" is marked both beyond and home");
    EXPECT_EQ(error("digraph { a ! b }"), "f:1: unexpected character \"!\"");
    EXPECT_EQ(error("digraph { node -> b }"), "f:1: expected '[', got \"->\"");
    EXPECT_EQ(error(std::string_view("digraph { a\0b }", 15)), "f:1: unexpected character \"\\x00\"");
}

TEST(Dot, HostileSizesAreRefused) {
    const std::string deep = "digraph {" + std::string(100000, '{') + "a" + std::string(100000, '}') + "}";
    EXPECT_EQ(error(deep), "f:1: subgraphs are nested more than 32 deep");
    // Naming a subgraph again must not take time for each of its vertices.
    std::string again = "digraph { subgraph s {";
    for (int i = 0; i < 30'000; ++i) again += 'v' + std::to_string(i) + ' ';
    again += '}';
    for (int i = 0; i < 30'000; ++i) again += "subgraph s {} -> {};";
    EXPECT_EQ(parse_graph(again + '}', "f").vertex_count(), 30'000U);
    std::string left;
    std::string right;
    for (int i = 0; i < 3000; ++i) {
        left += "a" + std::to_string(i) + ' ';
        right += "b" + std::to_string(i) + ' ';
    }
    EXPECT_EQ(error("digraph { {" + left + "} -> {" + right + "} }"),
              "f:1: the graph has more than 2000000 edges, which is not supported");
    EXPECT_NE(error("digraph { " + std::string(1001, 'x') + " }").find("is longer than 1000 bytes"), std::string::npos);
    EXPECT_EQ(error(std::string((std::size_t{64} << 20) + 1, ' ')), "f: the file is larger than 64 MiB");
}

TEST(Dot, FileNamesCannotBreakTheLine) {
    EXPECT_EQ(test::refusal_of([] { parse_graph("", "a\nb"); }, ErrorCode::bad_file),
              "a?b:1: expected graph or digraph, but the file ends");
}

TEST(Dot, EdgesBelongToThePlayerWhomTheyName) {
    EXPECT_EQ(dot("digraph { a -> b [player=left]; b -> a [player=\"right\" color=red]; a -> a [player=both] }"),
              "a>b:L,a b>a:R");
    EXPECT_EQ(dot("digraph { a -> b -> c [player=right]; a -> {b c} [weight=2, player=left] }"),
              "a>b:R,b:L,c:L b>c:R c");
    EXPECT_EQ(dot("digraph { a -> b; edge [player=left]; b -> a; b -> b [player=right]; a -> a [player=both]"
                  " { edge [player=right]; a -> c } c -> a }"),
              "a>b,a,c:R b>a:L,b:R c>a:L");
    EXPECT_TRUE(parse_graph("digraph { a -> b [player=both] }", "f").owners().empty());
    EXPECT_EQ(dot("digraph { a [player=nobody]; b; graph [player=nobody]; a -> b }"), "a>b b")
        << "the word means nothing elsewhere";
}

TEST(Dot, StrictGraphsHaveOneEdgeOfOnePlayer) {
    EXPECT_EQ(dot("strict digraph { a -> b [player=left]; a -> b; a -> b [player=left]; b -> a }"), "a>b:L b>a");
    const std::string clash =
        "the edge from \"a\" to \"b\" has another player in line 1, and is one edge, because the "
        "graph is strict";
    EXPECT_EQ(error("strict digraph { a -> b [player=left];\na -> b [player=right] }"), "f:2: " + clash);
    EXPECT_EQ(error("strict digraph { a -> b;\n\na -> b [player=left] }"), "f:3: " + clash);
}

TEST(Dot, WrongPlayersAreNamedWithTheirLine) {
    EXPECT_EQ(error("digraph {\na -> b\n[player=\nblue] }"), "f:4: player must be left, right or both, not \"blue\"");
    EXPECT_EQ(error("digraph {\nedge [player=Lefty];\na -> b }"),
              "f:2: player must be left, right or both, not \"Lefty\"");
    EXPECT_EQ(error("digraph { a -> b [player=<links>] }"), "f:1: player must be left, right or both, not \"links\"");
    EXPECT_EQ(error("graph {\na -- b [player=left] }"),
              "f:2: an edge has player=left, but only the edges of a directed graph can belong to a player");
    EXPECT_EQ(bad_file(parse_simple_graph, "graph {\n\nedge [player=right] a -- b }"),
              "f:3: an edge has player=right, but only the edges of a directed graph can belong to a player");
    EXPECT_EQ(dot("graph { a -- b [player=both] }"), "a>b b>a");
}

}  // namespace mexbase::dot_test
