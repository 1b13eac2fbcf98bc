// SPDX-License-Identifier: MIT
/// \file
/// Col, Snort and NoGo.
#pragma once

#include "placement.hpp"

namespace mexbase {

/// Help on the texts of positions that may show tints (the colours that an open vertex may take).
inline constexpr std::string_view tinted_text =
    "one letter per vertex, . B or W, such as ..B.W; for . also its tint: o either colour, b or w only this one, x "
    "none";

/// Colour a vertex so that no neighbour has the same colour (Colin Vout; Conway, On Numbers and Games; with both
/// colours for both players: Uiterwijk, "Solving bicoloring-graph games on rectangular boards, part 2").
struct ColRule {
    static constexpr std::string_view family = "col";
    static Language finished() { return finished_colourings(Forbidden::same_colour); }
    static constexpr PlacementFacts facts{.searched = ColouringGame::col, .has_tints = true, .finished = finished};
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{"colour a vertex so that no neighbour has the same colour", tinted_text,
                                         "Conway, On Numbers and Games; Uiterwijk, Impartial Col and Snort",
                                         placement_keys, "col:board=grid-3x3,play=impartial"};
        return text;
    }
    static Language language() { return proper_colourings(Forbidden::same_colour); }
    static bool allows(const Neighbours& board, const Colouring& p, unsigned v, Colour c) {
        return (board.of[v] & p.of(c)) == 0;
    }
};

/// Col on any board.
using Col = Placement<ColRule>;

/// Colour a vertex so that no neighbour has the other colour (Simon Norton; Conway, On Numbers and Games; with both
/// colours for both players: Uiterwijk, "Solving bicoloring-graph games on rectangular boards, part 2").
struct SnortRule {
    static constexpr std::string_view family = "snort";
    static Language finished() { return finished_colourings(Forbidden::two_colours); }
    static constexpr PlacementFacts facts{.searched = ColouringGame::snort, .has_tints = true, .finished = finished};
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{"colour a vertex so that no neighbour has the other colour", tinted_text,
                                         "Conway, On Numbers and Games; Uiterwijk, Impartial Col and Snort",
                                         placement_keys, "snort:board=grid-3x3,play=impartial"};
        return text;
    }
    static Language language() { return proper_colourings(Forbidden::two_colours); }
    static bool allows(const Neighbours& board, const Colouring& p, unsigned v, Colour c) {
        return (board.of[v] & p.of(other(c))) == 0;
    }
};

/// Snort on any board.
using Snort = Placement<SnortRule>;

/// Returns true if every group of `p`, a maximal connected set of one colour, has an open neighbour.
inline bool groups_have_liberties(const Neighbours& board, const Colouring& p) {
    const VertexSet beside_open = board.around(p.open);
    for (const VertexSet stones : {p.black, p.white}) {
        // Begins with the stones next to an open vertex (a liberty), and spreads through their groups.
        VertexSet reached = stones & beside_open;
        for (VertexSet fresh = reached; fresh != 0;) {
            fresh = board.around(fresh) & stones & ~reached;
            reached |= fresh;
        }
        if (reached != stones) return false;
    }
    return true;
}

/// Colour a vertex so that afterwards every group on the board, of either colour, has an uncoloured neighbour (Neil
/// McKay 2011, also known as anti-atari go; Huggan and Nowakowski, "Conjoined games: GO-CUT and SNO-GO").
struct NoGoRule {
    static constexpr std::string_view family = "nogo";
    static constexpr PlacementFacts facts{.searched = ColouringGame::nogo, .judges_whole_board = true};
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{
            "colour a vertex so that every group of one colour keeps an uncoloured neighbour",
            "one letter per vertex, . B or W, such as ..B.W", "N. McKay 2011; Huggan and Nowakowski, Conjoined games",
            placement_keys, "nogo:board=path-7,play=impartial"};
        return text;
    }
    static Language language() { return colourings_with_liberties(); }
    static bool allows(const Neighbours& board, const Colouring& p, unsigned v, Colour c) {
        return groups_have_liberties(board, p.with(v, c));
    }
};

/// NoGo on any board.
using NoGo = Placement<NoGoRule>;

}  // namespace mexbase
