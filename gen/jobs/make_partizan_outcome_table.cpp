#include "make_partizan_outcome_table.hpp"

#include <string>

#include "../../lib/error.hpp"

namespace mexbase::detail {

void throw_cut_off_partizan(const Game& game) {
    throw Error(ErrorCode::not_applicable, "this game of " + std::string{game.family()} +
                                               " is cut off at a bound, and partizan outcomes are found only of games "
                                               "that are known whole");
}

}  // namespace mexbase::detail
