/// \file
/// Forward re-evaluation: for games that cannot take moves back, where even the transpose does not fit.
#pragma once

#include "cells.hpp"
#include "engine_graph.hpp"
#include "standing.hpp"

namespace mexbase::detail {

class MovesView;

/// Solves a graph by passes over the undecided vertices. Vertex v has cell `first_cell` + v. Where `course` says that
/// it has begun, the cells are as they were then: the visitor hears the rest.
Summary solve_forward(const EngineGraph& graph, OutcomeCells& cells, const AnalysisOptions& options, Index first_cell,
                      Course& course);
Summary solve_forward(const MovesView& graph, OutcomeCells& cells, const AnalysisOptions& options, Index first_cell,
                      Course& course);

}  // namespace mexbase::detail
