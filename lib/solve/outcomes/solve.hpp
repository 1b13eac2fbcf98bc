// SPDX-License-Identifier: MIT
/// \file
/// Solves a game by one call that chooses the strategy.
#pragma once

#include <cstdint>

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
    std::uint64_t memory = 0;  ///< maximum memory for solving, in bytes; 0: no limit
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

/// A solved game without remotenesses, which were passed to a sink (a function).
struct SpooledSolution {
    TwoBitStates states;
    Summary summary;
};

/// Returns the strategy that `solve` will use for a game; reduces `options.threads` to fit the memory. Throws as
/// `choose_strategy` does.
Strategy strategy_for(const Moves& moves, SolveOptions& options);

/// Solves by two bits per position, and passes decided vertices to `sink(ply, outcome, vertices)` in order of
/// remoteness. The vertices of remoteness `ply` come as several `std::span<const Index>`, each vertex once, on the
/// calling thread. Their order within a ply is not specified. Memory: two bits per index and two plies of vertices.
///
/// If `context` was resumed from a saved state of the same job, the sink must still hold the vertices that it received
/// before that state was saved. It receives only the vertices decided after the state. Throws `Error{not_applicable}`
/// for a game with slices, because the values of earlier slices must be known.
SpooledSolution solve_spooled(const Moves& moves, const SolveOptions& options, const detail::SpoolSink& sink,
                              AnalysisListener& listener,
                              detail::RunContext context = detail::RunContext(Strategy::two_bit));

/// Solves every position into cells with the strategy `child_counters` or `forward`, slice by slice if the game has
/// slices. Throws what `retrograde_analysis` throws.
///
/// `checkpointer` may be null; then nothing is saved. If it holds a saved state of the same job, solving resumes from
/// it, with any number of threads. Values and summary equal those of an uninterrupted job. The listener receives only
/// the vertices decided after the saved state. Throws `Error{bad_usage}` if the state belongs to another game or
/// another strategy.
Solution solve_in_cells(const Moves& moves, Strategy strategy, const SolveOptions& options, AnalysisListener& listener,
                        Checkpointer* checkpointer = nullptr);

/// Solves every position into cells, by `options.strategy`. `automatic` is the fastest strategy that the memory allows.
///
/// With `two_bit` the cells are filled from the sink of `solve_spooled`; call `solve_spooled` to save memory. Throws
/// what `choose_strategy` and `retrograde_analysis` throw. `checkpointer` is used as in `solve_in_cells`.
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

/// Returns the shape of one slice, which determines the memory of a strategy. The number of moves is estimated from
/// evenly spread positions, plus a quarter.
GraphShape shape_of(const Moves& moves, const Slice& slice, unsigned threads);

}  // namespace detail

}  // namespace mexbase
