/// \file
/// A slice whose positions lead only below it: one pass.
#pragma once

#include "cells.hpp"
#include "engine_graph.hpp"

namespace mexbase::detail {

class MovesView;

/// Gives every position of `graph`, which has exits and no edges, its value: that of cell `first_cell` + v. Throws
/// `Error{not_applicable}` for a position that has an option inside.
Summary settle_slice(const EngineGraph& graph, OutcomeCells& cells, Index first_cell, const AnalysisOptions& options);
Summary settle_slice(const MovesView& graph, OutcomeCells& cells, Index first_cell, const AnalysisOptions& options);

}  // namespace mexbase::detail
