/// \file
/// Col.
#pragma once

#include "placement.hpp"

namespace mexbase {

/// Colour a vertex so that no neighbour has the same colour (Colin Vout; Conway, On Numbers and Games; with both
/// colours for both players: Uiterwijk, "Solving bicoloring-graph games on rectangular boards, part 2").
struct ColRule {
    static constexpr std::string_view family = "col";
    static constexpr ColouringGame searched = ColouringGame::col;
    static constexpr bool has_tints = true;
    static const FamilyHelp& help();
    static Language language() { return proper_colourings(Forbidden::same_colour); }
    static Language finished() { return finished_colourings(Forbidden::same_colour); }
    static bool allows(const Neighbours& board, const Colouring& p, unsigned v, Colour c) {
        return (board.of[v] & p.of(c)) == 0;
    }
};

/// Col on any board.
using Col = Placement<ColRule>;

}  // namespace mexbase
