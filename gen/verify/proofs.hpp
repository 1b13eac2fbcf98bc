/// \file
/// Proofs of tables: every stored value is derived again from those of its options, by the definition of its kind. A
/// file here for each kind has its proof.
///
/// Nothing of `lib/solve` takes part but the order that shows a game loop-free, and nothing of `lib/value` that derives
/// or adds values: only the rules and the reader. Options are read by chunks. `check_chunks` compares chunks with calls
/// for single positions.
#pragma once

#include <cstdint>

#include "../jobs/jobs.hpp"

namespace mexbase::detail {

/// Checks every stored value of `table` against the rules, and all that its header says of them. Returns the number of
/// positions checked. Throws `Error{verification_failed}` at the first index whose value the rules do not give, and
/// what reading the table throws.
using Proof = std::uint64_t(const Game& game, const Table& table, const JobOptions& options);

#define MEXBASE_PROOF(name, ...) Proof verify_##name;
MEXBASE_VALUE_KINDS(MEXBASE_PROOF)
#undef MEXBASE_PROOF

}  // namespace mexbase::detail
