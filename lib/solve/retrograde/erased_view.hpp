/// \file
/// What of an engine is compiled for each graph.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "cells.hpp"
#include "child_counters.hpp"
#include "engine_graph.hpp"
#include "two_bit.hpp"

namespace mexbase::detail {

/// A view and a visitor, both borrowed. Of a view without predecessors, or that is not solved forward, what they would
/// need does nothing: it is never called.
template <class View, class Visitor>
class ErasedView final : public EngineGraph {
  public:
    ErasedView(const View& view, Visitor& visitor)
        : EngineGraph({view.size(), View::has_exits, View::may_tie, has_vertex_events<Visitor>}),
          view_(view),
          visitor_(visitor) {}

    // Known where the type is, unlike what it hides.
    static constexpr bool has_exits() { return View::has_exits; }

    Index for_each_start(Index first, Index last, Play play, StartTaker& taker) const override {
        if constexpr (View::has_exits)
            return view_.starts(first, last, play, [&taker](Index v, const Start& start) { taker.take(v, start); });
        else
            return view_.terminals(first, last, play,
                                   [&taker](Index v, const OutcomeValue& value) { taker.take(v, value); });
    }
    bool takes_part([[maybe_unused]] Index v) const override {
        if constexpr (requires { view_.takes_part(v); }) return view_.takes_part(v);
        return true;
    }
    std::uint64_t count_options(Index v) const override { return view_.count_options(v); }
    void add_exits(Index v, OutcomeFold& fold) const override {
        if constexpr (View::has_exits) view_.exits(v, [&fold](const OutcomeValue& value) { fold.add(value); });
    }

    void expand_chunk(Worker& w, Frontier& from, const CellMemory& cells, const ApplyTargets& apply) const override {
        if constexpr (View::has_predecessors) {
            const CellMemory memory = cells;
            const Frontier::Chunk chunk = from.last();
            Pipeline pipe;
            std::size_t head = 0;
            for (std::size_t k = 0; k < chunk.size(); ++k) {
                prefetch_ahead(chunk, k);
                view_.predecessors(chunk[k], [&](Index u) {
                    memory.fetch(u);
                    pipe.ring[head % Pipeline::length] = u;
                    ++head;
                    if (head % Pipeline::batch == 0 && head >= Pipeline::length)
                        apply(pipe.ring.data() + head % Pipeline::length, Pipeline::batch);
                });
            }
            std::size_t done = 0;
            if (head >= Pipeline::length) done = head - head % Pipeline::batch - Pipeline::length + Pipeline::batch;
            while (done < head) {
                const std::size_t at = done % Pipeline::length;
                const std::size_t n = std::min({head - done, Pipeline::batch, Pipeline::length - at});
                apply(pipe.ring.data() + at, n);
                done += n;
            }
            w.edges += head;
            from.drop_last(w.pool);
        }
    }

    void expand_by_messages(Worker& w, Frontier& from, bool won, const Ownership& ownership, const CellMemory& cells,
                            const ApplyOffsets& apply) const override {
        if constexpr (View::has_predecessors) {
            SendBuffer* const send_buffers = w.send_buffers.data();
            for (; !from.empty() && w.messages() < enough_messages; from.drop_last(w.pool)) {
                const Frontier::Chunk chunk = from.last();
                for (std::size_t k = 0; k < chunk.size(); ++k) {
                    prefetch_ahead(chunk, k);
                    view_.predecessors(chunk[k], [&](Index u) {
                        SendBuffer& buffer = send_buffers[ownership.owner(u)];
                        buffer.offsets[buffer.count] = static_cast<std::uint32_t>(u - buffer.first);
                        if (++buffer.count == SendBuffer::length) send(w, buffer, won, cells, apply);
                    });
                }
            }
            for (SendBuffer& buffer : w.send_buffers) send(w, buffer, won, cells, apply);
            apply(w.under_way.data(), std::exchange(w.under_way_count, 0), w.first);
        }
    }

    void expand_tiny(std::uint16_t* cells, bool won, std::uint64_t ply, Worker& w, Frontier& from) const override {
        won ? expand_tiny_by<true>(cells, ply, w, from) : expand_tiny_by<false>(cells, ply, w, from);
    }
    void expand_tiny(std::uint32_t* cells, bool won, std::uint64_t ply, Worker& w, Frontier& from) const override {
        won ? expand_tiny_by<true>(cells, ply, w, from) : expand_tiny_by<false>(cells, ply, w, from);
    }

    bool all_options_won(const TwoBitStates& states, Index v, std::uint64_t& edges) const override {
        if constexpr (View::has_predecessors && View::names_options) {
            std::uint64_t looked = 0;
            const bool all = view_.all_options(v, [&](Index option) {
                ++looked;
                return states.state(option) == TwoBitStates::win;
            });
            edges += looked;
            return all;
        }
        return false;
    }
    Outcome look_forward(const CellReader& cells, Index v, std::uint64_t pass, std::uint64_t& edges) const override {
        if constexpr (View::goes_forward) {
            const CellReader known = cells;
            bool has_lost = false;
            const bool all_won = view_.all_options(v, [&](Index w) {
                ++edges;
                const auto [flags, remoteness] = known[w];
                // Earlier rounds of this pass have marked what they found.
                const bool counts = flags >= CellReader::loss && remoteness < pass;
                has_lost = has_lost || (counts && flags == CellReader::loss);
                return counts && flags == CellReader::win;
            });
            return has_lost ? Outcome::win : all_won ? Outcome::loss : Outcome::draw;
        }
        return Outcome::draw;
    }
    bool looks_tied(const CellReader& cells, Index v, std::uint64_t pass, std::uint64_t& edges) const override {
        bool tied = false;
        if constexpr (View::goes_forward && View::may_tie)
            view_.options(v, [&](Index w) {
                ++edges;
                const auto [flags, remoteness] = cells[w];
                tied = tied || (flags == CellReader::tie && remoteness < pass);
            });
        return tied;
    }

    void scan(Index done, Index total) const override { event_scan(visitor_, done, total); }
    void finish_ply(std::uint64_t ply, const PlyCounts& counts) const override {
        event_finish_ply(visitor_, ply, counts);
    }
    void seed_vertex(Index v, const OutcomeValue& value) const override {
        if constexpr (has_vertex_events<Visitor>) event_seed_vertex(visitor_, view_.vertex(v), value);
    }
    void finish_vertex(Index v, const OutcomeValue& value) const override {
        if constexpr (has_vertex_events<Visitor>) event_finish_vertex(visitor_, view_.vertex(v), value);
    }

  private:
    // Applies messages as they come: there is nothing to overlap. All that the callback needs is in registers once it
    // is inlined, wherever a ruleset calls it from; games with long narrow waves live on that.
    template <bool Won, class T>
    [[gnu::flatten, gnu::noinline]] void expand_tiny_by(T* cells, std::uint64_t ply, Worker& w, Frontier& from) const {
        if constexpr (View::has_predecessors) {
            const T value = decided_value<Won, T>(ply);
            Frontier::Cursor next(w.next<Won>(ply));
            std::uint64_t edges = 0;
            do {
                const Frontier::Chunk chunk = from.last();
                for (std::size_t k = 0; k < chunk.size(); ++k)
                    view_.predecessors(chunk[k], [&](Index u) {
                        ++edges;
                        settle<Won>(*this, cells, value, w, u, next);
                    });
                from.drop_last(w.pool);
            } while (!from.empty());
            w.edges += edges;
        }
    }

    void prefetch_ahead(const Frontier::Chunk& chunk, std::size_t k) const {
        if constexpr (View::prefetches) {
            constexpr std::size_t far = 16, near = 8;
            if (k + far < chunk.size()) view_.prefetch(chunk[k + far]);
            if constexpr (requires { view_.prefetch_soon(Index{0}); })
                if (k + near < chunk.size()) view_.prefetch_soon(chunk[k + near]);
        }
    }

    const View& view_;
    Visitor& visitor_;
};

}  // namespace mexbase::detail
