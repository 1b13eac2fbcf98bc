/// \file
/// The graph of a ruleset: vertices are indices, edges are computed and never stored.
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/properties.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/property_map.hpp>
#include <optional>
#include <utility>

#include "../../rules/ruleset_check.hpp"
#include "graph.hpp"

namespace mexbase {

/// The implicit graph of an impartial ruleset, all of whose options have indices. It models boost::VertexListGraph,
/// `OptionGraph`, and `PredecessorGraph` if the ruleset takes moves back.
///
/// Indices that are no position are isolated vertices and stay undecided. Options past a bound are counted and not
/// named, so that no position becomes lost while one of them is left.
///
/// Example: `retrograde_analysis(RulesetGraph(SquareButOne(1000, true)), outcome_map(map))`, where `map` is any
/// writable property map from `Index` to `Outcome`.
template <Ruleset R>
class RulesetGraph : public ImplicitGraph {
    static_assert(ruleset_is_checked<R>);

  public:
    static constexpr bool names_all_options = !HasBound<R>;
    static constexpr bool may_tie = HasTerminal<R>;

    explicit RulesetGraph(R rules) : rules_(std::move(rules)) {}
    const R& rules() const { return rules_; }

    friend std::pair<vertex_iterator, vertex_iterator> vertices(const RulesetGraph& g) {
        return {vertex_iterator(Index{0}), vertex_iterator(g.rules_.size())};
    }
    friend Index num_vertices(const RulesetGraph& g) { return g.rules_.size(); }
    friend boost::typed_identity_property_map<Index> get(boost::vertex_index_t, const RulesetGraph&) { return {}; }
    friend Index get(boost::vertex_index_t, const RulesetGraph&, Index v) { return v; }

    template <class F>
    friend void for_each_option(const RulesetGraph& g, Index v, F&& f) {
        if (!g.rules_.legal(v)) return;
        const auto p = g.rules_.unrank(v);
        if constexpr (HasTerminal<R>) {
            if (g.rules_.terminal(v, p, Player::left)) return;
        }
        g.rules_.for_each_option(v, p, Player::left, f);
    }
    friend std::uint64_t option_count(const RulesetGraph& g, Index v) {
        const auto p = g.rules_.unrank(v);
        std::uint64_t n = mexbase::option_count(g.rules_, v, p);
        if constexpr (HasBound<R>) n += g.rules_.leaves_bound(v, p);
        return n;
    }
    template <class F>
        requires HasPredecessors<R>
    friend void for_each_predecessor(const RulesetGraph& g, Index v, F&& f) {
        g.rules_.for_each_predecessor(v, g.rules_.unrank(v), Player::left, f);
    }
    friend std::optional<OutcomeValue> terminal(const RulesetGraph& g, Index v, Play play) {
        if (!g.rules_.legal(v)) return std::nullopt;
        return terminal_value(g.rules_, v, g.rules_.unrank(v), play);
    }
    template <class F>
    friend Index for_each_terminal(const RulesetGraph& g, Index first, Index last, Play play, F&& f) {
        Index positions = 0;
        for_each_position(g.rules_, first, last, [&](Index v, const typename R::Position& p) {
            ++positions;
            if (const auto value = terminal_value(g.rules_, v, p, play)) f(v, *value);
        });
        return positions;
    }

  private:
    R rules_;
};

}  // namespace mexbase

namespace boost {
template <class R>
struct property_map<mexbase::RulesetGraph<R>, vertex_index_t> {
    using type = typed_identity_property_map<mexbase::Index>;
    using const_type = type;
};
}  // namespace boost
