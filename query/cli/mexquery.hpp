/// \file
/// The program mexquery as a function, so that a program with games of its own is the same program with another list.
#pragma once

#include "../../lib/rules/family.hpp"

namespace mexbase {

/// Runs mexquery on a command line and returns its exit status. Outside `cli/` nothing prints.
/// `registry` says in which games positions may be named; it must outlive the call.
int run_mexquery(int argc, char** argv, const Registry& registry);

}  // namespace mexbase
