/// \file
/// The moves of a game as the engines see them: one graph for all games, read by chunks.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "../../rules/moves.hpp"
#include "../graph/visitor.hpp"
#include "cells.hpp"
#include "child_counters.hpp"
#include "engine_graph.hpp"
#include "two_bit.hpp"

namespace mexbase::detail {

/// The graph of one slice of a game, or of all of a game without slices. Vertex v is position `slice.first` + v.
/// Borrows the moves, the cells of all positions, which must hold the values below the slice, and the listener.
class MovesView {
  public:
    MovesView(const Moves& moves, const Slice& slice, const OutcomeCells& cells, AnalysisListener& listener);

    Index size() const { return slice_.size; }
    bool has_exits() const { return has_exits_; }
    bool may_tie() const { return may_tie_; }
    bool hears_vertices() const { return hears_vertices_; }

    Index for_each_start(Index first, Index last, Play play, StartTaker& taker) const;
    bool takes_part(Index) const { return true; }
    std::uint64_t count_options(Index v) const {
        const Index i = slice_.first + v;
        std::uint64_t count = 0;
        moves_.count_options({&i, 1}, Player::left, {&count, 1});
        return count;
    }
    void add_exits(Index v, OutcomeFold& fold) const;

    static constexpr bool lists_predecessors = true;
    /// Callers of `expand_chunk` fetch the cells of targets so far ahead of the one that they look at.
    static constexpr std::size_t ahead = 48;
    static_assert(ahead <= Flat::slack);

    /// Expands the last chunk of `from` and drops it. Calls `apply(targets, count)` for the predecessors, at most
    /// `targets_per_call` at a time. `ahead` more targets can be read, those to come or repetitions of the last.
    template <class Apply>
    void expand_chunk(Worker& w, Frontier& from, const CellMemory& cells, const Apply& apply) const {
        const CellMemory memory = cells;
        const Frontier::Chunk chunk = from.last();
        for (std::size_t first = 0; first < chunk.size(); first += vertices_per_call) {
            const std::size_t last = std::min(chunk.size(), first + vertices_per_call);
            const std::span<const Index> targets = predecessors(w, chunk, first, last, ahead);
            w.edges += targets.size();
            for (std::size_t j = 0; j < ahead; ++j) memory.fetch(targets.data()[j]);
            for (std::size_t j = 0; j < targets.size(); j += targets_per_call)
                apply(targets.data() + j, std::min(targets_per_call, targets.size() - j));
        }
        from.drop_last(w.pool);
    }
    /// The predecessors of listed vertices, until the next call.
    std::span<const Index> predecessors(Worker& w, std::span<const Index> vertices) const {
        if (slice_.first == 0) return read_predecessors(w, vertices, 0);
        w.ids.resize(vertices.size());
        for (std::size_t k = 0; k < vertices.size(); ++k) w.ids[k] = slice_.first + vertices[k];
        return read_predecessors(w, w.ids, 0);
    }
    /// The same among threads, for all of `from` or until there are enough messages: targets in other ranges become
    /// messages about options that are won or lost, those in the worker's own range go to `apply`.
    void expand_by_messages(Worker& w, Frontier& from, bool won, const Ownership& ownership, const CellMemory& cells,
                            const ApplyOffsets& apply) const;
    template <class T>
    void expand_tiny(T* cells, bool won, std::uint64_t ply, Worker& w, Frontier& from) const {
        won ? expand_tiny_by<true>(cells, ply, w, from) : expand_tiny_by<false>(cells, ply, w, from);
    }

    /// Calls `f(v)` for the undecided vertices among targets, given as offsets from `base`, of which all options are
    /// won. There may be targets that are listed twice.
    template <class Offset, class F>
    void for_each_lost(const TwoBitStates& states, Worker& w, const Offset* offsets, std::size_t count, Index base,
                       const F& f) const;
    /// Calls `f(v, outcome)` for listed vertices: win if an option was lost before pass `pass`, loss if all were won.
    template <class F>
    void look_forward(const CellReader& cells, std::span<const Index> vertices, std::uint64_t pass, Options& rows,
                      std::uint64_t& edges, const F& f) const;
    /// Calls `f(v)` for listed vertices with an option that was tied before.
    template <class F>
    void look_for_ties(const CellReader& cells, std::span<const Index> vertices, std::uint64_t pass, Options& rows,
                       std::uint64_t& edges, const F& f) const;

    void scan(Index done, Index total) const { listener_.scan(done, total); }
    void finish_ply(std::uint64_t ply, const PlyCounts& counts) const { listener_.finish_ply(ply, counts); }
    void seed_vertex(Index v, const OutcomeValue& value) const { listener_.seed_vertex(v, value); }
    void finish_vertex(Index v, const OutcomeValue& value) const { listener_.finish_vertex(v, value); }

  private:
    template <class T>
    void take_starts(const T* cells, Starts& starts, Play play, StartTaker& taker) const;

    static constexpr std::size_t vertices_per_call = 512;
    static constexpr std::size_t targets_per_call = 1024;
    static constexpr std::size_t options_per_call = 4096;

    /// Calls `f(v, targets, leaves)` for listed vertices in ascending order: targets are indices, and `leaves` says
    /// whether there are options past the bound. Runs of vertices are read as ranges.
    template <class F>
    void read_rows(std::span<const Index> vertices, Options& rows, const F& f) const {
        while (!vertices.empty()) {
            std::size_t run = 1;
            while (run < vertices.size() && vertices[run] == vertices[0] + run) ++run;
            const Index last = slice_.first + vertices[0] + run;
            for (Index from = slice_.first + vertices[0]; from < last;) {
                rows.clear();
                from = moves_.options(from, last, Player::left, options_per_call, rows);
                for (OptionRows row(rows); row.next();)
                    if (row.stop() == nullptr) f(row.position() - slice_.first, row.targets(), row.beyond() != 0);
            }
            vertices = vertices.subspan(run);
        }
    }
    /// The predecessors of a part of a chunk.
    std::span<const Index> predecessors(Worker& w, const Frontier::Chunk& chunk, std::size_t first, std::size_t last,
                                        std::size_t padding = 0) const {
        w.ids.resize(last - first);
        for (std::size_t k = first; k < last; ++k) w.ids[k - first] = slice_.first + chunk[k];
        return read_predecessors(w, w.ids, padding);
    }
    std::span<const Index> read_predecessors(Worker& w, std::span<const Index> positions, std::size_t padding) const {
        w.flat.clear();
        moves_.predecessors(positions, Player::left, w.flat);
        if (slice_.first != 0) w.flat.subtract(slice_.first);
        if (padding != 0) w.flat.pad(padding);
        return w.flat.span();
    }
    template <bool Won, class T>
    [[gnu::noinline]] void expand_tiny_by(T* cells, std::uint64_t ply, Worker& w, Frontier& from) const {
        const T value = decided_value<Won, T>(ply);
        Frontier::Cursor next(w.next<Won>(ply));
        do {
            const Frontier::Chunk chunk = from.last();
            const std::span<const Index> targets = predecessors(w, chunk, 0, chunk.size());
            w.edges += targets.size();
            for (const Index v : targets) settle<Won>(*this, cells, value, w, v, next);
            from.drop_last(w.pool);
        } while (!from.empty());
    }

    const Moves& moves_;
    Slice slice_;
    const OutcomeCells& cells_;
    AnalysisListener& listener_;
    bool has_exits_, may_tie_, hears_vertices_;
};

template <class Offset, class F>
void MovesView::for_each_lost(const TwoBitStates& states, Worker& w, const Offset* offsets, std::size_t count,
                              Index base, const F& f) const {
    w.ids.clear();
    for (std::size_t j = 0; j < count; ++j) {
        const Index v = base + offsets[j];
        if (states.state(v) == TwoBitStates::undecided) w.ids.push_back(slice_.first + v);
    }
    for (std::span<const Index> left = w.ids; !left.empty();) {
        w.rows.clear();
        left = left.subspan(moves_.options(left, Player::left, options_per_call, w.rows));
        w.edges += w.rows.targets.size();
        w.rows.targets.pad(ahead);
        const CellMemory memory = states.memory();
        for (OptionRows row(w.rows); row.next();) {
            bool all = !row.targets().empty() && row.beyond() == 0;
            for (const Index& option : row.targets()) {
                memory.fetch((&option)[ahead]);
                all = all && states.state(option) == TwoBitStates::win;
            }
            if (all) f(row.position());
        }
    }
}

template <class F>
void MovesView::look_forward(const CellReader& cells, std::span<const Index> vertices, std::uint64_t pass,
                             Options& rows, std::uint64_t& edges, const F& f) const {
    const CellReader known = cells;
    read_rows(vertices, rows, [&](Index v, std::span<const Index> targets, bool leaves) {
        Index inside = 0, won = 0;
        bool has_lost = false;
        for (const Index to : targets) {
            if (to < slice_.first) continue;
            ++inside;
            const auto [flags, remoteness] = known[to - slice_.first];
            // Earlier rounds of this pass have marked what they found.
            const bool counts = flags >= CellReader::loss && remoteness < pass;
            has_lost = has_lost || (counts && flags == CellReader::loss);
            won += counts && flags == CellReader::win ? 1 : 0;
        }
        edges += inside;
        if (has_lost)
            f(v, Outcome::win);
        else if (inside != 0 && won == inside && !leaves)
            f(v, Outcome::loss);
    });
}

template <class F>
void MovesView::look_for_ties(const CellReader& cells, std::span<const Index> vertices, std::uint64_t pass,
                              Options& rows, std::uint64_t& edges, const F& f) const {
    read_rows(vertices, rows, [&](Index v, std::span<const Index> targets, bool) {
        bool tied = false;
        for (const Index to : targets) {
            if (to < slice_.first) continue;
            ++edges;
            const auto [flags, remoteness] = cells[to - slice_.first];
            tied = tied || (flags == CellReader::tie && remoteness < pass);
        }
        if (tied) f(v);
    });
}

}  // namespace mexbase::detail
