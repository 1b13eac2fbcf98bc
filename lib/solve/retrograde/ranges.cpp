// SPDX-License-Identifier: MIT
#include "ranges.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "../../thread_team.hpp"
#include "../graph/transposed_moves.hpp"
#include "../spooled_list.hpp"
#include "child_counters.hpp"

namespace mexbase::detail {

namespace {

/// Vertices that are looked at before the pages of earlier slices are let go. Each exit may bring 16 pages.
constexpr Index exits_at_once = Index{1} << 12;

/// A range of a graph, for `settle`. Vertex v is the vertex `first` + v of the graph. Its exits are looked at later.
struct RangeGraph {
    const MovesGraph& graph;
    Index first;

    static constexpr bool has_exits() { return false; }
    std::uint64_t count_options(Index v) const { return graph.count_options(first + v); }
    void add_exits(Index v, OutcomeFold& fold) const { graph.add_exits(first + v, fold); }
};

/// The solver of `solve_in_ranges`. Borrows its arguments.
class RangeSolver {
  public:
    RangeSolver(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                const AnalysisOptions& options, RunContext& context, unsigned range_log2, const std::string& scratch)
        : graph_(graph),
          cells_(cells),
          listener_(listener),
          options_(options),
          context_(context),
          from_(context.at),
          log2_(range_log2),
          count_(ranges_of(graph.size(), range_log2)),
          file_(scratch),
          // Only the calling thread may pass vertices to a listener.
          team_(listener.has_vertex_events() ? 1 : options.threads) {
        context.at.cells = graph.first_cell() + graph.size();
        for (unsigned k = 0; k < team_.size(); ++k)
            threads_.push_back(std::make_unique<Thread>(Index{1} << log2_, count_));
    }

    Summary run() {
        summary_.vertices = graph_.size();
        if (from_.begun) restore();
        if (!from_.tying) {
            const std::uint64_t ply = from_.begun ? from_.ply : 0;
            pass([&](Thread& t, Index r) { begin_range(t, r, ply); }, true);
            decide(ply, true);
        }
        if (!graph_.may_tie() || std::ranges::none_of(threads_, [](const auto& t) { return t->ties; })) return summary_;
        tying_ = true;
        if (from_.tying)
            pass([&](Thread& t, Index r) { begin_range(t, r, from_.ply); }, true);
        else
            pass([&](Thread& t, Index r) { schedule_ties(t, r); }, false);
        decide(from_.tying ? from_.ply : 0, from_.tying);
        return summary_;
    }

  private:
    /// A message says what has happened to an option of a vertex, or which scheduled value of the vertex is due.
    enum Message : std::size_t { option_lost, option_won, due_lost, due_won };
    using Lists = std::vector<SpooledList<std::uint32_t>>;  ///< by range: vertices, numbered from the range's first

    struct Thread {
        Thread(Index range, Index count) : worker({0, range}, 0, 1, range) {
            for (auto& parity : inbox)
                for (Lists& lists : parity) lists.resize(static_cast<std::size_t>(count));
        }
        Worker worker;                              ///< its vertices are numbered from the first of a range
        std::array<std::array<Lists, 4>, 2> inbox;  ///< by parity of the ply in which messages are read; by `Message`
        std::map<std::uint64_t, std::array<SpooledList<Index>, 2>> schedule;  ///< by ply: lost vertices, won vertices
        PlyCounts found;                                                      ///< in this ply
        std::vector<Index> deferred;  ///< vertices of the graph whose counters do not fit
        std::vector<Index> sorted;
        bool ties = false;
    };

    /// Calls `work(thread, r)` for all ranges, on all threads. If the pass `scans` the vertices, reports progress, and
    /// saves when it is time, unless the vertices have been read before.
    template <class Work>
    void pass(const Work& work, bool scans) {
        const bool saves = scans && (!from_.begun || from_.passing);
        std::atomic<Index> next = 0, done = 0;
        while (next < count_) {
            std::atomic<bool> stopped = false;
            team_.run([&](unsigned k) {
                try {
                    while (!stopped.load(std::memory_order_relaxed)) {
                        const Index r = next.fetch_add(1);
                        if (r >= count_) return;
                        work(*threads_[k], r);
                        const Index all = done.fetch_add(1) + 1;
                        if (k != 0) continue;
                        if (scans) listener_.scan(std::min(all << log2_, graph_.size()), graph_.size());
                        if (saves && all < count_ && context_.should_save()) stopped = true;
                    }
                } catch (...) {
                    stopped = true;
                    throw;
                }
            });
            if (scans && next >= count_) listener_.scan(graph_.size(), graph_.size());
            if (stopped && next < count_) save(0, {{0, std::min(next << log2_, graph_.size())}});
        }
    }

    /// Decides the vertices of all plies from `ply` on. If `begun`, those of `ply` have been found already.
    void decide(std::uint64_t ply, bool begun) {
        if (begun && finish_ply(ply)) ++ply;
        for (;; ++ply) {
            if (pending_ == 0) {
                const auto due = next_scheduled_ply();
                if (!due) return;
                ply = std::max(ply, *due);
            }
            while (ply > cells_.max_remoteness()) widen();
            std::uint64_t messages = std::exchange(pending_, 0);
            for (const auto& t : threads_) messages += deliver_scheduled(*t, ply);
            const auto work = [&](Thread& t, Index r) { read_range(t, r, ply); };
            if (messages < options_.small_ply)
                for (Index r = 0; r < count_; ++r) work(*threads_[0], r);
            else
                pass(work, false);
            apply_deferred(ply);
            finish_ply(ply);
        }
    }

    /// Counts and reports the vertices decided with remoteness `ply`, which have been expanded. Returns false if there
    /// are none.
    bool finish_ply(std::uint64_t ply) {
        if (context_.should_save()) save(ply, {});
        PlyCounts counts;
        std::uint64_t edges = 0;
        for (const auto& t : threads_) {
            const PlyCounts found = std::exchange(t->found, {});
            counts.wins += found.wins;
            counts.losses += found.losses;
            counts.ties += found.ties;
            edges += std::exchange(t->worker.edges, 0);
            summary_.positions += std::exchange(t->worker.positions, 0);
        }
        pending_ = edges;
        counts.edges = summary_.edges;
        summary_.edges += edges;
        if (counts.wins + counts.losses + counts.ties == 0) return false;
        summary_.add(ply, counts);
        listener_.finish_ply(ply, counts);
        return true;
    }

    std::optional<std::uint64_t> next_scheduled_ply() const {
        std::optional<std::uint64_t> first;
        for (const auto& t : threads_)
            if (!t->schedule.empty()) {
                const std::uint64_t next = t->schedule.begin()->first;
                first = std::min(first.value_or(next), next);
            }
        return first;
    }
    /// Makes messages of the vertices that a thread has scheduled for `ply`. Returns their number.
    std::uint64_t deliver_scheduled(Thread& t, std::uint64_t ply) {
        const auto at = t.schedule.find(ply);
        if (at == t.schedule.end()) return 0;
        std::uint64_t count = 0;
        for (const bool won : {false, true}) {
            Lists& lists = t.inbox[ply % 2][won ? due_won : due_lost];
            count += at->second[won].size();
            at->second[won].take(file_, [&](std::span<const Index> all) {
                for (const Index v : all) post(lists, v);
            });
        }
        t.schedule.erase(at);
        return count;
    }
    void post(Lists& lists, Index v) {
        lists[static_cast<std::size_t>(v >> log2_)].push(file_,
                                                         static_cast<std::uint32_t>(v & ((Index{1} << log2_) - 1)));
    }

    VertexRange vertices(Index r) const { return {r << log2_, std::min((r + 1) << log2_, graph_.size())}; }
    /// Calls `f` with the address of the cell of vertex `first`.
    template <class F>
    void with_cells(Index first, const F& f) {
        cells_.visit([&](auto* all) { f(all + graph_.first_cell() + first); });
    }
    void let_exits_go() const {
        if (graph_.first_cell() != 0) cells_.let_go(0, graph_.first_cell());
    }

    /// Reads the vertices of a range that no earlier run has read, and finds those that are known from the start. Finds
    /// those of `ply` among the others. Then expands them.
    void begin_range(Thread& t, Index r, std::uint64_t ply) {
        const VertexRange here = vertices(r);
        Worker& w = t.worker;
        std::vector<VertexRange> unseen;
        if (!from_.begun) unseen = {here};
        if (from_.passing) unseen = unseen_of(here, from_.seen);
        with_cells(here.first, [&]<class T>(T* cells) {
            using Code = CellCode<T>;
            const auto known = [&](Index v, Outcome outcome, std::uint64_t remoteness) {
                const bool won = outcome == Outcome::win;
                if (outcome == Outcome::tie) {
                    t.ties = true;
                } else if (remoteness != 0) {
                    t.schedule[remoteness][won].push(file_, v);
                } else {
                    cells[v - here.first] = won ? Code::win(0) : Code::loss(0);
                    (won ? w.won(0) : w.lost(0)).push(v - here.first);
                }
            };
            const auto count = [&](Index v, std::uint64_t options) {
                cells[v - here.first] = options <= Code::max_counter ? static_cast<T>(options) : T{0};
            };
            Index seen = here.first;
            const auto find = [&](Index last) {
                if (ply > Code::max_remoteness) return;
                for (; seen < last; ++seen) {
                    const T cell = cells[seen - here.first];
                    const bool won = !tying_ && cell == Code::win(ply);
                    if (!won && cell != (tying_ ? Code::tie(ply) : Code::loss(ply))) continue;
                    if (graph_.contains(seen)) (won ? w.won(ply) : w.lost(ply)).push(seen - here.first);
                }
            };
            for (const VertexRange& part : unseen) {
                find(part.first);
                for (Index v = part.first; v < part.last; v += exits_at_once) {
                    const Index last = std::min(v + exits_at_once, part.last);
                    w.positions += for_each_known(graph_, v, last, options_.play, known, count);
                    let_exits_go();
                }
                seen = part.last;
            }
            find(here.last);
        });
        end_range(t, here, ply);
    }
    /// Schedules the ties of a range that are known from the start. Scheduled ties are stored as losses.
    void schedule_ties(Thread& t, Index r) {
        const auto known = [&](Index v, Outcome outcome, std::uint64_t remoteness) {
            if (outcome == Outcome::tie) t.schedule[remoteness][false].push(file_, v);
        };
        const VertexRange here = vertices(r);
        for (Index v = here.first; v < here.last; v += exits_at_once) {
            for_each_known(graph_, v, std::min(v + exits_at_once, here.last), options_.play, known,
                           [](Index, std::uint64_t) {});
            let_exits_go();
        }
    }

    /// Reads the messages to a range. Expands the vertices that they decide with remoteness `ply`.
    void read_range(Thread& t, Index r, std::uint64_t ply) {
        std::uint64_t messages = 0;
        for (const auto& from : threads_)
            for (const Lists& lists : from->inbox[ply % 2]) messages += lists[static_cast<std::size_t>(r)].size();
        if (messages == 0) return;
        const VertexRange here = vertices(r);
        constexpr std::uint64_t cells_per_message = 4096;  // a message may touch a page of the file
        if (messages > (here.last - here.first) / cells_per_message)
            cells_.will_need(graph_.first_cell() + here.first, here.last - here.first);
        with_cells(here.first, [&](auto* cells) {
            if (tying_)
                read_ties(t, r, ply, cells);
            else
                read_outcomes(t, r, ply, cells, here.first);
        });
        end_range(t, here, ply);
    }
    template <class F>
    void take_messages(Message kind, Index r, std::uint64_t ply, const F& f) {
        for (const auto& from : threads_) from->inbox[ply % 2][kind][static_cast<std::size_t>(r)].take(file_, f);
    }
    template <class T>
    void read_outcomes(Thread& t, Index r, std::uint64_t ply, T* cells, Index first) {
        using Code = CellCode<T>;
        Worker& w = t.worker;
        const RangeGraph graph{graph_, first};
        {
            Frontier::Cursor next(w.won(ply));
            take_messages(option_lost, r, ply, [&](std::span<const std::uint32_t> all) {
                settle_all<false>(graph, cells, Code::win(ply), w, all, next);
            });
        }
        {
            Frontier::Cursor next(graph_.has_exits() ? w.lost(ply + 1) : w.lost(ply));
            take_messages(option_won, r, ply, [&](std::span<const std::uint32_t> all) {
                settle_all<true>(graph, cells, Code::loss(ply), w, all, next);
            });
        }
        for (const Index v : std::exchange(w.deferred, {})) t.deferred.push_back(first + v);
        if (graph_.has_exits()) look_at_exits(t, ply, cells, first);
        for (const Message kind : {due_lost, due_won})
            take_messages(kind, r, ply, [&](std::span<const std::uint32_t> all) {
                for (const Index v : all) {
                    if (Code::is_decided(cells[v])) continue;
                    cells[v] = kind == due_won ? Code::win(ply) : Code::loss(ply);
                    (kind == due_won ? w.won(ply) : w.lost(ply)).push(v);
                }
            });
    }
    template <bool Won, class T, class Next>
    static void settle_all(const RangeGraph& graph, T* cells, T value, Worker& w, std::span<const std::uint32_t> all,
                           Next& next) {
        const std::size_t prefetched = all.size() - std::min(all.size(), targets_ahead);
        for (std::size_t j = 0; j < std::min(targets_ahead, all.size()); ++j) __builtin_prefetch(cells + all[j], 1);
        for (std::size_t j = 0; j < prefetched; ++j) {
            __builtin_prefetch(cells + all[j + targets_ahead], 1);
            settle<Won>(graph, cells, value, w, all[j], next);
        }
        for (const Index v : all.subspan(prefetched)) settle<Won>(graph, cells, value, w, v, next);
    }
    template <class T>
    void read_ties(Thread& t, Index r, std::uint64_t ply, T* cells) {
        Frontier& tied = t.worker.lost(ply);
        for (const Message kind : {option_lost, due_lost})
            take_messages(kind, r, ply, [&](std::span<const std::uint32_t> all) {
                for (const Index v : all) {
                    if (CellCode<T>::is_decided(cells[v]) || CellCode<T>::is_tie(cells[v])) continue;
                    cells[v] = CellCode<T>::tie(ply);
                    tied.push(v);
                }
            });
    }

    /// Takes the vertices that are lost if their exits lose in time. Looks at the exits in ascending order, because
    /// they are in a file. Undoes the loss of the others.
    template <class T>
    void look_at_exits(Thread& t, std::uint64_t ply, T* cells, Index first) {
        Worker& w = t.worker;
        Frontier& found = w.lost(ply + 1);
        Index looked = 0;
        const auto look = [&](Index v) {
            if (++looked % exits_at_once == 0) let_exits_go();
            if (!is_lost_now(t, ply, first + v))
                cells[v] = 1;  // as before the last message
            else
                w.lost(ply).push(v);
        };
        // Long lists are bit sets, which are in order.
        t.sorted.clear();
        if (const Index size = found.size(); size < std::max<Index>(Frontier::least_list, (Index{1} << log2_) / 32)) {
            while (!found.empty()) {
                const std::span<const Index> part = found.take(w.part);
                t.sorted.insert(t.sorted.end(), part.begin(), part.end());
            }
            std::ranges::sort(t.sorted);
            for (const Index v : t.sorted) look(v);
        }
        while (!found.empty())
            for (const Index v : found.take(w.part)) look(v);
        let_exits_go();
    }
    /// Returns true if a vertex whose options are all won is lost at `ply`. Schedules it if its exits lose later.
    bool is_lost_now(Thread& t, std::uint64_t ply, Index v) {
        const auto due = lost_after(graph_, ply - 1, v);
        if (due && *due > ply) t.schedule[*due][false].push(file_, v);
        return due == ply;
    }

    /// Counts and expands the vertices of a range that were found in this ply.
    void end_range(Thread& t, const VertexRange& here, std::uint64_t ply) {
        Worker& w = t.worker;
        for (const bool won : {false, true}) {
            Frontier& found = won ? w.won(ply) : w.lost(ply);
            const Outcome outcome = tying_ ? Outcome::tie : won ? Outcome::win : Outcome::loss;
            (tying_ ? t.found.ties : won ? t.found.wins : t.found.losses) += found.size();
            if (listener_.has_vertex_events())
                found.for_each([&](Index v) { listener_.finish_vertex(here.first + v, {outcome, ply}); });
            while (!found.empty()) {
                const std::span<Index> part = found.take(w.part);
                for (Index& v : part) v += here.first;
                expand(t, part, won, ply);
            }
        }
        cells_.let_go(graph_.first_cell() + here.first, here.last - here.first);
    }
    /// Sends messages to the predecessors of some vertices. They are read in the next ply.
    void expand(Thread& t, std::span<Index> vertices, bool won, std::uint64_t ply) {
        Worker& w = t.worker;
        w.flat.clear();
        graph_.predecessors(vertices, w.flat);
        w.edges += w.flat.size();
        Lists& lists = t.inbox[(ply + 1) % 2][won ? option_won : option_lost];
        for (const Index v : w.flat.span()) post(lists, v);
    }

    void widen() {
        cells_.widen();
        cells_.let_go();
    }
    /// Repeats the deferred messages to vertices whose counters did not fit. Widens the cells until all counters fit.
    void apply_deferred(std::uint64_t ply) {
        Thread& t = *threads_[0];
        std::vector<Index> lost;
        struct Next {
            std::vector<Index>& lost;
            void push_if(bool wanted, Index v) {
                if (wanted) lost.push_back(v);
            }
        } next{lost};
        for (;;) {
            std::vector<Index> messages;
            for (const auto& each : threads_) {
                messages.insert(messages.end(), each->deferred.begin(), each->deferred.end());
                each->deferred.clear();
            }
            if (messages.empty()) break;
            widen();
            with_cells(0, [&]<class T>(T* cells) {
                for (const Index v : messages)
                    settle<true>(RangeGraph{graph_, 0}, cells, CellCode<T>::loss(ply), t.worker, v, next);
                std::erase_if(lost, [&](Index v) {
                    const bool keep = is_lost_now(t, ply, v);
                    if (!keep) cells[v] = 1;
                    return !keep;
                });
            });
            t.deferred = std::exchange(t.worker.deferred, {});
            t.found.losses += lost.size();
            if (listener_.has_vertex_events())
                for (const Index v : lost) listener_.finish_vertex(v, {Outcome::loss, ply});
            expand(t, lost, false, ply);
            lost.clear();
        }
    }

    void restore() {
        summary_ = from_.here;
        threads_[0]->ties = from_.ties;
        context_.take_due(graph_.size(), [this](std::uint64_t ply, bool won, Index v) {
            threads_[0]->schedule[ply][won].push(file_, v);
        });
    }
    /// Saves the state in which the vertices of `ply` are known, but their predecessors are not. `seen` has the ranges
    /// done by an unfinished first scan, or is empty.
    void save(std::uint64_t ply, std::vector<VertexRange> seen) {
        SolverState& at = context_.at;
        at.begun = true;
        at.ply = ply;
        at.tying = tying_;
        at.passing = !seen.empty();
        at.seen = std::move(seen);
        // An earlier run may have scanned ranges beyond.
        if (at.passing)
            for (const VertexRange& each : from_.seen)
                if (each.last > at.seen.back().last)
                    add_range(at.seen, {std::max(each.first, at.seen.back().last), each.last});
        at.ties = std::ranges::any_of(threads_, [](const auto& t) { return t->ties; });
        at.here = summary_;
        for (const auto& t : threads_) at.here.positions += t->worker.positions;
        StateView kept{.cells = cells_};
        kept.due = [this](const ScheduledSink& sink) {
            for (const auto& t : threads_)
                for (const auto& [due, lists] : t->schedule)
                    for (const bool won : {false, true})
                        lists[won].for_each_part(file_, [&, when = due](std::span<const Index> all) {
                            for (const Index v : all) sink(when, won, v);
                        });
        };
        context_.save(std::move(kept));
    }

    const MovesGraph& graph_;
    OutcomeCells& cells_;
    AnalysisListener& listener_;
    const AnalysisOptions options_;
    RunContext& context_;
    const SolverState from_;  ///< copy of `context.at` from before the start
    const unsigned log2_;     ///< a range has 2^log2_ vertices
    const Index count_;       ///< number of ranges
    ChunkFile file_;
    ThreadTeam team_;
    std::vector<std::unique_ptr<Thread>> threads_;
    Summary summary_;
    std::uint64_t pending_ = 0;  ///< messages to be read in the next ply
    bool tying_ = false;         ///< all wins and losses are known
};

}  // namespace

Summary solve_in_ranges(const MovesGraph& graph, OutcomeCells& cells, AnalysisListener& listener,
                        const AnalysisOptions& options, RunContext& context, unsigned range_log2,
                        const std::string& scratch) {
    const WithPredecessors back(graph.moves(), graph.slice(), listener);
    return RangeSolver(graph.with(back.moves()), cells, listener, options, context, range_log2, scratch).run();
}

}  // namespace mexbase::detail
