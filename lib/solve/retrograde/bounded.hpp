/// \file
/// Games without a bound, solved within one: what is proven whatever lies beyond, and what is unknown.
///
/// Wins and losses come from the plain pass, in which an option past the bound is never decided. For the rest, the
/// extremes belong to a *player*, not to a vertex: everything past the bound is taken as won for one named player A,
/// whoever moves there. Impartial games are symmetric, so that one pass over (position, whose turn) gives both
/// extremes: A to move is the best that can lie beyond for the mover, B to move the worst.
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../../value/outcome.hpp"
#include "solve.hpp"

namespace mexbase {

/// The implicit graph over (position, whose turn) of a cut-off ruleset: vertex 2 i is position i with player A to move,
/// 2 i + 1 with B to move. Two more stand for everything past the bound: 2 size with A to move, won at once, and 2 size
/// + 1 with B to move, lost at once.
///
/// It models boost::VertexListGraph, `OptionGraph`, and `PredecessorGraph` if the ruleset takes moves back. The
/// predecessors of the last two vertices are found by a walk over all positions, once for each.
template <HasBound R>
class DoubledGraph : public ImplicitGraph {
    static_assert(ruleset_is_checked<R>);

  public:
    static constexpr bool may_tie = HasTerminal<R>;

    explicit DoubledGraph(R rules) : rules_(std::move(rules)), size_(rules_.size()) {}

    friend std::pair<vertex_iterator, vertex_iterator> vertices(const DoubledGraph& g) {
        return {vertex_iterator(Index{0}), vertex_iterator(num_vertices(g))};
    }
    friend Index num_vertices(const DoubledGraph& g) { return 2 * g.size_ + 2; }
    friend boost::typed_identity_property_map<Index> get(boost::vertex_index_t, const DoubledGraph&) { return {}; }
    friend Index get(boost::vertex_index_t, const DoubledGraph&, Index v) { return v; }

    template <class F>
    friend void for_each_option(const DoubledGraph& g, Index v, F&& f) {
        const Index i = v / 2, other = 1 - v % 2;
        if (i >= g.size_ || !g.rules_.legal(i)) return;
        const auto p = g.rules_.unrank(i);
        if (g.stopped(i, p)) return;
        g.rules_.for_each_option(i, p, Player::left, [&](Index to) { f(2 * to + other); });
        for (std::uint64_t n = g.rules_.leaves_bound(i, p); n > 0; --n) f(2 * g.size_ + other);
    }
    friend std::uint64_t option_count(const DoubledGraph& g, Index v) {
        const Index i = v / 2;
        if (i >= g.size_) return 0;
        const auto p = g.rules_.unrank(i);
        return mexbase::option_count(g.rules_, i, p) + g.rules_.leaves_bound(i, p);
    }
    template <class F>
        requires HasPredecessors<R>
    friend void for_each_predecessor(const DoubledGraph& g, Index v, F&& f) {
        const Index i = v / 2, other = 1 - v % 2;
        if (i < g.size_) {
            g.rules_.for_each_predecessor(i, g.rules_.unrank(i), Player::left,
                                          [&](Index from) { f(2 * from + other); });
            return;
        }
        for_each_position(g.rules_, 0, g.size_, [&](Index from, const typename R::Position& p) {
            if (g.stopped(from, p)) return;
            for (std::uint64_t n = g.rules_.leaves_bound(from, p); n > 0; --n) f(2 * from + other);
        });
    }
    friend std::optional<OutcomeValue> terminal(const DoubledGraph& g, Index v, Play play) {
        const Index i = v / 2;
        if (i >= g.size_) return OutcomeValue{v % 2 == 0 ? Outcome::win : Outcome::loss, 0};
        if (!g.rules_.legal(i)) return std::nullopt;
        return terminal_value(g.rules_, i, g.rules_.unrank(i), play);
    }
    template <class F>
    friend Index for_each_terminal(const DoubledGraph& g, Index first, Index last, Play play, F&& f) {
        // Ranges of vertices may begin and end between the two turns of a position.
        const auto each = [&](Index v, const OutcomeValue& value) {
            if (v >= first && v < last) f(v, value);
        };
        Index positions = 0;
        const Index to = last / 2 + last % 2;
        for_each_position(g.rules_, first / 2, to < g.size_ ? to : g.size_,
                          [&](Index i, const typename R::Position& p) {
                              positions += (2 * i >= first ? 1 : 0) + (2 * i + 1 < last ? 1 : 0);
                              if (const auto value = terminal_value(g.rules_, i, p, play)) {
                                  each(2 * i, *value);
                                  each(2 * i + 1, *value);
                              }
                          });
        each(2 * g.size_, {Outcome::win, 0});
        each(2 * g.size_ + 1, {Outcome::loss, 0});
        return positions;
    }

  private:
    bool stopped(Index i, const typename R::Position& p) const {
        if constexpr (HasTerminal<R>)
            return rules_.terminal(i, p, Player::left).has_value();
        else
            return false;
    }

    R rules_;
    Index size_;
};

/// A cut-off game, solved. Movable; any number of threads may read.
class BoundedSolution {
  public:
    OutcomeCells cells;     ///< wins and losses that hold whatever lies beyond, with an upper bound of their remoteness
    TwoBitStates extremes;  ///< of the doubled graph
    Summary summary;        ///< of the plain pass: what it calls drawn is drawn or unknown
    Index draws = 0;        ///< positions proven drawn
    Index unknown = 0;      ///< positions of which nothing is proven
    Strategy strategy = Strategy::child_counters;  ///< of the plain pass
    /// The least index whose remoteness is not proven exact, or `no_index`. A remoteness is exact if even the extreme
    /// that is the best for who wins gives no less.
    Index first_inexact = no_index;

    /// Where ties may lie past the bound: positions of which play may lead there, as long as nothing is decided.
    std::vector<bool> may_tie;

    /// Not even with everything past the bound in his favour can the mover force a win. Not said of what cannot be lost
    /// either, and may be tied: both together say that it is a draw.
    bool cannot_win(Index i) const {
        if (extremes.state(2 * i) == TwoBitStates::win) return false;
        return may_tie.empty() || !may_tie[static_cast<std::size_t>(i)] || !cannot_lose(i);
    }
    /// Not even with everything past the bound against him can the mover be forced to lose.
    bool cannot_lose(Index i) const { return extremes.state(2 * i + 1) != TwoBitStates::loss; }
    /// Win or loss where it is proven, draw where the mover can neither win nor lose, else unknown.
    OutcomeValue operator[](Index i) const {
        const OutcomeValue value = cells[i];
        if (value.outcome != Outcome::draw) return value;
        return {cannot_win(i) && cannot_lose(i) ? Outcome::draw : Outcome::unknown, 0};
    }
};

namespace detail {

/// Compares what the doubled pass decides with the plain pass, while it is decided: no remoteness of it is stored.
class Exactness {
  public:
    Exactness(const OutcomeCells& plain, Index size) : plain_(plain), proven_((size + 31) / 32) {}

    void operator()(std::uint64_t ply, Outcome outcome, std::span<const Index> vertices) {
        for (const Index v : vertices) {
            const Index i = v / 2;
            if (i >= plain_.size()) continue;
            const bool extreme = outcome == (v % 2 == 0 ? Outcome::win : Outcome::loss);
            if (extreme && plain_[i] == OutcomeValue{outcome, ply}) proven_[i / 32] |= 1U << i % 32;
        }
    }
    bool proven(Index i) const { return (proven_[i / 32] >> (i % 32) & 1U) != 0; }

    std::span<const std::uint32_t> words() const { return proven_; }
    /// Puts back what `words` gave. Throws `Error{bad_usage}` if they are not as many.
    void put_back(std::vector<std::uint32_t> words) {
        if (words.size() != proven_.size()) throw_not_ours();
        proven_ = std::move(words);
    }

  private:
    const OutcomeCells& plain_;
    std::vector<std::uint32_t> proven_;
};

/// Keeps what the doubled pass has proven with what its kernel keeps.
class DoubledKeeper final : public KeeperAround {
  public:
    DoubledKeeper(Keeper* keeper, Exactness& exactness) : KeeperAround(keeper), exactness_(exactness) {}
    std::optional<Resumption> resume() override {
        auto from = KeeperAround::resume();
        if (!from) return from;
        exactness_.put_back(from->words.empty() ? std::vector<std::uint32_t>{} : std::move(from->words.back()));
        if (!from->words.empty()) from->words.pop_back();
        return from;
    }
    void keep(const Standing& at, const Kept& kept) override {
        Kept both = kept;
        both.words.push_back(exactness_.words());
        inner().keep(at, both);
    }

  private:
    Exactness& exactness_;
};

/// The positions from which play can leave the bound by way of such as are neither won nor lost.
template <HasBound R>
std::vector<bool> may_tie(const R& rules, const OutcomeCells& cells) {
    std::vector<bool> found(static_cast<std::size_t>(rules.size()));
    std::vector<Index> waiting;
    const auto is_open = [&](Index i, const typename R::Position& p) {
        if constexpr (HasTerminal<R>)
            if (rules.terminal(i, p, Player::left)) return false;
        return OutcomeValue(cells[i]).outcome == Outcome::draw;
    };
    const auto find = [&](Index i) {
        if (found[static_cast<std::size_t>(i)]) return;
        found[static_cast<std::size_t>(i)] = true;
        waiting.push_back(i);
    };
    for_each_position(rules, 0, rules.size(), [&](Index i, const typename R::Position& p) {
        if (is_open(i, p) && rules.leaves_bound(i, p) != 0) find(i);
    });
    while (!waiting.empty()) {
        const Index i = waiting.back();
        waiting.pop_back();
        rules.for_each_predecessor(i, rules.unrank(i), Player::left, [&](Index from) {
            if (is_open(from, rules.unrank(from))) find(from);
        });
    }
    return found;
}

}  // namespace detail

/// Solves a cut-off game: the plain pass by `options.strategy`, the doubled pass by two bits a vertex.
///
/// Memory beside the plain pass: half a byte and a bit a position, and the frontiers of the doubled pass. Throws as
/// `solve`. Each pass has a keeper of its own, or nobody (null).
template <HasBound R, class Visitor>
BoundedSolution solve_bounded(const R& rules, const SolveOptions& options, Visitor& visitor,
                              Keeper* plain_keeper = nullptr, Keeper* doubled_keeper = nullptr) {
    Solution plain = solve(rules, options, visitor, plain_keeper);
    if (plain.summary.ties != 0)
        throw Error(ErrorCode::not_applicable,
                    "play of a cut-off game stops with a tie: what lies past the bound may be "
                    "better, and nothing is known of it");
    BoundedSolution solution;
    solution.cells = std::move(plain.cells);
    solution.summary = plain.summary;
    solution.strategy = plain.strategy;
    detail::Exactness exactness(solution.cells, rules.size());
    const DoubledGraph<R> doubled(rules);
    if (plain.strategy == Strategy::forward) {
        // The transpose did not fit; nor would that of the doubled graph.
        const auto view = detail::own_view(doubled);
        OutcomeCells cells(view.size());
        detail::Course course{doubled_keeper, {}, {}};
        course.at.strategy = Strategy::forward;
        if (auto from = doubled_keeper != nullptr ? doubled_keeper->resume() : std::nullopt) {
            if (from->cells.size() != cells.size() || from->at.strategy != Strategy::forward) detail::throw_not_ours();
            course.at = std::move(from->at);
            course.due = std::move(from->due);
            cells = std::move(from->cells);
        }
        detail::solve_forward(detail::ErasedView(view, visitor), cells, options.analysis(), 0, course);
        solution.extremes = TwoBitStates(view.size());
        for (Index v = 0; v < view.size(); ++v) {
            const OutcomeValue value = cells[v];
            if (!has_remoteness(value.outcome)) continue;
            solution.extremes.decide(v, value.outcome == Outcome::win ? TwoBitStates::win : TwoBitStates::loss);
            exactness(value.remoteness, value.outcome, std::span<const Index>(&v, 1));
        }
    } else {
        detail::DoubledKeeper keeper(doubled_keeper, exactness);
        solution.extremes = solve_spooled(doubled, options.analysis(), exactness, visitor,
                                          doubled_keeper != nullptr ? &keeper : nullptr)
                                .states;
    }
    if constexpr (ties_beyond<R>) solution.may_tie = detail::may_tie(rules, solution.cells);
    for_each_position(rules, 0, rules.size(), [&](Index i, const typename R::Position&) {
        const OutcomeValue value = solution[i];
        if (value.outcome == Outcome::draw) ++solution.draws;
        if (value.outcome == Outcome::unknown) ++solution.unknown;
        if (has_remoteness(value.outcome) && solution.first_inexact == no_index && !exactness.proven(i))
            solution.first_inexact = i;
    });
    return solution;
}

/// The same, without a visitor.
template <HasBound R>
BoundedSolution solve_bounded(const R& rules, const SolveOptions& options = {}) {
    NullVisitor quiet;
    return solve_bounded(rules, options, quiet);
}

}  // namespace mexbase

namespace boost {
template <class R>
struct property_map<mexbase::DoubledGraph<R>, vertex_index_t> {
    using type = typed_identity_property_map<mexbase::Index>;
    using const_type = type;
};
}  // namespace boost
