/// \file
/// A verification of taking-and-breaking games that is fast enough for millions of heaps.
#pragma once

#include "../../lib/rules/take_and_break.hpp"
#include "jobs.hpp"

namespace mexbase {

/// Checks every value of a table of nimbers or obliged pairs: those that a proven period does not give by the
/// definition, from the values of all options, the others by the period, whose proof is checked too. Returns the number
/// of positions checked. Throws `Error{verification_failed}`, and what reading the table throws.
std::uint64_t verify_take_and_break_table(const HeapGame& heaps, const Game& game, const Table& table,
                                          const JobOptions& options);

}  // namespace mexbase
