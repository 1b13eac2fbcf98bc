/// \file
/// The family `program`: games whose rules are in another program or in functions.
#pragma once

#include <string>

#include "../../rules/family.hpp"

namespace mexbase {

/// The family. Its games are `ListedGame`s on a board that was explored (`gen/explore`): a vertex is a position, by the
/// order of their names; an arc that has an owner is a move of that player only. Play begins at the first vertex marked
/// `start`, or else at the first of all.
Family family_Program();

const FamilyHelp& program_help();

/// Throws `Error{bad_spec}` for what such a game may not be called.
void check_program_name(const std::string& name);

}  // namespace mexbase
