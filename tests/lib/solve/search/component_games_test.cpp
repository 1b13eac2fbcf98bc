// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "lib/error.hpp"
#include "lib/solve/search/component_search.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tests/lib/games/colouring/partizan_colourings.hpp"
#include "tests/lib/games/small_graphs.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::component_games_test {

using namespace test;

constexpr std::array games{ColouringGame::col, ColouringGame::snort, ColouringGame::nogo, ColouringGame::cutthroat};

brute::ColouringRules rules_of(ColouringGame game) {
    using brute::ColouringRules;
    return game == ColouringGame::col     ? ColouringRules::col
           : game == ColouringGame::snort ? ColouringRules::snort
           : game == ColouringGame::nogo  ? ColouringRules::nogo
                                          : ColouringRules::cutthroat;
}

/// Values of whole boards by brute force; green vertices are open ones.
class Whole {
  public:
    Whole(ColouringGame game, const Board& board, GameArena& arena)
        : rules_(rules_of(game), board),
          values_(arena, partizan_moves(rules_of(game), board)),
          removes_(game == ColouringGame::cutthroat) {}
    PartizanId operator()(std::string text) {
        if (removes_) std::ranges::replace(text, '.', 'G');
        return values_.value(rules_.settled(text));
    }

  private:
    brute::Colourings rules_;
    SlowGameValues values_;
    bool removes_;
};

const char* name_of(ColouringGame game) {
    return game == ColouringGame::col     ? "col"
           : game == ColouringGame::snort ? "snort"
           : game == ColouringGame::nogo  ? "nogo"
                                          : "cutthroat";
}

void expect_agreement(ColouringGame game, const Board& board, const std::vector<std::string>& texts) {
    GameArena arena;
    Whole slow(game, board, arena);
    ComponentGames fast(game, Neighbours(board), arena);
    for (const std::string& text : texts)
        ASSERT_EQ(fast.value(colouring_of(text)), slow(text)) << name_of(game) << picture(board) << ": " << text;
}

TEST(ComponentGames, AreTheValuesOfWholeBoards) {
    for (const ColouringGame game : games)
        for (const Board& board : small::connected_graphs_up_to(5)) {
            const bool removes = game == ColouringGame::cutthroat;
            expect_agreement(game, board,
                             texts_of(removes && board.vertex_count() < 5 ? ".BW-" : ".BW", board.vertex_count()));
        }
}

TEST(ComponentGames, AreTheValuesOfLargerBoards) {
    std::mt19937_64 random(23);
    for (const ColouringGame game : games)
        for (int i = 0; i < 6; ++i) {
            const unsigned n = game == ColouringGame::cutthroat ? 9 : 7;
            const Board board = small::random_connected(n, random);
            std::vector<std::string> texts;
            for (int j = 0; j < 8; ++j) {
                std::string text(n, '.');
                for (char& c : text) c = "BW.BW.BW"[random() % (game == ColouringGame::cutthroat ? 8 : 3)];
                texts.push_back(text);
            }
            expect_agreement(game, board, texts);
        }
}

TEST(ComponentGames, OfBoardsInPiecesAreSums) {
    GameArena arena;
    const Board two = small::board_of(7, {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {5, 6}, {6, 3}});
    for (const ColouringGame game : games) {
        Whole slow(game, two, arena);
        ComponentGames fast(game, Neighbours(two), arena);
        for (const char* text : {".......", ".B..W..", "B.W....", "BWBBWWB", "BW..BW.", "WBBWB.W"}) {
            if (game != ColouringGame::cutthroat && std::string_view(text).find("BWB") == 0) continue;
            EXPECT_EQ(fast.value(colouring_of(text)), slow(text)) << name_of(game) << ' ' << text;
        }
    }
}

// Berlekamp, Conway and Guy, "Winning Ways", chapter 2 (Col and Snort on paths); Col's values are numbers, or numbers
// and a star (Conway 1976, chapter 8).
TEST(ComponentGames, AreThePublishedOnes) {
    MEXBASE_SKIP_IN_SANITIZERS();
    GameArena arena;
    const auto empty_path = [&](ColouringGame game, unsigned n) {
        return to_text(arena, ComponentGames(game, Neighbours(small::path(n)), arena).value({0, 0, just(n) - 1}));
    };
    EXPECT_EQ(empty_path(ColouringGame::col, 1), "*");
    EXPECT_EQ(empty_path(ColouringGame::col, 2), "0");
    EXPECT_EQ(empty_path(ColouringGame::snort, 1), "*");
    EXPECT_EQ(empty_path(ColouringGame::snort, 2), "+-1");
    EXPECT_EQ(empty_path(ColouringGame::snort, 3), "+-2");
    for (const Board& board : small::connected_graphs_up_to(5)) {
        ComponentGames col(ColouringGame::col, Neighbours(board), arena);
        for (const std::string& text : texts_of(".B", board.vertex_count())) {
            const auto value = arena.uptimal_of(col.value(colouring_of(text)));
            ASSERT_TRUE(value) << text;
            EXPECT_TRUE(value->ups == 0 && value->nimber <= 1);
        }
    }
}

TEST(ComponentGames, ReachBoardsOf64Vertices) {
    GameArena arena;
    const Board board = small::path(64);
    ComponentGames cutthroat(ColouringGame::cutthroat, Neighbours(board), arena);
    EXPECT_EQ(to_text(arena, cutthroat.value({0x5555555555555555, 0xaaaaaaaaaaaaaaaa, 0})), "+-{0,^*}");
    ComponentGames col(ColouringGame::col, Neighbours(board), arena);
    EXPECT_EQ(to_text(arena, col.value({0, 0, ~VertexSet{0}})), "0");  // the second player mirrors
}

TEST(ComponentGames, HaveALimitOfMemory) {
    GameArena arena;
    const Board board = small::grid(4, 4);
    ComponentGames snort(ColouringGame::snort, Neighbours(board), arena, std::size_t{1} << 20);
    EXPECT_EQ(test::error_code_of([&] { snort.value({0, 0, just(16) - 1}); }), ErrorCode::out_of_memory);
    EXPECT_LT(snort.bytes() + arena.bytes(), std::size_t{4} << 20);
    // The games in the arena stay valid.
    GameArena fresh;
    const Colouring corner{0, 0, 0x77};
    const std::string expected =
        to_text(fresh, ComponentGames(ColouringGame::snort, Neighbours(board), fresh).value(corner));
    EXPECT_EQ(to_text(arena, ComponentGames(ColouringGame::snort, Neighbours(board), arena).value(corner)), expected);
}

TEST(ComponentGames, AreOfPartizanGamesOnly) {
    GameArena arena;
    for (const ColouringGame game : {ColouringGame::node_kayles, ColouringGame::go_cut, ColouringGame::sno_go})
        EXPECT_THROW(ComponentGames(game, Neighbours(small::path(3)), arena), Error);
}

}  // namespace mexbase::component_games_test
