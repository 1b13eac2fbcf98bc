// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lib/solve/search/component_search.hpp"
#include "tests/lib/games/colouring/partizan_colourings.hpp"
#include "tests/lib/games/small_graphs.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::component_values_test {

using namespace test;
using brute::ColouringRules;
using brute::Colourings;

struct Both {
    const char* name;
    ColouringGame game;
    ColouringRules rules;
};
constexpr std::array placing = {
    Both{"col", ColouringGame::col, ColouringRules::col},
    Both{"snort", ColouringGame::snort, ColouringRules::snort},
    Both{"nogo", ColouringGame::nogo, ColouringRules::nogo},
    Both{"node-kayles", ColouringGame::node_kayles, ColouringRules::node_kayles},
    Both{"go-cut", ColouringGame::go_cut, ColouringRules::go_cut},
    Both{"sno-go", ColouringGame::sno_go, ColouringRules::sno_go},
};
constexpr Both cutthroat{"cutthroat", ColouringGame::cutthroat, ColouringRules::cutthroat};

std::uint32_t of_text(ColouringGame game, const Board& board, const std::string& text) {
    return ComponentValues(game, Neighbours(board)).value(colouring_of(text));
}
std::uint32_t of_empty(ColouringGame game, const Board& board) {
    return of_text(game, board, std::string(board.vertex_count(), '.'));
}

/// Compares these positions with brute force.
template <class Texts>
void expect_agreement(const Both& game, const Board& board, const Texts& texts) {
    Colourings slow(game.rules, board);
    ComponentValues fast(game.game, Neighbours(board));
    for (const std::string& text : texts)
        ASSERT_EQ(fast.value(colouring_of(text)), slow.value(text).nimber)
            << game.name << ' ' << text << " on" << picture(board);
}

/// Returns the empty board and some positions reachable from it.
std::vector<std::string> met_in_play(const Both& game, const Board& board, std::mt19937_64& random) {
    const Colourings slow(game.rules, board);
    std::vector<std::string> met{slow.empty()};
    for (int play = 0; play < 3; ++play)
        for (std::string p = slow.settled(slow.empty());;) {
            const auto options = slow.options_by_move(p);
            if (options.empty()) break;
            p = options[random() % options.size()];
            met.push_back(p);
        }
    return met;
}

TEST(SmallGraphs, AreAsManyAsThereAreClasses) {
    const std::array<std::size_t, 6> classes = {1, 1, 2, 6, 21, 112};
    for (unsigned n = 1; n <= 6; ++n) EXPECT_EQ(small::connected_graphs(n).size(), classes[n - 1]) << n;
    std::mt19937_64 random(1);
    for (unsigned n = 1; n <= 9; ++n) {
        const Neighbours board(small::random_connected(n, random));
        EXPECT_EQ(board.component(0, board.all()), board.all());
    }
}

TEST(ColouringBrute, CountsPliesAsByHand) {
    // With three in a row the centre ends Node-Kayles at once; an end vertex leaves the last move to the opponent.
    const auto kayles = Colourings(ColouringRules::node_kayles, small::path(3)).value("...");
    EXPECT_TRUE(kayles.normal_win && kayles.misere_win);
    EXPECT_EQ(kayles.normal_remoteness, 1U);
    EXPECT_EQ(kayles.misere_remoteness, 2U);
    // In B-B-W the centre or the last ends Cutthroat, and the first leaves B-W, one more move.
    Colourings cut(ColouringRules::cutthroat, small::path(3));
    EXPECT_EQ(cut.value("BBW").nimber, 2U);
    EXPECT_EQ(cut.value("BBW").normal_remoteness, 1U);
    EXPECT_EQ(cut.value("BBW").misere_remoteness, 2U);
    EXPECT_EQ(cut.value("BBB").normal_remoteness, 0U);
    EXPECT_TRUE(cut.value("BBB").misere_win && !cut.value("BBB").normal_win);
    // Normal play is lost if and only if the nimber is 0, and lost play lasts an even number of plies.
    for (const Both& game : placing) {
        Colourings slow(game.rules, small::cycle(5));
        for (const std::string& text : slow.reachable(slow.empty())) {
            EXPECT_EQ(slow.value(text).normal_win, slow.value(text).nimber != 0) << game.name << ' ' << text;
            EXPECT_EQ(slow.value(text).normal_win, slow.value(text).normal_remoteness % 2 == 1);
            EXPECT_EQ(slow.value(text).misere_win, slow.value(text).misere_remoteness % 2 == 0);
        }
    }
}

TEST(ComponentValues, AreThoseOfEveryPositionOnAllSmallGraphs) {
    for (const Board& board : small::connected_graphs_up_to(5))
        for (const Both& game : placing) {
            const Colourings slow(game.rules, board);
            expect_agreement(game, board, slow.reachable(slow.empty()));
        }
}

TEST(ComponentValues, AreThoseOfPositionsThatPlayNeverMeets) {
    for (const Board& board : small::connected_graphs_up_to(4))
        for (const Both& game : placing) {
            const bool kayles = game.game == ColouringGame::node_kayles;
            expect_agreement(game, board, texts_of(kayles ? ".-" : ".BW-", board.vertex_count()));
        }
}

TEST(ComponentValues, AreThoseOfPlayOnAllGraphsOfSixVertices) {
    MEXBASE_SKIP_IN_SANITIZERS();
    std::mt19937_64 random(6);
    const auto boards = small::connected_graphs(6);
    for (std::size_t i = 0; i < boards.size(); ++i)
        for (const Both& game : placing) expect_agreement(game, boards[i], met_in_play(game, boards[i], random));
}

TEST(ComponentValues, AreThoseOfPlayOnRandomGraphs) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 8; ++i) {
        const Board board = small::random_connected(7, random);
        for (const Both& game : placing) expect_agreement(game, board, met_in_play(game, board, random));
    }
}

TEST(ComponentValues, AreThoseOfEveryCutthroatStart) {
    for (const Board& board : small::connected_graphs_up_to(5))
        expect_agreement(cutthroat, board, texts_of("BWG", board.vertex_count()));
    for (const Board& board : small::connected_graphs_up_to(4))
        expect_agreement(cutthroat, board, texts_of("BWG-", board.vertex_count()));
}

TEST(ComponentValues, AreTheSameInAnyOrderOfAsking) {
    std::mt19937_64 random(11);
    const Board board = small::grid(2, 4);
    for (const Both& game : placing) {
        ComponentValues values(game.game, Neighbours(board));
        auto met = met_in_play(game, board, random);
        std::vector<std::uint32_t> first;
        for (const auto& text : met) first.push_back(values.value(colouring_of(text)));
        const std::size_t stored = values.stored();
        for (std::size_t i = met.size(); i-- > 0;) {
            EXPECT_EQ(values.value(colouring_of(met[i])), first[i]);
            EXPECT_EQ(of_text(game.game, board, met[i]), first[i]);
            EXPECT_EQ(values.value(colouring_of(met[i]).swapped()), first[i]);
        }
        EXPECT_EQ(values.stored(), stored) << "what was known was stored again";
        EXPECT_GT(values.bytes(), 16 * stored);
    }
}

TEST(ComponentValues, AddUpOverApartBoards) {
    // NoGo also adds up, because no move takes another group's last liberty; conjoined games do not.
    const Board whole = small::board_of(7, {{0, 1}, {1, 2}, {0, 2}, {3, 4}, {4, 5}, {5, 6}});
    for (const Both& game : placing) {
        const auto expected = Colourings(game.rules, whole).value(".......").nimber;
        EXPECT_EQ(of_empty(game.game, whole), expected) << game.name;
        const auto parts = of_empty(game.game, small::complete(3)) ^ of_empty(game.game, small::path(4));
        if (game.game != ColouringGame::go_cut && game.game != ColouringGame::sno_go) {
            EXPECT_EQ(expected, parts) << game.name;
        }
    }
    EXPECT_EQ(of_empty(ColouringGame::col, Board()), 0U);
}

TEST(ComponentValues, ReachTheLastVertexOfTheLargestBoard) {
    const Board board = small::path(most_set_vertices);
    const std::string first_and_last = "." + std::string(most_set_vertices - 2, '-') + ".";
    for (const Both& game : placing) {
        const bool needs_liberty = game.game == ColouringGame::nogo || game.game == ColouringGame::go_cut;
        EXPECT_EQ(of_text(game.game, board, "-" + first_and_last.substr(1)), needs_liberty ? 0U : 1U) << game.name;
        EXPECT_EQ(of_text(game.game, board, first_and_last), 0U) << game.name;
    }
    EXPECT_EQ(of_empty(ColouringGame::snort, board), 0U);
    EXPECT_EQ(of_text(ColouringGame::cutthroat, board, std::string(most_set_vertices - 2, 'B') + "-W"), 0U);
    EXPECT_EQ(of_text(ColouringGame::cutthroat, board, std::string(most_set_vertices - 2, '-') + "BW"), 1U);
}

TEST(GoCut, HasThePublishedValuesOnPaths) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::array<std::uint32_t, 14> published = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 0};
    for (unsigned n = 1; n <= published.size(); ++n)
        EXPECT_EQ(of_empty(ColouringGame::go_cut, small::path(n)), published[n - 1]) << n;
}

// Huggan and Nowakowski, theorem 12, case (vi): the printed answer to [.B.....B.......], at the fifth vertex, loses in
// either colour; the reflection of the last move wins.
TEST(SnoGo, TheAnswerThatIsPrintedForFifteenVerticesLoses) {
    const auto nimber = [](const char* text) { return of_text(ColouringGame::sno_go, small::path(15), text); };
    EXPECT_EQ(nimber(".B..B..B.....W."), 0U) << "the opponent's reply to it";
    EXPECT_NE(nimber(".B..B..B......."), 0U);
    EXPECT_NE(nimber(".B..W..B......."), 0U);
    EXPECT_EQ(nimber(".B.....B.....B."), 0U);
}

// Dawson's Chess, octal 0.137: a move removes 1, 2 or 3 neighbours and leaves two paths of n - 3 vertices in total, or
// one.
TEST(NodeKayles, IsDawsonsChessOnPaths) {
    MEXBASE_SKIP_IN_SANITIZERS();
    std::vector<std::uint32_t> g;
    for (unsigned n = 0; n <= 40; ++n) {
        std::set<std::uint32_t> options;
        for (unsigned i = 0; i < n; ++i) {
            const unsigned before = i > 0 ? i - 1 : 0;
            const unsigned after = i + 2 < n ? n - i - 2 : 0;
            options.insert(g[before] ^ g[after]);
        }
        std::uint32_t mex = 0;
        while (options.count(mex) != 0) ++mex;
        g.push_back(mex);
        EXPECT_EQ(of_empty(ColouringGame::node_kayles, small::path(n)), mex) << n;
    }
    EXPECT_EQ(g[32], 7U);
}

// Uiterwijk, "Solving bicoloring-graph games on rectangular boards": theorems 1, 2, 4 and 5.
TEST(ColAndSnort, HaveThePublishedValuesOnRectangles) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const ColouringGame game : {ColouringGame::col, ColouringGame::snort}) {
        for (unsigned n = 1; n <= 40; ++n) EXPECT_EQ(of_empty(game, small::path(n)), n % 2) << n;
        for (unsigned rows = 2; rows <= 5; ++rows)
            for (unsigned columns = rows; rows * columns <= 18; ++columns) {
                const bool zero = of_empty(game, small::grid(rows, columns)) == 0;
                EXPECT_EQ(zero, rows * columns % 2 == 0) << rows << 'x' << columns;
            }
    }
}

TEST(ColAndSnort, HaveThePublishedValuesOnCycles) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (unsigned n = 3; n <= 32; ++n) {
        EXPECT_EQ(of_empty(ColouringGame::col, small::cycle(n)), 0U) << n;
        EXPECT_EQ(of_empty(ColouringGame::snort, small::cycle(n)), n % 2) << n;
    }
}

// Exchanging the colours on one side of a bipartite board turns one game into the other.
TEST(ColAndSnort, AreOneGameOnBipartiteBoards) {
    const Board board = small::grid(2, 3);
    const VertexSet side = just(0) | just(2) | just(4);
    ComponentValues col(ColouringGame::col, Neighbours(board));
    ComponentValues snort(ColouringGame::snort, Neighbours(board));
    for (const std::string& text : texts_of(".BW", 6)) {
        const Colouring c = colouring_of(text);
        const Colouring turned{(c.black & ~side) | (c.white & side), (c.white & ~side) | (c.black & side), c.open};
        EXPECT_EQ(col.value(c), snort.value(turned)) << text;
    }
}

TEST(NoGo, FallsApartBetweenNeighboursOfBothColours) {
    const Board board = small::path(8);
    Colourings slow(ColouringRules::nogo, board);
    for (const std::string& left : texts_of(".BW", 3))
        for (const std::string& right : texts_of(".BW", 3)) {
            const std::string text = left + "BW" + right;
            EXPECT_EQ(of_text(ColouringGame::nogo, board, text), slow.value(text).nimber) << text;
        }
}

/// Returns the board and the position in which the neighbours u and v, of one colour, are one vertex.
std::pair<Board, std::string> merged(const Board& board, const std::string& text, Vertex u, Vertex v) {
    const auto renamed = [&](Vertex w) { return w == v ? (u < v ? u : u - 1) : w > v ? w - 1 : w; };
    small::Edges edges;
    for (Vertex a = 0; a < board.vertex_count(); ++a)
        for (const Vertex b : board.successors(a))
            if (a < b && renamed(a) != renamed(b)) edges.emplace_back(renamed(a), renamed(b));
    std::string joined = text;
    joined.erase(v, 1);
    return {small::board_of(static_cast<unsigned>(board.vertex_count()) - 1, edges), joined};
}

/// Searches boards of up to 5 vertices for a reachable position with an open vertex whose nimber changes when two
/// neighbours of one colour are merged.
std::optional<std::string> changed_by_merging(const Both& game, int& merges) {
    for (const Board& board : small::connected_graphs_up_to(5)) {
        const Colourings slow(game.rules, board);
        ComponentValues values(game.game, Neighbours(board));
        for (const std::string& text : slow.reachable(slow.empty())) {
            if (text.find('.') == std::string::npos) continue;
            for (Vertex u = 0; u < board.vertex_count(); ++u)
                for (const Vertex v : board.successors(u)) {
                    if (text[u] != text[v] || (text[u] != 'B' && text[u] != 'W')) continue;
                    ++merges;
                    const auto [smaller, joined] = merged(board, text, u, v);
                    if (of_text(game.game, smaller, joined) != values.value(colouring_of(text)))
                        return text + " on" + picture(board);
                }
        }
    }
    return std::nullopt;
}

TEST(Merging, NeighboursOfOneColourKeepsTheNimberButInGoCut) {
    for (const Both& game : placing) {
        if (game.game == ColouringGame::col || game.game == ColouringGame::node_kayles) continue;
        int merges = 0;
        const auto changed = changed_by_merging(game, merges);
        EXPECT_GT(merges, game.game == ColouringGame::go_cut ? 0 : 1000) << game.name;
        if (game.game == ColouringGame::go_cut)
            EXPECT_TRUE(changed.has_value());
        else
            EXPECT_EQ(changed, std::nullopt) << game.name << ' ' << *changed;
    }
}

}  // namespace mexbase::component_values_test
