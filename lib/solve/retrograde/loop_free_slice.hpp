/// \file
/// A slice whose positions lead only below it: one pass.
#pragma once

#include "../graph/visitor.hpp"
#include "cells.hpp"
#include "moves_graph.hpp"

namespace mexbase::detail {

/// Gives every position of `graph`, which has exits and no edges, its value. Throws `Error{not_applicable}` for a
/// position that has an option inside.
Summary settle_slice(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                     const AnalysisOptions& options);

}  // namespace mexbase::detail
