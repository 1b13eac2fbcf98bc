#include "moves_view.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "child_counters.hpp"
#include "two_bit.hpp"

namespace mexbase::detail {

namespace {

/// Positions that one call of `starts` reads.
constexpr Index starts_per_call = 1024;

/// A list of the calling thread, for a call about one vertex.
Starts& one_start() {
    thread_local Starts starts;
    starts.clear();
    return starts;
}

}  // namespace

MovesView::MovesView(const Moves& moves, const Slice& slice, const OutcomeCells& cells, AnalysisListener& listener)
    : moves_(moves),
      slice_(slice),
      cells_(cells),
      listener_(listener),
      has_exits_(!moves.traits().order.slices.empty() || moves.traits().unindexed),
      may_tie_(moves.traits().stops || moves.traits().unindexed),
      hears_vertices_(listener.hears_vertices()) {}

template <class T>
void MovesView::take_starts(const T* cells, Starts& starts, Play play, StartTaker& taker) const {
    using Code = CellCode<T>;
    auto stop = starts.stops.begin();
    const OutcomeValue* unindexed = starts.unindexed.data();
    if (has_exits_) starts.below.pad(ahead);
    const Index* below = starts.below.data();
    const Index* const first_below = below;
    for (std::size_t k = 0; k < starts.rows.size(); ++k) {
        const Starts::Row& row = starts.rows[k];
        const Index v = row.position - slice_.first;
        if (stop != starts.stops.end() && stop->row == k) {
            taker.take(v, stop->value);
            ++stop;
            continue;
        }
        OutcomeFold known;
        for (const auto* const end = starts.unindexed.data() + row.unindexed_end; unindexed != end; ++unindexed)
            known.add(*unindexed);
        for (const Index* const end = first_below + row.below_end; below != end; ++below) {
            __builtin_prefetch(cells + below[ahead]);
            const T cell = cells[*below];
            if (Code::is_decided(cell))
                known.add(Code::is_win(cell), Code::remoteness(cell));
            else
                known.add(Code::value(cell));
        }
        Start start;
        start.inside = row.inside;
        if (row.inside == 0) {
            start.value = known.value(play);
        } else {
            start.win = known.win();
            start.tie = known.tie();
        }
        taker.take(v, start);
    }
}

Index MovesView::for_each_start(Index first, Index last, Play play, StartTaker& taker) const {
    Index positions = 0;
    Starts starts;
    for (Index from = first; from < last; from += starts_per_call) {
        const Index to = std::min(last, from + starts_per_call);
        starts.clear();
        positions += moves_.starts(slice_.first + from, slice_.first + to, play, Player::left, starts);
        cells_.visit([&](const auto* cells) { take_starts(cells, starts, play, taker); });
    }
    return positions;
}

void MovesView::add_exits(Index v, OutcomeFold& fold) const {
    Starts& starts = one_start();
    const Index i = slice_.first + v;
    moves_.starts(i, i + 1, Play::normal, Player::left, starts);
    for (const OutcomeValue& value : starts.unindexed) fold.add(value);
    for (const Index to : starts.below.span()) fold.add(cells_[to]);
}

void MovesView::expand_by_messages(Worker& w, Frontier& from, bool won, const Ownership& ownership,
                                   const CellMemory& cells, const ApplyOffsets& apply) const {
    SendBuffer* const send_buffers = w.send_buffers.data();
    for (; !from.empty() && w.messages() < enough_messages; from.drop_last(w.pool)) {
        const Frontier::Chunk chunk = from.last();
        for (std::size_t first = 0; first < chunk.size(); first += vertices_per_call) {
            const std::size_t last = std::min(chunk.size(), first + vertices_per_call);
            for (const Index u : predecessors(w, chunk, first, last)) {
                SendBuffer& buffer = send_buffers[ownership.owner(u)];
                buffer.offsets[buffer.count] = static_cast<std::uint32_t>(u - buffer.first);
                if (++buffer.count == SendBuffer::length) send(w, buffer, won, cells, apply);
            }
        }
    }
    for (SendBuffer& buffer : w.send_buffers) send(w, buffer, won, cells, apply);
    apply(w.under_way.data(), std::exchange(w.under_way_count, 0), w.first);
}

}  // namespace mexbase::detail
