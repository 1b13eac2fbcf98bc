/// \file
/// An order for loop-free games without a natural one: options first (Kahn, "Topological sorting of large networks",
/// Comm. ACM 5, 1962).
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "../../error.hpp"
#include "graph.hpp"
#include "indexed_view.hpp"
#include "ruleset_graph.hpp"
#include "transpose.hpp"
#include "visitor.hpp"

namespace mexbase {

namespace detail {

/// Vertices between two reports of progress.
inline constexpr Index order_scan_step = Index{1} << 16;

template <class View, class Visitor>
std::optional<std::vector<Index>> options_first(const View& view, Visitor& visitor) {
    const Index size = view.size();
    std::vector<std::uint32_t> missing(size);  // options of a vertex that are not in the order yet
    std::vector<bool> stopped(size);
    view.terminals(0, size, Play::normal, [&stopped](Index v, const OutcomeValue&) { stopped[v] = true; });
    std::vector<Index> order;
    order.reserve(size);
    for (Index v = 0; v < size; ++v) {
        if (v % order_scan_step == 0) event_scan(visitor, v, 2 * size);
        std::uint64_t count = 0;
        if (!stopped[v]) view.options(v, [&count](Index) { ++count; });
        if (count > std::numeric_limits<std::uint32_t>::max())
            throw Error(ErrorCode::not_applicable, "a position with 2^32 options and more has no place in an order");
        missing[v] = static_cast<std::uint32_t>(count);
        if (count == 0) order.push_back(v);
    }
    for (Index done = 0; done < order.size(); ++done) {
        if (done % order_scan_step == 0) event_scan(visitor, size + done, 2 * size);
        // Where play stops, options do not count, whether the graph takes them back or not.
        view.predecessors(order[done], [&](Index u) {
            if (missing[u] != 0 && --missing[u] == 0) order.push_back(u);
        });
    }
    event_scan(visitor, 2 * size, 2 * size);
    if (order.size() != size) return std::nullopt;
    return order;
}

}  // namespace detail

/// All vertices of `g`, by index, in an order in which the options of each come before it: those of which play goes on;
/// what leaves a vertex where play stops does not count. Indices that are no position have their places too. Nothing if
/// the graph has a cycle or a self-loop.
///
/// Equal graphs have equal orders. Time O(V + E), no recursion. Memory: 8 bytes a vertex for the order, 4 bytes and a
/// bit beside it, and for graphs without predecessors the transpose (4 bytes an edge and a vertex). The visitor hears
/// `scan`, and may throw to stop. Throws `Error{not_applicable}` for a graph too large to transpose.
template <OptionGraph G, class Visitor>
std::optional<std::vector<Index>> topological_order(const G& g, Visitor& visitor) {
    static_assert(detail::check_visitor<Visitor, Events<Event::scan>>());
    const auto index = get(boost::vertex_index, g);
    const detail::IndexedView<G, std::remove_const_t<decltype(index)>, DefaultTerminal> view(g, index, {});
    return detail::with_predecessors(view, visitor,
                                     [&visitor](const auto& v) { return detail::options_first(v, visitor); });
}

/// The same, without a visitor.
template <OptionGraph G>
std::optional<std::vector<Index>> topological_order(const G& g) {
    NullVisitor quiet;
    return topological_order(g, quiet);
}

}  // namespace mexbase
