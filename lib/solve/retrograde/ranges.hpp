// SPDX-License-Identifier: MIT
/// \file
/// The kernel for a slice that is larger than the memory: its vertices are solved range by range.
#pragma once

#include <string>

#include "../graph/listener.hpp"
#include "cells.hpp"
#include "moves_graph.hpp"
#include "solver_state.hpp"

namespace mexbase::detail {

/// Solves a graph as `ChildCounters` does. `cells` should be in a file. Each thread works in the cells of one range at
/// a time: 2^`range_log2` consecutive vertices, at most 2^31. Moves to decided vertices become messages to their
/// ranges, which wait in a file in the folder `scratch` until the next ply. So each ply reads and writes the cells of
/// the slice at most once, in order.
///
/// The saved states are those of `ChildCounters`: either can resume from a state of the other. If the graph does not
/// list predecessors, the transpose is in memory. The graph must not be a part of a rank. Throws what
/// `retrograde_analysis` throws, and `Error{io}`.
Summary solve_in_ranges(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                        const AnalysisOptions& options, RunContext& context, unsigned range_log2,
                        const std::string& scratch);

}  // namespace mexbase::detail
