// SPDX-License-Identifier: MIT
/// \file
/// Requirements of the algorithms on a graph of positions, and default functions for the graphs of Boost.Graph.
///
/// A vertex is a position, an edge (u, v) is a move from u to v; parallel edges are several moves. The functions below
/// are customisation points in Boost.Graph's manner: an algorithm calls them unqualified. A graph type overrides a
/// function by one in its own namespace; Boost's graphs use the defaults. Implicit graphs use callbacks, not iterators,
/// because a callback takes about half the time of a buffered iterator.
#pragma once

#include <boost/concept/assert.hpp>
#include <boost/graph/graph_concepts.hpp>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/property_map.hpp>
#include <concepts>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "../../error.hpp"
#include "../../index.hpp"
#include "../../value/outcome.hpp"

namespace mexbase {

template <class G>
using vertex_of = typename boost::graph_traits<G>::vertex_descriptor;

namespace detail {
template <class V>
struct IgnoreVertex {
    void operator()(const V&) const {}
};
template <class G, class Category>
inline constexpr bool traverses = std::is_convertible_v<typename boost::graph_traits<G>::traversal_category, Category>;
}  // namespace detail

/// A graph that lists the outgoing edges of a vertex, with the syntax of boost::IncidenceGraph.
template <class G>
concept ListsOutEdges = detail::traverses<G, boost::incidence_graph_tag> && requires(const G& g, vertex_of<G> v) {
    out_edges(v, g);
    out_degree(v, g);
};

/// A graph that lists the incoming edges of a vertex, with the syntax of boost::BidirectionalGraph.
template <class G>
concept ListsInEdges =
    detail::traverses<G, boost::bidirectional_graph_tag> && requires(const G& g, vertex_of<G> v) { in_edges(v, g); };

/// Calls `f(w)` for the target w of every edge that leaves `v`, once per edge.
template <ListsOutEdges G, class F>
void for_each_option(const G& g, vertex_of<G> v, F&& f) {
    const auto [first, last] = out_edges(v, g);
    for (auto e = first; e != last; ++e) f(target(*e, g));
}

/// Returns the number of options of `v`. Counts each parallel edge.
template <ListsOutEdges G>
std::uint64_t option_count(const G& g, vertex_of<G> v) {
    return static_cast<std::uint64_t>(out_degree(v, g));
}

/// Calls `f(u)` for the source u of every edge that reaches `v`, once per edge. Terminal sources may be left out.
template <ListsInEdges G, class F>
void for_each_predecessor(const G& g, vertex_of<G> v, F&& f) {
    const auto [first, last] = in_edges(v, g);
    for (auto e = first; e != last; ++e) f(source(*e, g));
}

/// Returns the value of `v` if play stops there, else `std::nullopt`. The outgoing edges of a terminal vertex are
/// ignored. By default a vertex without options is a loss in normal and a win in misère play, at remoteness 0.
template <ListsOutEdges G>
std::optional<OutcomeValue> terminal(const G& g, vertex_of<G> v, Play play) {
    if (out_degree(v, g) != 0) return std::nullopt;
    return OutcomeValue{play == Play::normal ? Outcome::loss : Outcome::win, 0};
}

/// A graph that counts and lists its vertices, with the syntax of boost::VertexListGraph.
template <class G>
concept VertexListed = requires(const G& g) {
    vertices(g);
    num_vertices(g);
    typename boost::graph_traits<G>::vertex_iterator;
};

/// A graph of positions that lists the options of each position.
///
/// Semantics: `for_each_option(g, v, f)` calls f with the target of each move from v; `option_count(g, v)` returns the
/// number of these moves. `terminal(g, v, play)` returns the value if play stops at v. All functions are pure: equal
/// calls give equal answers, on any thread.
///
/// Example: `boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>`, by the functions above.
template <class G>
concept OptionGraph = VertexListed<G> && requires(const G& g, vertex_of<G> v, detail::IgnoreVertex<vertex_of<G>> f) {
    for_each_option(g, v, f);
    { option_count(g, v) } -> std::convertible_to<std::uint64_t>;
    { terminal(g, v, Play::normal) } -> std::convertible_to<std::optional<OutcomeValue>>;
};

/// A graph of positions that also lists predecessors.
///
/// Semantics: `for_each_predecessor(g, v, f)` calls `f(u)` for each move from u to v. It may skip terminal u.
///
/// Example: `boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>`.
template <class G>
concept PredecessorGraph =
    OptionGraph<G> &&
    requires(const G& g, vertex_of<G> v, detail::IgnoreVertex<vertex_of<G>> f) { for_each_predecessor(g, v, f); };

/// Returns false for a graph in which play never ends with a tie; algorithms then skip their phase for ties. A graph
/// type may define a member `may_tie`; the default is true.
template <class G>
constexpr bool may_tie() {
    if constexpr (requires { G::may_tie; })
        return G::may_tie;
    else
        return true;
}

/// Base class for graphs whose vertices are the numbers 0..n-1 and whose edges are computed, never stored. It has the
/// members that boost::graph_traits needs.
struct ImplicitGraph {
    using vertex_descriptor = Index;
    using edge_descriptor = std::pair<Index, Index>;
    using directed_category = boost::directed_tag;
    using edge_parallel_category = boost::allow_parallel_edge_tag;
    using traversal_category = boost::vertex_list_graph_tag;
    using vertex_iterator = boost::counting_iterator<Index>;
    using vertices_size_type = Index;
    using edges_size_type = Index;
    using degree_size_type = Index;
    using edge_iterator = void;
    using out_edge_iterator = void;
    using in_edge_iterator = void;
    using adjacency_iterator = void;
    static constexpr vertex_descriptor null_vertex() { return no_index; }
};

/// The default rule for terminal values: a function object that calls `terminal`.
struct DefaultTerminal {
    template <OptionGraph G>
    std::optional<OutcomeValue> operator()(const G& g, vertex_of<G> v, Play play) const {
        return terminal(g, v, play);
    }
};

namespace detail {
/// Throws `Error{not_applicable}` if a terminal value is `unknown`, or its remoteness is too large for the kernel.
inline void check_terminal(const OutcomeValue& value) {
    if (value.outcome == Outcome::unknown)
        throw Error(ErrorCode::not_applicable,
                    "the rules give the result unknown for a terminal position: expected win, loss, draw or tie");
    if (value.remoteness > max_terminal_remoteness)
        throw Error(ErrorCode::not_applicable, "the rules give a terminal position a remoteness above 2^61");
}
}  // namespace detail

}  // namespace mexbase
