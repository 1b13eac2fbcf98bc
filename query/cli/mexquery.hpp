// SPDX-License-Identifier: MIT
/// \file
/// The program mexquery as a function, so that a program with other games can include it.
#pragma once

#include "../../lib/rules/family.hpp"

namespace mexbase {

/// Runs mexquery with a command line and returns the exit status. `registry` has the supported games.
int run_mexquery(int argc, char** argv, const Registry& registry);

}  // namespace mexbase
