// SPDX-License-Identifier: MIT
/// \file
/// Legal moves in chess, reverse moves, and moves from one material to another.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "material_numbering.hpp"

namespace mexbase::chess {

struct Move {
    static constexpr std::uint8_t nothing = 0xff;

    std::uint8_t man = 0;  ///< moving piece
    Square to = 0;
    std::uint8_t taken = nothing;  ///< captured piece
    Kind promoted = king;          ///< kind that a pawn becomes; `king` without promotion
    std::uint8_t pushed = 0;       ///< 1 + the file of a pawn that goes two squares; else 0

    /// Returns true if the move leads to another material: a capture or a promotion.
    bool leaves() const { return taken != nothing || promoted != king; }
};

/// The squares of the pieces in a position, as sets.
struct Pieces {
    Squares own = 0, others = 0;  ///< squares of the side to move, and of the other side
    Square king = 0;              ///< king of the side to move
    Squares all() const { return own | others; }

    Pieces(const MaterialNumbering& layout, const NormalisedPosition& v) {
        std::array<Squares, 2> men{};
        for (unsigned side = 0; side < 2; ++side)
            for (unsigned k = layout.begin(side); k < layout.end(side); ++k) men[side] |= bit(v.at[k]);
        own = men[v.mover];
        others = men[1U - v.mover];
        king = v.at[layout.begin(v.mover)];
    }
};

/// Returns the squares that piece `man` attacks from square `s`. Pieces on `occupied` squares block it.
inline Squares attacked_by(const MaterialNumbering& layout, unsigned man, unsigned s, Squares occupied) {
    const Kind kind = layout.kind(man);
    return kind == pawn ? attacks.pawns[layout.side(man)][s] : attacked_from(kind, s, occupied);
}

/// Returns true if a piece of `side` attacks square `s`. Pieces on `occupied` squares block it. Ignores pieces of
/// `side` on the squares `gone`.
inline bool attacks_square(const MaterialNumbering& layout, const Places& at, unsigned side, unsigned s,
                           Squares occupied, Squares gone = 0) {
    for (unsigned k = layout.begin(side); k < layout.end(side); ++k) {
        const unsigned from = at[k];
        if ((gone & bit(from)) != 0) continue;
        const Kind kind = layout.kind(k);
        const Squares reach = kind == pawn ? attacks.pawns[side][from] : attacks.empty[kind][from];
        if ((reach & bit(s)) != 0 && (attacks.between[from][s] & occupied) == 0) return true;
    }
    return false;
}

/// The squares that the pieces of the side to move may go to, except captures en passant.
struct Targets {
    std::array<Squares, most_men> of{};  ///< by piece
    bool check = false;                  ///< the king is attacked

    Targets(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men);
};

inline Targets::Targets(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men) {
    const unsigned me = v.mover, other = 1 - me;
    const Squares all = men.all(), seen = all & ~bit(men.king);
    Squares danger = 0, allowed = ~Squares{0};
    std::array<Squares, most_men> line;
    line.fill(~Squares{0});
    for (unsigned k = layout.begin(other); k < layout.end(other); ++k) {
        const unsigned from = v.at[k];
        danger |= attacked_by(layout, k, from, seen);
        const Kind kind = layout.kind(k);
        const Squares reach = kind == pawn ? attacks.pawns[other][from] : attacks.empty[kind][from];
        if ((reach & bit(men.king)) == 0) continue;
        const Squares between = attacks.between[from][men.king], blockers = between & all;
        if (blockers == 0) {
            check = true;
            allowed &= between | bit(from);
        } else if ((blockers & (blockers - 1)) == 0 && (blockers & men.own) != 0) {
            for (unsigned man = layout.begin(me); man < layout.end(me); ++man)
                if (v.at[man] == lowest(blockers)) line[man] = between | bit(from);
        }
    }
    const unsigned first = layout.begin(me);
    of[first] = attacks.empty[king][men.king] & ~men.own & ~danger;
    for (unsigned man = first + 1; man < layout.end(me); ++man) {
        const unsigned from = v.at[man];
        Squares to;
        if (layout.kind(man) == pawn) {
            to = attacks.pawns[me][from] & men.others;
            const unsigned ahead = me == 0 ? from + 8 : from - 8;
            if ((all & bit(ahead)) == 0) {
                to |= bit(ahead);
                const unsigned home = me == 0 ? 1 : 6;
                if (rank_of(from) == home) to |= bit(me == 0 ? from + 16 : from - 16) & ~all;
            }
        } else {
            to = attacked_from(layout.kind(man), from, all) & ~men.own;
        }
        of[man] = to & allowed & line[man];
    }
}

/// Returns the square that a pawn passed when it moved two squares on file `pushed` - 1. `mover` is the side that may
/// capture there.
constexpr Square passed_square(unsigned pushed, unsigned mover) {
    return static_cast<Square>((mover == 0 ? 40 : 16) + pushed - 1);
}

/// Calls `f(man, taken)` for each legal capture en passant: pawn `man` takes pawn `taken`, which has just gone two
/// squares on file `pushed` - 1. Stops when `f` returns true, and then returns true. Ignores `v.pushed`.
template <class F>
bool any_en_passant(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men, unsigned pushed,
                    F&& f) {
    const Square passed = passed_square(pushed, v.mover);
    const unsigned me = v.mover, other = 1 - me, pawn_on = me == 0 ? passed - 8U : passed + 8U;
    const Group& takers = layout.group(me, pawn);
    const Group& victims = layout.group(other, pawn);
    for (unsigned man = takers.first; man < takers.first + 0U + takers.count; ++man) {
        if ((attacks.pawns[me][v.at[man]] & bit(passed)) == 0) continue;
        const Squares occupied = (men.all() ^ bit(v.at[man]) ^ bit(pawn_on)) | bit(passed);
        if (attacks_square(layout, v.at, other, men.king, occupied, bit(pawn_on))) continue;
        for (unsigned taken = victims.first; taken < victims.first + 0U + victims.count; ++taken)
            if (v.at[taken] == pawn_on && f(man, taken)) return true;
    }
    return false;
}

/// Returns true if the pawn that has just gone two squares can be taken. `pushed` is 1 + its file.
inline bool can_take_en_passant(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men,
                                unsigned pushed) {
    return any_en_passant(layout, v, men, pushed, [](unsigned, unsigned) { return true; });
}

/// Returns the end rank on which pawns of `side` are promoted.
constexpr Squares promotion_rank(unsigned side) {
    return end_ranks & (side == 0 ? ~Squares{0} << 8 : ~Squares{0} >> 8);
}

/// Calls `f(move)` for the moves of piece `man` to the squares of `to`. A promotion is listed once per new kind.
template <class F>
void for_each_move_of(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men, unsigned man,
                      Squares to, F&& f) {
    const unsigned me = v.mover;
    const bool is_pawn = layout.kind(man) == pawn;
    for (; to != 0; to &= to - 1) {
        Move move{static_cast<std::uint8_t>(man), lowest(to), Move::nothing, king, 0};
        if ((men.others & bit(move.to)) != 0)
            for (unsigned k = layout.begin(1 - me); k < layout.end(1 - me); ++k)
                if (v.at[k] == move.to) move.taken = static_cast<std::uint8_t>(k);
        if (!is_pawn) {
            f(move);
        } else if ((promotion_rank(me) & bit(move.to)) != 0) {
            for (const Kind kind : {queen, rook, bishop, knight}) {
                move.promoted = kind;
                f(move);
            }
        } else {
            const unsigned from = v.at[man];
            if (move.to == from + 16 || from == move.to + 16U)
                move.pushed = static_cast<std::uint8_t>(1 + file_of(from));
            f(move);
        }
    }
}

/// Calls `f(move)` for each capture en passant, if `v.pushed` allows one.
template <class F>
void for_each_en_passant(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men, F&& f) {
    any_en_passant(layout, v, men, v.pushed, [&](unsigned man, unsigned taken) {
        f(Move{static_cast<std::uint8_t>(man), passed_square(v.pushed, v.mover), static_cast<std::uint8_t>(taken), king,
               0});
        return false;
    });
}

template <class F>
void for_each_move(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men,
                   const Targets& targets, F&& f) {
    for (unsigned man = layout.begin(v.mover); man < layout.end(v.mover); ++man)
        for_each_move_of(layout, v, men, man, targets.of[man], f);
    if (v.pushed != 0) for_each_en_passant(layout, v, men, f);
}

/// Exchanges the sides: the second side becomes the first, and the board is turned so that its pawns move up.
inline NormalisedPosition turned(const MaterialNumbering& layout, const NormalisedPosition& v) {
    NormalisedPosition t{{}, static_cast<std::uint8_t>(1 - v.mover), v.pushed};
    unsigned n = 0;
    for (const unsigned side : {1U, 0U})
        for (unsigned k = layout.begin(side); k < layout.end(side); ++k) t.at[n++] = v.at[k] ^ 56;
    layout.sort(t.at);
    return t;
}

/// Returns the position after a move that is not a capture or promotion. If both sides have the same pieces, the sides
/// are exchanged (`turned`), so that the first side is to move.
inline NormalisedPosition after_quiet(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men,
                                      const Move& move) {
    NormalisedPosition next = v;
    next.at[move.man] = move.to;
    next.mover = static_cast<std::uint8_t>(1 - v.mover);
    next.pushed = 0;
    layout.sort(next.at);
    if (move.pushed != 0 && layout.has_pushed()) {
        Pieces after = men;
        after.own = men.others;
        after.others = (men.own ^ bit(v.at[move.man])) | bit(move.to);
        after.king = v.at[layout.begin(next.mover)];
        if (can_take_en_passant(layout, next, after, move.pushed)) next.pushed = move.pushed;
    }
    return layout.symmetric() ? turned(layout, next) : next;
}

/// Returns true if exchanging files and ranks does not change the position, which must have no pawns.
inline bool is_mirrored(const MaterialNumbering& layout, const NormalisedPosition& v) {
    if (file_of(v.at[0]) != rank_of(v.at[0])) return false;
    for (const Group& g : layout.groups()) {
        Squares set = 0, image = 0;
        for (unsigned k = g.first; k < g.first + 0U + g.count; ++k) {
            set |= bit(v.at[k]);
            image |= bit(images[exchange][v.at[k]]);
        }
        if (set != image) return false;
    }
    return true;
}

/// Returns the squares to which moves from `s` are listed if the position is its own mirror image (`is_mirrored`). Two
/// moves that are mirror images of each other are listed once.
constexpr Squares counted_in_mirror(unsigned s) {
    return (below_diagonal & bit(s)) != 0 ? ~Squares{0} : (diagonal & bit(s)) != 0 ? below_diagonal | diagonal : 0;
}

/// Returns the squares from which piece `man` may have made the last move, which was not a capture or promotion.
/// `v.mover` is the side that has just moved. Before the move, this side did not attack the other king, on `target`.
/// `all` are the occupied squares. Pawns may have gone two squares.
inline Squares homes_of(const MaterialNumbering& layout, const NormalisedPosition& v, Squares all, unsigned man,
                        unsigned target) {
    const unsigned me = v.mover, to = v.at[man];
    const Kind kind = layout.kind(man);
    const Squares rest = all ^ bit(to);
    // If another piece attacks the other king when this piece is taken away, this piece must have been between them.
    Squares homes = ~rest;
    for (unsigned k = layout.begin(me); k < layout.end(me); ++k) {
        if (k == man) continue;
        const unsigned s = v.at[k];
        const Kind other_kind = layout.kind(k);
        const Squares reach = other_kind == pawn ? attacks.pawns[me][s] : attacks.empty[other_kind][s];
        if ((reach & bit(target)) == 0) continue;
        const Squares between = attacks.between[s][target];
        if ((between & rest) == 0) homes &= between;
    }
    if (homes == 0) return 0;
    if (kind != pawn) return homes & attacked_from(kind, to, all) & ~all & ~attacked_from(kind, target, rest);
    const unsigned behind = me == 0 ? to - 8 : to + 8;
    if (((end_ranks | rest) & bit(behind)) != 0) return 0;
    Squares from = bit(behind);
    if (rank_of(to) == pushed_rank(me)) from |= bit(me == 0 ? to - 16 : to + 16) & ~rest;
    return homes & from & ~attacks.pawns[1 - me][target];
}

/// Calls `f(pushed)` for each pawn of the other side that may just have gone two squares, and that a pawn of the side
/// to move can take. `pushed` is 1 + its file.
template <class F>
void for_each_pushed(const MaterialNumbering& layout, const NormalisedPosition& v, const Pieces& men, F&& f) {
    const unsigned other = 1U - v.mover;
    const Group& pawns = layout.group(other, pawn);
    for (unsigned k = pawns.first; k < pawns.first + 0U + pawns.count; ++k) {
        const unsigned s = v.at[k];
        if (rank_of(s) != pushed_rank(other)) continue;
        const Squares way = other == 0 ? bit(s - 8) | bit(s - 16) : bit(s + 8) | bit(s + 16);
        if ((men.all() & way) == 0 && can_take_en_passant(layout, v, men, 1 + file_of(s))) f(1 + file_of(s));
    }
}

/// Calls `f(index)` for every position of the same slice from which a legal move leads to the legal position
/// `position`. If the position is its own mirror image, mirrored predecessors are listed once.
template <class F>
void for_each_predecessor(const MaterialNumbering& layout, const NormalisedPosition& position, F&& f) {
    // `v` is `position`, but the side that has just moved is to move again.
    NormalisedPosition v = position;
    v.mover = static_cast<std::uint8_t>(1 - position.mover);
    v.pushed = 0;
    const unsigned me = v.mover, other = 1 - me;
    const Squares all = Pieces(layout, v).all();
    const unsigned target = v.at[layout.begin(other)];
    // If both sides have the same pieces, positions are turned before ranking, so that the first side is to move.
    const bool turns = layout.symmetric();
    const MaterialNumbering::Neighbours near(layout, turns ? turned(layout, v) : v);
    const auto rank_from = [&](NormalisedPosition from) {
        layout.sort(from.at);
        return layout.rank(turns ? turned(layout, from) : from);
    };
    const auto back = [&](unsigned man, unsigned home) {
        const unsigned twin = turns ? (man + layout.begin(1)) % layout.men() : man, flip = turns ? 56 : 0;
        const bool known = near.has(twin);
        if (known) f(near.moved(twin, v.at[man] ^ flip, home ^ flip));
        if (known && !layout.has_pushed()) return;
        NormalisedPosition from = v;
        from.at[man] = static_cast<Square>(home);
        if (!known) f(rank_from(from));
        if (!layout.has_pushed()) return;
        for_each_pushed(layout, from, Pieces(layout, from), [&](unsigned pushed) {
            from.pushed = static_cast<std::uint8_t>(pushed);
            f(rank_from(from));
        });
    };
    const bool mirrored = !layout.has_pawns() && is_mirrored(layout, v);
    for (unsigned man = layout.begin(me); man < layout.end(me); ++man) {
        if (layout.has_levels() && layout.kind(man) == pawn) continue;
        const unsigned to = v.at[man];
        Squares homes = homes_of(layout, v, all, man, target);
        if (homes == 0) continue;
        if (mirrored) homes &= counted_in_mirror(to);
        if (layout.has_pushed()) {
            const bool pushed = layout.kind(man) == pawn && rank_of(to) == pushed_rank(me);
            const Squares two = pushed ? bit(me == 0 ? to - 16 : to + 16) : 0;
            // If a pawn can be taken en passant now, it has just gone two squares, and no other piece can have moved.
            if (position.pushed != 0)
                homes &= file_of(to) + 1 == position.pushed ? two : 0;
            else if ((homes & two) != 0 &&
                     can_take_en_passant(layout, position, Pieces(layout, position), 1 + file_of(to)))
                homes &= ~two;
        }
        for (; homes != 0; homes &= homes - 1) back(man, lowest(homes));
    }
}

/// A table of all exits (captures and promotions). It gives the material and the position that each exit leads to.
class Exits {
  public:
    Exits() = default;
    /// Builds the table. Captures and promotions from a material of `layouts` must lead to materials of `layouts`.
    explicit Exits(const std::vector<MaterialNumbering>& layouts) : to_(layouts.size() * 2 * kind_count * kind_count) {
        std::map<Material, std::uint16_t> places;
        for (const MaterialNumbering& layout : layouts)
            places.emplace(layout.material(), static_cast<std::uint16_t>(places.size()));
        std::size_t at = 0;
        for (const MaterialNumbering& layout : layouts)
            for (unsigned mover = 0; mover < 2; ++mover)
                for (unsigned taken = 0; taken < kind_count; ++taken)
                    for (unsigned promoted = 0; promoted < kind_count; ++promoted, ++at) {
                        Material m = layout.material();
                        if (taken == king && promoted == king) continue;
                        if (promoted == pawn || (taken != king && m.count[1 - mover][taken] == 0)) continue;
                        if (promoted != king && m.count[mover][pawn] == 0) continue;
                        if (taken != king) --m.count[1 - mover][taken];
                        if (promoted != king) {
                            --m.count[mover][pawn];
                            ++m.count[mover][promoted];
                        }
                        const bool exchanged = !m.normal();
                        to_[at] = {places.at(exchanged ? m.exchanged() : m), exchanged};
                    }
    }

    /// Returns the position after a move of `p` that leaves its material.
    Position after(const std::vector<MaterialNumbering>& layouts, const Position& p, const Move& move) const {
        const MaterialNumbering& layout = layouts[p.material];
        const NormalisedPosition& v = p.view;
        // The kinds of the captured and the promoted piece; a king means none.
        const unsigned taken = move.taken == Move::nothing ? unsigned{king} : unsigned{layout.kind(move.taken)};
        const To& to =
            to_[(p.material * std::size_t{2} + v.mover) * kind_count * kind_count + taken * kind_count + move.promoted];
        Position exit{to.material, p.black_first != to.exchanged, {}};
        const MaterialNumbering& next = layouts[to.material];
        std::array<std::array<std::uint8_t, kind_count>, 2> cursor;
        for (unsigned side = 0; side < 2; ++side)
            for (unsigned k = 0; k < kind_count; ++k) cursor[side][k] = next.group(side, k).first;
        const unsigned flip = to.exchanged ? 56 : 0;
        for (unsigned man = 0; man < layout.men(); ++man) {
            if (man == move.taken) continue;
            const bool moves = man == move.man;
            const Kind kind = moves && move.promoted != king ? move.promoted : layout.kind(man);
            const unsigned side = layout.side(man) ^ (to.exchanged ? 1U : 0U);
            exit.view.at[cursor[side][kind]++] = static_cast<Square>((moves ? move.to : v.at[man]) ^ flip);
        }
        next.sort(exit.view.at);
        exit.view.mover = static_cast<std::uint8_t>((1 - v.mover) ^ (to.exchanged ? 1 : 0));
        if (next.symmetric() && exit.view.mover != 0) {
            exit.view = turned(next, exit.view);
            exit.black_first = !exit.black_first;
        }
        return exit;
    }

  private:
    struct To {
        std::uint16_t material = 0;
        bool exchanged = false;
    };
    std::vector<To> to_;  ///< by material, mover, captured kind and promoted kind
};

}  // namespace mexbase::chess
