/// \file
/// Forward re-evaluation: for games that cannot take moves back, where even the transpose does not fit.
#pragma once

#include "../graph/visitor.hpp"
#include "cells.hpp"
#include "moves_graph.hpp"
#include "standing.hpp"

namespace mexbase::detail {

/// Solves a graph by passes over the undecided vertices. Where `course` says that it has begun, the cells are as they
/// were then: the listener hears the rest.
Summary solve_forward(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                      const AnalysisOptions& options, Course& course);

}  // namespace mexbase::detail
