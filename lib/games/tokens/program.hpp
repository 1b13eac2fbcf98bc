// SPDX-License-Identifier: MIT
/// \file
/// The family `program`: games whose rules are in another program or in functions.
#pragma once

#include <string>
#include <string_view>

#include "listed_game.hpp"

namespace mexbase {

inline constexpr std::string_view program_family = "program";

/// Returns the family `program`. Its games are `ListedGame`s. On an explored board (`gen/explore`), vertices are
/// positions in the order of their names. Play begins at the first position marked `start`, or else at the first not
/// marked `beyond`.
Family family_Program();

/// Returns the facts of a game of this family. `stops` is true if some positions are marked as stopped. `cut_off` is
/// true if some positions are marked `Board::beyond`, because exploring stopped before them.
OwnFacts program_facts(Index start, bool partizan, bool stops, bool cut_off);

/// Returns how a game with these parameters shows its positions: as `cells` with `board=cells`, otherwise as `text`.
/// Throws `Error{bad_spec}` for other values of `board`.
PositionLook look_of_program(const Parameters& parameters);

/// Returns the game as a `ListedGame` of this family, or null if it belongs to another family.
const ListedGame* as_program(const Game& game);

const FamilyHelp& program_help();

/// Throws `Error{bad_spec}` for an invalid name of a game of this family.
void check_program_name(const std::string& name);

}  // namespace mexbase
