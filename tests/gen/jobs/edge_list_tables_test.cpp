// SPDX-License-Identifier: MIT
// Tables of graphs from edge lists, small ones and those stored as large graphs.
#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <set>

#include "../../lib/games/naive_solver.hpp"
#include "lib/board/text/graph_file.hpp"
#include "query/best_play.hpp"
#include "query/format/contents.hpp"
#include "tables.hpp"
#include "tests/scratch.hpp"

namespace mexbase::edge_list_tables_test {

using namespace test;

Table table_of(const Board& board, const JobOptions& options) {
    const auto shared = std::make_shared<const Board>(board);
    const auto game = make_game(stock_registry(), "graph:file=" + board_reference(board), shared);
    return Table::from_memory(make_table_bytes(*game, options)).value();
}

TEST(EdgeListTables, HaveTheValuesOfTheSameGraphInDotAndOfTheDefinition) {
    std::mt19937 engine(5);
    const auto random = [&engine] { return static_cast<unsigned>(engine()); };
    for (int round = 0; round < 1000; ++round) {
        const unsigned n = 1 + random() % 7, arcs = random() % 14;
        std::string dot = "digraph { ", list;
        for (unsigned v = 0; v < n; ++v) {  // another order in DOT
            dot += std::to_string(n - 1 - v) + "; ";
            list += std::to_string(v) + '\n';
        }
        for (unsigned a = 0; a < arcs; ++a) {
            const std::string from = std::to_string(random() % n), to = std::to_string(random() % n);
            dot += from + " -> " + to + "; ";
            list += from + ' ' + to + '\n';
        }
        const Board one = parse_graph(list, "f"), other = parse_graph(dot + '}', "f");
        JobOptions options = quick_job(1);
        options.play = round % 2 == 0 ? Play::normal : Play::misere;
        const Table of_list = table_of(one, options);
        const auto values = naive::solve(*of_list.game(), options.play);
        for (Vertex v = 0; v < n; ++v) ASSERT_EQ(of_list.at(v)->outcome, values[v]) << list;
        if (round % 5 != 0) continue;
        const Table of_dot = table_of(other, options);
        for (Vertex v = 0; v < n; ++v)
            ASSERT_EQ(of_list.probe(one.name(v)).value(), of_dot.probe(one.name(v)).value()) << list;
        options.play = Play::normal;
        options.value = ValueKind::nimber;
        const Table nimbers = table_of(one, options), same = table_of(other, options);
        EXPECT_TRUE(passes(nimbers)) << list;
        for (Vertex v = 0; v < n; ++v)
            ASSERT_EQ(to_string(nimbers.probe(one.name(v)).value()), to_string(same.probe(one.name(v)).value()))
                << list;
    }
}

/// Returns a list of arcs, most of which lead to smaller numbers.
std::string long_list(const std::string& before) {
    std::mt19937 engine(6);
    const auto random = [&engine] { return static_cast<unsigned>(engine()); };
    std::string list;
    for (unsigned v = 0; v < 14'000; ++v)
        for (unsigned a = random() % 5; a > 0; --a) {
            const unsigned to = random() % 50 == 0 ? random() % 14'000 : v - std::min<unsigned>(v, random() % 300);
            list += before + std::to_string(3 * v) + ' ' + before + std::to_string(3 * to) + '\n';
        }
    list += list + "# so there are parallel arcs\n" + before + "900000\n";
    return list;
}

TEST(EdgeListTables, LargeGraphsAreInTheTableAndItsArcsComeWhenTheyAreNeeded) {
    for (const std::string before : {"", "v"}) {
        const std::string list = long_list(before);
        const Board board = parse_graph(list, "f");
        ASSERT_TRUE(format::is_large_graph(board));
        const Scratch scratch;
        const auto bytes = make_table_bytes("graph:file=" + scratch.write("list.txt", list));
        const Table table = Table::from_memory(bytes).value();
        EXPECT_EQ(table.format_version(), "1.6");
        EXPECT_EQ(table.info().spec, "graph:file=" + board_reference(board));
        EXPECT_TRUE(table.check());
        EXPECT_LT(table.file_bytes(), list.size() / (before.empty() ? 5 : 3));
        EXPECT_TRUE(passes(table, 2));
        EXPECT_EQ(*table.board().value(), board);
        EXPECT_EQ(to_string(table.probe(before + "900000").value()), "loss 0");
        EXPECT_EQ(table.probe("1").error().code, ErrorCode::bad_position);
        const Table fresh = Table::from_memory(bytes).value();
        for (const char* number : {"0", "3", "30000", "41997"}) {
            const std::string name = before + number;
            const auto v = static_cast<Vertex>(board.find(name));
            const auto best = best_options(fresh, Index{v}).value();
            std::set<Index> wanted(board.successors(v).begin(), board.successors(v).end()), found;
            for (const auto& option : best) found.insert(option.index());
            EXPECT_EQ(found, wanted);
        }
        if (!before.empty()) continue;
        // The compressed file gives the same game.
        const std::string packed = scratch.path("list.packed");
        const gzFile out = gzopen(packed.c_str(), "wb1");
        gzwrite(out, list.data(), static_cast<unsigned>(list.size()));
        gzclose(out);
        EXPECT_EQ(make_table_bytes("graph:file=" + packed), bytes);
    }
}

TEST(EdgeListTables, OtherGraphsAreStoredAsEver) {
    std::vector<std::string> names;
    std::vector<Board::Arc> star;
    for (Vertex v = 0; v < 33'000; ++v) {
        names.push_back('v' + std::to_string(v));
        star.emplace_back(0, v);
    }
    std::vector<std::uint8_t> marks(names.size()), owners(star.size());
    marks.back() = Board::home;
    owners.back() = Board::left;
    EXPECT_TRUE(format::is_large_graph(Board(true, names, star)));
    EXPECT_FALSE(format::is_large_graph(Board(false, names, star)));
    EXPECT_FALSE(format::is_large_graph(Board(true, names, star, marks)));
    EXPECT_FALSE(format::is_large_graph(Board(true, names, star, {}, owners)));
    std::swap(star[5], star[7]);
    EXPECT_FALSE(format::is_large_graph(Board(true, names, star))) << "arcs out of order";
    star.resize(30'000);
    EXPECT_FALSE(format::is_large_graph(Board(true, names, star)));
    EXPECT_FALSE(format::is_large_graph(parse_graph("1 2", "f")));
}

}  // namespace mexbase::edge_list_tables_test
