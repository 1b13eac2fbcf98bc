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
    EXPECT_EQ(dot("digraph { a -> z; z; a }"), "z a>z") << "declarations give the order";
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
    EXPECT_FALSE(parse_graph("graph { a }", "f").directed());
    EXPECT_TRUE(parse_graph("digraph { a }", "f").directed());
}

TEST(Dot, MarksComeFromAttributesAndDefaults) {
    EXPECT_EQ(dot("digraph { a [beyond=true, home=false]; b [home=\"true\" shape=box]; c [beyond=false] }"), "a! b^ c");
    EXPECT_EQ(dot("digraph { a; node [home=true]; b; c [home=false] { node [beyond=true, home=false] d } e }"),
              "a b^ c d! e^");
    EXPECT_EQ(dot("digraph { a -> { b [home=true] }; node [beyond=true]; a -> c -> b }"), "a>b,c b^ c!>b")
        << "defaults are those of the first mention";
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

TEST(Dot, UndeclaredVerticesAreErrorsWhereOthersAreDeclared) {
    EXPECT_EQ(error("digraph {\n a; b;\n a -> b;\n b -> q;\n}"),
              "f:4: vertex \"q\" is used, but not declared: declare all vertices or none");
    EXPECT_EQ(error("digraph { a\n { a b } -> a }"),
              "f:2: vertex \"b\" is used, but not declared: declare all vertices or none");
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
    EXPECT_EQ(error("graph {\n a -- a }"),
              "f:2: vertex \"a\" has an edge to itself, which an undirected graph cannot have");
    EXPECT_EQ(error("graph {\n { a b } -- { b c } }"),
              "f:2: vertex \"b\" has an edge to itself, which an undirected graph cannot have");
    EXPECT_EQ(error("digraph { a\n[beyond=maybe] }"), "f:2: beyond must be true or false, not \"maybe\"");
    EXPECT_EQ(error("digraph { a [beyond] }"), "f:1: expected '=', got \"]\"");
    EXPECT_EQ(error("digraph {\n\"a }"), "f:2: a quoted name is not closed");
    EXPECT_EQ(error("digraph {\n\n/* a }"), "f:3: a comment is not closed");
    EXPECT_EQ(error("digraph { a [x=<b] }"), "f:1: an HTML text is not closed");
    EXPECT_EQ(error("digraph { <b> }"), "f:1: an HTML text, in < and >, cannot be the name of a vertex");
    EXPECT_EQ(error("digraph { \"\" }"), "f:1: a vertex has an empty name");
    EXPECT_EQ(error("digraph { \"#12\" }"),
              "f:1: the name \"#12\" is not allowed: # and a number are read as the index of a position");
    EXPECT_EQ(error("digraph { 12ab }"), "f:1: a name that begins with \"12\" must be in quotes");
    EXPECT_EQ(error("digraph { \"a\nb\" }"), "f:1: the name \"a\\x0ab\" has a control character");
    EXPECT_EQ(error("digraph { a } digraph { b }"),
              "f:1: expected the end of the file after one graph, got \"digraph\"");
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

TEST(Dot, StrictMakesOneEdgeOfThoseOfOnePlayer) {
    EXPECT_EQ(
        dot("strict digraph { a -> b [player=left]; a -> b [player=left]; a -> b [player=right]; a -> b; a -> b }"),
        "a>b:L,b:R,b b");
}

TEST(Dot, WrongPlayersAreNamedWithTheirLine) {
    EXPECT_EQ(error("digraph {\na -> b\n[player=\nblue] }"), "f:4: player must be left, right or both, not \"blue\"");
    EXPECT_EQ(error("digraph {\nedge [player=Left];\na -> b }"),
              "f:2: player must be left, right or both, not \"Left\"");
    EXPECT_EQ(error("digraph { a -> b [player=<left>] }"), "f:1: player must be left, right or both, not \"<\"");
    EXPECT_EQ(error("graph {\na -- b [player=left] }"),
              "f:2: an edge has player=left, but only the edges of a directed graph can belong to a player");
    EXPECT_EQ(bad_file(parse_simple_graph, "graph {\n\nedge [player=right] a -- b }"),
              "f:3: an edge has player=right, but only the edges of a directed graph can belong to a player");
    EXPECT_EQ(dot("graph { a -- b [player=both] }"), "a>b b>a");
}

}  // namespace mexbase::dot_test
