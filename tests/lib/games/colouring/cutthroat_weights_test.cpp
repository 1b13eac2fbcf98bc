// SPDX-License-Identifier: MIT
// The atomic weights of Cutthroat positions are integers: docs/results/cutthroat.md has the proof.
#include <gtest/gtest.h>

#include "tests/lib/games/colouring/cutthroat_boards.hpp"

namespace mexbase::cutthroat_weights_test {

class Weights {
  public:
    /// Returns the atomic weight, which must be an integer.
    int operator()(PartizanId g) {
        const auto weight = arena.number_of(arena.atomic_weight(g).value());
        if (!weight || !weight->is_integer()) throw std::runtime_error(to_text(arena, g));
        return static_cast<int>(weight->numerator());
    }
    /// Returns true if g is `weight` ups up to less than an up and a remote star.
    bool about(PartizanId g, int weight) {
        return arena.leq(arena.uptimal({0, weight - 1, 32}), g) && arena.leq(g, arena.uptimal({0, weight + 1, 32}));
    }
    GameArena arena;
};

// Green vertices included: the weight is an integer, and a move changes it by at most one in the mover's favour.
TEST(CutthroatWeights, AreIntegersThatMovesRaiseByOneAtMost) {
    Weights weights;
    int checked = 0;
    for (const Board& board : small::connected_graphs_up_to(5)) {
        const Neighbours neighbours(board);
        ComponentGames games(ColouringGame::cutthroat, neighbours, weights.arena);
        for (VertexSet black = 0; black <= neighbours.all(); ++black)
            for (VertexSet white = 0; white <= neighbours.all(); ++white) {
                if ((black & white) != 0) continue;
                const Colouring c{black, white, neighbours.all() & ~black & ~white};
                const PartizanId value = games.value(c);
                const int weight = weights(value);
                ++checked;
                EXPECT_TRUE(weights.about(value, weight)) << to_text(weights.arena, value);
                if (black == neighbours.all() || white == neighbours.all() || c.open == neighbours.all()) continue;
                const int n = static_cast<int>(neighbours.vertices);
                EXPECT_LE(std::abs(weight), n - 2);
                EXPECT_LE(weight, std::popcount(white | c.open));
                EXPECT_GE(weight, -std::popcount(black | c.open));
                int most_left = -n, least_right = n;
                for_each_vertex(neighbours.all(), [&](unsigned v) {
                    const int to = weights(games.value(c.without(just(v))));
                    if ((white & just(v)) == 0) most_left = std::max(most_left, to);
                    if ((black & just(v)) == 0) least_right = std::min(least_right, to);
                });
                EXPECT_LE(most_left, weight + 1);
                EXPECT_GE(least_right, weight - 1);
                EXPECT_LE(most_left - least_right, 2);
            }
    }
    EXPECT_EQ(checked, 3 + 9 + 2 * 27 + 6 * 81 + 21 * 243);
}

// If moves do not commute, the weight need not be an integer: {up + up | down} is all-small.
TEST(CutthroatWeights, OfOtherAllSmallGamesNeedNotBeIntegers) {
    GameArena arena;
    const PartizanId g = parse_game(arena, "{^2|v}");
    EXPECT_EQ(to_text(arena, *arena.atomic_weight(g)), "1/2");
}

}  // namespace mexbase::cutthroat_weights_test
