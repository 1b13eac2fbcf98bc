/// \file
/// The program mexgen as a function, so that a program with games of its own is the same program with another list.
#pragma once

#include "../../lib/rules/family.hpp"

namespace mexbase {

/// Runs mexgen on a command line and returns its exit status. `registry` says which games there are. Outside `cli/`
/// nothing prints.
int run_mexgen(int argc, char** argv, const Registry& registry);

}  // namespace mexbase
