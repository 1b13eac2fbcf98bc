// SPDX-License-Identifier: MIT
#include "lib/games/tokens/horsefly.hpp"

#include "../conformance.hpp"
#include "../naive_solver.hpp"
#include "../reference.hpp"
#include "lib/board/text/graph_file.hpp"
#include "lib/rules/registry.hpp"

namespace mexbase::horsefly_test {

using Arcs = std::vector<Board::Arc>;

/// Returns the options by the rules, on names: a place, and the place before it.
SlowOptions fly_on(const Board& board, const Arcs& arcs) {
    return [&board, &arcs](const std::string& text) {
        const std::size_t separator = text.find('<');
        const std::string at = text.substr(0, separator);
        const std::string from = separator == std::string::npos ? "" : text.substr(separator + 1);
        std::multiset<std::string> options;
        for (const auto& [source, target] : arcs)
            if (board.name(source) == at && board.mark(source) != Board::home && board.name(target) != from)
                options.insert(board.name(target) + '<' + at);
        return options;
    };
}

TEST(Horsefly, KeepsItsPromisesOnEveryDigraphOfThreeVertices) {
    for (unsigned edges = 0; edges < 512; ++edges) {
        Arcs arcs;
        for (Vertex e = 0; e < 9; ++e)
            if ((edges >> e & 1) != 0) arcs.emplace_back(e / 3, e % 3);
        if (edges % 5 == 0)
            arcs.insert(arcs.end(), arcs.begin(), arcs.begin() + static_cast<std::ptrdiff_t>(arcs.size() / 2));
        for (const std::uint8_t first : {Board::plain, Board::home}) {
            const auto board = std::make_shared<const Board>(true, std::vector<std::string>{"a", "b", "c"}, arcs,
                                                             std::vector<std::uint8_t>{first, 0, 0});
            expect_conformance(Horsefly(board), fly_on(*board, arcs));
        }
    }
}

TEST(Horsefly, ParallelArcsAreOnePositionAndTwoMoves) {
    const Arcs arcs = {{0, 1}, {0, 1}, {1, 0}, {1, 2}};
    const auto board = std::make_shared<const Board>(true, std::vector<std::string>{"a", "b", "c"}, arcs);
    const Horsefly rules(board);
    EXPECT_EQ(rules.size(), 3U + 3U);
    EXPECT_EQ(option_count(rules, 0, rules.unrank(0)), 2U);
    EXPECT_EQ(rules.format(rules.unrank(3)), "b<a");
}

TEST(Horsefly, MayNotReverse) {
    // Only two places: the first move is the last.
    const auto board = std::make_shared<const Board>(parse_graph("graph { a -- b }", "two"));
    const Horsefly rules(board);
    const auto values = naive::solve(rules);
    EXPECT_EQ(values[rules.rank(rules.parse("a"))], (OutcomeValue{Outcome::win, 1}));
    EXPECT_EQ(values[rules.rank(rules.parse("b<a"))], (OutcomeValue{Outcome::loss, 0}));
}

TEST(Horsefly, BoardOfOurOwnHasSixMovesAndAllOutcomes) {
    const auto board = std::make_shared<const Board>(parse_graph(data_text("boards/horsefly.dot"), "horsefly.dot"));
    std::size_t most = 0;
    for (Vertex v = 0; v < board->vertex_count(); ++v) most = std::max(most, board->successors(v).size());
    EXPECT_EQ(most, 6U);
    const Horsefly rules(board);
    Arcs arcs;
    for (Vertex v = 0; v < board->vertex_count(); ++v)
        for (const Vertex to : board->successors(v)) arcs.emplace_back(v, to);
    expect_conformance(rules, fly_on(*board, arcs));
    const auto values = naive::solve(rules);
    EXPECT_EQ(rules.size(), 116U);
    EXPECT_EQ(std::ranges::count(values, Outcome::win, &OutcomeValue::outcome), 65);
    EXPECT_EQ(std::ranges::count(values, Outcome::loss, &OutcomeValue::outcome), 35);
    EXPECT_EQ(std::ranges::count(values, Outcome::draw, &OutcomeValue::outcome), 16);
    EXPECT_EQ(values[rules.rank(rules.parse("a1"))], (OutcomeValue{Outcome::loss, 0}));
    EXPECT_EQ(values[rules.rank(rules.parse("c3"))], (OutcomeValue{Outcome::win, 1}));
}

TEST(Horsefly, StartsAtTheVertexNamedStartOrAtTheFirstThatIsNotHome) {
    const auto start_on = [](const char* text) {
        const auto board = std::make_shared<const Board>(parse_graph(text, "board"));
        const GameOf<Horsefly> game(Horsefly(board), "", board);
        return game.format(game.parse("start"));
    };
    EXPECT_EQ(start_on("digraph { a; start; a -> start }"), "start");
    EXPECT_EQ(start_on("digraph { a; b; start [home=true] }"), "start");
    EXPECT_EQ(start_on("digraph { h [home=true]; k [home=true]; a; b; a -> h }"), "a");
    EXPECT_EQ(start_on("digraph { h [home=true]; k [home=true] }"), "h");
    EXPECT_EQ(start_on(data_text("boards/horsefly.dot").c_str()), "a2");
}

TEST(Horsefly, BadTextsAndBoardsAreNamed) {
    const Registry registry({family_of<Horsefly>()});
    const auto board = [](const char* text) { return std::make_shared<const Board>(parse_graph(text, "board")); };
    const auto game = make_game(registry, "horsefly:file=x", board("digraph { a -> b }"));
    const auto bad = [&](const char* text) { return error_of([&] { game->parse(text); }); };
    EXPECT_EQ(bad("c").second, "\"c\" is not a position: the graph has no vertex named \"c\"");
    EXPECT_EQ(bad("b<c").second, "\"b<c\" is not a position: the graph has no vertex named \"c\"");
    EXPECT_EQ(bad("a<b").second, "\"a<b\" is not a position: no move leads from \"b\" to \"a\"");
    EXPECT_EQ(bad("b<a<b").first, ErrorCode::bad_position);
    EXPECT_EQ(bad("<").first, ErrorCode::bad_position);
    EXPECT_EQ(error_of([&] { make_game(registry, "horsefly:file=x", board("digraph { a [beyond=true] }")); }).second,
              "vertex \"a\" is marked beyond, which horsefly does not use: remove the mark");
    EXPECT_EQ(error_of([&] { make_game(registry, "horsefly:file=x", board("digraph { \"a<b\" }")); }).first,
              ErrorCode::bad_file);
}

}  // namespace mexbase::horsefly_test
