// SPDX-License-Identifier: MIT
/// \file
/// Solves a game with several processes (ranks).
#pragma once

#include <memory>

#include "../ranks/deal.hpp"
#include "../ranks/transport.hpp"
#include "shared_checkpointer.hpp"
#include "solve.hpp"

namespace mexbase {

/// Returns true if `solve_with_ranks` can solve a game: its rules must have predecessors.
bool can_share(const Moves& moves);

/// Outcomes of a game, of which each rank has a part.
struct SharedSolution {
    Summary summary;     ///< of the whole game
    OutcomeCells cells;  ///< of the positions that this rank owns; equally wide on all ranks
    std::shared_ptr<const detail::DealtPositions> positions;  ///< tells which positions each rank owns
};

/// Solves a game as `solve_in_cells` does with `Strategy::child_counters`, together with the other ranks of the
/// transport. All ranks must call it at once for the same game, with the same play and number of threads. Each rank
/// solves the positions that `Deal` gives it, and returns their values.
///
/// Each rank needs memory for its share of the cells. A single rank without a checkpointer solves as if alone. Either
/// all ranks have a checkpointer, or none. They save states from which any number of ranks and threads can resume, or
/// `solve_in_cells`. The listener receives the plies of all ranks, but no vertices.
///
/// Throws what `solve_in_cells` throws, and `Error{bad_usage}` if ranks have different numbers of threads. If a rank
/// throws, the other ranks throw `OtherRankFailed`.
SharedSolution solve_with_ranks(const Moves& moves, Transport& transport, const SolveOptions& options,
                                AnalysisListener& listener, SharedCheckpointer* checkpointer = nullptr);

}  // namespace mexbase
