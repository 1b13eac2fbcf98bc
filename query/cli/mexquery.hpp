// SPDX-License-Identifier: MIT
/// \file
/// The program mexquery as a function, so that a program with other games can include it.
#pragma once

#include "../../lib/rules/family.hpp"

namespace mexbase {

/// Runs mexquery on a command line and returns its exit status. Only code in `cli/` prints. `registry` has the
/// supported games; it must outlive the call.
int run_mexquery(int argc, char** argv, const Registry& registry);

}  // namespace mexbase
