/// \file
/// Jobs of taking-and-breaking games on heaps: sweeps with periods and checkpoints, and a verification that is fast
/// enough for millions of heaps.
#pragma once

#include "../../lib/rules/take_and_break.hpp"
#include "jobs.hpp"

namespace mexbase {

/// Makes a table of nimbers or obliged pairs, as `options.value` says. When what is known proves a period, the rest
/// follows from it, and the table says so. Throws `Error`.
JobReport make_take_and_break_table(const HeapGame& heaps, const Game& game, Sink& sink, const JobOptions& options);

/// Checks every value of such a table: those that a proven period does not give by the definition, from the values of
/// all options, the others by the period, whose proof is checked too. Returns the number of positions checked. Throws
/// `Error{verification_failed}`, and what reading the table throws.
std::uint64_t verify_take_and_break_table(const HeapGame& heaps, const Game& game, const Table& table,
                                          const JobOptions& options);

}  // namespace mexbase
