// SPDX-License-Identifier: MIT
/// \file
/// Solves a loop-free game for winner and remoteness in one sweep.
#pragma once

#include "../retrograde/cells.hpp"
#include "in_order.hpp"

namespace mexbase {

/// Returns the values of a loop-free game, equal to those of `solve`. Remotenesses are numbers of plies to the end, if
/// the winner hurries and the loser delays. Ties and draws occur only if play may stop with them. Reads the options of
/// Left. The rules must give an order, and the game must not have a bound. Uses two bytes per position, of memory or of
/// a file (`SweepOptions::scratch`). If play is longer than 16383 plies, the sweep is repeated with four bytes, then
/// with eight, in a file if memory is too small (`SweepOptions::scratch_if_wide`). Throws `Error{out_of_memory}`, and
/// `Error{not_applicable}` if play stops with an unknown value.
OutcomeCells sweep_outcomes(const Moves& moves, Play play, const SweepOptions& options = {});

/// Returns two values per position i: at index 2 i if Left begins, at 2 i + 1 if Right begins. Throws as
/// `sweep_outcomes`, and `Error{not_applicable}` if play of a partizan game stops with a tie.
OutcomeCells sweep_partizan_outcomes(const Moves& moves, Play play, const SweepOptions& options = {});

/// Returns the memory in bytes of `sweep_outcomes` or, if `turns` is true, of `sweep_partizan_outcomes`. Less is needed
/// if the rules define lines (`Has::lines`). If play is longer than 16383 plies, the values take twice the memory.
std::uint64_t outcome_sweep_memory(const Moves& moves, bool turns);

namespace detail {

/// Returns true if the sweep reads the lines of a position (`Has::lines`), not its options. It then stores a fold per
/// line, computed from the line's earlier positions. Returns false if the folds take more memory than the values
/// (`bytes` bytes each), or if both do not fit.
bool sweeps_by_lines(const Moves& moves, unsigned bytes, const SweepOptions& options);

}  // namespace detail

}  // namespace mexbase
