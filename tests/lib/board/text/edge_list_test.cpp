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
    EXPECT_TRUE(parse_graph("1 2", "f").directed());
}

TEST(EdgeList, CommentsBlanksAndLineEndsMakeNoDifference) {
    EXPECT_EQ(edges("\xef\xbb\xbf# a list\r\n% of arcs\r\n\r\n  \t \r\n\t1 \t2 # one\r\n2 3 %two words\r\n3 1"),
              "1>2 2>3 3>1");
    EXPECT_EQ(edges("a#1 b%2\n"), "a#1>b%2 b%2") << "within a word they begin no comment";
    EXPECT_EQ(edges(std::string(900'000, '%') + "\n1 2"), "1>2 2");
}

TEST(EdgeList, ItsFirstLineTellsItFromOtherLanguages) {
    for (const char* text :
         {"1 2", "# x\n1", "a", "\n\n% {\nhut graph", "graphs 1", "digraph1 2", "a-b c", "1 2 3", "\xff"})
        EXPECT_EQ(is_edge_list(text, true), true) << text;
    for (const char* text : {"", "# only this", "\n \n", "graph {", "Digraph x", "STRICT\n", "digraph/**/x", "// a b",
                             "/* a", "<graphml>", " <a b", "{", "a -> b", "a -- b", "a; b", "\"a\" b", "x=1",
                             "\xef\xbb\xbf"
                             "graph"})
        EXPECT_EQ(is_edge_list(text, true), false) << text;
    for (const char* text : {"", "1 2", "# x\n", "# x\n1", "graph"})
        EXPECT_EQ(is_edge_list(text, false), std::nullopt) << text;
    EXPECT_EQ(is_edge_list("1 2\n", false), true);
    EXPECT_EQ(is_edge_list("# x\ngraph\n", false), false);
    const std::string why = "; the file is not read as an edge list, because its first line ";
    EXPECT_EQ(error("a -> b"), "f:1: expected graph or digraph, got \"a\"" + why + "has the sign \"->\"");
    EXPECT_EQ(error("1->2 3"), "f:1: expected graph or digraph, got \"1\"" + why + "has the sign \"->\"");
    EXPECT_EQ(error("# x\ngraph yard\nyard gate"), "f:3: expected '{', got \"yard\"" + why + "begins with \"graph\"");
    EXPECT_EQ(error("Strict graph"), "f:1: expected '{', but the file ends" + why + "begins with \"Strict\"");
    EXPECT_EQ(error("<start> gate\n"), "f:1: expected one <graphml>, got \"start\"" + why + "begins with \"<\"");
    EXPECT_EQ(error("<1> gate\n"), "f:1: this is not XML: not well-formed (invalid token)" + why + "begins with \"<\"");
    EXPECT_EQ(bad_file(parse_simple_graph, "1 2"),
              "f: an edge list is a directed graph, but the board must be undirected: write it in DOT");
}

TEST(EdgeList, NamesHaveNoSignsOfOtherNotations) {
    EXPECT_EQ(edges("3,4 3,5\n3,5 2,1"), "3,4>3,5 3,5>2,1 2,1") << "a comma within a name";
    const std::string no_arc = "expected two vertices with a space between them, got one word with a comma, ";
    EXPECT_EQ(error("a,b\nb,c"), "f:1: " + no_arc + "\"a,b\"");
    EXPECT_EQ(error("1,2"), "f:1: " + no_arc + "\"1,2\"");
    const std::string comma = "f:2: expected vertices with a space between them and no comma, got ";
    EXPECT_EQ(error("1 2\na, b"), comma + "\"a,\"");
    EXPECT_EQ(error("1 2\n3 ,4"), comma + "\",4\"");
    EXPECT_EQ(error("1 2\n, 4"), "f:2: expected vertices with a space between them and no comma, got \",\"");
    for (const std::string sign : {"->", "--", "{", "}", "[", "]", ";", "\"", "="})
        EXPECT_EQ(error("1 2\nx b" + sign + "c"),
                  "f:2: the name " + in_quotes("b" + sign + "c") + " has the sign " + in_quotes(sign) +
                      ", which is not allowed in an edge list: write the graph in DOT, with the name in quotes");
    EXPECT_EQ(error("1 2\nb->c").substr(0, 18), "f:2: the name \"b->");
    EXPECT_EQ(edges("a-b <c>\ngraph a-b"), "a-b><c> <c> graph>a-b") << "only the first line decides";
}

TEST(EdgeList, FaultsAreOneLineWithTheirPlace) {
    EXPECT_EQ(error("1 2\n\n2 3 0.5\n"), "f:3: expected one vertex or two, got a third word, \"0.5\"");
    EXPECT_EQ(error("1 2\nb\xff 2\n"), "f:2: the name \"b\\xff\" is not UTF-8");
    EXPECT_EQ(error("1 2\n2 b\x01\n"), "f:2: the name \"b\\x01\" has a control character");
    EXPECT_EQ(error(std::string("1 2\n2 3\0\n", 9)), "f:2: the name \"3\\x00\" has a control character");
    EXPECT_EQ(error("1 2\n" + std::string(longest_name + 1, 'x')).substr(0, 16), "f:2: the name \"x");
    EXPECT_EQ(error("1 2\n" + std::string(1'000'001, ' ')), "f:2: the line is longer than 1000000 bytes");
    EXPECT_EQ(error("1 2\r3 4\r"), "f:1: expected one vertex or two, got a third word, \"3\"");
    EXPECT_EQ(edges("1 " + std::string(longest_name, 'x')).size(), 2 * longest_name + 3);
}

TEST(EdgeList, PiecesMakeNoDifference) {
    const std::string numbers = "# n\r\n10 2\n2 300\n\n300 10\n7\n", names = "a bc\nbc def\n1 a\nlonely\ndef def";
    for (std::size_t length = 1; length < 12; ++length) {
        EXPECT_EQ(in_pieces(numbers, length), parse_graph(numbers, "f")) << length;
        EXPECT_EQ(in_pieces(names, length), parse_graph(names, "f")) << length;
    }
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
    EXPECT_EQ(need(numbers, mebibyte), "f: reading its 70000 arcs needs 2 MiB or more, and 1 MiB are allowed");
    EXPECT_EQ(need(names, 8 * mebibyte), "");
    EXPECT_NE(need(names, mebibyte), "");
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
        std::string dot = "digraph { ", list;
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
