// SPDX-License-Identifier: MIT
/// \file
/// Solves a game by one call that chooses the strategy.
#pragma once

#include <cstdint>
#include <string>

#include "../../rules/game_of.hpp"
#include "../graph/listener.hpp"
#include "../graph/transposed_moves.hpp"
#include "../retrograde/cells.hpp"
#include "../retrograde/solver_state.hpp"
#include "../retrograde/strategy.hpp"
#include "../retrograde/two_bit.hpp"

namespace mexbase {

/// Options of `solve`.
struct SolveOptions {
    Play play = Play::normal;
    unsigned threads = 1;
    std::uint64_t memory = 0;  ///< maximum memory in bytes; 0: no limit
    /// Folder for a file of cells, 2 bytes per position, and for messages. It is used for a game that is too large for
    /// the memory. Empty: the cells must be in memory.
    std::string scratch;
    /// If not 0, slices are solved in ranges of 2^`range_log2` positions, at most 2^31, so that only these positions
    /// take memory. Needs `scratch`, predecessors and child counters. If it is 0, `strategy_for` sets it.
    unsigned range_log2 = 0;
    std::uint64_t packing = 0;  ///< `GraphShape::packing`, which `memory` includes
    Strategy strategy = Strategy::automatic;
    Index small_ply = AnalysisOptions{}.small_ply;  ///< plies with fewer positions are done by one thread

    AnalysisOptions analysis() const { return {play, threads, small_ply}; }
};

/// A solved game. Indices that are not positions read as draws.
struct Solution {
    OutcomeCells cells;
    Summary summary;
    Strategy strategy = Strategy::child_counters;  ///< the strategy that was used
};

/// Outcomes of a solved game. Remotenesses were passed to a sink (a function) and are not stored.
struct SpooledSolution {
    TwoBitStates states;
    Summary summary;
};

/// Returns the sizes that determine the memory for solving a game with all cells in memory.
GraphShape shape_in_memory(const Moves& moves, unsigned threads);
/// Returns the sizes of the slice that needs most memory if the cells are in a file (`SolveOptions::scratch`).
GraphShape shape_on_disk(const Moves& moves, unsigned threads);

/// Estimates the number of moves inside the slice that is solved in ranges and has most positions.
std::uint64_t moves_in_ranges(const Moves& moves);
/// Returns true if the wanted strategy can solve the slices of a game in ranges: it needs predecessors.
bool can_be_in_ranges(const Moves& moves, Strategy wanted);
/// Returns the sizes for solving the slices of a game in ranges (`GraphShape::range_log2`, which is still 0).
GraphShape shape_in_ranges(const Moves& moves, unsigned threads);

/// Returns the strategy that `solve` will use for a game; reduces `options.threads` to fit the memory. Clears
/// `options.scratch` if the cells fit into memory, and sets `options.range_log2` if not even those of the slices that
/// are used at once do. Throws as `choose_strategy` does.
Strategy strategy_for(const Moves& moves, SolveOptions& options);

/// Solves with two bits per index, plus the vertices decided in two plies. Calls `sink(ply, outcome, vertices)` in
/// order of remoteness, on the calling thread. A ply may take several calls, but each vertex comes once. The order of
/// vertices within a ply is not specified.
///
/// If `context` was resumed from a saved state of the same job, the sink must still hold the vertices that it received
/// before that state was saved. It receives only the vertices decided after the state. Throws `Error{not_applicable}`
/// for a game with slices, because the values of earlier slices must be known.
SpooledSolution solve_spooled(const Moves& moves, const SolveOptions& options, const detail::SpoolSink& sink,
                              AnalysisListener& listener,
                              detail::RunContext context = detail::RunContext(Strategy::two_bit));

/// Computes the values of all positions with the strategy `child_counters` or `forward`. A game with slices is solved
/// slice by slice. Throws what `retrograde_analysis` throws.
///
/// `checkpointer` may be null; then nothing is saved. If it holds a saved state of the same job, solving resumes from
/// it, with any number of threads. Values and summary equal those of an uninterrupted job. The listener receives only
/// the vertices decided after the saved state. Throws `Error{bad_usage}` if the state belongs to another game or
/// another strategy.
Solution solve_in_cells(const Moves& moves, Strategy strategy, const SolveOptions& options, AnalysisListener& listener,
                        Checkpointer* checkpointer = nullptr);

/// Computes all values with `options.strategy`. `automatic` is the fastest strategy that the memory allows.
///
/// `two_bit` fills the cells too; `solve_spooled` saves their memory. Throws what `choose_strategy` and
/// `retrograde_analysis` throw. `checkpointer` is used as in `solve_in_cells`.
Solution solve(const Moves& moves, SolveOptions options, AnalysisListener& listener,
               Checkpointer* checkpointer = nullptr);

/// Overload for a ruleset.
template <Ruleset R>
Solution solve(const R& rules, const SolveOptions& options, AnalysisListener& listener,
               Checkpointer* checkpointer = nullptr) {
    return solve(GameOf<R>(rules, "", nullptr), options, listener, checkpointer);
}
template <Ruleset R>
Solution solve(const R& rules, const SolveOptions& options = {}) {
    AnalysisListener quiet;
    return solve(rules, options, quiet);
}

namespace detail {

/// Returns the sizes of a slice that determine the memory for solving it. The number of moves is estimated from evenly
/// spread positions, and increased by a quarter.
GraphShape shape_of(const Moves& moves, const Slice& slice, unsigned threads);

}  // namespace detail

}  // namespace mexbase
