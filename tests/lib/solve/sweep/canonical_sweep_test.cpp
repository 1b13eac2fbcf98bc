// SPDX-License-Identifier: MIT
// Canonical forms by sweep, compared with values found from the texts of positions alone.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../../games/as_game.hpp"
#include "lib/board/families.hpp"
#include "lib/error.hpp"
#include "lib/games/colouring/deletion_games.hpp"
#include "lib/games/colouring/placement_games.hpp"
#include "lib/games/grids/domineering.hpp"
#include "lib/games/grids/toppling_dominoes.hpp"
#include "lib/solve/colouring/board_sweep.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tests/lib/games/colouring/partizan_colourings.hpp"
#include "tests/lib/games/grids/slow_options.hpp"
#include "tests/lib/games/small_graphs.hpp"
#include "tests/refusal.hpp"

namespace mexbase::test::canonical_sweep_test {

using small::Edges;

ColouringBoard board_of(const Board& board) {
    return {std::make_shared<const Board>(board), "a board"};
}

/// Returns the graph whose edges are the ones of `mask`, among the pairs in order.
Board graph_of(unsigned vertices, unsigned mask) {
    Edges edges;
    for (unsigned a = 0; a < vertices; ++a)
        for (unsigned b = a + 1; b < vertices; ++b, mask >>= 1)
            if ((mask & 1) != 0) edges.emplace_back(a, b);
    return small::board_of(vertices, edges);
}

SlowPartizanOptions cutthroat(const Board& graph) {
    return partizan_moves(brute::ColouringRules::cutthroat, graph);
}

/// Compares all values with those of `moves`, and with the sweep over words if there is one.
template <class R>
void expect_values(const R& rules, SlowPartizanOptions moves) {
    GameArena arena;
    const std::vector<PartizanId> values = sweep_canonical(as_game(rules), arena);
    if constexpr (has<R>.word_game) {
        ASSERT_TRUE(has_canonical_board_sweep(rules.word_game()));
        EXPECT_EQ(sweep_canonical_board(rules.word_game(), arena), values);
    }
    SlowGameValues slow(arena, std::move(moves));
    ASSERT_EQ(values.size(), rules.size());
    for (Index i = 0; i < rules.size(); ++i) {
        if (!rules.legal(i)) {
            EXPECT_EQ(values[i], CanonicalCells::none);
            continue;
        }
        const std::string text = rules.format(rules.unrank(i));
        ASSERT_EQ(to_text(arena, values[i]), to_text(arena, slow.value(text))) << text;
    }
}

TEST(CanonicalSweep, FindsCutthroatOnAllBoardsOfUpToFourVertices) {
    for (unsigned n = 1; n <= 4; ++n)
        for (unsigned mask = 0; mask < 1U << n * (n - 1) / 2; ++mask) {
            const Board graph = graph_of(n, mask);
            expect_values(Cutthroat(board_of(graph), Symmetry::none, n < 4 || mask % 5 == 0, PlayForm::partizan),
                          cutthroat(graph));
        }
}

TEST(CanonicalSweep, FindsCutthroatOnBoardsOfFiveVertices) {
    for (unsigned mask = 0; mask < 1U << 10; mask += 37) {
        const Board graph = graph_of(5, mask);
        expect_values(Cutthroat(board_of(graph), Symmetry::none, mask % 2 == 0, PlayForm::partizan), cutthroat(graph));
    }
}

TEST(CanonicalSweep, FindsPlacementGamesOnSmallBoards) {
    const auto expect_all = [](const Board& graph) {
        using brute::ColouringRules;
        const ColouringBoard board = board_of(graph);
        expect_values(Col(board, Symmetry::none, PlayForm::partizan), partizan_moves(ColouringRules::col, graph));
        expect_values(Snort(board, Symmetry::none, PlayForm::partizan), partizan_moves(ColouringRules::snort, graph));
        expect_values(NoGo(board, Symmetry::none, PlayForm::partizan), partizan_moves(ColouringRules::nogo, graph));
    };
    for (unsigned n = 1; n <= 4; ++n)
        for (unsigned mask = 0; mask < 1U << n * (n - 1) / 2; mask += n < 4 ? 1 : 3) expect_all(graph_of(n, mask));
    for (unsigned mask = 5; mask < 1U << 10; mask += 101) expect_all(graph_of(5, mask));
    expect_all(small::grid(2, 3));
}

TEST(CanonicalSweep, FindsDomineering) {
    for (const auto& [rows, columns] : {std::pair<unsigned, unsigned>{2, 3}, {3, 3}, {1, 6}, {4, 2}}) {
        const std::string name = "grid-" + std::to_string(rows) + "x" + std::to_string(columns);
        expect_values(Domineering({std::make_shared<const Board>(family_board(name)), name, columns}, {rows, columns}),
                      domineering_options);
    }
}

TEST(CanonicalSweep, FindsTopplingDominoes) {
    expect_values(TopplingDominoes(6), toppling_options);
}

TEST(CanonicalSweep, TellsWhatItHasDone) {
    const TopplingDominoes rules(8);
    GameArena arena;
    CanonicalSweepOptions options;
    Index last = 0, calls = 0;
    options.progress = [&](Index done, Index total) {
        EXPECT_EQ(total, rules.size());
        EXPECT_GE(done, last);
        last = done;
        ++calls;
    };
    sweep_canonical(as_game(rules), arena, options);
    EXPECT_EQ(last, rules.size());
    EXPECT_GT(calls, 2U);
}

TEST(CanonicalSweep, KeepsToItsMemory) {
    const TopplingDominoes rules(9);
    const auto refusal = [&](std::uint64_t memory) -> std::string {
        GameArena arena;
        CanonicalSweepOptions options{.memory = memory};
        const auto sweep = [&] { sweep_canonical(as_game(rules), arena, options); };
        const std::string said = test::fault_of(sweep, ErrorCode::out_of_memory);
        return said.empty() ? "none" : said;
    };
    EXPECT_NE(refusal(4 * rules.size() - 1).find("four bytes of memory each"), std::string::npos);
    EXPECT_NE(refusal(4 * rules.size() + 1000).find("distinct games"), std::string::npos);
    EXPECT_EQ(refusal(std::uint64_t{1} << 30), "none");
}

}  // namespace mexbase::test::canonical_sweep_test
