// SPDX-License-Identifier: MIT
/// \file
/// Declares the program mexgen as a function. Programs with games of their own call it.
#pragma once

#include "../../lib/rules/family.hpp"

namespace mexbase {

/// Runs mexgen with these command-line arguments and the games of `registry`. Returns the exit status.
int run_mexgen(int argc, char** argv, const Registry& registry);

}  // namespace mexbase
