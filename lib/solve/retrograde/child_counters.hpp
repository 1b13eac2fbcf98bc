// SPDX-License-Identifier: MIT
/// \file
/// The kernel with one counter per vertex. Work is O(vertices + edges) for any number of plies.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "../graph/listener.hpp"
#include "cells.hpp"
#include "moves_graph.hpp"
#include "ply_engine.hpp"
#include "solver_state.hpp"

namespace mexbase::detail {

/// Returns the cell of a vertex that an option of remoteness `ply` decides: a loss if it is won (`Won`), else a win.
template <bool Won, class T>
T decided_value(std::uint64_t ply) {
    return Won ? CellCode<T>::loss(ply + 1) : CellCode<T>::win(ply + 1);
}

/// Marks the cell of `v` as overflowed, because its counter does not fit. The update by a won option is done later.
template <class T>
[[gnu::noinline]] void defer(T* cells, Worker& w, Index v) {
    cells[v] = CellCode<T>::overflowed;
    w.deferred.push_back(v);
}

/// Updates `v` after an option is won (`Won`) or lost. Decides `v` and pushes it to `next`, or decrements its counter.
template <bool Won, class T, class Graph, class Next>
[[gnu::always_inline]] inline void settle(const Graph& graph, T* cells, T value, Worker& w, Index v, Next& next) {
    using Code = CellCode<T>;
    const T cell = cells[v];
    if constexpr (!Won) {
        const bool open = !Code::is_decided(cell);
        cells[v] = open ? value : cell;
        next.push_if(open, v);
    } else {
        // The most frequent case: decrements a counter that stays above 0.
        if (static_cast<T>(cell - 2) < static_cast<T>(Code::overflowed - 2)) {
            cells[v] = static_cast<T>(cell - 1);
            return;
        }
        if (Code::is_decided(cell)) return;
        if (cell == 0) {
            const std::uint64_t options = graph.count_options(v);
            if (options > 1) {
                if (options - 1 <= Code::max_counter)
                    cells[v] = static_cast<T>(options - 1);
                else
                    defer(cells, w, v);
                return;
            }
        } else if (cell == Code::overflowed) {
            defer(cells, w, v);
            return;
        }
        if (graph.has_exits()) {
            const std::uint64_t ply = Code::remoteness(value) - 1;
            const auto due = lost_after(graph, ply, v);
            if (!due) return;
            if (*due > ply + 1) {
                w.schedule.add(*due, false, v);
                return;
            }
        }
        cells[v] = value;
        next.push_if(true, v);
    }
}

/// Solver that counts options. A lost option makes its predecessors wins. A won option decrements the counters of its
/// predecessors, which begin with the number of options. The updates of a ply may be done in any order: a vertex with a
/// lost option cannot count down to 0 in that ply. So results do not depend on the number of threads.
template <EngineGraph Graph>
class ChildCounters : private PlyEngine<Graph> {
    using Base = PlyEngine<Graph>;
    using Base::active_, Base::alone, Base::apply_scheduled, Base::begin_ply, Base::cells_, Base::context_,
        Base::deliver, Base::finished, Base::from_, Base::graph_, Base::has_scheduled, Base::has_vertex_events_,
        Base::listener_, Base::next_scheduled_ply, Base::offer, Base::options_, Base::part_, Base::restore, Base::save,
        Base::seed, Base::spread_ties, Base::summary_, Base::team_, Base::workers_;

    template <class F>
    decltype(auto) visit_cells(F&& f) {
        return cells_.visit([&](auto* cells) -> decltype(auto) { return f(cells + first_cell_); });
    }

  public:
    /// Borrows all arguments. If `context` contains a saved state of this graph, `cells` must be the cells of that
    /// state. The listener then receives only the vertices decided after the state was saved.
    ChildCounters(const Graph& graph, OutcomeCells& cells, AnalysisListener& listener, const AnalysisOptions& options,
                  RunContext& context)
        : Base(graph, cells, listener, options, context), first_cell_(graph.first_cell()) {
        context.at.cells = first_cell_ + graph.size();
    }

    Summary run() {
        if (part_ != nullptr) return run_part();
        if (from_.begun) {
            restore();
            visit_cells([this](const auto* cells) { find_frontier(cells, from_.ply); });
        }
        if (!from_.begun || from_.passing) scan();
        if (!from_.tying) decide(from_.begun ? from_.ply : 0);
        spread_ties();
        return summary_;
    }

  private:
    // Solves one rank's part of the graph, with the other ranks. The summary is that of the whole graph.
    Summary run_part() {
        RankRounds& rounds = part_->rounds;
        if (from_.begun) {
            this->find_exit_losses();
            rounds.attempt([this] {
                restore();
                visit_cells([this](const auto* cells) { find_frontier(cells, from_.ply); });
            });
        } else {
            scan();
        }
        if (!from_.tying) decide_part(from_.begun ? from_.ply : 0, false);
        const bool ties = std::ranges::any_of(workers_, [](const auto& w) { return w->ties; });
        rounds.exchange(std::array<std::uint64_t, 1>{ties ? 1U : 0U});
        if (graph_.may_tie() && rounds.sum(0) != 0) {
            if (!from_.tying) this->schedule_ties_of_part();
            decide_part(from_.tying ? from_.ply : 0, true);
        }
        std::uint64_t edges = 0;
        for (const auto& w : workers_) edges += std::exchange(w->edges, 0);
        rounds.exchange(std::array{summary_.positions, edges});
        summary_.vertices = part_->own.slice().size;
        summary_.positions = rounds.sum(0);
        summary_.edges = rounds.sum(1);
        return summary_;
    }

    // Decides the vertices of a part by plies, starting with `ply`: wins and losses, or ties (`tying`). A ply is one
    // round, or several if there are many messages. The first tells each rank how many vertices all ranks have decided.
    void decide_part(std::uint64_t ply, bool tying) {
        RankRounds& rounds = part_->rounds;
        constexpr std::uint64_t none = ~std::uint64_t{0};
        enum : std::size_t { more, losses, wins, due, saves };
        active_ = team_.size();
        for (bool should_save = false;; ++ply) {
            rounds.attempt([&] { begin_ply_of_part(ply, tying); });
            if (should_save) save(ply, tying, {});
            bool first = true, any_more = true;
            std::uint64_t next_due = none;
            Index decided = 0;
            while (any_more) {
                std::array<std::uint64_t, RankRounds::words> sent{};
                this->perform_round(
                    [&] {
                        for (const auto& w : workers_) {
                            sent[losses] += w->lost(ply).size();
                            sent[wins] += w->won(ply).size();
                        }
                        team_.run([&](unsigned k) { expand_in_part(ply, *workers_[k], tying); });
                    },
                    [&] {
                        sent[more] = finished(ply) ? 0 : 1;
                        sent[due] = next_scheduled_ply().value_or(none);
                        sent[saves] = first && context_.should_save() ? 1 : 0;
                        return sent;
                    },
                    [&](unsigned k) { apply_in_part(ply, k, tying); });
                any_more = rounds.sum(more) != 0;
                if (std::exchange(first, false)) {
                    decided = rounds.sum(losses) + rounds.sum(wins);
                    next_due = rounds.least(due);
                    should_save = rounds.sum(saves) != 0;
                    if (decided != 0)
                        rounds.attempt([&] { report_ply(ply, rounds.sum(losses), rounds.sum(wins), tying); });
                }
            }
            rounds.attempt([&] { apply_deferred(ply); });
            if (decided != 0) continue;
            if (next_due == none) return;
            ply = next_due - 1;
        }
    }
    void begin_ply_of_part(std::uint64_t ply, bool tying) {
        while (ply >= cells_.max_remoteness()) cells_.widen();
        visit_cells([&, this]<class T>(T* cells) {
            this->apply_scheduled(
                ply, [cells](Index v) { return CellCode<T>::value(cells[v]).outcome == Outcome::draw; },
                [cells, ply, tying](Index v, Outcome outcome) {
                    cells[v] = CellCode<T>::cell({tying ? Outcome::tie : outcome, ply});
                });
        });
    }
    void report_ply(std::uint64_t ply, Index losses, Index wins, bool tying) {
        const PlyCounts counts = tying ? PlyCounts{.ties = losses} : PlyCounts{.wins = wins, .losses = losses};
        summary_.add(ply, counts);
        listener_.finish_ply(ply, counts);
    }
    void expand_in_part(std::uint64_t ply, Worker& w, bool tying) {
        visit_cells([&, this](auto* cells) {
            if (tying) {
                Base::expand_by_messages(w, w.lost(ply), false, memory_of(cells), tie_targets(cells, ply, w));
                return;
            }
            this->template expand_by_messages<false>(cells, ply, w, w.lost(ply));
            if (w.lost(ply).empty()) this->template expand_by_messages<true>(cells, ply, w, w.won(ply));
        });
    }
    void apply_in_part(std::uint64_t ply, unsigned k, bool tying) {
        visit_cells([&, this](auto* cells) {
            if (tying) {
                this->read_messages(k, false, memory_of(cells), tie_targets(cells, ply, *workers_[k]));
                return;
            }
            this->template apply_messages<false>(cells, ply, k);
            this->template apply_messages<true>(cells, ply, k);
        });
    }
    // Returns the function that makes undecided targets ties, because they have an option that is tied in `ply`.
    template <class T>
    static auto tie_targets(T* cells, std::uint64_t ply, Worker& w) {
        return [=, &w](const std::uint32_t* offsets, std::size_t count, Index first) {
            for (std::size_t j = 0; j < count; ++j) {
                T& cell = cells[first + offsets[j]];
                if (CellCode<T>::is_decided(cell) || CellCode<T>::is_tie(cell)) continue;
                cell = CellCode<T>::tie(ply + 1);
                w.lost(ply + 1).push(first + offsets[j]);
            }
        };
    }

    void scan() {
        visit_cells([this](auto* cells) {
            using T = std::remove_cvref_t<decltype(*cells)>;
            using Code = CellCode<T>;
            seed([cells](Index v,
                         Outcome outcome) { cells[v] = outcome == Outcome::win ? Code::win(0) : Code::loss(0); },
                 [cells](Index v, std::uint64_t options) {
                     cells[v] = options <= Code::max_counter ? static_cast<T>(options) : T{0};
                 });
        });
    }
    void decide(std::uint64_t ply) {
        while (visit_cells([&](auto* cells) { return run_until_full(cells, ply); })) {
            if (any_deferred())
                apply_deferred(ply++);
            else
                cells_.widen();
        }
    }

    // Rebuilds the frontier of `ply` from the cells: the vertices won, lost or tied with remoteness `ply`.
    template <class T>
    void find_frontier(const T* cells, std::uint64_t ply) {
        using Code = CellCode<T>;
        if (ply > Code::max_remoteness) return;
        if (from_.tying) {
            for (Index v = 0; v < graph_.size(); ++v)
                if (cells[v] == Code::tie(ply)) workers_[0]->lost(ply).push(v);
            return;
        }
        team_.run([&](unsigned k) {
            Worker& w = *workers_[k];
            for (Index v = w.first; v < w.first + w.length; ++v) {
                if (cells[v] != Code::win(ply) && cells[v] != Code::loss(ply)) continue;
                if (graph_.contains(v)) (cells[v] == Code::win(ply) ? w.won(ply) : w.lost(ply)).push(v);
            }
        });
    }

    // Solves ply after ply, starting with `ply`. Returns false at the end. Returns true early if the cells are too
    // narrow for a counter or for the next remoteness.
    template <class T>
    bool run_until_full(T* cells, std::uint64_t& ply) {
        using Code = CellCode<T>;
        for (;; ++ply) {
            if (ply >= Code::max_remoteness && (next_scheduled_ply() || !finished(ply))) return true;
            if (is_narrow(ply)) {
                run_narrow(cells, ply);
                if (any_deferred()) return true;
                if (ply >= Code::max_remoteness) {
                    --ply;
                    continue;
                }
            }
            apply_scheduled(
                ply, [cells](Index v) { return !Code::is_decided(cells[v]); },
                [cells, ply](Index v, Outcome outcome) {
                    cells[v] = outcome == Outcome::win ? Code::win(ply) : Code::loss(ply);
                });
            offer(ply, false);
            const Index decided = begin_ply(ply);
            if (decided == 0) {
                const auto due = next_scheduled_ply();
                if (!due) return false;
                ply = *due - 1;
                continue;
            }
            step(cells, ply, decided);
            if (any_deferred()) return true;
        }
    }

    static constexpr Index narrow_ply = 64;

    // Returns true if `ply` is narrow: it has few vertices, all in the first thread's frontier. No vertex events are
    // requested, and nothing is scheduled.
    bool is_narrow(std::uint64_t ply) const {
        if (active_ != 1 || has_vertex_events_ || has_scheduled()) return false;
        const Index vertices = workers_[0]->lost(ply).size() + workers_[0]->won(ply).size();
        return vertices != 0 && vertices < narrow_ply;
    }

    // A list of vertices. Call `reserve` before pushing through a cursor, which does not allocate.
    struct List {
        void reserve(std::size_t more) {
            if (more > vertices.size()) vertices.resize(2 * more);
        }
        std::span<Index> span() { return {vertices.data(), size}; }
        std::vector<Index> vertices;
        std::size_t size = 0;
    };
    struct ListCursor {
        void push_if(bool wanted, Index v) {
            *at = v;
            at += wanted ? 1 : 0;
        }
        Index* at;
    };

    // Solves narrow plies one after another, with lists instead of frontiers. A game may have millions of such plies.
    // `ply` becomes the first ply that is not narrow, or the last ply done if a vertex was deferred in it.
    template <class T>
    [[gnu::noinline]] void run_narrow(T* cells, std::uint64_t& ply) {
        Worker& w = *workers_[0];
        // The first index is the parity of the ply. The second is 0 for lost and 1 for won vertices.
        std::array<std::array<List, 2>, 2> lists;
        for (auto& each : lists)
            for (List& list : each) list.reserve(narrow_ply);
        const auto load = [&](std::uint64_t at) {
            for (const bool won : {false, true}) {
                List& list = lists[at % 2][won];
                list.size = 0;
                Frontier& frontier = w.plies[at % 2][won];
                while (!frontier.empty())
                    list.size += frontier.take(std::span(list.vertices).subspan(list.size)).size();
            }
        };
        const auto unload = [&](std::uint64_t at) {
            for (const bool won : {false, true})
                for (const Index v : lists[at % 2][won].span()) w.plies[at % 2][won].push(v);
        };
        load(ply);
        std::uint64_t edges = summary_.edges + std::exchange(w.edges, 0);
        for (;; ++ply) {
            auto& [lost, won] = lists[ply % 2];
            auto& [next_lost, next_won] = lists[(ply + 1) % 2];
            const std::size_t losses = lost.size, wins = won.size;
            if (losses + wins == 0 || losses + wins >= narrow_ply || ply >= CellCode<T>::max_remoteness) break;
            summary_.edges = edges;
            if (context_.should_save()) {
                unload(ply);
                save(ply, false, {});
                load(ply);
            }
            const PlyCounts counts{wins, losses, 0, edges};
            summary_.add(ply, counts);
            listener_.finish_ply(ply, counts);
            next_won.size = next_lost.size = 0;
            if (losses != 0) edges += settle_list<false>(cells, ply, w, lost, next_won);
            if (wins != 0) edges += settle_list<true>(cells, ply, w, won, next_lost);
            if (!w.deferred.empty()) [[unlikely]] {
                summary_.edges = edges;
                unload(ply + 1);
                return;
            }
            if (!w.schedule.empty()) [[unlikely]] {
                ++ply;
                break;
            }
        }
        summary_.edges = edges;
        unload(ply);
    }
    template <bool Won, class T>
    [[gnu::always_inline]] std::uint64_t settle_list(T* cells, std::uint64_t ply, Worker& w, List& from, List& to) {
        const std::span<const Index> targets = Base::predecessors(w, from.span());
        to.reserve(targets.size() + 1);
        const T value = decided_value<Won, T>(ply);
        ListCursor next{to.vertices.data()};
        for (const Index v : targets) settle<Won>(graph_, cells, value, w, v, next);
        to.size = static_cast<std::size_t>(next.at - to.vertices.data());
        return targets.size();
    }

    template <class T>
    void step(T* cells, std::uint64_t ply, Index decided) {
        // The first worker expands all frontiers. So its next frontier has vertices from all threads' ranges, and the
        // threads share the next ply less evenly.
        Worker& all = *workers_[0];
        constexpr Index tiny_ply = 64;
        if (decided < tiny_ply) {
            unsigned k = 0;
            do {
                auto& [lost, won] = workers_[k]->plies[ply % 2];
                if (!lost.empty()) expand_tiny<false>(cells, ply, all, lost);
                if (!won.empty()) expand_tiny<true>(cells, ply, all, won);
            } while (++k < active_);
            active_ = 1;
            return;
        }
        if (alone(decided)) {
            for (unsigned k = 0; k < active_; ++k) {
                Worker& w = *workers_[k];
                while (!w.lost(ply).empty()) expand<false>(cells, ply, all, w.lost(ply));
                while (!w.won(ply).empty()) expand<true>(cells, ply, all, w.won(ply));
            }
            active_ = 1;
            return;
        }
        active_ = team_.size();
        for (bool more = true; more;) {
            team_.run([&](unsigned k) {
                Worker& w = *workers_[k];
                expand_by_messages<false>(cells, ply, w, w.lost(ply));
                if (w.lost(ply).empty()) expand_by_messages<true>(cells, ply, w, w.won(ply));
            });
            deliver([&](unsigned k) {
                apply_messages<false>(cells, ply, k);
                apply_messages<true>(cells, ply, k);
            });
            more = std::any_of(workers_.begin(), workers_.end(), [ply](const auto& w) { return !w->done(ply); });
        }
    }

    template <class T>
    static CellMemory memory_of(T* cells) {
        return {cells, sizeof(T)};
    }

    template <bool Won, class T>
    void expand(T* cells, std::uint64_t ply, Worker& w, Frontier& from) {
        if constexpr (InlinedPredecessors<Graph>)
            expand_inlined<Won>(cells, ply, w, from);
        else
            this->expand_part(w, from, memory_of(cells), [&, this](const Index* targets, std::size_t count) {
                apply<Won>(cells, ply, w, targets, count, 0);
            });
    }
    // Updates the predecessors of the vertices in `from`. They pass through a short buffer, which gives prefetches
    // time. A list of all predecessors would take a third more time in games with fast rules.
    template <bool Won, class T>
    [[gnu::flatten]] void expand_inlined(T* cells, std::uint64_t ply, Worker& w, Frontier& from) {
        Frontier::Cursor next(w.template next<Won>(ply));
        const T value = decided_value<Won, T>(ply);
        constexpr std::size_t ahead = 64;
        std::array<Index, ahead> targets;
        std::size_t n = 0;
        while (!from.empty())
            for (const Index u : from.take(w.part))
                graph_.for_each_predecessor(u, [&](Index v) {
                    __builtin_prefetch(cells + v, 1);
                    if (n >= ahead) settle<Won>(graph_, cells, value, w, targets[n % ahead], next);
                    targets[n++ % ahead] = v;
                });
        for (std::size_t k = n - std::min(n, ahead); k < n; ++k)
            settle<Won>(graph_, cells, value, w, targets[k % ahead], next);
        w.edges += n;
    }

    template <bool Won, class T>
    void expand_by_messages(T* cells, std::uint64_t ply, Worker& w, Frontier& from) {
        Base::expand_by_messages(w, from, Won, memory_of(cells),
                                 [&, this](const std::uint32_t* offsets, std::size_t count, Index first) {
                                     apply<Won>(cells, ply, w, offsets, count, first);
                                 });
    }

    template <bool Won, class T>
    void apply_messages(T* cells, std::uint64_t ply, unsigned k) {
        this->read_messages(k, Won, memory_of(cells),
                            [&, this](const std::uint32_t* offsets, std::size_t count, Index first) {
                                apply<Won>(cells, ply, *workers_[k], offsets, count, first);
                            });
    }

    template <bool Won, class T>
    [[gnu::noinline]] void expand_tiny(T* cells, std::uint64_t ply, Worker& w, Frontier& from) {
        const T value = decided_value<Won, T>(ply);
        Frontier::Cursor next(w.template next<Won>(ply));
        do {
            const std::span<const Index> targets = Base::predecessors(w, from.take(w.part));
            w.edges += targets.size();
            for (const Index v : targets) settle<Won>(graph_, cells, value, w, v, next);
        } while (!from.empty());
    }

    // Updates the targets `base` + offsets[0..count-1], each of which has an option won (`Won`) or lost in `ply`.
    // Prefetches the cell of the target `Ahead` elements later.
    template <bool Won, std::size_t Ahead = targets_ahead, class T, class Offset>
    [[gnu::noinline]] void apply(T* cells, std::uint64_t ply, Worker& w, const Offset* offsets, std::size_t count,
                                 Index base) {
        Frontier::Cursor next(w.template next<Won>(ply));
        const T value = decided_value<Won, T>(ply);
        for (std::size_t j = 0; j < count; ++j) {
            if constexpr (Ahead != 0) __builtin_prefetch(cells + base + offsets[j + Ahead], 1);
            settle<Won>(graph_, cells, value, w, base + offsets[j], next);
        }
    }

    [[gnu::always_inline]] bool any_deferred() const {
        return std::any_of(workers_.begin(), workers_.begin() + active_,
                           [](const auto& w) { return !w->deferred.empty(); });
    }

    // Repeats the deferred updates of vertices whose counters did not fit. Widens the cells until all counters fit.
    void apply_deferred(std::uint64_t ply) {
        while (any_deferred()) {
            cells_.widen();
            visit_cells([&](auto* cells) {
                for (const auto& w : workers_) {
                    const std::vector<Index> messages = std::exchange(w->deferred, {});
                    constexpr std::size_t batch = 16;
                    for (std::size_t from = 0; from < messages.size(); from += batch)
                        apply<true, 0>(cells, ply, *w, messages.data() + from, std::min(batch, messages.size() - from),
                                       0);
                }
            });
        }
    }

    Index first_cell_;
};

extern template class ChildCounters<MovesGraph>;

}  // namespace mexbase::detail
