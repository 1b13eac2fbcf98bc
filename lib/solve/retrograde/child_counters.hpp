/// \file
/// The kernel with one counter a vertex: the fastest strategy. Work is O(vertices + edges) whatever the number of
/// plies.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "cells.hpp"
#include "ply_engine.hpp"
#include "standing.hpp"

namespace mexbase::detail {

/// A lost option decides its predecessors at once; a won option counts them down from their number of options. Within a
/// ply messages commute, because a vertex with a lost option cannot count down to zero in the same ply: results do not
/// depend on threads.
template <class View, class Visitor, class Keeper = NoKeeper>
class ChildCounters : private PlyEngine<View, Visitor> {
    using Engine = PlyEngine<View, Visitor>;
    using Engine::active_;
    using Engine::ownership_;
    using Engine::summary_;
    using Engine::team_;
    using Engine::view_;
    using Engine::workers_;

  public:
    /// Vertex v has cell `first_cell` + v. `keeper` is told of every ply; `at` is where the slices below stand.
    ChildCounters(const View& view, OutcomeCells& cells, Visitor& visitor, const AnalysisOptions& options,
                  Index first_cell = 0, Keeper* keeper = nullptr, const Standing& at = {})
        : Engine(view, visitor, options), cells_(cells), first_cell_(first_cell), keeper_(keeper), at_(at) {}

    Summary run() {
        visit_cells([this](auto* cells) {
            using T = std::remove_cvref_t<decltype(*cells)>;
            using Code = CellCode<T>;
            this->seed([cells](Index v,
                               Outcome outcome) { cells[v] = outcome == Outcome::win ? Code::win(0) : Code::loss(0); },
                       [cells](Index v, std::uint64_t options) {
                           if (options <= Code::max_counter) cells[v] = static_cast<T>(options);
                       });
        });
        return finish(0);
    }

    /// Instead of `run`, where this graph was left at `at` and its cells are as they were. The visitor hears the rest.
    /// Empties `due`.
    Summary resume(std::vector<Due>& due) {
        summary_ = at_.here;
        workers_[0]->ties = at_.ties;
        for (Due& each : std::exchange(due, {})) {
            const std::vector<Index> vertices = std::move(each.vertices);
            for (const Index v : vertices) workers_[ownership_.owner(v)]->calendar.add(each.ply, each.won, v);
        }
        visit_cells([this](const auto* cells) { find_frontier(cells, at_.ply); });
        return finish(at_.ply);
    }

  private:
    Summary finish(std::uint64_t ply) {
        while (visit_cells([&](auto* cells) { return run_until_full(cells, ply); })) {
            if (any_put_off())
                deliver_put_off(ply++);
            else
                cells_.widen();
        }
        if constexpr (View::may_tie)
            this->spread_ties([this](Index v) { return is_open(v); },
                              [this](Index v, std::uint64_t remoteness) {
                                  cells_.set(first_cell_ + v, {Outcome::tie, remoteness});
                              },
                              [](std::uint64_t, const Frontier&) {});
        return summary_;
    }

    // The vertices decided with remoteness `ply`.
    template <class T>
    void find_frontier(const T* cells, std::uint64_t ply) {
        using Code = CellCode<T>;
        if (ply > Code::max_remoteness) return;
        team_.run([&](unsigned k) {
            Worker& w = *workers_[k];
            for (Index v = w.first; v < w.first + w.length; ++v) {
                if (cells[v] == Code::win(ply)) w.won(ply).push(v);
                if (cells[v] == Code::loss(ply)) w.lost(ply).push(v);
            }
        });
    }

    // Messages of earlier plies have arrived, and nothing is put off.
    void offer(std::uint64_t ply) {
        if constexpr (keeps<Keeper>) {
            if (!keeper_->wants()) return;
            at_.begun = true;
            at_.ply = ply;
            at_.ties = std::any_of(workers_.begin(), workers_.end(), [](const auto& w) { return w->ties; });
            at_.cells = first_cell_ + view_.size();
            at_.here = summary_;
            for (const auto& w : workers_) at_.here.edges += w->edges;
            keeper_->keep(at_, cells_, [this](const DueSink& sink) {
                for (const auto& w : workers_) w->calendar.for_each(sink);
            });
        }
    }

    // Goes on from `ply` to the end, or until the cells are too narrow for a counter of `ply` or for the next
    // remoteness: then it returns true.
    template <class T>
    bool run_until_full(T* cells, std::uint64_t& ply) {
        using Code = CellCode<T>;
        for (;; ++ply) {
            if (ply >= Code::max_remoteness && (this->next_appointment() || !this->finished(ply))) return true;
            this->keep_appointments(
                ply, true, [cells](Index v) { return !Code::is_decided(cells[v]); },
                [cells, ply](Index v, Outcome outcome) {
                    cells[v] = outcome == Outcome::win ? Code::win(ply) : Code::loss(ply);
                });
            offer(ply);
            const Index decided = this->begin_ply(ply);
            if (decided == 0) {
                const auto due = this->next_appointment();
                if (!due) return false;
                ply = *due - 1;
                continue;
            }
            step(cells, ply, decided);
            if (any_put_off()) return true;
        }
    }

    template <class T>
    void step(T* cells, std::uint64_t ply, Index decided) {
        // The first worker takes every part of the frontier and may decide any vertex. Its next frontier is then not
        // only its own; that costs balance in one ply and nothing else.
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
        if (this->alone(decided)) {
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
            this->deliver([&](unsigned k) {
                apply_messages<false>(cells, ply, k);
                apply_messages<true>(cells, ply, k);
            });
            more = std::any_of(workers_.begin(), workers_.end(), [ply](const auto& w) { return !w->done(ply); });
        }
    }

    template <bool Won, class T>
    void expand(T* cells, std::uint64_t ply, Worker& w, Frontier& from) {
        this->expand_chunk(
            w, from, [cells](Index v) { __builtin_prefetch(cells + v, 1); },
            [&, this](const Index* targets, std::size_t count) { apply<Won>(cells, ply, w, targets, count, 0); });
    }

    template <bool Won, class T>
    void expand_by_messages(T* cells, std::uint64_t ply, Worker& w, Frontier& from) {
        Engine::template expand_by_messages<Won>(
            w, from, [cells](Index v) { __builtin_prefetch(cells + v, 1); },
            [&, this](const std::uint32_t* offsets, std::size_t count, Index first) {
                apply<Won>(cells, ply, w, offsets, count, first);
            });
    }

    template <bool Won, class T>
    void apply_messages(T* cells, std::uint64_t ply, unsigned k) {
        this->template read_messages<Won>(
            k, [cells](Index v) { __builtin_prefetch(cells + v, 1); },
            [&, this](const std::uint32_t* offsets, std::size_t count, Index first) {
                apply<Won>(cells, ply, *workers_[k], offsets, count, first);
            });
    }

    // Expands a few vertices, and applies messages as they come: there is nothing to overlap. All that the callback
    // needs is in registers once it is inlined, wherever a ruleset calls it from; games with long narrow waves live on
    // that.
    template <bool Won, class T>
    [[gnu::flatten]] void expand_tiny(T* cells, std::uint64_t ply, Worker& w, Frontier& from) {
        const T value = decided_value<Won, T>(ply);
        Frontier::Cursor next(w.next<Won>(ply));
        std::uint64_t edges = 0;
        do {
            const Frontier::Chunk chunk = from.last();
            for (std::size_t k = 0; k < chunk.size(); ++k)
                view_.predecessors(chunk[k], [&](Index u) {
                    ++edges;
                    settle<Won>(cells, value, w, u, next);
                });
            from.drop_last(w.pool);
        } while (!from.empty());
        w.edges += edges;
    }

    // `count` (at most a buffer) targets, given as offsets from `base`, have an option that is won, or lost, in `ply`.
    template <bool Won, class T, class Offset>
    [[gnu::noinline]] void apply(T* cells, std::uint64_t ply, Worker& w, const Offset* offsets, std::size_t count,
                                 Index base) {
        Frontier::Tail next(w.next<Won>(ply), count);
        const T value = decided_value<Won, T>(ply);
        for (std::size_t j = 0; j < count; ++j) settle<Won>(cells, value, w, base + offsets[j], next);
    }

    template <bool Won, class T>
    static T decided_value(std::uint64_t ply) {
        return Won ? CellCode<T>::loss(ply + 1) : CellCode<T>::win(ply + 1);
    }

    // One message: decides `v`, with `value`, or counts it down.
    template <bool Won, class T, class Next>
    [[gnu::always_inline]] void settle(T* cells, T value, Worker& w, Index v, Next& next) {
        using Code = CellCode<T>;
        const T cell = cells[v];
        if constexpr (!Won) {
            const bool open = !Code::is_decided(cell);
            cells[v] = open ? value : cell;
            next.push_if(open, v);
        } else {
            // Counters 2 .. max go down by one; everything else is rarer.
            if (static_cast<T>(cell - 2) < static_cast<T>(Code::spilled - 2)) {
                cells[v] = static_cast<T>(cell - 1);
                return;
            }
            if (Code::is_decided(cell)) return;
            if (cell == 0) {
                const std::uint64_t options = view_.count_options(v);
                if (options > 1) {
                    if (options - 1 <= Code::max_counter)
                        cells[v] = static_cast<T>(options - 1);
                    else
                        deferred(cells, w, v);
                    return;
                }
            } else if (cell == Code::spilled) {
                deferred(cells, w, v);
                return;
            }
            if constexpr (View::has_exits) {
                const std::uint64_t ply = Code::remoteness(value) - 1;
                const auto due = this->lost_after(ply, v);
                if (!due) return;
                if (*due > ply + 1) {
                    w.calendar.add(*due, false, v);
                    return;
                }
            }
            cells[v] = value;
            next.push_if(true, v);
        }
    }

    template <class F>
    decltype(auto) visit_cells(F&& f) {
        return cells_.visit([&](auto* cells) -> decltype(auto) { return f(cells + first_cell_); });
    }
    bool is_open(Index v) const { return cells_[first_cell_ + v].outcome == Outcome::draw; }

    // An option of `v` is won, and its counter does not fit the cell.
    template <class T>
    [[gnu::noinline]] static void deferred(T* cells, Worker& w, Index v) {
        cells[v] = CellCode<T>::spilled;
        w.deferred.push_back(v);
    }

    bool any_put_off() const {
        return std::any_of(workers_.begin(), workers_.begin() + active_,
                           [](const auto& w) { return !w->deferred.empty(); });
    }

    // Counters that did not fit were put off: widen until they do.
    void deliver_put_off(std::uint64_t ply) {
        while (any_put_off()) {
            cells_.widen();
            visit_cells([&](auto* cells) {
                for (const auto& w : workers_) {
                    const std::vector<Index> messages = std::exchange(w->deferred, {});
                    for (std::size_t from = 0; from < messages.size(); from += Pipeline::batch)
                        apply<true>(cells, ply, *w, messages.data() + from,
                                    std::min(Pipeline::batch, messages.size() - from), 0);
                }
            });
        }
    }

    OutcomeCells& cells_;
    Index first_cell_;
    Keeper* keeper_;
    Standing at_;
};

}  // namespace mexbase::detail
