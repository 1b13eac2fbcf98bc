// SPDX-License-Identifier: MIT
/// \file
/// The program mexgen as a function, for programs that add games to it.
#pragma once

#include "../../lib/rules/family.hpp"

namespace mexbase {

/// Runs mexgen on a command line with the games of `registry`, and returns its exit status. Only code in `cli/` prints.
int run_mexgen(int argc, char** argv, const Registry& registry);

}  // namespace mexbase
