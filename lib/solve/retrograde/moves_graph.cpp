// SPDX-License-Identifier: MIT
#include "moves_graph.hpp"

#include "../../error.hpp"

namespace mexbase {

namespace {

/// Number of positions that one call of `Moves::starts` reads.
constexpr Index starts_per_call = 1024;
/// Prefetch distance for the cells of exits (options in earlier slices).
constexpr std::size_t ahead = 48;
static_assert(ahead <= Flat::slack);

Starts& one_start() {
    thread_local Starts starts;
    starts.clear();
    return starts;
}

}  // namespace

MovesGraph::MovesGraph(const Moves& moves) : MovesGraph(moves, {0, moves.size(), false}, nullptr) {
    if (!moves.traits().order.slices.empty())
        throw Error(ErrorCode::bad_usage, "cannot make one graph of a game in slices: make a graph for each slice");
}

template <class T>
void MovesGraph::take_starts(const T* cells, Starts& starts, Play play, detail::InitialValueSink& taker) const {
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
        for (const auto* const end = starts.unindexed.data() + row.unindexed_end; unindexed != end; ++unindexed) {
            detail::check_terminal(*unindexed);
            known.add(outside(*unindexed));
        }
        for (const Index* const end = first_below + row.below_end; below != end; ++below) {
            __builtin_prefetch(cells + below[ahead]);
            const T cell = cells[*below];
            if (Code::is_decided(cell))
                known.add(Code::is_win(cell), moves_.traits().remoteness_outside(Code::remoteness(cell)));
            else
                known.add(outside(Code::value(cell)));
        }
        if (row.inside == 0)
            taker.take(v, known.value(play));
        else
            taker.take(v, detail::InitialValue{known.win(), known.tie(), row.inside});
    }
}

Index MovesGraph::for_each_start(Index first, Index last, Play play, detail::InitialValueSink& taker) const {
    Index positions = 0;
    Starts starts;
    for (Index from = first; from < last; from += starts_per_call) {
        const Index to = std::min(last, from + starts_per_call);
        starts.clear();
        positions += moves_.starts(slice_.first + from, slice_.first + to, play, Player::left, starts);
        taker.count(from, starts.counts);
        if (cells_ == nullptr)
            take_starts<std::uint16_t>(nullptr, starts, play, taker);
        else
            cells_->visit([&](const auto* cells) { take_starts(cells, starts, play, taker); });
    }
    return positions;
}

void MovesGraph::add_exits(Index v, OutcomeFold& fold) const {
    Starts& starts = one_start();
    const Index i = slice_.first + v;
    moves_.starts(i, i + 1, Play::normal, Player::left, starts);
    for (const OutcomeValue& value : starts.unindexed) fold.add(outside(value));
    for (const Index to : starts.below.span()) fold.add(outside((*cells_)[to]));
}

std::optional<OutcomeValue> terminal(const MovesGraph& g, Index v, Play play) {
    Starts& starts = one_start();
    const Index i = g.slice_.first + v;
    g.moves_.starts(i, i + 1, play, Player::left, starts);
    if (starts.stops.empty()) return std::nullopt;
    return starts.stops.front().value;
}

}  // namespace mexbase
