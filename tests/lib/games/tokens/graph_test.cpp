// SPDX-License-Identifier: MIT
#include "../conformance.hpp"
#include "../naive_solver.hpp"
#include "../reference.hpp"
#include "lib/board/text/graph_file.hpp"
#include "lib/rules/family.hpp"

namespace mexbase::graph_test {

using Arcs = std::vector<Board::Arc>;

std::unique_ptr<Game> game_on(const std::string& family, std::shared_ptr<const Board> board) {
    return make_game(stock_registry(), family + ":file=x", std::move(board));
}
std::unique_ptr<Game> graph(std::shared_ptr<const Board> board) {
    return game_on("graph", std::move(board));
}
std::unique_ptr<Game> snakes(const std::string& text) {
    return game_on("snakes-and-adders", std::make_shared<const Board>(parse_snakes(text, "board")));
}

std::shared_ptr<const Board> board_of(std::size_t vertices, const Arcs& arcs, std::vector<std::uint8_t> marks = {}) {
    std::vector<std::string> names;
    for (std::size_t v = 0; v < vertices; ++v) names.push_back("v" + std::to_string(v));
    return std::make_shared<const Board>(true, names, arcs, std::move(marks));
}

SlowOptions walk_on(const Board& board, const Arcs& arcs) {
    return [&board, &arcs](const std::string& text) {
        std::multiset<std::string> options;
        for (const auto& [from, to] : arcs)
            if (board.name(from) == text && board.mark(from) != Board::home && board.mark(to) != Board::beyond)
                options.insert(board.name(to));
        return options;
    };
}

TEST(Graph, KeepsItsPromisesOnEveryDigraphOfThreeVerticesWithEveryMark) {
    constexpr std::uint8_t marks_there_are[] = {Board::plain, Board::beyond, Board::home};
    for (unsigned edges = 0; edges < 512; ++edges) {
        Arcs arcs;
        for (Vertex e = 0; e < 9; ++e)
            if ((edges >> e & 1) != 0) arcs.emplace_back(e / 3, e % 3);
        if (edges % 7 == 0) arcs.insert(arcs.end(), arcs.begin(), arcs.end());  // parallel arcs
        for (unsigned m = 0; m < 26; ++m) {                                     // not all three beyond
            if (m == 13) continue;
            const auto board =
                board_of(3, arcs, {marks_there_are[m % 3], marks_there_are[m / 3 % 3], marks_there_are[m / 9]});
            expect_conformance(*graph(board), walk_on(*board, arcs));
        }
    }
}

TEST(Graph, MovesOfEitherPlayerAndTheirPredecessorsOnEveryDigraphOfTwoVerticesWithEveryOwner) {
    // Each of the four arcs is absent, or of one player, or of either; an arc of either occurs twice.
    for (unsigned code = 0; code < 256; ++code) {
        Arcs arcs;
        std::vector<std::uint8_t> owners;
        for (unsigned e = 0; e < 4; ++e) {
            const unsigned what = code >> 2 * e & 3;
            for (unsigned copy = what == 1 ? 2 : what == 0 ? 0 : 1; copy > 0; --copy) {
                arcs.emplace_back(e / 2, e % 2);
                owners.push_back(static_cast<std::uint8_t>(what - 1));
            }
        }
        for (const std::uint8_t mark : {Board::plain, Board::home, Board::beyond}) {
            const auto game = graph(std::make_shared<const Board>(
                true, std::vector<std::string>{"a", "b"}, arcs, std::vector<std::uint8_t>{Board::plain, mark}, owners));
            EXPECT_EQ(game->partizan(), std::ranges::any_of(owners, [](std::uint8_t o) { return o != Board::either; }));
            for (const Player player : {Player::left, Player::right}) {
                std::multiset<std::pair<Index, Index>> wanted, moves, moves_back;
                for (std::size_t a = 0; a < arcs.size(); ++a) {
                    const auto [from, to] = arcs[a];
                    const bool own = owners[a] == Board::either || owners[a] == (player == Player::left ? 1 : 2);
                    if (own && game->legal(to) && !(from == 1 && mark != Board::plain)) wanted.emplace(from, to);
                }
                for (Index i = 0; i < 2; ++i) {
                    if (!game->legal(i)) continue;
                    std::vector<Index> targets;
                    game->options(i, player, targets);
                    for (const Index to : targets) moves.emplace(i, to);
                    Flat sources;
                    game->predecessors({&i, 1}, player, sources);
                    for (const Index from : sources.span()) moves_back.emplace(from, i);
                }
                EXPECT_EQ(moves, wanted) << code;
                EXPECT_EQ(moves_back, wanted) << code;
            }
        }
    }
}

TEST(Graph, ItsArcsAloneMakeItPartizan) {
    const auto read = [](std::string_view text) { return std::make_shared<const Board>(parse_graph(text, "f")); };
    EXPECT_TRUE(graph(read("digraph { a -> b [player=left]; b -> a }"))->partizan());
    EXPECT_FALSE(graph(read("digraph { a -> b [player=both]; b -> a }"))->partizan());
    EXPECT_FALSE(graph(read(data_text("boards/bounded.dot")))->partizan());
}

TEST(Graph, OtherWalksRefuseArcsOfOnePlayer) {
    const auto owned = std::make_shared<const Board>(parse_graph("digraph { a -> b [player=left] }", "f"));
    const auto refusal = [&](const char* family) { return error_of([&] { game_on(family, owned); }); };
    EXPECT_EQ(
        refusal("snakes-and-adders"),
        std::pair(ErrorCode::bad_file,
                  std::string{"the board has arcs that belong to one player, which snakes-and-adders does not use"}));
    EXPECT_EQ(refusal("horsefly"),
              std::pair(ErrorCode::bad_file,
                        std::string{"an edge belongs to one player, which horsefly does not use: remove its player"}));
}

TEST(Graph, BoundedExampleCountsMovesPastTheBound) {
    const auto game = graph(std::make_shared<const Board>(parse_graph(data_text("boards/bounded.dot"), "bounded.dot")));
    EXPECT_EQ(game->size(), 6U);
    std::vector<bool> legal;
    std::vector<std::uint64_t> leaves;
    std::vector<std::vector<Index>> options(6);
    for (Index i = 0; i < 6; ++i) {
        legal.push_back(game->legal(i));
        leaves.push_back(game->leaves_bound(i));
        game->options(i, Player::left, options[i]);
    }
    EXPECT_EQ(legal, (std::vector<bool>{false, true, true, true, true, false}));
    EXPECT_EQ(leaves, (std::vector<std::uint64_t>{0, 2, 1, 0, 0, 0}));
    EXPECT_EQ(options, (std::vector<std::vector<Index>>{{}, {2}, {1}, {4}, {1, 2, 3}, {}}));
    EXPECT_EQ(
        error_of([&] { game->parse("5"); }),
        std::pair(ErrorCode::out_of_domain, std::string{"\"5\" is past the bound of this game, so it has no value"}));
}

TEST(Graph, StartsAtTheVertexNamedStartOrAtTheFirst) {
    const Arcs none;
    const auto named = std::make_shared<const Board>(true, std::vector<std::string>{"a", "start"}, none);
    EXPECT_EQ(graph(named)->start(), 1U);
    EXPECT_EQ(graph(named)->parse("start"), 1U);
    EXPECT_EQ(graph(board_of(2, none))->start(), 0U);
    EXPECT_EQ(graph(board_of(2, none, {Board::beyond, Board::plain}))->start(), 1U);
    const auto beyond = std::vector<std::uint8_t>{Board::plain, Board::beyond};
    EXPECT_EQ(graph(std::make_shared<const Board>(true, std::vector<std::string>{"a", "start"}, none, beyond))->start(),
              0U);
}

TEST(Graph, BadSpecsAndTextsAreNamed) {
    EXPECT_EQ(error_of([&] { graph(nullptr); }).second, "graph needs a board, but none was given");
    EXPECT_EQ(error_of([&] { graph(board_of(1, {}, {Board::beyond})); }).second,
              "all vertices of the graph are marked beyond: at least one must not be");
    EXPECT_EQ(error_of([&] { graph(board_of(1, {}, {Board::start})); }).second,
              "vertex \"v0\" has a mark other than beyond and home, which the game graph does not use");
    EXPECT_EQ(error_of([&] { graph(board_of(2, {}))->parse("v2"); }),
              std::pair(ErrorCode::bad_position, std::string{"\"v2\" is not a position of this game"}));
}

/// Returns the options by the rules of the exercise, on squares and arrows.
SlowOptions advance(unsigned home, const std::map<unsigned, unsigned>& arrows) {
    return [home, &arrows](const std::string& text) {
        std::multiset<std::string> options;
        for (unsigned steps = 1; steps <= 4; ++steps) {
            const unsigned to = static_cast<unsigned>(std::stoul(text)) + steps;
            if (to <= home) options.insert(std::to_string(arrows.contains(to) ? arrows.at(to) : to));
        }
        return options;
    };
}

TEST(SnakesAndAdders, KeepsItsPromisesOnAllSmallBoardsWithOneArrow) {
    for (unsigned home = 1; home <= 12; ++home) {
        for (unsigned tail = 1; tail < home; ++tail) {
            for (unsigned head = 1; head <= home; ++head) {
                if (head == tail) continue;
                const std::string text = "home " + std::to_string(home) + "\narrow " + std::to_string(tail) + ' ' +
                                         std::to_string(head) + '\n';
                const auto game = snakes(text);
                EXPECT_EQ(game->size(), home - 1);
                expect_conformance(*game, advance(home, {{tail, head}}));
                EXPECT_THROW(game->parse(std::to_string(tail)), Error);
            }
        }
    }
}

TEST(SnakesAndAdders, BoardOfOurOwnHasWinsLossesAndDraws) {
    const auto game = snakes(data_text("boards/snakes-and-adders.board"));
    const std::map<unsigned, unsigned> arrows = {{13, 24}, {14, 21}, {25, 34}, {8, 3}, {9, 3}};
    expect_conformance(*game, advance(42, arrows));
    const auto values = naive::solve(*game);
    const auto value = [&](const char* name) { return to_string(values[game->parse(name)]); };
    EXPECT_EQ(value("42"), "loss 0");
    EXPECT_EQ(value("37"), "loss 2");
    EXPECT_EQ(value("12"), "loss 12");
    EXPECT_EQ(value("10"), "win 13");
    EXPECT_EQ(value("1"), "draw");
    EXPECT_EQ(game->format(*game->start()), "1");
}

TEST(SnakesAndAdders, WithoutArrowsIsASubtractionGame) {
    const auto game = snakes("home 30");
    const auto values = naive::solve(*game);
    for (unsigned square = 1; square <= 30; ++square)
        EXPECT_EQ(values[square - 1].outcome == Outcome::loss, (30 - square) % 5 == 0) << square;
}

}  // namespace mexbase::graph_test
