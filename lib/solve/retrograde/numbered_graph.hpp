// SPDX-License-Identifier: MIT
/// \file
/// Adapts a graph of Boost or of the caller to the kernel and the game solvers.
#pragma once

#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "../../error.hpp"
#include "../../rules/moves.hpp"
#include "../graph/graph.hpp"
#include "engine_graph.hpp"

// Declares the index map of boost::adjacency_list. The header that defines it is large, so it is not included.
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

/// Combines a graph, a map from its vertices to 0..size-1 and a rule for terminal positions. Borrows the graph. Stores
/// all vertex descriptors, unless the map is an identity map. Models `EngineGraph` if the graph has predecessors.
template <OptionGraph G, class IndexMap, class Terminal>
class NumberedGraph {
    BOOST_CONCEPT_ASSERT((boost::VertexListGraphConcept<G>));
    BOOST_CONCEPT_ASSERT((boost::ReadablePropertyMapConcept<IndexMap, vertex_of<G>>));

  public:
    NumberedGraph(const G& graph, IndexMap index, Terminal rule = {})
        : graph_(graph), index_(index), rule_(rule), size_(static_cast<Index>(num_vertices(graph))) {
        if constexpr (!identity) {
            vertices_.resize(size_);
            const auto [first, last] = vertices(graph);
            for (auto v = first; v != last; ++v) {
                const auto i = static_cast<Index>(get(index_, *v));
                if (i >= size_)
                    throw Error(ErrorCode::bad_usage, "a vertex has the index " + std::to_string(i) +
                                                          ", expected one below the number of vertices, " +
                                                          std::to_string(size_));
                vertices_[i] = *v;
            }
        }
    }

    Index size() const { return size_; }
    vertex_of<G> vertex(Index i) const {
        if constexpr (identity)
            return static_cast<vertex_of<G>>(i);
        else
            return vertices_[i];
    }
    /// Returns the value of i if play stops there, else `std::nullopt`.
    std::optional<OutcomeValue> terminal(Index i, Play play) const { return rule_(graph_, vertex(i), play); }
    template <class F>
    void for_each_option(Index i, const F& f) const {
        using mexbase::for_each_option;
        for_each_option(graph_, vertex(i), [&](const vertex_of<G>& w) { f(index(w)); });
    }

    static constexpr Index first_cell() { return 0; }
    static constexpr bool has_exits() { return false; }
    static constexpr bool may_tie() { return !std::is_same_v<Terminal, DefaultTerminal> || mexbase::may_tie<G>(); }
    static constexpr bool contains(Index) { return true; }
    std::uint64_t count_options(Index i) const { return option_count(graph_, vertex(i)); }
    void add_exits(Index, OutcomeFold&) const {}
    Index for_each_start(Index first, Index last, Play play, InitialValueSink& taker) const {
        for (Index i = first; i < last; ++i)
            if (const std::optional<OutcomeValue> value = terminal(i, play)) taker.take(i, *value);
        return last - first;
    }
    /// Calls `f` with the source of every edge that reaches i from a non-terminal vertex.
    template <class F>
    void for_each_predecessor(Index i, const F& f) const
        requires PredecessorGraph<G>
    {
        using mexbase::for_each_predecessor;
        for_each_predecessor(graph_, vertex(i), [&](const vertex_of<G>& u) {
            const Index source = index(u);
            if (!stops(source)) f(source);
        });
    }
    // The attribute inlines all calls, so that the end of the list stays in a register.
    [[gnu::flatten]] void predecessors(std::span<const Index> vertices, Flat& out) const
        requires PredecessorGraph<G>
    {
        Flat::Cursor at(out);
        for (const Index i : vertices) for_each_predecessor(i, [&at](Index source) { at.push(source); });
    }

  private:
    // Returns true if a rule passed by the caller makes i terminal; its edges must then be skipped. With the default
    // rule, the graph itself leaves these edges out.
    bool stops(Index i) const {
        if constexpr (std::is_same_v<Terminal, DefaultTerminal>)
            return false;
        else
            return terminal(i, Play::normal).has_value();
    }

    static constexpr bool identity = std::is_integral_v<vertex_of<G>> && is_identity_map<IndexMap>;
    Index index(const vertex_of<G>& v) const {
        if constexpr (identity)
            return static_cast<Index>(v);
        else
            return static_cast<Index>(get(index_, v));
    }

    const G& graph_;
    IndexMap index_;
    Terminal rule_;
    Index size_;
    std::vector<vertex_of<G>> vertices_;
};

template <OptionGraph G, class IndexMap>
NumberedGraph(const G&, IndexMap) -> NumberedGraph<G, IndexMap, DefaultTerminal>;

/// Gives the edges of a numbered graph through the interface `Moves`. Borrows the graph.
template <OptionGraph G, class IndexMap, class Terminal>
class MovesOfGraph final : public Moves {
  public:
    explicit MovesOfGraph(const NumberedGraph<G, IndexMap, Terminal>& graph) : Moves(traits_of(graph)), graph_(graph) {}

    void mark_positions(Index, std::span<std::uint8_t> out) const override {
        for (std::uint8_t& is_position : out) is_position = 1;
    }
    Index options(Index first, Index last, Player, std::size_t enough, Options& out) const override {
        while (first < last && !out.full(enough)) add(first++, out);
        return first;
    }
    std::size_t options(std::span<const Index> of, Player, std::size_t enough, Options& out) const override {
        std::size_t done = 0;
        while (done < of.size() && !out.full(enough)) add(of[done++], out);
        return done;
    }
    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const override {
        for (std::size_t k = 0; k < of.size(); ++k) out[k] = graph_.count_options(of[k]);
    }
    void predecessors(std::span<const Index> of, Player, Flat& out) const override {
        if constexpr (PredecessorGraph<G>) graph_.predecessors(of, out);
    }
    Index starts(Index first, Index last, Play play, Player, Starts& out) const override {
        for (Index i = first; i < last; ++i)
            if (const auto value = graph_.terminal(i, play)) out.add_stop(i, *value);
        return last - first;
    }

  private:
    static GameTraits traits_of(const NumberedGraph<G, IndexMap, Terminal>& graph) {
        GameTraits traits;
        traits.size = traits.queryable_size = graph.size();
        traits.whole = true;
        traits.stops = graph.may_tie();
        traits.has_predecessors = PredecessorGraph<G>;
        return traits;
    }
    void add(Index i, Options& out) const {
        if (const auto value = graph_.terminal(i, Play::normal)) {
            out.stops.push_back({static_cast<std::uint32_t>(out.size()), *value});
        } else {
            Flat::Cursor at(out.targets);
            graph_.for_each_option(i, [&at](Index to) { at.push(to); });
        }
        out.positions.push_back(i);
        out.ends.push_back(static_cast<std::uint32_t>(out.targets.size()));
    }

    const NumberedGraph<G, IndexMap, Terminal>& graph_;
};

}  // namespace mexbase::detail
