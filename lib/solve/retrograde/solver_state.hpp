// SPDX-License-Identifier: MIT
/// \file
/// The state of a long analysis, for saving and resuming it. Nothing here opens a file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "../../index.hpp"
#include "../graph/listener.hpp"
#include "cells.hpp"
#include "strategy.hpp"

namespace mexbase {

/// The vertices first..last-1.
struct VertexRange {
    Index first = 0, last = 0;
    friend bool operator==(const VertexRange&, const VertexRange&) = default;
};

/// A point at which solving can resume: the start of a slice or ply, or inside a pass over the vertices. The data saved
/// with it are in `StateView`. The frontier (the vertices decided in a ply) is every cell whose remoteness is the ply.
/// Vertices are numbered from 0 in each slice.
struct SolverState {
    Strategy strategy = Strategy::child_counters;
    Index slice = 0;                ///< the current slice, or the number of slices if all are finished
    bool begun = false;             ///< the current slice has begun; else nothing in it is known
    bool passing = false;           ///< inside a pass over the vertices: the first scan, or a forward pass
    bool tying = false;             ///< all wins and losses of the slice are known: the plies are those of its ties
    std::uint64_t ply = 0;          ///< the pass, or the ply, whose vertices are in the cells but not yet expanded
    bool ties = false;              ///< play may end with a tie; ties are found after all wins and losses of a slice
    Index cells = 0;                ///< all cells from this index on are undecided
    Summary below;                  ///< summary of the finished slices
    Summary here;                   ///< summary of this slice, before this ply or pass
    PlyCounts now;                  ///< counts of a forward pass so far
    std::vector<VertexRange> seen;  ///< ranges of vertices done in a pass, in ascending order
    /// Additional numbers of algorithms that use the kernel for a part of their problem.
    std::vector<std::uint64_t> numbers;
};

/// Receives a vertex `v` of a slice that is scheduled to become won or lost at `ply`, unless it is decided before.
using ScheduledSink = std::function<void(std::uint64_t ply, bool won, Index v)>;
/// Calls a sink once for each vertex scheduled after a ply. The vertices may be more than the memory can hold.
using ScheduledSource = std::function<void(const ScheduledSink&)>;

/// The data to be saved with a state, borrowed during `save`.
struct StateView {
    const OutcomeCells& cells;
    std::vector<std::span<const std::uint32_t>> words = {};  ///< of algorithms that use the kernel for a part
    ScheduledSource due = [](const ScheduledSink&) {};       ///< must not be called after `save` has returned
};

/// Data restored from a checkpoint, from which an analysis resumes.
struct RestoredState {
    SolverState at;
    OutcomeCells cells;
    std::vector<std::vector<std::uint32_t>> words;
    ScheduledSource due = [](const ScheduledSink&) {};  ///< must be called before the next save, if at all
};

/// Saves and restores the state of an analysis. All functions are called on the thread that called the algorithm and
/// may throw, as listeners may.
class Checkpointer {
  public:
    virtual ~Checkpointer() = default;
    /// Returns the state to resume from, or `std::nullopt`. Called once, before anything is solved.
    virtual std::optional<RestoredState> restore() { return std::nullopt; }
    /// Called at the start of every slice and ply, and periodically in a pass: it must be quick.
    virtual bool should_save() = 0;
    /// Called if `should_save` returned true.
    virtual void save(const SolverState&, const StateView&) = 0;
};

namespace detail {

[[noreturn]] inline void throw_foreign_checkpoint() {
    throw Error(ErrorCode::bad_usage, "cannot resume from the saved state: it belongs to other rules");
}

/// The state that an analysis resumes from, and its checkpointer. `at` describes the finished slices, and the current
/// slice if it has begun.
struct RunContext : RestoredState {
    /// Restores the saved state, if there is one. `saves` may be null. Throws `Error{bad_usage}` if another strategy
    /// saved it.
    explicit RunContext(Strategy by, Checkpointer* saves = nullptr) : checkpointer(saves), strategy(by) {
        auto from = checkpointer != nullptr ? checkpointer->restore() : std::nullopt;
        resumed = from.has_value();
        if (!resumed) return;
        if (from->at.strategy != strategy) throw_foreign_checkpoint();
        static_cast<RestoredState&>(*this) = std::move(*from);
    }
    /// Passes the scheduled vertices of the restored state to `sink`, and forgets them. Throws `Error{bad_usage}` if
    /// one of them is not due after this state, or not below `size`.
    void take_due(Index size, const ScheduledSink& sink) {
        due([&](std::uint64_t ply, bool won, Index v) {
            if (!at.begun || ply <= at.ply || v >= size) throw_foreign_checkpoint();
            sink(ply, won, v);
        });
        due = [](const ScheduledSink&) {};
    }
    bool should_save() const { return checkpointer != nullptr && checkpointer->should_save(); }
    void save(StateView kept) {
        SolverState whole = at;
        whole.strategy = strategy;
        if (add) add(whole, kept);
        checkpointer->save(whole, kept);
    }

    Checkpointer* checkpointer;
    Strategy strategy;
    bool resumed = false;
    /// Called before each save. An algorithm that uses the solver for a part of its problem adds its own data to the
    /// saved state. May be empty.
    std::function<void(SolverState&, StateView&)> add;
};

/// Returns the parts of `all` that are in no range of `seen`, in ascending order. `seen` must be in ascending order.
inline std::vector<VertexRange> unseen_of(VertexRange all, std::span<const VertexRange> seen) {
    std::vector<VertexRange> rest;
    for (const VertexRange& each : seen) {
        if (each.first > all.first && all.first < all.last) rest.push_back({all.first, std::min(each.first, all.last)});
        all.first = std::max(all.first, each.last);
    }
    if (all.first < all.last) rest.push_back(all);
    return rest;
}

/// Appends a range, or extends the last range if they are adjacent.
inline void add_range(std::vector<VertexRange>& to, const VertexRange& range) {
    if (range.first >= range.last) return;
    if (!to.empty() && to.back().last >= range.first)
        to.back().last = std::max(to.back().last, range.last);
    else
        to.push_back(range);
}

}  // namespace detail

}  // namespace mexbase
