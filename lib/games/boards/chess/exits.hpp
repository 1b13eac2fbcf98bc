/// \file
/// Captures and promotions: moves from one material to another.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "layout.hpp"
#include "moves.hpp"

namespace mexbase::chess {

/// Where a capture or a promotion leads.
struct Exit {
    std::uint16_t material = 0;  ///< place of the material
    bool exchanged = false;      ///< the first side is the one that was the second before
    View view{};

    Index rank(const std::vector<Layout>& layouts) const { return layouts[material].rank(view); }
};

/// The materials that captures and promotions lead to, looked up.
class Exits {
  public:
    Exits() = default;
    /// Of materials that are closed under captures and promotions.
    explicit Exits(const std::vector<Layout>& layouts);

    /// After a move that leaves the material, the `m`th.
    Exit after(const std::vector<Layout>& layouts, std::size_t m, const View& v, const Move& move) const {
        const Layout& layout = layouts[m];
        // A piece of what was taken, and what a pawn became; a king stands for nothing.
        const unsigned taken = move.taken == Move::nothing ? unsigned{king} : unsigned{layout.kind(move.taken)};
        const To& to = to_[(m * 2 + v.mover) * kind_count * kind_count + taken * kind_count + move.promoted];
        Exit exit{to.material, to.exchanged, {}};
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
            exit.exchanged = !exit.exchanged;
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
