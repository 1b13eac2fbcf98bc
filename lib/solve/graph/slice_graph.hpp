/// \file
/// The graph of one slice of a ruleset: what its positions lead to below is known already.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "../../rules/ruleset_check.hpp"
#include "graph.hpp"

namespace mexbase {

/// Whether some options of R may have values before the positions that lead to them are solved.
template <class R>
inline constexpr bool comes_in_slices = HasSlices<R> || HasSettledOptions<R>;

/// Calls `f` with the slices of a ruleset in order; all of it is one where it has none.
template <Ruleset R, class F>
void for_each_slice(const R& rules, F&& f) {
    if constexpr (HasSlices<R>) {
        for (Index k = 0; k < rules.slices(); ++k) f(rules.slice(k));
    } else {
        f(Slice{0, rules.size(), false});
    }
}

/// The implicit graph of the positions of one slice, numbered from 0: a model of `OptionGraph` and `HasExits`, and of
/// `PredecessorGraph` if the ruleset takes moves back. `lower(index)` is the value of an index below the slice; it is
/// asked by several threads. Borrows the rules.
template <Ruleset R, class Lower>
    requires(comes_in_slices<R>)
class SliceGraph : public ImplicitGraph {
    static_assert(ruleset_is_checked<R>);
    static_assert(!HasBound<R>, "ruleset: a cut-off game cannot have slices or settled options");

  public:
    SliceGraph(const R& rules, const Slice& slice, Lower lower)
        : rules_(&rules), slice_(slice), lower_(std::move(lower)) {}

    friend std::pair<vertex_iterator, vertex_iterator> vertices(const SliceGraph& g) {
        return {vertex_iterator(Index{0}), vertex_iterator(g.slice_.size)};
    }
    friend Index num_vertices(const SliceGraph& g) { return g.slice_.size; }
    friend boost::typed_identity_property_map<Index> get(boost::vertex_index_t, const SliceGraph&) { return {}; }
    friend Index get(boost::vertex_index_t, const SliceGraph&, Index v) { return v; }

    template <class F>
    friend void for_each_option(const SliceGraph& g, Index v, F&& f) {
        const Index i = g.slice_.first + v;
        if (!g.rules_->legal(i)) return;
        const auto p = g.rules_->unrank(i);
        if (g.stopped(i, p)) return;
        g.rules_->for_each_option(i, p, Player::left, [&](Index to) {
            if (to >= g.slice_.first) f(to - g.slice_.first);
        });
    }
    friend std::uint64_t option_count(const SliceGraph& g, Index v) {
        const Index i = g.slice_.first + v;
        return g.count_inside(i, g.rules_->unrank(i));
    }
    template <class F>
    friend void for_each_exit(const SliceGraph& g, Index v, F&& f) {
        const Index i = g.slice_.first + v;
        g.exits(i, g.rules_->unrank(i), f);
    }
    template <class F>
        requires HasPredecessors<R>
    friend void for_each_predecessor(const SliceGraph& g, Index v, F&& f) {
        const Index i = g.slice_.first + v;
        g.rules_->for_each_predecessor(i, g.rules_->unrank(i), Player::left,
                                       [&](Index from) { f(from - g.slice_.first); });
    }
    friend std::optional<OutcomeValue> terminal(const SliceGraph& g, Index v, Play play) {
        const Index i = g.slice_.first + v;
        if (!g.rules_->legal(i)) return std::nullopt;
        return terminal_value(*g.rules_, i, g.rules_->unrank(i), play);
    }
    template <class F>
    friend Index for_each_start(const SliceGraph& g, Index first, Index last, Play play, F&& f) {
        const Index base = g.slice_.first;
        Index positions = 0;
        for_each_position(*g.rules_, base + first, base + last, [&](Index i, const typename R::Position& p) {
            ++positions;
            const Start start = g.start_of(i, p, play);
            if (start.value || start.inside != 0) f(i - base, start);
        });
        return positions;
    }

  private:
    std::optional<OutcomeValue> stopped(Index i, const typename R::Position& p) const {
        if constexpr (HasTerminal<R>)
            return rules_->terminal(i, p, Player::left);
        else
            return std::nullopt;
    }
    std::uint64_t count_inside(Index i, const typename R::Position& p) const {
        if constexpr (!HasSlices<R>)
            return mexbase::option_count(*rules_, i, p);
        else
            return for_each_lower(i, p, [](Index) {});
    }
    /// Calls `f` with the options below the slice, and counts those inside.
    template <class F>
    std::uint64_t for_each_lower(Index i, const typename R::Position& p, F&& f) const {
        if constexpr (detail::tells_lower_options<R>) {
            return rules_->for_each_lower_option(i, p, f);
        } else {
            std::uint64_t inside = 0;
            rules_->for_each_option(i, p, Player::left, [&](Index to) {
                if (to < slice_.first)
                    f(to);
                else
                    ++inside;
            });
            return inside;
        }
    }
    template <class F>
    void settled(Index i, const typename R::Position& p, F&& f) const {
        if constexpr (HasSettledOptions<R>) rules_->for_each_settled_option(i, p, Player::left, f);
    }
    template <class F>
    void exits(Index i, const typename R::Position& p, F&& f) const {
        if constexpr (HasSlices<R>) for_each_lower(i, p, [&](Index to) { f(lower_(to)); });
        settled(i, p, f);
    }

    Start start_of(Index i, const typename R::Position& p, Play play) const {
        Start start;
        if ((start.value = stopped(i, p))) return start;
        OutcomeFold known;
        bool any = false;
        const auto add = [&](const OutcomeValue& value) {
            known.add(value);
            any = true;
        };
        settled(i, p, add);
        if constexpr (HasSlices<R>) {
            start.inside = for_each_lower(i, p, [&](Index to) { add(lower_(to)); });
        } else if (!any && moves_unless_stopped<R>) {
            return start;
        } else {
            // One more look at a position with settled options tells it from one that has no others.
            start.inside = count_inside(i, p);
        }
        if (start.inside == 0) {
            start.value = known.value(play);
        } else {
            start.win = known.win();
            start.tie = known.tie();
        }
        return start;
    }

    const R* rules_;
    Slice slice_;
    Lower lower_;
};

}  // namespace mexbase

namespace boost {
template <class R, class Lower>
struct property_map<mexbase::SliceGraph<R, Lower>, vertex_index_t> {
    using type = typed_identity_property_map<mexbase::Index>;
    using const_type = type;
};
}  // namespace boost
