#include "values_that_add.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "../../lib/error.hpp"

namespace mexbase {

bool is_cut_off(const Moves& moves) {
    constexpr Index positions_per_call = 4096;
    std::vector<Leaving> leaving;
    if (!moves.traits().bounded) return false;
    for (Index first = 0; first < moves.size() && leaving.empty(); first += positions_per_call)
        moves.leaving(first, std::min(moves.size(), first + positions_per_call), leaving);
    return !leaving.empty();
}

namespace detail {

void require_values_that_add(const Game& game) {
    if (game.traits().stops)
        throw Error(ErrorCode::not_applicable, std::string{game.family()} +
                                                   " may stop where moves are left: its positions have no value in a "
                                                   "sum");
    if (is_cut_off(game))
        throw Error(ErrorCode::not_applicable,
                    "play leaves the bound, and a value in a sum needs to know all that lies beyond");
}

void refuse_cut_off(const Game& game) {
    if (is_cut_off(game))
        throw Error(ErrorCode::not_applicable, "this game of " + std::string{game.family()} +
                                                   " is cut off at a bound, and partizan outcomes are found only of "
                                                   "games that are known whole");
}

}  // namespace detail

}  // namespace mexbase
