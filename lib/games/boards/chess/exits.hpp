/// \file
/// Captures and promotions: moves from one material to another.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "layout.hpp"
#include "moves.hpp"

namespace mexbase::chess {

/// The materials that captures and promotions lead to, looked up.
class Exits {
  public:
    Exits() = default;
    /// Of materials that are closed under captures and promotions.
    explicit Exits(const std::vector<Layout>& layouts) : to_(layouts.size() * 2 * kind_count * kind_count) {
        std::map<Material, std::uint16_t> places;
        for (const Layout& layout : layouts)
            places.emplace(layout.material(), static_cast<std::uint16_t>(places.size()));
        std::size_t at = 0;
        for (const Layout& layout : layouts)
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

    /// The position after a move of `p` that leaves its material.
    Position after(const std::vector<Layout>& layouts, const Position& p, const Move& move) const {
        const Layout& layout = layouts[p.material];
        const View& v = p.view;
        // A piece of what was taken, and what a pawn became; a king stands for nothing.
        const unsigned taken = move.taken == Move::nothing ? unsigned{king} : unsigned{layout.kind(move.taken)};
        const To& to =
            to_[(p.material * std::size_t{2} + v.mover) * kind_count * kind_count + taken * kind_count + move.promoted];
        Position exit{to.material, p.black_first != to.exchanged, {}};
        const Layout& next = layouts[to.material];
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
    std::vector<To> to_;  ///< by material, mover, what is taken, and what is promoted
};

}  // namespace mexbase::chess
