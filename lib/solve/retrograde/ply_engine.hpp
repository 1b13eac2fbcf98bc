/// \file
/// What every strategy that works ply by ply has in common: threads that own ranges, frontiers, and how messages
/// travel.
///
/// A ply is two pure steps. *Expand* turns the vertices decided in the last ply into messages (target, option is lost
/// or won); *apply* turns the messages to an owned range of vertices into the next frontier. Messages to a thread's own
/// vertices are applied as soon as their cells are in the cache; those to others travel in batches. No step needs an
/// atomic.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../graph/graph.hpp"
#include "../graph/visitor.hpp"
#include "../team.hpp"
#include "calendar.hpp"
#include "frontier.hpp"

namespace mexbase::detail {

/// Targets on their way from expand to apply, so far apart that the cell of each has arrived in the cache.
struct Pipeline {
    static constexpr std::size_t length = 64;  ///< targets under way
    static constexpr std::size_t batch = 16;   ///< targets applied at a time
    std::array<Index, length> ring;
};

/// Targets in one owner's range, as offsets into it, gathered until there are enough to be worth a call. Sorting
/// targets by owner like this needs no branch on who owns them, which nobody could predict.
struct SendBuffer {
    static constexpr std::uint32_t length = 64;
    Index first = 0;  ///< of the owner's range
    std::uint32_t count = 0;
    std::array<std::uint32_t, length> offsets;
};

/// What one thread has: its range of vertices, its part of the frontier, its messages to the others.
struct Worker {
    Worker(unsigned owners, Index vertices)
        : plies{{{Frontier(pool, vertices), Frontier(pool, vertices)},
                 {Frontier(pool, vertices), Frontier(pool, vertices)}}},
          calendar(pool, vertices),
          send_buffers(owners),
          outbox(owners) {}

    /// Targets in another thread's range, as offsets into it: those with a lost option, and those with one won.
    using Messages = std::array<std::vector<std::uint32_t>, 2>;

    Frontier& lost(std::uint64_t ply) { return plies[ply % 2][0]; }
    Frontier& won(std::uint64_t ply) { return plies[ply % 2][1]; }
    /// Where vertices go that are decided by a won, or lost, option in `ply`.
    template <bool Won>
    Frontier& next(std::uint64_t ply) {
        return plies[(ply + 1) % 2][Won ? 0 : 1];
    }
    bool done(std::uint64_t ply) { return lost(ply).empty() && won(ply).empty(); }
    std::size_t messages() const {
        std::size_t n = 0;
        for (const Messages& l : outbox) n += l[0].size() + l[1].size();
        return n;
    }

    unsigned number = 0;
    Index first = 0, length = 0;
    ChunkPool pool;
    std::array<std::array<Frontier, 2>, 2> plies;  ///< by parity of the ply; the lost vertices, then the won
    Calendar calendar;
    std::vector<SendBuffer> send_buffers;                     ///< by owner, as are the messages
    std::array<std::uint32_t, SendBuffer::length> under_way;  ///< own targets whose cells are being fetched
    std::uint32_t under_way_count = 0;
    std::vector<Messages> outbox;
    std::vector<Index> deferred;  ///< targets to be looked at again before the ply ends
    std::uint64_t edges = 0;
    Index positions = 0;
    bool ties = false;  ///< play may end with a tie
};

template <class View, class Visitor>
class PlyEngine {
  protected:
    /// Messages that a thread writes before they are read: more would cost memory, fewer would cost waiting.
    static constexpr std::size_t enough_messages = std::size_t{1} << 18;

    PlyEngine(const View& view, Visitor& visitor, const AnalysisOptions& options)
        : view_(view),
          visitor_(visitor),
          options_(options),
          team_(useful_threads(view.size(), options.threads)),
          ownership_(view.size(), team_.size()),
          active_(team_.size()) {
        for (unsigned k = 0; k < team_.size(); ++k) {
            auto worker = std::make_unique<Worker>(team_.size(), view.size());
            worker->number = k;
            worker->first = ownership_.first(k);
            worker->length = ownership_.last(k) - ownership_.first(k);
            for (unsigned j = 0; j < team_.size(); ++j) worker->send_buffers[j].first = ownership_.first(j);
            workers_.push_back(std::move(worker));
        }
    }

    /// Finds the vertices that are known from the start: `mark(v, outcome)` is called for those won or lost at ply 0,
    /// on the thread that owns v; later ones are put down in the calendar. Of a graph with exits, `count(v, options)`
    /// is called for vertices whose options inside have been counted.
    template <class Mark, class Count>
    void seed(const Mark& mark, const Count& count) {
        summary_.vertices = view_.size();
        // Threads meet only at the end. A short stretch at a time, so that the visitor hears of progress and can stop
        // the scan.
        constexpr Index stretch = 1 << 16;
        std::atomic<Index> done = 0;
        std::atomic<bool> stopped = false;
        team_.run([&](unsigned k) {
            Worker& w = *workers_[k];
            const Index last = w.first + w.length;
            try {
                for (Index from = w.first; from < last && !stopped.load(std::memory_order_relaxed); from += stretch) {
                    const Index to = std::min(from + stretch, last);
                    seed_range(w, from, to, mark, count);
                    const Index sum = done.fetch_add(to - from, std::memory_order_relaxed) + to - from;
                    if (k == 0) event_scan(visitor_, sum, view_.size());
                }
            } catch (...) {
                stopped.store(true, std::memory_order_relaxed);
                throw;
            }
        });
        event_scan(visitor_, view_.size(), view_.size());
        for (const auto& w : workers_) summary_.positions += w->positions;
        if constexpr (has_vertex_events<Visitor>)
            for (const auto& w : workers_) {
                const auto tell = [this](Outcome outcome) {
                    return [this, outcome](Index v) { event_seed_vertex(visitor_, view_.vertex(v), {outcome, 0}); };
                };
                w->lost(0).for_each(tell(Outcome::loss));
                w->won(0).for_each(tell(Outcome::win));
            }
    }

    /// Puts into the frontier what is due at `ply`, if it is `open(v)` still, after `mark(v, outcome)`. Each owner does
    /// so for what his thread put down, where `together` says that two may mark different vertices at a time.
    template <class Open, class Mark>
    void keep_appointments(std::uint64_t ply, bool together, const Open& open, const Mark& mark) {
        const auto next = next_appointment();
        if (!next || *next != ply) return;
        active_ = team_.size();
        const auto keep = [&](unsigned k) {
            Worker& w = *workers_[k];
            auto page = w.calendar.take(ply);
            if (!page) return;
            for (const bool won : {false, true}) {
                Frontier& due = (*page)[won];
                Frontier& frontier = won ? w.won(ply) : w.lost(ply);
                for (; !due.empty(); due.drop_last(w.pool)) {
                    const Frontier::Chunk chunk = due.last();
                    for (std::size_t j = 0; j < chunk.size(); ++j) {
                        if (!open(chunk[j])) continue;
                        mark(chunk[j], won ? Outcome::win : Outcome::loss);
                        frontier.push(chunk[j]);
                    }
                }
            }
        };
        if (together)
            team_.run(keep);
        else
            for (unsigned k = 0; k < team_.size(); ++k) keep(k);
    }
    /// The first ply at which something is due.
    std::optional<std::uint64_t> next_appointment() const {
        std::optional<std::uint64_t> first;
        for (const auto& w : workers_)
            if (const auto next = w->calendar.next()) first = std::min(first.value_or(*next), *next);
        return first;
    }

    /// The remoteness with which v is lost, now that all its options inside are won and the last of them was so at
    /// `ply`; nothing where an exit saves it.
    std::optional<std::uint64_t> lost_after(std::uint64_t ply, Index v) const {
        if constexpr (View::has_exits) {
            OutcomeFold exits;
            view_.exits(v, [&exits](const OutcomeValue& value) { exits.add(value); });
            const auto remoteness = exits.loss();
            return remoteness ? std::optional(std::max(*remoteness, ply + 1)) : std::nullopt;
        } else {
            return ply + 1;
        }
    }

    /// After all wins and losses, the ties: breadth-first from where play ends with one, as an undecided position is
    /// tied if an option is. `open(v)` says whether v is undecided, `mark(v, ply)` makes it a tie, and
    /// `tell(ply, frontier)` hears of each ply. One thread does it: ties are few or games are small.
    template <class Open, class Mark, class Tell>
    void spread_ties(const Open& open, const Mark& mark, const Tell& tell) {
        if (std::none_of(workers_.begin(), workers_.end(), [](const auto& w) { return w->ties; })) return;
        Worker& w = *workers_[0];
        appoint_ties(w);
        active_ = 1;
        for (std::uint64_t ply = 0;; ++ply) {
            Frontier& tied = w.lost(ply);
            if (tied.empty()) {
                const auto next = w.calendar.next();
                if (!next) return;
                ply = *next;
            }
            Frontier& now = w.lost(ply);
            const auto tie = [&](Frontier& frontier, Index v) {
                if (!open(v)) return;
                mark(v, &frontier == &now ? ply : ply + 1);
                frontier.push(v);
            };
            if (auto page = w.calendar.take(ply))
                for (Frontier& due = (*page)[0]; !due.empty(); due.drop_last(w.pool)) {
                    const Frontier::Chunk chunk = due.last();
                    for (std::size_t j = 0; j < chunk.size(); ++j) tie(now, chunk[j]);
                }
            if (now.empty()) continue;
            tell_ties(ply, now);
            tell(ply, now);
            const auto nothing = [](Index) {};
            while (!now.empty())
                expand_chunk(w, now, nothing, [&](const Index* targets, std::size_t count) {
                    for (std::size_t j = 0; j < count; ++j) tie(w.lost(ply + 1), targets[j]);
                });
        }
    }

    /// Counts and tells what was decided with remoteness `ply`. Returns how many vertices that were.
    Index begin_ply(std::uint64_t ply) {
        PlyCounts counts;
        unsigned k = 0;
        do {
            Worker& w = *workers_[k];
            const auto& [lost, won] = w.plies[ply % 2];
            counts.losses += lost.size();
            counts.wins += won.size();
            summary_.edges += std::exchange(w.edges, 0);
        } while (++k < active_);
        const Index decided = counts.losses + counts.wins;
        if (decided == 0) return 0;
        counts.edges = summary_.edges;
        summary_.longest = std::max(summary_.longest, ply);
        summary_.losses += counts.losses;
        summary_.wins += counts.wins;
        if constexpr (has_vertex_events<Visitor>)
            for (k = 0; k < active_; ++k) {
                const auto tell = [this, ply](Outcome outcome) {
                    return [this, ply, outcome](Index v) {
                        event_finish_vertex(visitor_, view_.vertex(v), {outcome, ply});
                    };
                };
                workers_[k]->lost(ply).for_each(tell(Outcome::loss));
                workers_[k]->won(ply).for_each(tell(Outcome::win));
            }
        event_finish_ply(visitor_, ply, counts);
        return decided;
    }

    /// Has every thread read its messages, or reads them all here if they are few.
    template <class Read>
    void deliver(const Read& read) {
        std::size_t messages = 0;
        for (const auto& w : workers_) messages += w->messages();
        if (messages >= options_.small_ply)
            team_.run(read);
        else if (messages != 0)
            for (unsigned k = 0; k < team_.size(); ++k) read(k);
    }

    /// True where nothing is left to be told and expanded.
    bool finished(std::uint64_t ply) const {
        return std::all_of(workers_.begin(), workers_.end(), [ply](const auto& w) { return w->done(ply); });
    }

    /// True where one thread should do a ply of that many vertices.
    bool alone(Index decided) const { return workers_.size() == 1 || decided < options_.small_ply; }

    /// Expands the last chunk of `from` and drops it. Each target goes to `fetch(v)`, which prefetches, and a little
    /// later to `apply(targets, count)`, at most a batch at a time.
    template <class Fetch, class Apply>
    void expand_chunk(Worker& w, Frontier& from, const Fetch& fetch, const Apply& apply) {
        const Frontier::Chunk chunk = from.last();
        Pipeline pipe;
        std::size_t head = 0;
        for (std::size_t k = 0; k < chunk.size(); ++k) {
            prefetch_ahead(chunk, k);
            view_.predecessors(chunk[k], [&](Index u) {
                fetch(u);
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

    /// The same among threads, for all of `from` or until there are enough messages: targets in other ranges become
    /// messages about options `Won` or lost, those in the worker's own range go to `apply(offsets, count, first)`.
    template <bool Won, class Fetch, class Apply>
    void expand_by_messages(Worker& w, Frontier& from, const Fetch& fetch, const Apply& apply) {
        SendBuffer* const send_buffers = w.send_buffers.data();
        const SendBuffer* const own = send_buffers + w.number;
        for (; !from.empty() && w.messages() < enough_messages; from.drop_last(w.pool)) {
            const Frontier::Chunk chunk = from.last();
            for (std::size_t k = 0; k < chunk.size(); ++k) {
                prefetch_ahead(chunk, k);
                view_.predecessors(chunk[k], [&](Index u) {
                    SendBuffer& buffer = send_buffers[ownership_.owner(u)];
                    buffer.offsets[buffer.count] = static_cast<std::uint32_t>(u - buffer.first);
                    if (++buffer.count == SendBuffer::length) send<Won>(w, buffer, &buffer == own, fetch, apply);
                });
            }
        }
        for (SendBuffer& buffer : w.send_buffers) send<Won>(w, buffer, &buffer == own, fetch, apply);
        apply(w.under_way.data(), std::exchange(w.under_way_count, 0), w.first);
    }

    /// Reads all messages to thread `k` of one kind: `fetch(v)` well before `apply(offsets, count, first)` gets v =
    /// first + offset.
    template <bool Won, class Fetch, class Apply>
    void read_messages(unsigned k, const Fetch& fetch, const Apply& apply) {
        // Messages come out of another core's cache.
        constexpr std::size_t messages_ahead = 1024;
        const Index first = workers_[k]->first;
        for (const auto& sender : workers_) {
            std::vector<std::uint32_t>& messages = sender->outbox[k][Won];
            const std::size_t size = messages.size();
            for (std::size_t from = 0; from < size; from += Pipeline::batch) {
                __builtin_prefetch(messages.data() + from + messages_ahead);
                if (from + Pipeline::length + Pipeline::batch <= size)
                    for (std::size_t j = 0; j < Pipeline::batch; ++j)
                        fetch(first + messages[from + Pipeline::length + j]);
                apply(messages.data() + from, std::min(Pipeline::batch, size - from), first);
            }
            messages.clear();
        }
    }

    const View& view_;
    Visitor& visitor_;
    AnalysisOptions options_;
    Team team_;
    Ownership ownership_;
    std::vector<std::unique_ptr<Worker>> workers_;
    unsigned active_;  ///< workers from this one on have no frontier
    Summary summary_;

  private:
    // Empties a buffer: into a message, or, if it is the worker's own, into the cells, one buffer later.
    template <bool Won, class Fetch, class Apply>
    [[gnu::noinline]] void send(Worker& w, SendBuffer& buffer, bool own, const Fetch& fetch, const Apply& apply) {
        w.edges += buffer.count;
        if (own) {
            for (std::uint32_t j = 0; j < buffer.count; ++j) fetch(w.first + buffer.offsets[j]);
            apply(w.under_way.data(), w.under_way_count, w.first);
            std::copy_n(buffer.offsets.data(), buffer.count, w.under_way.data());
            w.under_way_count = buffer.count;
        } else {
            std::vector<std::uint32_t>& message =
                w.outbox[static_cast<std::size_t>(&buffer - w.send_buffers.data())][Won];
            message.insert(message.end(), buffer.offsets.data(), buffer.offsets.data() + buffer.count);
        }
        buffer.count = 0;
    }

    // Messages hold offsets of 32 bits. A graph too large for that, given its threads, is solved by one.
    static unsigned useful_threads(Index size, unsigned wanted) {
        constexpr unsigned most = 1024;
        wanted = std::min(wanted, most);
        return wanted > 1 && size / wanted < (Index{1} << 31) ? wanted : 1;
    }

    template <class Mark, class Count>
    void seed_range(Worker& w, Index from, Index to, const Mark& mark, const Count& count) {
        const auto due = [&](Index v, Outcome outcome, std::uint64_t remoteness) {
            const bool won = outcome == Outcome::win;
            if (remoteness != 0) {
                w.calendar.add(remoteness, won, v);
            } else {
                mark(v, outcome);
                (won ? w.won(0) : w.lost(0)).push(v);
            }
        };
        const auto known = [&](Index v, const OutcomeValue& value) {
            check_terminal(value);
            w.ties = w.ties || value.outcome == Outcome::tie;
            if (value.outcome == Outcome::win || value.outcome == Outcome::loss)
                due(v, value.outcome, value.remoteness);
        };
        if constexpr (View::has_exits)
            w.positions += view_.starts(from, to, options_.play, [&](Index v, const Start& start) {
                if (start.value) {
                    known(v, *start.value);
                    return;
                }
                if (start.inside != 0) count(v, start.inside);
                if (start.win) due(v, Outcome::win, *start.win);
                w.ties = w.ties || start.tie;
            });
        else
            w.positions += view_.terminals(from, to, options_.play, known);
    }

    // Ties that are due, as if they were losses: there are no others left.
    void appoint_ties(Worker& w) {
        if constexpr (View::has_exits)
            view_.starts(0, view_.size(), options_.play, [&](Index v, const Start& start) {
                if (start.value && start.value->outcome == Outcome::tie)
                    w.calendar.add(start.value->remoteness, false, v);
                if (start.tie) w.calendar.add(*start.tie, false, v);
            });
        else
            view_.terminals(0, view_.size(), options_.play, [&](Index v, const OutcomeValue& value) {
                if (value.outcome == Outcome::tie) w.calendar.add(value.remoteness, false, v);
            });
    }

    void tell_ties(std::uint64_t ply, const Frontier& tied) {
        summary_.ties += tied.size();
        summary_.longest = std::max(summary_.longest, ply);
        summary_.edges += std::exchange(workers_[0]->edges, 0);
        if constexpr (has_vertex_events<Visitor>)
            tied.for_each([&](Index v) { event_finish_vertex(visitor_, view_.vertex(v), {Outcome::tie, ply}); });
        event_finish_ply(visitor_, ply, {0, 0, tied.size(), summary_.edges});
    }

    void prefetch_ahead(const Frontier::Chunk& chunk, std::size_t k) const {
        if constexpr (View::prefetches) {
            constexpr std::size_t far = 16, near = 8;
            if (k + far < chunk.size()) view_.prefetch(chunk[k + far]);
            if constexpr (requires { view_.prefetch_soon(Index{0}); })
                if (k + near < chunk.size()) view_.prefetch_soon(chunk[k + near]);
        }
    }
};

}  // namespace mexbase::detail
