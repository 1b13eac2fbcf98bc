/// \file
/// Which games have values that add, as nimbers, obliged pairs and canonical forms do, and which have partizan
/// outcomes: what making and verifying a table of them begin with.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "../../lib/error.hpp"
#include "../../lib/rules/ruleset.hpp"

namespace mexbase {

/// True where some position has an option past the bound.
template <Ruleset R>
bool is_cut_off(const R& rules) {
    bool found = false;
    if constexpr (HasBound<R>) {
        for (Index i = 0; i < rules.size() && !found; ++i)
            if (rules.legal(i)) found = rules.leaves_bound(i, rules.unrank(i)) != 0;
    }
    return found;
}

/// The same, read by chunks.
inline bool is_cut_off(const Moves& moves) {
    constexpr Index positions_per_call = 4096;
    std::vector<Leaving> leaving;
    if (!moves.traits().bounded) return false;
    for (Index first = 0; first < moves.size() && leaving.empty(); first += positions_per_call)
        moves.leaving(first, std::min(moves.size(), first + positions_per_call), leaving);
    return !leaving.empty();
}

namespace detail {

/// Throws `Error{not_applicable}` where positions of this game have no values that add.
template <AnyRuleset R>
void require_values_that_add(const R& rules) {
    if constexpr (HasTerminal<R>)
        throw Error(ErrorCode::not_applicable,
                    std::string{R::family} + " may stop where moves are left: its positions have no value in a sum");
    if constexpr (HasBound<R>)
        if (is_cut_off(rules))
            throw Error(ErrorCode::not_applicable,
                        "play leaves the bound, and a value in a sum needs to know all that lies beyond");
}

/// Throws `Error{not_applicable}` for a game that is known up to a bound only: values that hold whatever lies there are
/// stored for impartial games.
template <Ruleset R>
void refuse_cut_off(const R& rules) {
    if (is_cut_off(rules))
        throw Error(ErrorCode::not_applicable, "this game of " + std::string{R::family} +
                                                   " is cut off at a bound, and partizan outcomes are found only of "
                                                   "games that are known whole");
}

}  // namespace detail

}  // namespace mexbase
