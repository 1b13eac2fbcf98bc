/// \file
/// How positions of the colouring games fall apart into components, and the legal moves in these: what all searches by
/// components have in common. Everything here depends on its arguments alone, whose sets lie within the board.
#pragma once

#include <bit>

#include "../../board/colouring.hpp"

namespace mexbase::detail {

/// What may still be black and what may still be white.
struct Tinted {
    VertexSet black = 0, white = 0;

    /// What may still be coloured.
    VertexSet open() const { return black | white; }
};

/// The component that holds the least vertex of `set`, which is not empty. `joined(fresh)` are the vertices that those
/// of `fresh` are joined to, and perhaps some outside `set`.
template <class Joined>
VertexSet first_component(VertexSet set, Joined&& joined) {
    VertexSet found = set & (~set + 1);
    for (VertexSet fresh = found; fresh != 0;) {
        fresh = joined(fresh) & set & ~found;
        found |= fresh;
    }
    return found;
}

/// `c` within `set`.
inline Colouring within(const Colouring& c, VertexSet set) {
    return {c.black & set, c.white & set, c.open & set};
}

// Col and Snort: `game` is one of the two

/// What is left of `c` once the neighbours of its coloured vertices know which colour they may no longer take.
inline Tinted tinted(const Neighbours& board, ColouringGame game, const Colouring& c) {
    const VertexSet by_black = board.around(c.black);
    const VertexSet by_white = board.around(c.white);
    if (game == ColouringGame::col) return {c.open & ~by_black, c.open & ~by_white};
    return {c.open & ~by_white, c.open & ~by_black};
}

/// `t` after v, which may take this colour, has taken it.
inline Tinted coloured(const Neighbours& board, ColouringGame game, Tinted t, unsigned v, Colour colour) {
    // In Col, black forbids black; in Snort, it forbids white.
    const bool forbids_black = (colour == Colour::black) == (game == ColouringGame::col);
    (forbids_black ? t.black : t.white) &= ~board.of[v];
    return {t.black & ~just(v), t.white & ~just(v)};
}

/// Calls `f` with every component of `sum`. Only the edges count by which one end may come to forbid the other a
/// colour.
template <class F>
void for_each_tinted_component(const Neighbours& board, ColouringGame game, Tinted sum, F&& f) {
    const Tinted forbidden_by = game == ColouringGame::col ? sum : Tinted{sum.white, sum.black};
    for (VertexSet left = sum.open(); left != 0;) {
        const VertexSet part = first_component(left, [&](VertexSet fresh) {
            return (board.around(fresh & sum.black) & forbidden_by.black) |
                   (board.around(fresh & sum.white) & forbidden_by.white);
        });
        left &= ~part;
        f(Tinted{sum.black & part, sum.white & part});
    }
}

// Cutthroat

/// Calls `f` with every component of `sum` that is not of one colour. Open vertices are green.
template <class F>
void for_each_cutthroat_component(const Neighbours& board, const Colouring& sum, F&& f) {
    for_each_component(board, sum.present(), [&](VertexSet part) {
        const Colouring c = within(sum, part);
        if (c.black != part && c.white != part && c.open != part) f(c);
    });
}

// NoGo

/// The legal moves: none if a group has no liberty.
Tinted legal_in_nogo(const Neighbours& board, const Colouring& c);

/// The vertices joined to those of `fresh` by edges that count: not those between black and white.
inline VertexSet joined_in_nogo(const Neighbours& board, VertexSet fresh, const Colouring& c) {
    return board.around(fresh & c.open) | (board.around(fresh & c.black) & ~c.white) |
           (board.around(fresh & c.white) & ~c.black);
}

/// Calls `f` with every component of `sum` in which there may be a move: its last open vertex can never be coloured.
template <class F>
void for_each_nogo_component(const Neighbours& board, const Colouring& sum, F&& f) {
    for (VertexSet left = sum.present(); left != 0;) {
        const VertexSet part =
            first_component(left, [&](VertexSet fresh) { return joined_in_nogo(board, fresh, sum); });
        left &= ~part;
        if (std::popcount(part & sum.open) > 1) f(within(sum, part));
    }
}

}  // namespace mexbase::detail
