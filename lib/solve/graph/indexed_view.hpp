/// \file
/// A graph as the engines see it: vertices are 0..size-1, whatever the graph's own descriptors are.
#pragma once

#include <boost/property_map/property_map.hpp>
#include <type_traits>
#include <vector>

#include "../../error.hpp"
#include "graph.hpp"

// The index map of boost::adjacency_list, whose header is large: whoever has such a graph has included it.
namespace boost {
template <class Property, class Vertex>
struct vec_adj_list_vertex_id_map;
}

namespace mexbase::detail {

template <class Map>
inline constexpr bool is_identity_map = false;
template <class T>
inline constexpr bool is_identity_map<boost::typed_identity_property_map<T>> = true;
template <>
inline constexpr bool is_identity_map<boost::identity_property_map> = true;
template <class G, class P>
inline constexpr bool is_identity_map<boost::vec_adj_list_vertex_id_map<G, P>> = true;

/// A graph, a map from its vertices to 0..size-1 and a rule for where play stops, by reference to the graph.
/// Where the map is the identity it costs nothing; else the inverse is a vector of descriptors.
template <OptionGraph G, class IndexMap, class Terminal>
class IndexedView {
  public:
    using vertex_type = vertex_of<G>;
    static constexpr bool has_predecessors = PredecessorGraph<G>;
    static constexpr bool names_options = true;
    static constexpr bool goes_forward = true;
    static constexpr bool prefetches = PrefetchesPredecessors<G>;
    static constexpr bool has_exits = HasExits<G>;
    static constexpr bool may_tie = !std::is_same_v<Terminal, DefaultTerminal> || mexbase::may_tie<G>();

    IndexedView(const G& graph, IndexMap index, Terminal terminal)
        : graph_(graph), index_(index), terminal_(terminal), size_(static_cast<Index>(num_vertices(graph))) {
        if constexpr (!identity) {
            vertices_.resize(size_);
            const auto [first, last] = vertices(graph);
            for (auto v = first; v != last; ++v) {
                const auto i = static_cast<Index>(get(index_, *v));
                if (i >= size_) throw Error(ErrorCode::bad_usage, "a vertex index is not below the number of vertices");
                vertices_[i] = *v;
            }
        }
    }

    Index size() const { return size_; }
    vertex_type vertex(Index i) const {
        if constexpr (identity)
            return static_cast<vertex_type>(i);
        else
            return vertices_[i];
    }
    template <class F>
    void options(Index i, F&& f) const {
        if (stops(i)) return;
        for_each_option(graph_, vertex(i), [&](const vertex_type& w) { f(index(w)); });
    }
    std::uint64_t count_options(Index i) const { return option_count(graph_, vertex(i)); }
    template <class F>
        requires has_predecessors
    void predecessors(Index i, F&& f) const {
        for_each_predecessor(graph_, vertex(i), [&](const vertex_type& u) {
            const Index source = index(u);
            if (!stops(source)) f(source);
        });
    }
    template <class F>
        requires has_exits
    void exits(Index i, F&& f) const {
        for_each_exit(graph_, vertex(i), f);
    }
    /// Calls `f(i, start)` for vertices in [first, last) of which something is known; returns the number of positions
    /// there.
    template <class F>
        requires has_exits
    Index starts(Index first, Index last, Play play, F&& f) const {
        static_assert(identity, "a graph with exits numbers its vertices itself");
        return for_each_start(graph_, first, last, play, f);
    }
    void prefetch(Index i) const {
        if constexpr (PrefetchesPredecessors<G>) prefetch_predecessors(graph_, vertex(i));
    }

    /// True where all options of `i`, and there is one at least, satisfy `wanted`; options without a vertex never do.
    /// Exits are not among them.
    template <class Wanted>
    bool all_options(Index i, const Wanted& wanted) const {
        if (stops(i)) return false;
        std::uint64_t named = 0, met = 0;
        for_each_option(graph_, vertex(i), [&](const vertex_type& w) {
            ++named;
            met += wanted(index(w)) ? 1 : 0;
        });
        if (met != named || named == 0) return false;
        if constexpr (names_all_options<G>())
            return true;
        else
            return count_options(i) == named;
    }

    /// Calls `f(i, value)` for the vertices in [first, last) at which play stops; returns the number of positions
    /// there.
    template <class F>
    Index terminals(Index first, Index last, Play play, F&& f) const {
        if constexpr (FindsTerminals<G> && std::is_same_v<Terminal, DefaultTerminal> && identity) {
            return for_each_terminal(graph_, first, last, play, f);
        } else {
            for (Index i = first; i < last; ++i)
                if (const std::optional<OutcomeValue> value = terminal_(graph_, vertex(i), play)) f(i, *value);
            return last - first;
        }
    }

  private:
    // Edges may leave a vertex at which a rule of the caller's stops play: a graph's own rule leaves them out.
    bool stops(Index i) const {
        if constexpr (std::is_same_v<Terminal, DefaultTerminal>)
            return false;
        else
            return terminal_(graph_, vertex(i), Play::normal).has_value();
    }

    static constexpr bool identity = std::is_integral_v<vertex_type> && is_identity_map<IndexMap>;
    Index index(const vertex_type& v) const {
        if constexpr (identity)
            return static_cast<Index>(v);
        else
            return static_cast<Index>(get(index_, v));
    }

    const G& graph_;
    IndexMap index_;
    Terminal terminal_;
    Index size_;
    std::vector<vertex_type> vertices_;
};

}  // namespace mexbase::detail
