// SPDX-License-Identifier: MIT
#include "moves_graph.hpp"

#include <algorithm>
#include <cstring>

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
void MovesGraph::take_starts(const T* cells, Starts& starts, Index first_index, Play play,
                             detail::InitialValueSink& taker) const {
    using Code = CellCode<T>;
    auto stop = starts.stops.begin();
    const OutcomeValue* unindexed = starts.unindexed.data();
    if (has_exits_) starts.below.pad(ahead);
    const Index* below = starts.below.data();
    const Index* const first_below = below;
    for (std::size_t k = 0; k < starts.rows.size(); ++k) {
        const Starts::Row& row = starts.rows[k];
        const Index v = row.position - first_index;
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
        if (row.inside == 0) {
            taker.take(v, known.value(play));
            continue;
        }
        if (part_ != nullptr && has_exits_) part_->losses.set(v, known.loss());
        taker.take(v, detail::InitialValue{known.win(), known.tie(), row.inside});
    }
}

Index MovesGraph::for_each_start(Index first, Index last, Play play, detail::InitialValueSink& taker) const {
    Index positions = 0;
    Starts starts;
    // Reads the starts of vertices from..to-1 whose indices are `lead` greater.
    const auto read = [&](Index from, Index to, Index lead) {
        starts.clear();
        positions += moves_.starts(from + lead, to + lead, play, Player::left, starts);
        taker.count(from, starts.counts);
        if (cells_ == nullptr)
            take_starts<std::uint16_t>(nullptr, starts, lead, play, taker);
        else
            cells_->visit([&](const auto* cells) { take_starts(cells, starts, lead, play, taker); });
    };
    const auto read_run = [&](Index v, Index i, Index count) {
        for (Index from = v; from < v + count; from += starts_per_call)
            read(from, std::min(v + count, from + starts_per_call), i - v);
    };
    if (part_ == nullptr)
        read_run(first, slice_.first + first, last - first);
    else
        part_->own.for_each_run(first, last, read_run);
    return positions;
}

Index MovesGraph::collect_starts(Index first, Index last, Play play, detail::PendingStarts& out) const {
    Index positions = 0;
    out.used = 0;
    out.cells.clear();
    out.requests.resize(part_->rounds.ranks());
    for (auto& requests : out.requests) requests.clear();
    part_->own.for_each_run(first, last, [&](Index v, Index i, Index count) {
        for (Index from = 0; from < count; from += starts_per_call) {
            detail::PendingStarts::Run& run = out.next();
            run.v = v + from;
            run.i = i + from;
            const Index to = std::min(i + count, run.i + starts_per_call);
            positions += moves_.starts(run.i, to, play, Player::left, run.starts);
            for (const Index exit : run.starts.below.span()) {
                const unsigned owner = part_->own.deal().rank_of(exit);
                if (owner != part_->rounds.rank()) out.requests[owner].push_back(exit);
            }
        }
    });
    return positions;
}

bool MovesGraph::fetch_exits(std::span<detail::PendingStarts> all, bool more) const {
    if (moves_.traits().order.slices.empty()) return more;
    detail::RankRounds& rounds = part_->rounds;
    const auto put = [](std::vector<std::byte>& out, const auto* from, std::size_t count) {
        const std::size_t at = out.size();
        out.resize(at + count * sizeof(*from));
        if (count != 0) std::memcpy(out.data() + at, from, count * sizeof(*from));
    };
    const auto cell_of = [this](Index exit) -> std::uint64_t {
        return cells_->visit([cell = part_->game.cell(exit)]<class T>(const T* cells) {
            return CellCode<std::uint64_t>::cell(CellCode<T>::value(cells[cell]));
        });
    };
    rounds.attempt([&] {
        for (const auto& pending : all)
            for (unsigned r = 0; r < rounds.ranks(); ++r)
                put(rounds.out(r), pending.requests[r].data(), pending.requests[r].size());
    });
    const std::uint64_t wanted = more ? 1 : 0;
    rounds.exchange({&wanted, 1});
    const bool any_more = rounds.sum(0) != 0;
    rounds.attempt([&] {
        for (unsigned r = 0; r < rounds.ranks(); ++r) {
            const std::vector<std::byte>& asked = rounds.in(r);
            std::vector<std::uint64_t> cells(asked.size() / sizeof(Index));
            for (std::size_t k = 0; k < cells.size(); ++k) {
                Index exit;
                std::memcpy(&exit, asked.data() + k * sizeof(Index), sizeof(Index));
                cells[k] = cell_of(exit);
            }
            put(rounds.out(r), cells.data(), cells.size());
        }
    });
    rounds.exchange({});
    rounds.attempt([&] {
        std::vector<std::size_t> next(rounds.ranks());  // by rank: bytes read
        for (detail::PendingStarts& pending : all)
            for (std::size_t k = 0; k < pending.used; ++k)
                for (const Index exit : pending.runs[k].starts.below.span()) {
                    const unsigned owner = part_->own.deal().rank_of(exit);
                    std::uint64_t cell;
                    if (owner == rounds.rank()) {
                        cell = cell_of(exit);
                    } else {
                        std::memcpy(&cell, rounds.in(owner).data() + next[owner], sizeof(cell));
                        next[owner] += sizeof(cell);
                    }
                    pending.cells.push_back(cell);
                }
    });
    return any_more;
}

void MovesGraph::take_starts(detail::PendingStarts& from, Play play, detail::InitialValueSink& taker) const {
    const std::uint64_t* cells = from.cells.data();
    for (std::size_t k = 0; k < from.used; ++k) {
        detail::PendingStarts::Run& run = from.runs[k];
        // The exits now number the fetched cells.
        const std::size_t exits = run.starts.below.size();
        run.starts.below.clear();
        for (Flat::Cursor below(run.starts.below); below.size() < exits;) below.push(below.size());
        taker.count(run.v, run.starts.counts);
        take_starts(cells, run.starts, run.i - run.v, play, taker);
        cells += exits;
    }
}

void MovesGraph::add_exits(Index v, OutcomeFold& fold) const {
    if (part_ != nullptr) {
        const auto loss = part_->losses[v];
        if (!loss) fold.add({Outcome::draw, 0});
        if (loss && *loss != 0) fold.add(true, *loss - 1);
        return;
    }
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
