/// \file
/// Win, loss or draw with remoteness for every vertex of a graph, by retrograde analysis (Smith, "Graphs and composite
/// games", J. Combin. Theory 1, 1966; for tablebases Thompson, "Retrograde analysis of certain endgames", ICCA J. 9,
/// 1986).
///
/// A vertex is won with remoteness 1 + the least remoteness of its lost options; lost, if all options are won, with
/// 1 + the greatest remoteness of these; tied, if it is neither, with 1 + the least remoteness of its tied options;
/// drawn otherwise.
#pragma once

#include <boost/concept/assert.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/property_map/property_map.hpp>
#include <functional>
#include <optional>
#include <type_traits>

#include "../graph/graph.hpp"
#include "../graph/visitor.hpp"
#include "cells.hpp"
#include "child_counters.hpp"
#include "moves_graph.hpp"
#include "named_params.hpp"
#include "numbered_graph.hpp"

namespace mexbase {

/// Solves the graph of a game into `cells`, which are those of all its positions and must be undecided.
///
/// Games without predecessors are transposed first (4 bytes per move within the slice and 4 per position). Complexity
/// O(V + E) in time; 2 bytes a vertex, widened if need be, and 4 bytes for each vertex decided in one ply and the next.
/// The values do not depend on the number of threads. Throws `Error{not_applicable}` for a terminal value `unknown` or
/// a slice too large to transpose, `Error{out_of_memory}`, and whatever the listener throws.
Summary retrograde_analysis(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                            const AnalysisOptions& options);
/// The same for whoever saves what is known: `course` says where this graph was left and who keeps what. If it has
/// begun, the cells are as they were then, and the listener hears the rest.
Summary retrograde_analysis(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                            const AnalysisOptions& options, detail::Course& course);

namespace detail {
[[noreturn]] void throw_wrong_cells();
}

/// Solves a graph into `cells`, which must be undecided and have one cell a vertex.
///
/// - `index` maps vertices to 0..num_vertices-1, and cells have that order.
/// - `rule(g, v, play)` says where play stops, whatever `play` is; it is called on any thread.
/// - Graphs without predecessors are transposed first.
///
/// The rest as above. A graph with predecessors has the kernel compiled for it; all others share that of `MovesGraph`.
template <OptionGraph G, class IndexMap, class Terminal, class Visitor>
Summary retrograde_analysis(const G& g, OutcomeCells& cells, IndexMap index, Terminal rule, Visitor& visitor,
                            const AnalysisOptions& options) {
    BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<G>));
    BOOST_CONCEPT_ASSERT((boost::ReadablePropertyMapConcept<IndexMap, vertex_of<G>>));
    static_assert(detail::check_visitor<Visitor, AnalysisEvents>());
    if constexpr (std::is_same_v<G, MovesGraph> && std::is_same_v<Terminal, DefaultTerminal> &&
                  detail::is_identity_map<IndexMap>) {
        detail::ListenerOf<Visitor> listener(visitor);
        return retrograde_analysis(g, cells, listener, options);
    } else {
        const detail::NumberedGraph<G, IndexMap, Terminal> graph(g, index, rule);
        if (cells.size() != graph.size()) detail::throw_wrong_cells();
        if constexpr (PredecessorGraph<G>) {
            detail::Course course(Strategy::child_counters);
            return detail::ChildCounters(graph, cells, visitor, options, course).run();
        } else {
            const detail::MovesOfGraph moves(graph);
            detail::ListenerOf listener(visitor, [&graph](Index v) { return graph.vertex(v); });
            return retrograde_analysis(MovesGraph(moves), cells, listener, options);
        }
    }
}

namespace detail {

/// Writes what is decided into the caller's property maps, and passes events on.
template <class OutcomeMap, class DistanceMap, class Visitor>
struct MapWriter {
    using hears = AnalysisEvents;
    OutcomeMap outcome;
    DistanceMap distance;
    Visitor& visitor;

    void scan(Index done, Index total) { event_scan(visitor, done, total); }
    template <class V>
    void seed_vertex(const V& v, const OutcomeValue& value) {
        event_seed_vertex(visitor, v, value);
    }
    template <class V>
    void finish_vertex(const V& v, const OutcomeValue& value) {
        put(outcome, v, value.outcome);
        put(distance, v, static_cast<typename boost::property_traits<DistanceMap>::value_type>(value.remoteness));
        event_finish_vertex(visitor, v, value);
    }
    void finish_ply(std::uint64_t ply, const PlyCounts& counts) { event_finish_ply(visitor, ply, counts); }
};

template <class V>
V& unwrapped(V& v) {
    return v;
}
template <class V>
V& unwrapped(std::reference_wrapper<V>& v) {
    return v.get();
}

/// The index map of the parameters, or else the graph's own: not every graph has one.
template <class G, class Params>
auto index_map(const G& g, const Params& params) {
    if constexpr (Params::template has<IndexTag>())
        return params.template find<IndexTag>(NoParameters{});
    else
        return get(boost::vertex_index, g);
}

}  // namespace detail

/// The positional form with property maps of one's own: `put(outcome, v, …)` and `put(distance, v, …)` are called for
/// every vertex; the remoteness of a draw is 0. It works in `OutcomeCells` beside the maps. The rest as above.
template <OptionGraph G, class OutcomeMap, class DistanceMap, class IndexMap, class Terminal, class Visitor>
Summary retrograde_analysis(const G& g, OutcomeMap outcome, DistanceMap distance, IndexMap index, Terminal rule,
                            Visitor& visitor, const AnalysisOptions& options) {
    BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<G>));
    BOOST_CONCEPT_ASSERT((boost::WritablePropertyMapConcept<OutcomeMap, vertex_of<G>>));
    BOOST_CONCEPT_ASSERT((boost::WritablePropertyMapConcept<DistanceMap, vertex_of<G>>));
    static_assert(detail::check_visitor<Visitor, AnalysisEvents>());
    const auto [first, last] = vertices(g);
    for (auto v = first; v != last; ++v) {
        put(outcome, *v, Outcome::draw);
        put(distance, *v, typename boost::property_traits<DistanceMap>::value_type{});
    }
    OutcomeCells cells(static_cast<Index>(num_vertices(g)));
    detail::MapWriter<OutcomeMap, DistanceMap, Visitor> writer{outcome, distance, visitor};
    return retrograde_analysis(g, cells, index, rule, writer, options);
}

/// The named-parameter form: `retrograde_analysis(g, outcome_map(o).distance_map(r).vertex_index_map(i).visitor(v))`.
/// Everything but the outcome map may be left out.
template <OptionGraph G, class T, class Tag, class Base>
Summary retrograde_analysis(const G& g, const NamedParams<T, Tag, Base>& params) {
    const boost::dummy_property_map nowhere;
    auto visitor = params.template find<detail::VisitorTag>(NullVisitor{});
    return retrograde_analysis(g, params.template find<detail::OutcomeTag>(nowhere),
                               params.template find<detail::DistanceTag>(nowhere), detail::index_map(g, params),
                               params.template find<detail::TerminalTag>(DefaultTerminal{}), detail::unwrapped(visitor),
                               params.template find<detail::OptionsTag>(AnalysisOptions{}));
}

}  // namespace mexbase
