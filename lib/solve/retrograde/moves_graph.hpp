// SPDX-License-Identifier: MIT
/// \file
/// The moves of a game as a graph whose edges are computed, not stored.
#pragma once

#include <boost/property_map/property_map.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "../../rules/moves.hpp"
#include "../graph/graph.hpp"
#include "cells.hpp"
#include "engine_graph.hpp"
#include "rank_part.hpp"

namespace mexbase {

/// The graph of an impartial game, or of one slice of it. Vertex v is position `slice.first` + v. Edges are computed
/// for many positions per call and never stored. It models boost::VertexListGraph and `OptionGraph`. Indices that are
/// not positions are isolated vertices, which stay undecided. Moves past a bound are counted and not listed. Borrows
/// the moves and the cells. Immutable; safe to read from several threads.
///
/// Example: `retrograde_analysis(MovesGraph(game), outcome_map(map))` with a writable map from `Index` to `Outcome`.
class MovesGraph : public ImplicitGraph {
  public:
    /// Makes the whole graph of a game. Throws `Error{bad_usage}` for a game in slices, which is solved slice by slice.
    explicit MovesGraph(const Moves& moves);
    /// Makes the graph of one slice. `cells` has a cell for every position, with the values of earlier slices.
    MovesGraph(const Moves& moves, const Slice& slice, const OutcomeCells& cells) : MovesGraph(moves, slice, &cells) {}
    /// Makes the part of a slice that a rank owns. Its vertices are those of `part.own`, but `predecessors` returns
    /// indices. `cells` has the rank's cells.
    MovesGraph(const Moves& moves, const OutcomeCells& cells, detail::RankPart& part)
        : MovesGraph(moves, part.own.slice(), &cells) {
        part_ = &part;
    }

    const Moves& moves() const { return moves_; }
    const Slice& slice() const { return slice_; }
    /// Returns the same slice with other moves.
    MovesGraph with(const Moves& moves) const {
        MovesGraph same{moves, slice_, cells_};
        same.part_ = part_;
        return same;
    }
    /// Returns the part that a rank owns, or null if the graph is a whole slice.
    detail::RankPart* part() const { return part_; }

    /// Finds the facts about the vertices of a part as `for_each_start` does, but without the values of the exits. Adds
    /// them to `out`, and returns how many of the vertices are positions.
    Index collect_starts(Index first, Index last, Play play, detail::PendingStarts& out) const;
    /// Fetches the cells of the exits from the ranks that own them. All ranks must call it at once, each with the
    /// starts of its threads. Returns true if `more` is true on any rank. In a game without slices, other ranks own no
    /// exits, so nothing is exchanged, and the result is `more`.
    bool fetch_exits(std::span<detail::PendingStarts> all, bool more) const;
    /// Passes collected facts to `taker`. The cells of the exits must have been fetched.
    void take_starts(detail::PendingStarts& from, Play play, detail::InitialValueSink& taker) const;

    // Members that `EngineGraph` requires.

    Index size() const { return part_ == nullptr ? slice_.size : part_->own.size(); }
    Index first_cell() const { return part_ == nullptr ? slice_.first : part_->own.first_cell(); }
    bool has_exits() const { return has_exits_; }
    bool may_tie() const { return may_tie_; }
    Index for_each_start(Index first, Index last, Play play, detail::InitialValueSink& taker) const;
    bool contains(Index v) const { return moves_.is_position(index(v)); }
    std::uint64_t count_options(Index v) const {
        const Index i = index(v);
        std::uint64_t count = 0;
        moves_.count_options({&i, 1}, Player::left, {&count, 1});
        return count;
    }
    void add_exits(Index v, OutcomeFold& fold) const;
    void predecessors(std::span<Index> vertices, Flat& out) const {
        if (part_ != nullptr) {
            for (Index& v : vertices) v = part_->own.index(v);
            return moves_.predecessors(vertices, Player::left, out);
        }
        if (slice_.first == 0) return moves_.predecessors(vertices, Player::left, out);
        for (Index& v : vertices) v += slice_.first;
        moves_.predecessors(vertices, Player::left, out);
        out.subtract(slice_.first);
    }

    // Members that `OptionGraph` requires. They read one vertex per call, which is slower than reading many.

    friend std::pair<vertex_iterator, vertex_iterator> vertices(const MovesGraph& g) {
        return {vertex_iterator(Index{0}), vertex_iterator(g.size())};
    }
    friend Index num_vertices(const MovesGraph& g) { return g.size(); }
    friend boost::typed_identity_property_map<Index> get(boost::vertex_index_t, const MovesGraph&) { return {}; }
    friend Index get(boost::vertex_index_t, const MovesGraph&, Index v) { return v; }
    template <class F>
    friend void for_each_option(const MovesGraph& g, Index v, F&& f) {
        Options rows;
        g.moves_.options(g.slice_.first + v, g.slice_.first + v + 1, Player::left, Moves::no_limit, rows);
        for (const Index to : rows.targets.span())
            if (to >= g.slice_.first) f(to - g.slice_.first);
    }
    friend std::uint64_t option_count(const MovesGraph& g, Index v) { return g.count_options(v); }
    friend std::optional<OutcomeValue> terminal(const MovesGraph& g, Index v, Play play);

  private:
    MovesGraph(const Moves& moves, const Slice& slice, const OutcomeCells* cells)
        : moves_(moves),
          slice_(slice),
          cells_(cells),
          has_exits_(!moves.traits().order.slices.empty() || moves.traits().unindexed),
          may_tie_(moves.traits().stops || moves.traits().unindexed) {}

    /// Returns the value that the solver uses for an option outside the graph.
    OutcomeValue outside(const OutcomeValue& value) const {
        return {value.outcome, moves_.traits().remoteness_outside(value.remoteness)};
    }
    Index index(Index v) const { return part_ == nullptr ? slice_.first + v : part_->own.index(v); }
    template <class T>
    void take_starts(const T* cells, Starts& starts, Index first_index, Play play,
                     detail::InitialValueSink& taker) const;

    const Moves& moves_;
    Slice slice_;
    const OutcomeCells* cells_;
    bool has_exits_, may_tie_;
    detail::RankPart* part_ = nullptr;
};

static_assert(detail::EngineGraph<MovesGraph>);

}  // namespace mexbase

namespace boost {
template <>
struct property_map<mexbase::MovesGraph, vertex_index_t> {
    using type = typed_identity_property_map<mexbase::Index>;
    using const_type = type;
};
}  // namespace boost
