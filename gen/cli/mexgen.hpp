// SPDX-License-Identifier: MIT
/// \file
/// Declares the program mexgen as a function. Programs with games of their own call it.
#pragma once

#include "../../lib/rules/family.hpp"

namespace mexbase {

class Transport;

/// Runs mexgen with these command-line arguments and the games of `registry`. Returns the exit status. `transport`
/// connects this process, which is rank 0, with others that help it (`help_with_jobs`). Null if it is alone.
int run_mexgen(int argc, char** argv, const Registry& registry, Transport* transport = nullptr);

}  // namespace mexbase
