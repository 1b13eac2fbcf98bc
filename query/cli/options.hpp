/// \file
/// What mexquery says of itself: its commands, and the options there are.
#pragma once

#include "command_line/program.hpp"

namespace mexbase::cli {

/// The program as data. It lives as long as the process.
const Program& mexquery_program();

}  // namespace mexbase::cli
