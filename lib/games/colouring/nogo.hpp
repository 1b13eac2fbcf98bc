/// \file
/// NoGo.
#pragma once

#include "placement.hpp"

namespace mexbase {

/// Whether every group of `p`, a connected set of one colour that no neighbour of that colour extends, has an open
/// neighbour.
bool groups_have_liberties(const Neighbours& board, const Colouring& p);

/// Colour a vertex so that afterwards every group on the board, of either colour, has an uncoloured neighbour (Neil
/// McKay 2011, also known as anti-atari go; Huggan and Nowakowski, "Conjoined games: GO-CUT and SNO-GO").
struct NoGoRule {
    static constexpr std::string_view family = "nogo";
    static constexpr ColouringGame searched = ColouringGame::nogo;
    static constexpr bool has_tints = false;
    static const FamilyHelp& help();
    static Language language() { return colourings_with_liberties(); }
    static constexpr bool judges_whole_board = true;
    static bool allows(const Neighbours& board, const Colouring& p, unsigned v, Colour c) {
        return groups_have_liberties(board, p.with(v, c));
    }
};

/// NoGo on any board.
using NoGo = Placement<NoGoRule>;

}  // namespace mexbase
