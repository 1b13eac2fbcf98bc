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
#include <type_traits>

#include "../graph/graph.hpp"
#include "../graph/visitor.hpp"
#include "cells.hpp"
#include "child_counters.hpp"
#include "moves_graph.hpp"
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

/// The same by passes over the undecided vertices, for games that cannot take moves back, where even the transpose does
/// not fit.
Summary solve_forward(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                      const AnalysisOptions& options, Course& course);

[[noreturn]] void throw_wrong_cells();

}  // namespace detail

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

/// The positional form with property maps of one's own: `put(outcome, v, …)` and `put(distance, v, …)` are called for
/// every vertex once all is decided; the remoteness of a draw is 0. It works in `OutcomeCells` beside the maps. The
/// rest as above.
template <OptionGraph G, class OutcomeMap, class DistanceMap, class IndexMap, class Terminal, class Visitor>
Summary retrograde_analysis(const G& g, OutcomeMap outcome, DistanceMap distance, IndexMap index, Terminal rule,
                            Visitor& visitor, const AnalysisOptions& options) {
    BOOST_CONCEPT_ASSERT((boost::WritablePropertyMapConcept<OutcomeMap, vertex_of<G>>));
    BOOST_CONCEPT_ASSERT((boost::WritablePropertyMapConcept<DistanceMap, vertex_of<G>>));
    using Distance = typename boost::property_traits<DistanceMap>::value_type;
    OutcomeCells cells(static_cast<Index>(num_vertices(g)));
    const Summary summary = retrograde_analysis(g, cells, index, rule, visitor, options);
    const auto [first, last] = vertices(g);
    for (auto v = first; v != last; ++v) {
        const OutcomeValue value = cells[static_cast<Index>(get(index, *v))];
        put(outcome, *v, value.outcome);
        put(distance, *v, static_cast<Distance>(value.remoteness));
    }
    return summary;
}

namespace detail {
/// Stands for the index map of the graph itself.
struct OwnIndex {};
}  // namespace detail

/// Named parameters in the manner of boost::bgl_named_params, which has no place for parameters of one's own. Made by
/// `outcome_map` and extended by its members, in any order:
/// `outcome_map(o).distance_map(r).vertex_index_map(i).visitor(v).options({Play::misere})`.
template <class OutcomeMap, class DistanceMap, class IndexMap, class Visitor, class Terminal>
struct NamedParams {
    /// Where remoteness is written: a writable property map from vertex to a number.
    template <class Map>
    auto distance_map(Map map) const {
        return NamedParams<OutcomeMap, Map, IndexMap, Visitor, Terminal>{outcomes, map, index, told, rule, how};
    }
    /// The numbers 0..num_vertices-1 of the vertices; by default the graph's own `vertex_index`.
    template <class Map>
    auto vertex_index_map(Map map) const {
        return NamedParams<OutcomeMap, DistanceMap, Map, Visitor, Terminal>{outcomes, distances, map, told, rule, how};
    }
    /// Who hears of events, see visitor.hpp. It is copied; pass `std::ref` to keep your own.
    template <class V>
    auto visitor(V who) const {
        return NamedParams<OutcomeMap, DistanceMap, IndexMap, V, Terminal>{outcomes, distances, index, who, rule, how};
    }
    /// Where play stops: `rule(g, v, play)` gives `std::optional<OutcomeValue>`, instead of the graph's own `terminal`.
    template <class Rule>
    auto terminal_rule(Rule where) const {
        return NamedParams<OutcomeMap, DistanceMap, IndexMap, Visitor, Rule>{outcomes, distances, index,
                                                                             told,     where,     how};
    }
    /// The convention of play and the number of threads.
    auto options(const AnalysisOptions& options) const {
        NamedParams changed = *this;
        changed.how = options;
        return changed;
    }

    OutcomeMap outcomes;
    DistanceMap distances{};
    IndexMap index{};
    Visitor told{};
    Terminal rule{};
    AnalysisOptions how{};
};

/// Begins a chain of named parameters: where outcomes are written, a writable property map from vertex to `Outcome`.
template <class Map>
auto outcome_map(Map map) {
    return NamedParams<Map, boost::dummy_property_map, detail::OwnIndex, NullVisitor, DefaultTerminal>{map};
}

/// The named-parameter form: `retrograde_analysis(g, outcome_map(o).distance_map(r).vertex_index_map(i).visitor(v))`.
/// Everything but the outcome map may be left out.
template <OptionGraph G, class OutcomeMap, class DistanceMap, class IndexMap, class Visitor, class Terminal>
Summary retrograde_analysis(const G& g,
                            const NamedParams<OutcomeMap, DistanceMap, IndexMap, Visitor, Terminal>& params) {
    if constexpr (std::is_same_v<IndexMap, detail::OwnIndex>) {
        return retrograde_analysis(g, params.vertex_index_map(get(boost::vertex_index, g)));
    } else {
        Visitor visitor = params.told;
        std::unwrap_reference_t<Visitor>& told = visitor;
        return retrograde_analysis(g, params.outcomes, params.distances, params.index, params.rule, told, params.how);
    }
}

}  // namespace mexbase
