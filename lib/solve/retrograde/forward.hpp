/// \file
/// Forward re-evaluation: for games that cannot take moves back, where even the transpose does not fit.
#pragma once

#include "cells.hpp"
#include "engine_graph.hpp"

namespace mexbase::detail {

/// Solves a graph by passes over the undecided vertices. Vertex v has cell `first_cell` + v.
Summary solve_forward(const EngineGraph& graph, OutcomeCells& cells, const AnalysisOptions& options,
                      Index first_cell = 0);

}  // namespace mexbase::detail
