/// \file
/// Snort.
#pragma once

#include "placement.hpp"

namespace mexbase {

/// Colour a vertex so that no neighbour has the other colour (Simon Norton; Conway, On Numbers and Games; with both
/// colours for both players: Uiterwijk, "Solving bicoloring-graph games on rectangular boards, part 2").
struct SnortRule {
    static constexpr std::string_view family = "snort";
    static constexpr ColouringGame searched = ColouringGame::snort;
    static constexpr bool has_tints = true;
    static const FamilyHelp& help();
    static Language language() { return proper_colourings(Forbidden::two_colours); }
    static Language finished() { return finished_colourings(Forbidden::two_colours); }
    static bool allows(const Neighbours& board, const Colouring& p, unsigned v, Colour c) {
        return (board.of[v] & p.of(other(c))) == 0;
    }
};

/// Snort on any board.
using Snort = Placement<SnortRule>;

}  // namespace mexbase
