/// \file
/// The program mexgen as a function, so that a program with games of its own is the same program with another list.
#pragma once

#include <span>

#include "../../lib/rules/family.hpp"
#include "../jobs/jobs.hpp"

namespace mexbase {

/// Runs mexgen on a command line and returns its exit status. Outside `cli/` nothing prints.
/// `registry` and `jobs` say which games there are; they must outlive the call.
int run_mexgen(int argc, char** argv, const Registry& registry);

}  // namespace mexbase
