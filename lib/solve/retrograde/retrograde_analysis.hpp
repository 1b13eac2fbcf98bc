// SPDX-License-Identifier: MIT
/// \file
/// Win, loss or draw with remoteness for every vertex of a graph, by retrograde analysis (Smith, "Graphs and composite
/// games", J. Combin. Theory 1, 1966; for tablebases Thompson, "Retrograde analysis of certain endgames", ICCA J. 9,
/// 1986).
///
/// A vertex with a lost option is won, with remoteness 1 + the smallest of its lost options. If all options are won, it
/// is lost, with remoteness 1 + the greatest of its options. Otherwise, if it has a tied option, it is tied, with
/// remoteness 1 + the smallest of its tied options. Otherwise it is drawn.
#pragma once

#include <type_traits>

#include "child_counters.hpp"
#include "numbered_graph.hpp"

namespace mexbase {

/// Solves a game's graph and stores the values in `cells`, one per position. Cells of this graph must be undecided.
///
/// Games without predecessors are transposed first (4 bytes per move in the slice and 4 per position). Time is
/// O(vertices + moves). Memory is 2 bytes per vertex, more if play is long, and 4 per vertex decided in two successive
/// plies. Values do not depend on the number of threads. Throws `Error{not_applicable}` for a terminal value `unknown`
/// or a slice too large to transpose, `Error{out_of_memory}`, and any exception of the listener.
Summary retrograde_analysis(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                            const AnalysisOptions& options);
/// Overload with checkpoints. `context` has the checkpointer and the restored state. If the analysis of this graph had
/// begun, `cells` must be the saved cells. The listener then receives only the vertices decided after that state.
Summary retrograde_analysis(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                            const AnalysisOptions& options, detail::RunContext& context);

namespace detail {

/// Solves by repeated passes over the undecided vertices. Needs no predecessors, so nothing is transposed.
Summary solve_forward(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                      const AnalysisOptions& options, RunContext& context);

[[noreturn]] void throw_wrong_cells();

}  // namespace detail

/// Computes the outcomes of a graph and stores them in `cells`, which must have one undecided cell per vertex.
///
/// - `index` maps vertices to 0..num_vertices-1; cells, and the vertices passed to the listener, have that order.
/// - `rule(g, v, play)` returns the value if v is terminal. Both kinds of play must have the same terminal vertices.
///
/// `rule` is called on any thread. Graphs without predecessors are transposed first. Time, memory and errors are those
/// of the first overload. The kernel is compiled anew for a graph with predecessors.
template <OptionGraph G, class IndexMap, class Terminal>
Summary retrograde_analysis(const G& g, OutcomeCells& cells, IndexMap index, Terminal rule, AnalysisListener& listener,
                            const AnalysisOptions& options) {
    if constexpr (std::is_same_v<G, MovesGraph> && std::is_same_v<Terminal, DefaultTerminal> &&
                  detail::is_identity_map<IndexMap>) {
        return retrograde_analysis(g, cells, listener, options);
    } else {
        const detail::NumberedGraph<G, IndexMap, Terminal> graph(g, index, rule);
        if (cells.size() != graph.size()) detail::throw_wrong_cells();
        if constexpr (PredecessorGraph<G>) {
            detail::RunContext context(Strategy::child_counters);
            return detail::ChildCounters(graph, cells, listener, options, context).run();
        } else {
            const detail::MovesOfGraph moves(graph);
            return retrograde_analysis(MovesGraph(moves), cells, listener, options);
        }
    }
}

}  // namespace mexbase
