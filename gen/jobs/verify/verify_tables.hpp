/// \file
/// Verification of whole tables: every stored value is derived again from those of its options, by the definition.
/// Nothing of `lib/solve` takes part but the order that shows a game loop-free, only the rules and the reader.
///
/// Options are read by chunks. `check_chunks` compares chunks with calls for single positions.
#pragma once

#include <cstdint>

#include "../../../lib/rules/take_and_break.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

// Each checks every stored value of `table` against the rules, and all that its header says of them. Returns the number
// of positions checked. Throws `Error{verification_failed}` at the first index whose value the rules do not give, and
// what reading the table throws.

/// Verifies a table of outcomes.
std::uint64_t verify_outcome_table(const Game& game, const Table& table, const JobOptions& options);

/// Verifies a table of partizan outcomes.
///
/// Where every value follows from those of the options, it is the value of the game, loopy or not. By induction on the
/// remoteness: loss 0 and win 0 stand only where play stops; from win n a move leads to loss n - 1 and none to a
/// shorter loss; from loss n every move leads to a win of at most n - 1, and one to win n - 1. So each player can keep
/// to the plies that are stored. At a draw no move leads to a loss for the opponent, and one leads to a draw: either
/// player can stay among draws, where play never stops, and neither can leave them to his advantage.
std::uint64_t verify_partizan_outcome_table(const Game& game, const Table& table, const JobOptions& options);

/// Verifies a table of nimbers or obliged pairs.
std::uint64_t verify_value_table(const Game& game, const Table& table, const JobOptions& options);

/// Overload for a game of heaps, fast enough for millions of them. The values that a proven period does not give are
/// derived from those of all options, the others follow from the period, whose proof is checked too.
std::uint64_t verify_take_and_break_table(const HeapGame& heaps, const Game& game, const Table& table,
                                          const JobOptions& options);

/// Verifies a table of canonical forms, and the forms and atomic weights in its list.
std::uint64_t verify_canonical_table(const Game& game, const Table& table, const JobOptions& options);

}  // namespace mexbase::detail
