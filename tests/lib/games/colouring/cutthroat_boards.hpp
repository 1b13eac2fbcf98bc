// SPDX-License-Identifier: MIT
/// \file
/// Cutthroat positions on small boards for tests, and their values by `ComponentGames`.
#pragma once

#include "lib/solve/search/component_search.hpp"
#include "lib/value/partizan/notation/text.hpp"
#include "tests/lib/games/small_graphs.hpp"

namespace mexbase::cutthroat {

/// A board with every vertex black or white.
struct Coloured {
    Board board;
    VertexSet black = 0;

    PartizanId value(GameArena& arena) const {
        const Neighbours board_of(board);
        return ComponentGames(ColouringGame::cutthroat, board_of, arena).value({black, board_of.all() & ~black, 0});
    }
};

/// Returns a centre with `black` black leaves and `white` white ones.
inline Coloured star(bool black_centre, unsigned black, unsigned white) {
    small::Edges edges;
    for (unsigned v = 1; v <= black + white; ++v) edges.emplace_back(0, v);
    return {small::board_of(1 + black + white, edges), (black_centre ? 1 : 0) | ((just(black) - 1) << 1)};
}

/// Returns the path of n vertices with alternating colours.
inline Coloured alternating(unsigned n, bool black_first) {
    const VertexSet even = 0x5555555555555555 & (just(n) - 1);
    return {small::path(n), black_first ? even : (just(n) - 1) & ~even};
}

/// Returns (w - b) ups, plus a star if b + w is even.
inline PartizanId ups_of(GameArena& arena, unsigned b, unsigned w) {
    return arena.uptimal({0, static_cast<int>(w) - static_cast<int>(b), (b + w + 1) % 2});
}

inline bool greater(GameArena& arena, PartizanId g, PartizanId h) {
    return g != h && arena.leq(h, g);
}
inline bool confused(GameArena& arena, PartizanId g, PartizanId h) {
    return !arena.leq(g, h) && !arena.leq(h, g);
}

}  // namespace mexbase::cutthroat
