// SPDX-License-Identifier: MIT
// Compiled once, because it is the slowest part that the tests of chess share.
#include "solved_chess.hpp"

#include "lib/solve/outcomes/solve.hpp"

namespace mexbase::chess {

SolvedChess::SolvedChess(std::string_view material) : rules({parse_material(material)}), cells(solve(rules).cells) {}

}  // namespace mexbase::chess
