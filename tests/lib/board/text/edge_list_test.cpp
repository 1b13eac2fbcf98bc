// SPDX-License-Identifier: MIT

#include <algorithm>
#include <random>
#include <set>

#include "../read_board.hpp"
#include "lib/board/text/graph_file.hpp"
#include "tests/refusal.hpp"

namespace mexbase::edge_list_test {

std::string edges(std::string_view text) {
    return sketch(parse_graph(text, "f"));
}
std::string error(std::string_view text) {
    return bad_file(parse_graph, text);
}

/// Reads a text in pieces of `length` bytes, each in the same buffer.
Board in_pieces(std::string_view text, std::size_t length, std::uint64_t memory = 0) {
    std::string piece;
    return read_edge_list(
        [&]() -> std::string_view {
            piece.assign(text.substr(0, length));
            text.remove_prefix(piece.size());
            return piece;
        },
        "f", memory);
}

TEST(EdgeList, NumbersStandByNumberAndTargetsInOrder) {
    EXPECT_EQ(edges("7 3\n7 1\n1 12\n3 7\n7 2\n"), "1>12 2 3>7 7>1,2,3 12");
    EXPECT_EQ(edges("0 4294967295"), "0>4294967295 4294967295");
    EXPECT_EQ(edges("10 9\n9 10\n"), "9>10 10>9");
}

TEST(EdgeList, NamesStandInTheOrderInWhichTheyAreMentioned) {
    EXPECT_EQ(edges("gate yard\ngate moat\nmoat gate\nwell\nyard stairs"),
              "gate>yard,moat yard>stairs moat>gate well stairs");
    // One name that is not a number makes all of them names, earlier ones too.
    EXPECT_EQ(edges("5 4\n9\n4 2\n2 hut\n1 5\n"), "5>4 4>2 9 2>hut hut 1>5");
    EXPECT_EQ(edges("9\n5 4\n8\nhut 5"), "9 5>4 4 8 hut>5");
    EXPECT_EQ(edges("3 1\n7\na 1\n"), "3>1 1 7 a>1");
    // Numbers in another form, or too large, are names.
    for (const char* name : {"01", "4294967296", "+1", "-1", "1.0", "0x1", "1e3"})
        EXPECT_EQ(edges("2 1\n1 " + std::string(name)), "2>1 1>" + std::string(name) + " " + name);
}

TEST(EdgeList, LoopsParallelArcsAndLonelyVerticesAreKept) {
    EXPECT_EQ(edges("2 2\n2 1\n2 1\n8\n8\n5\n"), "1 2>1,1,2 5 8");
    EXPECT_EQ(edges("b b\nb a\nb a\nc\nc\n"), "b>b,a,a a c");
    EXPECT_EQ(edges("4\n"), "4");
    EXPECT_EQ(edges("# columns: source target\nhut\nwell\n"), "hut well");
    EXPECT_TRUE(parse_graph("1 2", "f").directed());
}

TEST(EdgeList, CommentsBlanksAndLineEndsMakeNoDifference) {
    EXPECT_EQ(edges("\xef\xbb\xbf# a list\r\n% of arcs\r\n\r\n  \t \r\n\t1 \t2 # one\r\n2 3 %two words\r\n3 1"),
              "1>2 2>3 3>1");
    EXPECT_EQ(edges("a#1 b%2\n"), "a#1>b%2 b%2") << "within a word they begin no comment";
    EXPECT_EQ(edges(std::string(900'000, '%') + "\n1 2"), "1>2 2");
}

TEST(EdgeList, ItsBeginningTellsItFromOtherLanguages) {
    for (const char* text : {"1 2", "# x\n1", "a", "\n\n% {\nhut graph", "graphs 1", "digraph1 2", "a-b c", "1 2 3",
                             "\xff", "a -> b", "a -- b", "a; b", "\"a\" b", "x=1", "1 2 {}", "source,target"})
        EXPECT_EQ(is_edge_list(text, true), true) << text;
    for (const char* text :
         {"", "# only this", "\n \n", "graph {", "Digraph x", "STRICT\n", "digraph/**/x", "// a b", "/* a", "{ a",
          "digrph {", "digrph { a -> b }", "digrph g { a -> b }", "<graphml>", " <a b",
          "\xef\xbb\xbf"
          "graph"})
        EXPECT_EQ(is_edge_list(text, true), false) << text;
    for (const char* text : {"", "1 2", "# x\n", "# x\n1", "graph", "# x\ngraph\n", "1 2\n"})
        EXPECT_EQ(is_edge_list(text, false), std::nullopt) << text;
    EXPECT_EQ(is_edge_list("a b\n", false), true);
    EXPECT_EQ(is_edge_list("# x\ngraph x\n", false), false);
    std::string large = "1 2\n";
    while (large.size() < 1 << 20) large += "1 2\n";
    EXPECT_EQ(is_edge_list(large, false), true);
    const std::string why = "; the file is not read as an edge list, because its first line ";
    EXPECT_EQ(error("digrph g {\n a -> b\n}"),
              "f:1: expected graph or digraph, got \"digrph\"" + why + "has the sign \"{\"");
    EXPECT_EQ(error("# x\ngraph yard\nyard gate"), "f:3: expected '{', got \"yard\"" + why + "begins with \"graph\"");
    EXPECT_EQ(error("Strict graph"), "f:1: expected '{', but the file ends" + why + "begins with \"Strict\"");
    EXPECT_EQ(error("<start> gate\n"), "f:1: expected one <graphml>, got \"start\"" + why + "begins with \"<\"");
    EXPECT_EQ(error("<1> gate\n"), "f:1: this is not XML: not well-formed (invalid token)" + why + "begins with \"<\"");
}

TEST(EdgeList, OfAColouringGameIsUndirected) {
    const auto board = [](std::string_view text) {
        const Board simple = parse_simple_graph(text, "f");
        require_simple(simple);
        return sketch(simple);
    };
    EXPECT_EQ(board("1 2\n3 2\n4\n"), "1>2 2>1,3 3>2 4");
    EXPECT_EQ(board("hut well\nwell hut\nhut well\nyard hut"), "hut>well,yard well>hut yard>hut") << "one edge";
    EXPECT_EQ(bad_file(parse_simple_graph, "1 2\n2 2"), "f: vertex \"2\" has an edge to itself, which is not allowed");
}

TEST(EdgeList, NamesHaveNoSignsOfOtherNotations) {
    EXPECT_EQ(edges("3,4 3,5\n3,5 2,1"), "3,4>3,5 3,5>2,1 2,1") << "a comma within a name";
    const auto named = [](std::string_view name, const std::string& sign, const std::string& remedy) {
        return "f:2: the name " + in_quotes(name) + " has the sign " + sign +
               ", which is not allowed in an edge list: " + remedy;
    };
    const std::string columns = ", or name the columns in front, as in \"source,target\"";
    for (const std::string sign : {",", ";"}) {
        EXPECT_EQ(error("1 2\n3" + sign + "4"), named("3" + sign + "4", in_quotes(sign), "write \"3 4\"" + columns));
        EXPECT_EQ(error("1 2\n3" + sign + " 4"), named("3" + sign, in_quotes(sign), "write \"3 4\"" + columns));
        EXPECT_EQ(error("1 2\nx " + sign + "4"), named(sign + "4", in_quotes(sign), "write \"x 4\"" + columns));
    }
    EXPECT_EQ(error("1 2\n, 4"), named(",", "\",\"", "write the graph in DOT, with the name in quotes" + columns));
    EXPECT_EQ(error("1 2\n2->3"), named("2->3", "\"->\"", "write \"2 3\""));
    EXPECT_EQ(error("1 2\n2->3;"), named("2->3;", "\"->\"", "write \"2 3\""));
    EXPECT_EQ(error("1 2\n2--3"), named("2--3", "\"--\"", "write \"2 3\" and \"3 2\""));
    EXPECT_EQ(error("1 2\n2<-3"), named("2<-3", "\"<-\"", "write \"3 2\""));
    EXPECT_EQ(error("1 2\n2=>3"), named("2=>3", "\"=>\"", "write \"2 3\""));
    EXPECT_EQ(error("1 2\n2→3"), named("2→3", "\"→\"", "write \"2 3\""));
    EXPECT_EQ(error("1 2\n2\u00a03"), named("2\u00a03", "U+00A0", "write \"2 3\""));
    EXPECT_EQ(error("1 2\n2\u20033"), named("2\u20033", "U+2003", "write \"2 3\""));
    EXPECT_EQ(error("1 2\n2\u00a0 3"), named("2\u00a0", "U+00A0", "write \"2 3\""));
    for (const std::string sign : {"{", "}", "[", "]", "\"", "="})
        EXPECT_EQ(error("1 2\nx b" + sign + "c"),
                  named("b" + sign + "c", in_quotes(sign), "write the graph in DOT, with the name in quotes"));
    EXPECT_EQ(edges("a-b <c>\ngraph a-b"), "a-b><c> <c> graph>a-b") << "only the first line decides";
}

/// The beginning of the message for a line with a third word.
std::string third(unsigned line, const std::string& word) {
    return "f:" + std::to_string(line) + ": expected one vertex or two, got a third word, " + in_quotes(word);
}

TEST(EdgeList, AThirdWordIsRefusedUnlessItIsAWeightOrData) {
    const std::string chain = "1>2 2>3 3";
    const std::string remedy =
        ": a line has one arc. Write one line per arc of an adjacency list. If two columns are the vertices, name the "
        "columns in front, as in \"# columns: source target weight\"";
    EXPECT_EQ(edges("1 2 1.0\n2 3 0.5"), chain);
    EXPECT_EQ(edges("1 2 1.0 # x\n2 3 4\n"), chain) << "the first arc says that the third column has weights";
    for (const char* weight : {"0.5", "-1", "1e-3", "+2.5", ".5", "2."})
        EXPECT_EQ(edges(std::string("1 2 ") + weight + "\r\n2 3 " + weight), chain) << weight;
    EXPECT_EQ(edges("1 2 {}\n2 3 {}"), chain);
    EXPECT_EQ(edges("1 2 {'weight': 0.5, '#': '{'}\n2 3 {'label': ' % '} \r\n"), chain);
    EXPECT_EQ(edges("hut yard {}\n"), "hut>yard yard");
    EXPECT_EQ(error("1 2 3\n"), third(1, "3") + remedy) << "an adjacency list, or a weight";
    EXPECT_EQ(error("1 2\n\n2 3 0.5\n"), third(3, "0.5") + remedy);
    EXPECT_EQ(error("1 2 0.5\n2 3\n"), "f:2: expected a weight after two vertices, as in the lines before");
    EXPECT_EQ(error("1 2 0.5\n2 3 x\n"), third(2, "x") + remedy);
    EXPECT_EQ(error("1 2 0.5 7\n"), third(1, "0.5") + remedy);
    EXPECT_EQ(error("New York Boston {}"), third(1, "Boston") + remedy);
    EXPECT_EQ(error("a -> b"), third(1, "b") + ": write \"a b\"");
    EXPECT_EQ(error("a → b # x"), third(1, "b") + ": write \"a b\"");
    EXPECT_EQ(error("a <- b"), third(1, "b") + ": write \"b a\"");
    EXPECT_EQ(error("a -- b;"), third(1, "b;") + ": write \"a b\" and \"b a\"");
    EXPECT_EQ(error("( a , b )"), third(1, ",") + ": write \"a b\"");
    EXPECT_EQ(error("1->2 3"),
              "f:1: the name \"1->2\" has the sign \"->\", which is not allowed in an edge list: write "
              "the graph in DOT, with the name in quotes");
}

TEST(EdgeList, TuplesOfPythonAreNames) {
    EXPECT_EQ(edges("(0, 0) (1, 0) {}\n(1, 0) (0, 1) {'weight': 3}\n"), "(0, 0)>(1, 0) (1, 0)>(0, 1) (0, 1)");
    EXPECT_EQ(edges("((0, 1), 2) (3, 4) # x\n"), "((0, 1), 2)>(3, 4) (3, 4)");
    EXPECT_EQ(edges("(0, 0) (0, 1) 0.5\n"), "(0, 0)>(0, 1) (0, 1)");
    EXPECT_EQ(edges("(0,0) (0,1)\n(a b)\n"), "(0,0)>(0,1) (0,1) (a>b) b)") << "other brackets are letters";
    const std::string one = "f:1: expected two vertices such as \"(0, 0) (0, 1)\", got only one tuple";
    for (const char* arc : {"(1, 2) 0.5", "(1, 2) 3\n", "a (1, 2)"}) EXPECT_EQ(error(arc), one) << "an arc as a tuple";
    EXPECT_TRUE(error("(1, 2)\n").ends_with("write \"1 2\", or name the columns in front, as in \"source,target\""));
    EXPECT_EQ(error("(0, 0) (1, 0) (0, 1)").substr(0, third(1, "(0, 1)").size()), third(1, "(0, 1)"));
    EXPECT_TRUE(error("(0, 0 1\n").starts_with("f:1: expected one vertex or two")) << "no closing bracket";
}

TEST(EdgeList, DataNeedsTwoVertices) {
    for (const std::string data : {"{'x': 1}", "{}", "{'x': {'y': 2}}"})
        EXPECT_EQ(error("a b\na " + data + '\n'), "f:2: expected two vertices before the data " + in_quotes(data));
    EXPECT_EQ(error("a {'x': 1}"), "f:1: expected two vertices before the data \"{'x': 1}\"");
}

TEST(EdgeList, AHeaderRowOrACommentNamesTheColumns) {
    const std::string chain = "1>2 2>3 3", names = "a b>c c>d,e d";
    for (const char* comment : {"# columns: source target", "#columns: Source Target weight", "% columns:\tfrom\tto",
                                "# FromNodeId\tToNodeId", "# FromNodeId ToNodeId Sign", "# x\n#\n## source target"})
        EXPECT_EQ(edges(std::string(comment) + "\n1 2 7 8\n2\t3 1 # x\n\n# y\n"), chain) << comment;
    EXPECT_EQ(edges("# columns: id target source\n1 2 1\n2 3 2"), chain) << "in another order";
    EXPECT_EQ(edges("source target\n1 2\n2 3"), chain);
    EXPECT_EQ(edges("Source\tTarget\tWeight\n1\t2\t1\n2\t3\t7"), chain);
    EXPECT_EQ(edges("id;from;to;note\n0;1;2;a\n1;2;3;"), chain);
    EXPECT_EQ(edges("\xef\xbb\xbf\"source\",\"target\"\r\n\"1\",2\r\n2, \"3\" \r\n"), chain);
    EXPECT_EQ(edges("src,dst\na b,c\n\"x, \"\"y\"\"\",c\nc,a;b->\n"), "a b>c c>a;b-> x, \"y\">c a;b->");
    EXPECT_EQ(edges("source\ttarget\nNew York\tBoston\n"), "New York>Boston Boston");
    EXPECT_EQ(edges("# columns: source,target\n1,2,x\n2,3,y"), chain);
    EXPECT_EQ(edges("# columns: source target\nsource a\n"), "source>a a");
    EXPECT_EQ(edges("# from here to there\nhere there"), "here>there there") << "a sentence";
    EXPECT_EQ(edges("1 2\n# columns: target source\n2 3"), chain) << "only in front";

    const auto fields = [](const std::string& where, const char* separator, const std::string& line) {
        return "f:2: expected a source and a target in columns " + where + ", separated by " + separator + ", got " +
               in_quotes(line);
    };
    EXPECT_EQ(error("source,target\n1 2"), fields("1 and 2", "commas", "1 2"));
    EXPECT_EQ(error("from\tto\n1 2"), fields("1 and 2", "tabs", "1 2"));
    EXPECT_EQ(error("id;source;target\n1;2"), fields("2 and 3", "semicolons", "1;2"));
    EXPECT_EQ(error("source,target\n1,"), fields("1 and 2", "commas", "1,"));
    EXPECT_EQ(error("source,target\n\"1,2"), fields("1 and 2", "commas", "\"1,2"));
    EXPECT_EQ(error("source,target\n\"1\"x,2"), fields("1 and 2", "commas", "\"1\"x,2"));
    EXPECT_EQ(error("# columns: id source target\n1"), fields("2 and 3", "blanks", "1"));
    EXPECT_EQ(error("# columns: weight\n1 2"),
              "f:1: expected the names of the columns, such as \"# columns: source target weight\"");
    EXPECT_EQ(error("source target\nsource a"),
              "f: the first line names the columns, but \"source\" is also a vertex: put the line \"# columns: source "
              "target\" in front");
    EXPECT_EQ(error("source,target\n"), "f: the edge list has no vertex");
    const auto twice = [](const std::string& end) {
        return "f:1: two columns are the " + end + " of an arc: give one of them another name";
    };
    EXPECT_EQ(error("Source,Source,Target\n1,2,3\n"), twice("source"));
    EXPECT_EQ(error("id\tfrom\tsource\tto\n1\t2\t3\t4\n"), twice("source"));
    EXPECT_EQ(error("# columns: source target dst\n1 2 3\n"), twice("target"));
    EXPECT_EQ(edges("# from me to you to all\n1 2\n"), "1>2 2") << "a sentence";
    const std::string vertices =
        "f:1: these columns are a table of vertices: give the table of edges, with the columns Source and Target";
    for (const char* table : {"Id,Label\n1,a\n", "Id;Label;timeset;Weight\n1;a;;3\n", "id\tlabel\n1\ta\n",
                              "\"Id\",\"Label\"\n", "Label,Id,Size\na,1,2\n", "# columns: Id Label\n1 2\n"})
        EXPECT_EQ(error(table), vertices) << table;
    EXPECT_EQ(edges("Id,Source,Target,Label\n7,1,2,x\n8,2,3,y\n"), chain);
}

TEST(EdgeList, IsUndirectedIfItSaysSo) {
    const std::string both = "1>2 2>1,3 3>2,3";
    EXPECT_EQ(edges("% sym unweighted\n% 3 3 3\n1 2\n2 3\n3 3"), both);
    EXPECT_EQ(edges("% sym\n1 2\n2 3\n3 3"), both);
    EXPECT_EQ(edges("% asym weighted\n1 2 5 1082008561\n"), "1>2 2");
    EXPECT_EQ(edges("%asym\n1 2 5\n"), "1>2 2");
    EXPECT_EQ(edges("# sym\n1 2\n"), "1>2 2") << "KONECT writes %";
    EXPECT_EQ(edges("# Undirected graph: ../data/x.txt\n# Nodes: 3 Edges: 3\n1 2\n2 3\n3 3"), both);
    EXPECT_EQ(edges("Source,Target,Type,Id\n1,2,Directed,0\n2,3,Undirected,1\n"), "1>2 2>3 3>2");
    EXPECT_EQ(edges("Source,Target,Type\nb,a,undirected\n"), "b>a a>b");
    for (const std::string type : {"mutual", "", "road"})
        EXPECT_EQ(error("Source,Target,Type\n1,2,Directed\n1,2," + type + '\n'),
                  "f:3: the column Type has " + in_quotes(type) +
                      ", expected Directed or Undirected: if it has another meaning, give it another name");
    for (const char* text : {"% bip unweighted\n1 1", "% bip\n1 1"})
        EXPECT_EQ(error(text),
                  "f:1: the two sides of a bipartite graph of KONECT have numbers of their "
                  "own: give them different names");
}

TEST(EdgeList, ListsThatMeanAnotherGraphAreRefused) {
    const std::string remedy =
        ", which is not read: write one line \"u v\" per edge. If it is an edge list, put the line "
        "\"# columns: source target\" in front";
    const std::string lgl = "f: the file looks like LGL" + remedy, metis = "f: the file looks like METIS" + remedy;
    for (const char* text :
         {"# foo\nbar\nfoobar\n# foobar\nbat", "# 1\n2\n3\n# 2\n3", "# foo\nbar 0.5\nbaz 1.5\n# bar\nbaz 2",
          "# foo\nbar 2\nbaz\n# bar\nbaz 7", "# 1\n2 0.5\n# 2\n3 1.25\n", "# 1\n2 5\n3 7\n# 2\n3 4\n"})
        EXPECT_EQ(error(text), lgl) << text;
    for (const char* text :
         {"# arcs\nhut well\n", "# arcs\n1 2\n# more\n2 3", "# 34\n1 2\n", "#foo\n1 2\n", "1 2\n# a\n2 3\n# b\n",
          "# a b\n1 2\n# 7\n2 3\n# 8\n", "# columns: source target\n# foo\nbar\n"})
        EXPECT_NO_THROW(parse_graph(text, "f")) << text;
    for (const char* text : {"4 4\n2 4\n1 3\n2 4\n1 3\n", "% x\n3 2\n2\n1 3\n2", "5 4\n2\n1 3\n2 4\n3 5\n4",
                             "4 1\n2\n1\n\n\n", "4 1\n2\n1\n", "2 1\r\n2\r\n1\r\n", "4 5\n2 3 4\n1 3\n1 2 4\n1 3\n"})
        EXPECT_EQ(error(text), metis) << text;
    for (const char* text : {"5 4\n4 3\n3 2\n2 1\n1 0\n", "4 4\n1 2\n2 3\n3 4\n4 1", "2 1\n1 2\n",
                             "3 3\n1 2\n2 3\n3 1\n", "# columns: source target\n2 1\n2\n1\n"})
        EXPECT_NO_THROW(parse_graph(text, "f")) << text;
    for (const char* text : {"hut", "hut\nwell\n", "1:2\n2:3", "1|2", "~~~~"})
        EXPECT_EQ(error(text),
                  "f: no line has two vertices with a space between them. If the graph has no arc, put the "
                  "line \"# columns: source target\" in front")
            << text;
}

TEST(EdgeList, FaultsAreOneLineWithTheirPlace) {
    EXPECT_EQ(error("1 2\nb\xff 2\n"), "f:2: the name \"b\\xff\" is not UTF-8");
    EXPECT_EQ(error("1 2\n2 b\x01\n"), "f:2: the name \"b\\x01\" has a control character");
    EXPECT_EQ(error(std::string("1 2\n2 3\0\n", 9)), "f:2: the name \"3\\x00\" has a control character");
    EXPECT_EQ(error("1 2\n" + std::string(longest_name + 1, 'x')).substr(0, 16), "f:2: the name \"x");
    EXPECT_EQ(error("1 2\n" + std::string(1'000'001, ' ')), "f:2: the line is longer than 1000000 bytes");
    EXPECT_EQ(error("1 2\r3 4\r").substr(0, third(1, "3").size()), third(1, "3"));
    EXPECT_EQ(edges("1 " + std::string(longest_name, 'x')).size(), 2 * longest_name + 3);
}

TEST(EdgeList, PiecesMakeNoDifference) {
    for (const std::string text :
         {"# n\r\n10 2\n2 300\n\n300 10\n7\n", "a bc\nbc def\n1 a\nlonely\ndef def",
          "source,target\n\"a b\",c\nd,\"e\"\"f\"\n", "1 2 {}\n2 3 {'a': 1}", "1 2 0.5\n2 x 1\n"})
        for (std::size_t length = 1; length < 12; ++length)
            EXPECT_EQ(in_pieces(text, length), parse_graph(text, "f")) << length;
}

TEST(EdgeList, WhatNeedsMoreMemoryThanThereIsIsRefusedWithTheNeed) {
    std::string numbers, names;
    for (unsigned i = 0; i < 70'000; ++i) {
        numbers += std::to_string(i) + ' ' + std::to_string(i / 2) + '\n';
        names += 'v' + std::to_string(i) + " w\n";
    }
    const auto need = [](const std::string& text, std::uint64_t memory) -> std::string {
        return test::fault_of([&] { EXPECT_EQ(in_pieces(text, 10'000, memory).arc_count(), 70'000U); },
                              ErrorCode::out_of_memory);
    };
    constexpr std::uint64_t mebibyte = 1 << 20;
    EXPECT_EQ(need(numbers, 2 * mebibyte), "");
    EXPECT_TRUE(need(numbers, mebibyte).starts_with("f: to read and solve its 70000 arcs needs "))
        << need(numbers, mebibyte);
    EXPECT_TRUE(need(numbers, mebibyte).ends_with(" of memory or more, and 1024 KiB are allowed"));
    EXPECT_EQ(need(names, 8 * mebibyte), "");
    EXPECT_NE(need(names, mebibyte), "");
}

/// The memory that a refusal names is the same at all limits, within a few percent, and reading does not need more.
TEST(EdgeList, TheNeedDoesNotDependOnTheLimit) {
    std::mt19937 engine(1);
    const auto random = [&engine](std::uint32_t below) { return static_cast<std::uint32_t>(engine()) % below; };
    for (const auto& [prefix, spread] : {std::pair{"", 40'000U}, {"", 4'000'000'000U}, {"vertex", 40'000U}}) {
        std::string list;
        for (int i = 0; i < 300'000; ++i)
            list += prefix + std::to_string(random(40'000) * (spread / 40'000)) + ' ' + prefix +
                    std::to_string(random(40'000) * (spread / 40'000)) + '\n';
        std::uint64_t first = 0;
        for (const std::uint64_t memory : {1'000'000U, 2'000'000U, 3'500'000U}) {
            try {
                (void)in_pieces(list, 10'000, memory);
                ADD_FAILURE() << "fits into " << memory;
            } catch (const GraphTooLarge& e) {
                if (first == 0) first = e.needed();
                EXPECT_EQ(e.needed(), first) << prefix << spread << ' ' << memory;
            }
        }
        EXPECT_EQ(in_pieces(list, 10'000, first).arc_count(), 300'000U);
        const Board board = in_pieces(list, 10'000, 0);
        EXPECT_GE(first, board.bytes() + least_solving_memory(board.vertex_count()));
        EXPECT_LE(first, 2 * (board.bytes() + least_solving_memory(board.vertex_count())));
    }
}

/// The same arcs as an edge list and in DOT: names in the same order, arcs of a vertex in any order.
TEST(EdgeList, IsTheGraphThatDotHas) {
    std::mt19937 engine(1);
    const auto random = [&engine] { return static_cast<unsigned>(engine()); };
    for (int round = 0; round < 2000; ++round) {
        const unsigned n = 1 + random() % 7, arcs = random() % 15, kind = static_cast<unsigned>(round) % 3;
        const auto name = [&](unsigned v) {
            return kind == 0   ? std::to_string(v * 37)
                   : kind == 1 ? "v" + std::to_string(v)
                   : v == 0    ? "hut"
                               : std::to_string(v);
        };
        std::string dot = "digraph { ", list = "# columns: source target\n";
        if (arcs > 0 && round % 2 == 0) list.clear();
        for (unsigned v = 0; v < n; ++v) {
            dot += '"' + name(v) + "\"; ";
            list += name(v) + '\n';
        }
        for (unsigned a = 0; a < arcs; ++a) {
            const unsigned from = random() % n, to = random() % n;
            dot += '"' + name(from) + "\" -> \"" + name(to) + "\"; ";
            list += name(from) + ' ' + name(to) + '\n';
        }
        const Board one = parse_graph(list, "f"), other = parse_graph(dot + '}', "f");
        ASSERT_EQ(one.names(), other.names()) << list;
        for (Vertex v = 0; v < n; ++v) {
            std::vector<Vertex> targets(other.successors(v).begin(), other.successors(v).end());
            std::ranges::sort(targets);
            ASSERT_TRUE(std::ranges::equal(one.successors(v), targets)) << list;
        }
    }
}

TEST(EdgeList, NumbersAreInOrderHoweverFarApart) {
    std::mt19937 engine(2);
    const auto random = [&engine] { return static_cast<unsigned>(engine()); };
    for (const std::uint32_t range : {1u, 70u, 5000u, 0xffffffffu}) {
        std::set<std::uint32_t> numbers;
        std::string list = range == 0xffffffff ? "4294967295\n" : "64\n";
        numbers.insert(range == 0xffffffff ? range : 64);
        for (int i = 0; i < 300; ++i) {
            const std::uint32_t number = random() % range;
            numbers.insert(number);
            list += std::to_string(number) + '\n';
        }
        const Board board = parse_graph(list, "f");
        ASSERT_EQ(board.vertex_count(), numbers.size());
        Vertex v = 0;
        for (const std::uint32_t number : numbers) {
            EXPECT_EQ(board.name(v), std::to_string(number));
            EXPECT_EQ(board.find(std::to_string(number)), v++);
            const std::uint64_t next = std::uint64_t{number} + 1;
            if (next > 0xffffffff || !numbers.contains(static_cast<std::uint32_t>(next))) {
                EXPECT_EQ(board.find(std::to_string(next)), board.vertex_count());
            }
        }
        for (const char* none : {"", "x", "00", "01", "-1", "1 ", "4294967296"})
            EXPECT_EQ(board.find(none), board.vertex_count());
    }
}

TEST(VertexNames, TextsAreFoundAndNumbersEqualTheirTexts) {
    VertexNames texts, numbers({{3, 0}, {10, 2}}, 4);
    for (const char* name : {"3", "4", "10", "11"}) EXPECT_TRUE(texts.add(name).second);
    EXPECT_EQ(texts.add("10"), std::pair(Vertex{2}, false));
    EXPECT_EQ(texts, numbers);
    EXPECT_EQ(texts.add("x"), std::pair(Vertex{4}, true));
    EXPECT_FALSE(texts == numbers);
    VertexNames many;
    for (unsigned v = 0; v < 5000; ++v) EXPECT_EQ(many.add("n" + std::to_string(v)), std::pair(Vertex{v}, true));
    for (unsigned v = 0; v < 5000; ++v) EXPECT_EQ(many.find("n" + std::to_string(v)), v);
    EXPECT_EQ(many.find("n5000"), 5000U);
    EXPECT_EQ(VertexNames{}.find("n"), 0U);
}

}  // namespace mexbase::edge_list_test
