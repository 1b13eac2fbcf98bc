// SPDX-License-Identifier: MIT
/// \file
/// Functions that solve the slices of a game one after another, for one process or several.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "../../rules/moves.hpp"
#include "../graph/listener.hpp"
#include "../retrograde/cells.hpp"
#include "../retrograde/moves_graph.hpp"
#include "../retrograde/solver_state.hpp"

namespace mexbase::detail {

/// Returns the slices of a game in order; a game without slices is one slice.
std::vector<Slice> slices_of(const Moves& moves);

/// Throws `Error{bad_usage}` if a saved state with `cells` cells does not fit the slices of this game.
void check_restored(const Moves& moves, const SolverState& at, Index cells);

/// The values that one thread finds in its part of a slice without loops.
struct SliceShare {
    std::map<std::uint64_t, PlyCounts> plies;  ///< by remoteness
    Index positions = 0;
    bool too_long = false;  ///< a remoteness does not fit into a cell

    void add(const OutcomeValue& value) {
        PlyCounts& counts = plies[value.remoteness];
        ++(value.outcome == Outcome::win ? counts.wins : value.outcome == Outcome::loss ? counts.losses : counts.ties);
    }
};
/// Adds the plies of all shares to `summary`, and reports them.
void add_shares(Summary& summary, std::span<const SliceShare> shares, AnalysisListener& listener);

/// Computes the values of all positions of `graph`, a slice without loops, in one pass. After each of its rounds,
/// offers the state to the checkpointer of `context`. Throws `Error{not_applicable}` if a position has an option inside
/// the slice.
Summary settle_slice(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                     const AnalysisOptions& options, RunContext& context);
/// Throws the error for a position with an option inside a slice that the rules declare loop-free.
[[noreturn]] void throw_not_loop_free(Index i);

}  // namespace mexbase::detail
