/// \file
/// What making and verifying a table of partizan outcomes share.
#pragma once

#include "jobs.hpp"
#include "proven_bits.hpp"

namespace mexbase::detail {

[[noreturn]] void throw_cut_off_partizan(const Game& game);

/// Throws `Error{not_applicable}` for a game that is known up to a bound only: values that hold whatever lies there are
/// stored for impartial games.
template <Ruleset R>
void refuse_cut_off(const R& rules, const Game& game) {
    if (is_cut_off(rules)) throw_cut_off_partizan(game);
}

/// Throws `Error{verification_failed}` for a table of values of another kind.
void require_partizan_outcomes(const Table& table);

}  // namespace mexbase::detail
