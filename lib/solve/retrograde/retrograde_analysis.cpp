// SPDX-License-Identifier: MIT
#include "retrograde_analysis.hpp"

#include "../graph/transposed_moves.hpp"

namespace mexbase {

namespace detail {

template class ChildCounters<MovesGraph>;

void throw_wrong_cells() {
    throw Error(ErrorCode::bad_usage,
                "the number of cells does not fit the number of vertices: expected one per vertex");
}

}  // namespace detail

Summary retrograde_analysis(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                            const AnalysisOptions& options, detail::RunContext& context) {
    if (cells.size() < graph.first_cell() + graph.size()) detail::throw_wrong_cells();
    const detail::WithPredecessors back(graph.moves(), graph.slice(), listener);
    const MovesGraph both_ways = graph.with(back.moves());
    return detail::ChildCounters(both_ways, cells, listener, options, context).run();
}

Summary retrograde_analysis(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                            const AnalysisOptions& options) {
    detail::RunContext context(Strategy::child_counters);
    return retrograde_analysis(graph, cells, listener, options, context);
}

}  // namespace mexbase
