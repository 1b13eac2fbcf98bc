// SPDX-License-Identifier: MIT
/// \file
/// The part of `ChildCounters` that does not depend on the width of a cell: threads, frontiers, and messages.
///
/// A ply is two pure steps. *Expand* turns the vertices decided in the last ply into messages (target, option is lost
/// or won). *Apply* turns the messages to an owned range of vertices into the next frontier. Messages to a thread's own
/// vertices are applied as soon as their cells are in the cache; messages to other threads travel in batches. No step
/// needs an atomic operation. Several processes (ranks) can solve one graph: then messages travel between their
/// threads.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "../../thread_team.hpp"
#include "../graph/graph.hpp"
#include "../graph/listener.hpp"
#include "../ownership.hpp"
#include "engine_graph.hpp"
#include "frontier.hpp"
#include "scan_part.hpp"
#include "solver_state.hpp"

namespace mexbase::detail {

/// A list of vertices in one thread's range. It stores 32-bit offsets, which take half the memory of `Flat`.
class Messages {
  public:
    /// Number of elements after the end that a loop may read to prefetch.
    static constexpr std::size_t slack = 64;

    std::size_t size() const { return size_; }
    const std::uint32_t* data() const { return offsets_.data(); }
    void clear() { size_ = 0; }
    /// Allocates `more` elements and returns the end. Write the elements from there, then call `set_end`.
    std::uint32_t* allocate(std::size_t more) {
        if (size_ + more + slack > offsets_.size()) offsets_.resize(2 * (size_ + more) + slack);
        return offsets_.data() + size_;
    }
    void set_end(const std::uint32_t* end) { size_ = static_cast<std::size_t>(end - offsets_.data()); }
    /// Repeats the last element `slack` times after the end, so that prefetches stay in range.
    void pad() {
        if (size_ != 0) std::fill_n(allocate(0), slack, offsets_[size_ - 1]);
    }

  private:
    std::vector<std::uint32_t> offsets_;
    std::size_t size_ = 0;
};

/// The data of one thread: its vertices, its part of the frontier (vertices decided in a ply), its outgoing messages.
struct Worker {
    /// Makes the worker that owns the vertices in `range`. It is number `owner` of all `owners`.
    Worker(const VertexRange& range, unsigned owner, unsigned owners, Index vertices)
        : own(owner),
          first(range.first),
          length(range.last - first),
          plies{{{Frontier(pool, vertices), Frontier(pool, vertices)},
                 {Frontier(pool, vertices), Frontier(pool, vertices)}}},
          schedule(pool, vertices),
          ends(owners),
          outbox(owners) {}

    Frontier& lost(std::uint64_t ply) { return plies[ply % 2][0]; }
    Frontier& won(std::uint64_t ply) { return plies[ply % 2][1]; }
    /// Returns the frontier of the next ply, for vertices decided by options that are won (`Won`) or lost in `ply`.
    template <bool Won>
    Frontier& next(std::uint64_t ply) {
        return plies[(ply + 1) % 2][Won ? 0 : 1];
    }
    bool done(std::uint64_t ply) { return lost(ply).empty() && won(ply).empty(); }
    std::size_t messages() const {
        std::size_t n = 0;
        for (const auto& [lost, won] : outbox) n += lost.size() + won.size();
        return n;
    }

    unsigned own;  ///< number among the owners of all ranks
    Index first, length;
    ChunkPool pool;
    std::array<std::array<Frontier, 2>, 2> plies;  ///< by parity of the ply; the lost vertices, then the won
    PlySchedule schedule;
    std::vector<std::uint32_t*> ends;             ///< by owner: address of the next message
    std::vector<std::array<Messages, 2>> outbox;  ///< by owner: targets with a lost option, then with a won option
    std::vector<Index> deferred;                  ///< targets to be checked again before the ply ends
    std::array<Index, 256> part{};                ///< vertices taken out of a frontier
    Flat flat;                                    ///< predecessors of `part`
    std::uint64_t edges = 0;
    Index positions = 0;
    std::vector<VertexRange> unseen;  ///< ranges that the first scan has not read yet, in descending order
    bool ties = false;                ///< play may end with a tie
};

/// A thread stops after writing this many messages. More take memory, and fewer make threads wait more often.
inline constexpr std::size_t enough_messages = std::size_t{1} << 18;

/// Prefetch distance for the cells of vertices to update.
inline constexpr std::size_t targets_ahead = 48;
static_assert(targets_ahead <= Flat::slack && targets_ahead <= Messages::slack);

template <EngineGraph Graph>
class PlyEngine {
  protected:
    /// Borrows all arguments but the options.
    PlyEngine(const Graph& graph, OutcomeCells& cells, AnalysisListener& listener, const AnalysisOptions& options,
              RunContext& context)
        : graph_(graph),
          cells_(cells),
          listener_(listener),
          has_vertex_events_(listener.has_vertex_events()),
          options_(options),
          context_(context),
          from_(context.at),
          part_(part_of(graph)),
          team_(part_ == nullptr ? useful_threads(graph.size(), options.threads) : part_->own.deal().threads()),
          ownership_(graph.size(), team_.size()),
          active_(team_.size()) {
        if (part_ != nullptr)
            begin_part();
        else
            for (unsigned k = 0; k < team_.size(); ++k) {
                const VertexRange range{ownership_.first(k), ownership_.last(k)};
                workers_.push_back(std::make_unique<Worker>(range, k, team_.size(), graph.size()));
            }
    }

    /// Restores a saved state of this graph, except the frontier. Must be called first.
    void restore() {
        summary_ = from_.here;
        workers_[0]->ties = from_.ties;
        context_.take_due(graph_.size(), [this](std::uint64_t ply, bool won, Index v) {
            // In the phase for ties, the first worker has all vertices.
            workers_[from_.tying ? 0 : thread_of(v)]->schedule.add(ply, won, v);
        });
    }

    /// Saves the state if the checkpointer requests it. All messages must have been read, and nothing may be deferred.
    [[gnu::always_inline]] void offer(std::uint64_t ply, bool tying) {
        if (context_.should_save()) save(ply, tying, {});
    }

    /// Finds the vertices that are known from the start. Calls `mark(v, outcome)` for each win or loss at ply 0, on the
    /// thread that owns v. Later ones go into the schedule. Before that, calls `count(v, options)` with the number of
    /// options that are vertices, or with 0 if they have not been counted.
    template <class Mark, class Count>
    void seed(const Mark& mark, const Count& count) {
        summary_.vertices = graph_.size();
        if constexpr (SharedGraph<Graph>)
            if (part_ != nullptr) {
                summary_.positions += scan_part(
                    graph_, team_, options_.play, listener_,
                    [&](unsigned k) { return taker_of_known(*workers_[k], mark); }, count);
                return;
            }
        std::atomic<Index> done = graph_.size();
        for (const auto& w : workers_) {
            w->unseen = unseen_of({w->first, w->first + w->length}, from_.seen);
            std::ranges::reverse(w->unseen);
            for (const VertexRange& rest : w->unseen) done -= rest.last - rest.first;
        }
        const auto any_unseen = [this] {
            return std::ranges::any_of(workers_, [](const auto& w) { return !w->unseen.empty(); });
        };
        while (any_unseen()) {
            if (scan_on(mark, count, done)) save(0, false, seen());
        }
        listener_.scan(graph_.size(), graph_.size());
        for (const auto& w : workers_) summary_.positions += std::exchange(w->positions, 0);
    }

    /// Moves the vertices scheduled for `ply` into the frontier. Skips those already decided (`!open(v)`) and calls
    /// `mark(v, outcome)` on the others. Each thread handles its own schedule, so `mark` must be safe for different
    /// vertices at once.
    template <class Open, class Mark>
    void apply_scheduled(std::uint64_t ply, const Open& open, const Mark& mark) {
        if (!has_scheduled()) [[likely]]
            return;
        const auto next = next_scheduled_ply();
        if (!next || *next != ply) return;
        active_ = team_.size();
        team_.run([&](unsigned k) {
            Worker& w = *workers_[k];
            auto bucket = w.schedule.take(ply);
            if (!bucket) return;
            for (const bool won : {false, true}) {
                Frontier& due = (*bucket)[won];
                Frontier& frontier = won ? w.won(ply) : w.lost(ply);
                while (!due.empty())
                    for (const Index v : due.take(w.part)) {
                        if (!open(v)) continue;
                        mark(v, won ? Outcome::win : Outcome::loss);
                        frontier.push(v);
                    }
            }
        });
    }
    /// Returns true if any schedule has entries. Must be fast: it is called in every ply, maybe millions of times.
    bool has_scheduled() const {
        return std::ranges::any_of(workers_, [](const auto& w) { return !w->schedule.empty(); });
    }
    /// Returns the first scheduled ply, or `std::nullopt` if nothing is scheduled.
    std::optional<std::uint64_t> next_scheduled_ply() const {
        std::optional<std::uint64_t> first;
        for (const auto& w : workers_)
            if (const auto next = w->schedule.next()) first = std::min(first.value_or(*next), *next);
        return first;
    }

    /// Finds the ties after all wins and losses. Searches breadth-first from terminal ties, because an undecided
    /// position is tied if an option is tied. One thread is enough, because ties are few or games are small.
    void spread_ties() {
        if (!graph_.may_tie()) return;
        if (std::none_of(workers_.begin(), workers_.end(), [](const auto& w) { return w->ties; })) return;
        Worker& w = *workers_[0];
        // Scheduled ties are stored as losses, because no losses are left.
        const auto schedule = [&w](Index v, Outcome outcome, std::uint64_t remoteness) {
            if (outcome == Outcome::tie) w.schedule.add(remoteness, false, v);
        };
        if (!from_.tying)
            for_each_known(graph_, 0, graph_.size(), options_.play, schedule, [](Index, std::uint64_t) {});
        active_ = 1;
        for (std::uint64_t ply = from_.tying ? from_.ply : 0;; ++ply) {
            Frontier& tied = w.lost(ply);
            if (tied.empty()) {
                const auto next = w.schedule.next();
                if (!next) {
                    summary_.edges += std::exchange(w.edges, 0);
                    return;
                }
                ply = *next;
            }
            Frontier& now = w.lost(ply);
            const auto tie = [&](Frontier& frontier, Index v) {
                const Index cell = graph_.first_cell() + v;
                if (cells_[cell].outcome != Outcome::draw) return;
                cells_.set(cell, {Outcome::tie, &frontier == &now ? ply : ply + 1});
                frontier.push(v);
            };
            if (auto bucket = w.schedule.take(ply))
                while (!(*bucket)[0].empty())
                    for (const Index v : (*bucket)[0].take(w.part)) tie(now, v);
            if (now.empty()) continue;
            offer(ply, true);
            report_ties(ply, now);
            while (!now.empty())
                expand_part(w, now, CellMemory(nullptr, 0), [&](const Index* targets, std::size_t count) {
                    for (std::size_t j = 0; j < count; ++j) tie(w.lost(ply + 1), targets[j]);
                });
        }
    }

    /// Counts and reports the vertices decided with remoteness `ply`. Returns their number.
    [[gnu::always_inline]] Index begin_ply(std::uint64_t ply) {
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
        summary_.add(ply, counts);
        if (has_vertex_events_)
            for (k = 0; k < active_; ++k) {
                const auto report = [this, ply](Outcome outcome) {
                    return [this, ply, outcome](Index v) { listener_.finish_vertex(v, {outcome, ply}); };
                };
                workers_[k]->lost(ply).for_each(report(Outcome::loss));
                workers_[k]->won(ply).for_each(report(Outcome::win));
            }
        listener_.finish_ply(ply, counts);
        return decided;
    }

    /// Makes every thread read its messages, or reads them all on the calling thread if they are few.
    template <class Read>
    void deliver(const Read& read) {
        std::size_t messages = 0;
        for (const auto& w : workers_) messages += w->messages();
        if (messages >= options_.small_ply)
            team_.run(read);
        else if (messages != 0)
            for (unsigned k = 0; k < team_.size(); ++k) read(k);
    }

    /// Finds the exits of a part again, which are not saved.
    void find_exit_losses() {
        const auto nothing = [](Index, Outcome, std::uint64_t) {};
        if constexpr (SharedGraph<Graph>)
            scan_part(
                graph_, team_, options_.play, listener_, [&](unsigned) { return nothing; },
                [](Index, std::uint64_t) {});
    }

    /// Schedules the ties of a part that are known from the start. Scheduled ties are stored as losses.
    void schedule_ties_of_part() {
        const auto taker = [this](unsigned k) {
            return [&w = *workers_[k]](Index v, Outcome outcome, std::uint64_t remoteness) {
                if (outcome == Outcome::tie) w.schedule.add(remoteness, false, v);
            };
        };
        if constexpr (SharedGraph<Graph>)
            scan_part(graph_, team_, options_.play, listener_, taker, [](Index, std::uint64_t) {});
    }

    /// Does one round of a ply with the other ranks. Calls `expand()`, which writes messages. Exchanges the messages
    /// and `words`, which it calls after that. Then `apply(k)` reads the messages of thread k. An exception of a
    /// function becomes an exception on all ranks in the next exchange.
    template <class Expand, class Words, class Apply>
    void perform_round(const Expand& expand, const Words& words, const Apply& apply) {
        RankRounds& rounds = part_->rounds;
        std::array<std::uint64_t, RankRounds::words> sent{};
        rounds.attempt([&] {
            expand();
            for (unsigned r = 0; r < rounds.ranks(); ++r)
                if (r != rounds.rank()) pack(rounds.out(r), r * team_.size());
            sent = words();
        });
        rounds.exchange(sent);
        rounds.attempt([&] { team_.run(apply); });
    }
    /// Returns true if no vertex decided in `ply` is left to report and expand.
    bool finished(std::uint64_t ply) const {
        return std::all_of(workers_.begin(), workers_.end(), [ply](const auto& w) { return w->done(ply); });
    }

    /// Returns true if one thread should do a ply of `decided` vertices.
    bool alone(Index decided) const { return workers_.size() == 1 || decided < options_.small_ply; }

    /// Returns the predecessors of listed vertices, valid until the next call. The call may overwrite `vertices`.
    std::span<const Index> predecessors(Worker& w, std::span<Index> vertices) const {
        w.flat.clear();
        graph_.predecessors(vertices, w.flat);
        return w.flat.span();
    }
    /// Removes some vertices from `from`. Calls `apply(targets, count)` for their predecessors, at most
    /// `targets_per_call` per call. `apply` may read `targets_ahead` more: later targets or copies of the last.
    template <class Apply>
    void expand_part(Worker& w, Frontier& from, const CellMemory& cells, const Apply& apply) const {
        const CellMemory memory = cells;
        const std::span<const Index> targets = predecessors(w, from.take(w.part));
        w.flat.pad(targets_ahead);
        w.edges += targets.size();
        for (std::size_t j = 0; j < targets_ahead; ++j) memory.fetch(targets.data()[j]);
        for (std::size_t j = 0; j < targets.size(); j += targets_per_call)
            apply(targets.data() + j, std::min(targets_per_call, targets.size() - j));
    }
    /// Finds the predecessors (targets) of vertices in `from`, on several threads at once. Stops if `from` is empty or
    /// there are enough messages. Targets in other threads' ranges become messages that an option is won (`won`) or
    /// lost. Targets in the worker's own range go to `apply(offsets, count, first)`, as offsets from its first vertex.
    template <class Apply>
    void expand_by_messages(Worker& w, Frontier& from, bool won, const CellMemory& cells, const Apply& apply) const {
        // The list of each owner has space for all targets of a step.
        const std::size_t targets_per_step = std::clamp<std::size_t>(16384 / w.outbox.size(), 64, targets_per_call);
        while (!from.empty() && w.messages() < enough_messages) {
            std::span<const Index> targets = predecessors(w, from.take(w.part));
            w.edges += targets.size();
            while (!targets.empty()) {
                const std::size_t count = std::min(targets_per_step, targets.size());
                send(w, targets.first(count), won);
                read(w.outbox[w.own][won], w.first, cells, apply);
                targets = targets.subspan(count);
            }
        }
    }

    /// Calls `apply` with all messages to thread `k` about won (`won`) or lost options, as `expand_by_messages` does.
    template <class Apply>
    void read_messages(unsigned k, bool won, const CellMemory& cells, const Apply& apply) {
        const Worker& w = *workers_[k];
        for (const auto& sender : workers_) read(sender->outbox[w.own][won], w.first, cells, apply);
        if (part_ == nullptr) return;
        for (unsigned r = 0; r < part_->rounds.ranks(); ++r)
            if (const auto offsets = unpacked(part_->rounds.in(r), k, won); !offsets.empty())
                read(offsets, w.first, cells, apply);
    }

    /// Saves the state at the start of `ply`. `seen` has the ranges done by an unfinished first scan, or is empty.
    void save(std::uint64_t ply, bool tying, std::vector<VertexRange> seen) {
        SolverState& at = context_.at;
        at.begun = true;
        at.ply = ply;
        at.tying = tying;
        at.passing = !seen.empty();
        at.seen = std::move(seen);
        at.ties = std::ranges::any_of(workers_, [](const auto& w) { return w->ties; });
        at.here = summary_;
        for (const auto& w : workers_) {
            at.here.edges += w->edges;
            at.here.positions += w->positions;
        }
        context_.save({cells_, {}, [this](const ScheduledSink& sink) {
                           for (const auto& w : workers_) w->schedule.for_each(sink);
                       }});
    }

    const Graph& graph_;
    OutcomeCells& cells_;
    AnalysisListener& listener_;
    const bool has_vertex_events_;
    AnalysisOptions options_;
    RunContext& context_;
    const SolverState from_;  ///< copy of `context.at` from before the start
    RankPart* const part_;    ///< null if this process is alone
    ThreadTeam team_;
    Ownership ownership_;
    std::vector<std::unique_ptr<Worker>> workers_;
    unsigned active_;  ///< worker `active_` and all later workers have no frontier
    Summary summary_;
    std::vector<Index> lowest_;  ///< in a rank's part, by owner: its number of the first index of the slice

  private:
    static constexpr std::size_t targets_per_call = 1024;

    static RankPart* part_of(const Graph& graph) {
        if constexpr (SharedGraph<Graph>) return graph.part();
        return nullptr;
    }
    // Makes the workers of one rank's part.
    void begin_part() {
        const Deal& deal = part_->own.deal();
        if (team_.size() != deal.threads())
            throw Error(ErrorCode::out_of_memory,
                        "cannot start " + std::to_string(deal.threads()) + " threads in each process");
        for (unsigned owner = 0; owner < deal.owners(); ++owner) {
            const Slice& slice = part_->own.slice();
            lowest_.push_back(deal.count_below(owner, slice.first));
            if (deal.count_below(owner, slice.first + slice.size) - lowest_.back() >= longest_range)
                throw Error(ErrorCode::not_applicable, "a part of the game is too large for " +
                                                           std::to_string(deal.owners()) +
                                                           " threads in all processes: use more");
        }
        for (unsigned k = 0; k < team_.size(); ++k) {
            const VertexRange range{part_->own.start(k), part_->own.start(k + 1)};
            workers_.push_back(
                std::make_unique<Worker>(range, part_->own.first_owner() + k, deal.owners(), graph_.size()));
        }
    }
    unsigned thread_of(Index v) const { return part_ == nullptr ? ownership_.owner(v) : part_->own.thread_of(v); }

    // Sorts targets by owner. No branch depends on the owner, because it would be mispredicted.
    void send(Worker& w, std::span<const Index> targets, bool won) const {
        std::uint32_t** const ends = w.ends.data();
        for (std::size_t k = 0; k < w.outbox.size(); ++k) ends[k] = w.outbox[k][won].allocate(targets.size());
        if (part_ == nullptr) {
            for (const Index u : targets) {
                const unsigned owner = ownership_.owner(u);
                *ends[owner]++ = static_cast<std::uint32_t>(u - ownership_.first(owner));
            }
        } else {
            const Deal& deal = part_->own.deal();
            const Index* const lowest = lowest_.data();
            for (const Index u : targets) {
                const Deal::Place at = deal.place(u);
                *ends[at.owner]++ = static_cast<std::uint32_t>(at.number - lowest[at.owner]);
            }
        }
        for (std::size_t k = 0; k < w.outbox.size(); ++k) w.outbox[k][won].set_end(ends[k]);
    }
    // Calls `apply(offsets, count, first)` with all messages to one thread, whose first vertex is `first`. Clears the
    // messages. `apply` may read `targets_ahead` more offsets, whose cells are being prefetched.
    template <class Apply>
    static void read(Messages& messages, Index first, const CellMemory& cells, const Apply& apply) {
        messages.pad();
        read({messages.data(), messages.size()}, first, cells, apply);
        messages.clear();
    }
    template <class Apply>
    static void read(std::span<const std::uint32_t> messages, Index first, const CellMemory& cells,
                     const Apply& apply) {
        const std::uint32_t* const offsets = messages.data();
        const std::size_t size = messages.size();
        for (std::size_t j = 0; j < std::min(targets_ahead, size); ++j) cells.fetch(first + offsets[j]);
        for (std::size_t from = 0; from < size; from += targets_per_call) {
            const std::size_t next = from + targets_per_call;
            // Prefetches the next messages, which may be in another core's cache.
            for (std::size_t j = next; j < std::min(next + targets_per_call, size); j += 16)
                __builtin_prefetch(offsets + j);
            apply(offsets + from, std::min(targets_per_call, size - from), first);
        }
    }

    // Puts the messages of all workers to the owners `first_owner`, … of another rank into a box, and clears them. The
    // box begins with the numbers of messages by thread, of lost options and then of won ones. Then come the messages
    // in this order, and some zeros that a loop may read to prefetch.
    void pack(std::vector<std::byte>& box, unsigned first_owner) {
        const std::size_t lists = 2 * std::size_t{team_.size()};
        std::vector<std::uint64_t> counts(lists);
        std::uint64_t all = 0;
        for (std::size_t k = 0; k < lists; ++k) {
            for (const auto& w : workers_) counts[k] += w->outbox[first_owner + k / 2][k % 2].size();
            all += counts[k];
        }
        if (all == 0) return;
        box.resize(lists * sizeof(std::uint64_t) + (all + Messages::slack) * sizeof(std::uint32_t));
        std::byte* at = box.data();
        std::memcpy(at, counts.data(), lists * sizeof(std::uint64_t));
        at += lists * sizeof(std::uint64_t);
        for (std::size_t k = 0; k < lists; ++k)
            for (const auto& w : workers_) {
                Messages& messages = w->outbox[first_owner + k / 2][k % 2];
                const std::size_t bytes = messages.size() * sizeof(std::uint32_t);
                if (bytes != 0) std::memcpy(at, messages.data(), bytes);
                at += bytes;
                messages.clear();
            }
    }
    // Returns the messages to thread `k` in a box from another rank.
    std::span<const std::uint32_t> unpacked(const std::vector<std::byte>& box, unsigned k, bool won) const {
        if (box.empty()) return {};
        const std::size_t lists = 2 * std::size_t{team_.size()}, list = 2 * std::size_t{k} + (won ? 1 : 0);
        const auto* const counts = reinterpret_cast<const std::uint64_t*>(box.data());
        const auto* const offsets = reinterpret_cast<const std::uint32_t*>(counts + lists);
        std::uint64_t before = 0;
        for (std::size_t j = 0; j < list; ++j) before += counts[j];
        return {offsets + before, static_cast<std::size_t>(counts[list])};
    }

    // Returns the function that keeps what is known of a vertex before solving.
    template <class Mark>
    static auto taker_of_known(Worker& w, const Mark& mark) {
        return [&w, &mark](Index v, Outcome outcome, std::uint64_t remoteness) {
            const bool won = outcome == Outcome::win;
            if (outcome == Outcome::tie) {
                w.ties = true;
            } else if (remoteness != 0) {
                w.schedule.add(remoteness, won, v);
            } else {
                mark(v, outcome);
                (won ? w.won(0) : w.lost(0)).push(v);
            }
        };
    }

    // Continues the first scan of all vertices. Returns true if it stopped because `should_save()` returned true. Scans
    // short ranges, so that the listener receives progress and can stop the scan.
    template <class Mark, class Count>
    bool scan_on(const Mark& mark, const Count& count, std::atomic<Index>& done) {
        constexpr Index stretch = 1 << 14;
        constexpr int turn = 256;
        std::atomic<bool> stopped = false;
        bool wanted = false;
        // Only the calling thread may call the checkpointer. Once its own range is done, all threads stop after every
        // `turn` ranges.
        const bool in_turns = context_.checkpointer != nullptr && workers_[0]->unseen.empty();
        team_.run([&](unsigned k) {
            Worker& w = *workers_[k];
            const auto known = taker_of_known(w, mark);
            try {
                for (int n = 0; !w.unseen.empty() && !stopped.load(std::memory_order_relaxed); ++n) {
                    if (in_turns && n == turn) return;
                    VertexRange& rest = w.unseen.back();
                    const Index to = std::min(rest.first + stretch, rest.last), size = to - rest.first;
                    w.positions += for_each_known(graph_, rest.first, to, options_.play, known, count);
                    rest.first = to;
                    if (to == rest.last) w.unseen.pop_back();
                    const Index sum = done.fetch_add(size, std::memory_order_relaxed) + size;
                    if (k != 0) continue;
                    listener_.scan(sum, graph_.size());
                    wanted = !w.unseen.empty() && context_.should_save();
                    if (wanted || (context_.checkpointer != nullptr && w.unseen.empty()))
                        stopped.store(true, std::memory_order_relaxed);
                }
            } catch (...) {
                stopped.store(true, std::memory_order_relaxed);
                throw;
            }
        });
        return wanted || (in_turns && context_.should_save());
    }
    std::vector<VertexRange> seen() const {
        std::vector<VertexRange> unseen;
        for (const auto& w : workers_) unseen.insert(unseen.end(), w->unseen.rbegin(), w->unseen.rend());
        return unseen_of({0, graph_.size()}, unseen);
    }

    // Messages hold offsets of 32 bits. A graph too large for that is solved by one thread.
    static constexpr Index longest_range = Index{1} << 31;
    static unsigned useful_threads(Index size, unsigned wanted) {
        constexpr unsigned most = 1024;
        wanted = std::min(wanted, most);
        return wanted > 1 && size / wanted < longest_range ? wanted : 1;
    }

    void report_ties(std::uint64_t ply, const Frontier& tied) {
        summary_.edges += std::exchange(workers_[0]->edges, 0);
        const PlyCounts counts{.ties = tied.size(), .edges = summary_.edges};
        summary_.add(ply, counts);
        if (has_vertex_events_) tied.for_each([&](Index v) { listener_.finish_vertex(v, {Outcome::tie, ply}); });
        listener_.finish_ply(ply, counts);
    }
};

}  // namespace mexbase::detail
