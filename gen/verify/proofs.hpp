// SPDX-License-Identifier: MIT
/// \file
/// Proofs of tables: every stored value is derived again from those of its options, by the definition of its kind. Each
/// kind has its proof in its own file.
///
/// Proofs use only the rules and the reader. Exceptions are the order in `lib/solve` that shows a game loop-free, and
/// functions of `lib/value` that neither derive nor add values. Options are read in chunks; `check_chunks` compares
/// chunks with calls for single positions.
#pragma once

#include <cstdint>

#include "../jobs/jobs.hpp"

namespace mexbase::detail {

/// Checks every stored value of `table` against the rules, and all statements of its header on values. Returns the
/// number of positions checked. Throws `Error{verification_failed}` at the first index whose stored value is wrong, and
/// as reading the table does.
using Proof = std::uint64_t(const Game& game, const Table& table, const JobOptions& options);

#define MEXBASE_PROOF(name, ...) Proof verify_##name;
MEXBASE_VALUE_KINDS(MEXBASE_PROOF)
#undef MEXBASE_PROOF

}  // namespace mexbase::detail
