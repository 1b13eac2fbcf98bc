// SPDX-License-Identifier: MIT
/// \file
/// A board whose vertices are coloured or removed: the positions of all colouring games.
#pragma once

#include "neighbours.hpp"

namespace mexbase {

/// The colours of vertices. Black, also called blue, is Left's colour. White, also called red, is Right's.
enum class Colour : std::uint8_t { black = 0, white = 1 };

constexpr Colour other(Colour c) {
    return c == Colour::black ? Colour::white : Colour::black;
}

/// The sets of black, white and open vertices, which are disjoint. Open vertices are uncoloured in games that colour
/// vertices, and green in games that remove vertices. A vertex in none of the sets is removed.
struct Colouring {
    VertexSet black = 0, white = 0, open = 0;

    VertexSet coloured() const { return black | white; }
    /// Returns all vertices that are not removed.
    VertexSet present() const { return black | white | open; }
    VertexSet of(Colour c) const { return c == Colour::black ? black : white; }
    /// Returns the position after colouring the open vertex v.
    Colouring with(unsigned v, Colour c) const {
        Colouring next = *this;
        (c == Colour::black ? next.black : next.white) |= just(v);
        next.open &= ~just(v);
        return next;
    }
    /// Returns the position without the vertices of `set`.
    Colouring without(VertexSet set) const { return {black & ~set, white & ~set, open & ~set}; }
    Colouring swapped() const { return {white, black, open}; }

    friend bool operator==(const Colouring&, const Colouring&) = default;
};

/// The colouring games in their impartial forms: either player uses either colour, and a player who cannot move loses.
enum class ColouringGame : std::uint8_t {
    col,          ///< colour an open vertex so that no neighbour has its colour
    snort,        ///< colour an open vertex so that no neighbour has the other colour
    nogo,         ///< colour an open vertex so that every group, of either colour, keeps an open neighbour
    node_kayles,  ///< remove a vertex with its neighbours
    cutthroat,    ///< remove a vertex of a component of several colours; components of one colour are then removed
    go_cut,       ///< NoGo; when it is over, open vertices are removed, and Cutthroat is played on the rest
    sno_go,       ///< Snort; when it is over, or if two neighbours have different colours, NoGo on the same board
};

/// A game on a graph that is searched component by component (`Has::searched`). Borrows the graph.
struct SearchedBoard {
    ColouringGame game;
    const Neighbours& neighbours;
};

}  // namespace mexbase
