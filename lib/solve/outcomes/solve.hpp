// SPDX-License-Identifier: MIT
/// \file
/// Solves a game by one call that chooses the strategy.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "../../rules/game_of.hpp"
#include "../graph/listener.hpp"
#include "../graph/transposed_moves.hpp"
#include "../retrograde/cells.hpp"
#include "../retrograde/solver_state.hpp"
#include "../retrograde/strategy.hpp"

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
    /// take memory. Needs `scratch` and child counters. If it is 0, `strategy_for` sets it.
    unsigned range_log2 = 0;
    std::uint64_t packing = 0;  ///< bytes, included in `memory`, that packing takes in addition to the values
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

/// Sizes of a game that determine the memory for solving it, for each place where its cells may be.
struct SolvingShapes {
    GraphShape in_memory;
    std::optional<GraphShape> on_disk =
        {};                     ///< in a file, except for the slices used at once; only for a game in slices
    GraphShape in_ranges = {};  ///< in a file; `GraphShape::range_log2` is still 0

    /// Sets `GraphShape::packing` for `cells` cells, and `packing` bytes in addition. 0: they are not packed.
    void set_packing(Index cells, std::uint64_t packing);
};
/// Returns the sizes of a game. `packing` is `SolveOptions::packing`.
SolvingShapes shapes_of(const Moves& moves, unsigned threads, std::uint64_t packing = 0);

/// Estimates the number of moves inside the slice that is solved in ranges and has most positions.
std::uint64_t moves_in_ranges(const Moves& moves);

/// Returns the memory for one thread of the strategy and place that need least, or `no_memory_suffices`. `with_file`
/// is true if the cells may be in a file. `wanted` is `SolveOptions::strategy`.
std::uint64_t least_memory(Strategy wanted, SolvingShapes shapes, bool with_file);

/// Returns the fastest strategy that fits into the memory, in the fastest place for the cells: child counters, or,
/// without predecessors, forward. `options.strategy` may exclude the other. Reduces `options.threads` to fit the
/// memory. Clears `options.scratch` if the cells fit into memory, and sets `options.range_log2` if they are in ranges.
/// Throws `Error{out_of_memory}` with the smallest sufficient memory, or `Error{not_applicable}` if no memory suffices.
Strategy strategy_for(const SolvingShapes& shapes, SolveOptions& options);
/// Overload for a game.
Strategy strategy_for(const Moves& moves, SolveOptions& options);

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
/// Throws what `strategy_for` and `retrograde_analysis` throw. `checkpointer` is used as in `solve_in_cells`.
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
