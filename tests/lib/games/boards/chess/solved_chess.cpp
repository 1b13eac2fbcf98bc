// Compiled once, for it takes longest of all that the tests of chess have in common.
#include "solved_chess.hpp"

#include "lib/solve/outcomes/solve.hpp"

namespace mexbase::chess {

SolvedChess::SolvedChess(std::string_view material) : rules({parse_material(material)}), cells(solve(rules).cells) {}

}  // namespace mexbase::chess
