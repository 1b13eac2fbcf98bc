/// \file
/// Where a long analysis stands, so that whoever saves that can have it go on from there. Nothing here opens a file.
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

/// The vertices from `first` to before `last`.
struct VertexRange {
    Index first = 0, last = 0;
    friend bool operator==(const VertexRange&, const VertexRange&) = default;
};

/// Where the solving of a game stands: at the beginning of a slice, of a ply in it, or in the middle of a pass over its
/// vertices. With what is saved beside it (`StateView`) it is all there is to know: the frontier of a ply is every cell
/// whose remoteness is the ply. Vertices are numbered from 0 in each slice.
struct SolverState {
    Strategy strategy = Strategy::child_counters;
    Index slice = 0;        ///< those before it are finished; their number where all are
    bool begun = false;     ///< in this slice; else nothing in it is known
    bool passing = false;   ///< in the middle of a pass over the vertices: the first scan, or a forward pass
    bool tying = false;     ///< all wins and losses of the slice are known: the plies are those of its ties
    std::uint64_t ply = 0;  ///< what has this remoteness is in the cells, and nothing has come of it; or of the pass
    bool ties = false;      ///< play may end with a tie; ties of a slice come after all its plies
    Index cells = 0;        ///< from this one on all cells are undecided
    Summary below;          ///< of the finished slices
    Summary here;           ///< of this one, before this ply or pass
    PlyCounts now;          ///< of a forward pass so far
    std::vector<VertexRange> seen;       ///< what a pass has looked at, in order
    std::vector<std::uint64_t> numbers;  ///< what else those must know who had the kernel solve a part of their problem
};

/// Vertices of a slice that are won or lost with remoteness `ply`, if not decided before.
struct ScheduledVertices {
    std::uint64_t ply = 0;
    bool won = false;
    std::vector<Index> vertices;
};

/// Takes one such vertex.
using ScheduledSink = std::function<void(std::uint64_t ply, bool won, Index v)>;
/// Hands over all that is due after a ply, once a vertex. Not to be called after `save` has returned.
using ScheduledSource = std::function<void(const ScheduledSink&)>;

/// What is to be saved with a state, borrowed while `save` runs.
struct StateView {
    const OutcomeCells* cells = nullptr;                ///< none: two bits a vertex keep no cells
    std::vector<std::span<const std::uint32_t>> words;  ///< what else there is in arrays
    ScheduledSource due = [](const ScheduledSink&) {};
};

/// The same as it comes back: all that an analysis needs to go on.
struct RestoredState {
    SolverState at;
    OutcomeCells cells;
    std::vector<std::vector<std::uint32_t>> words;
    std::vector<ScheduledVertices> due;
};

/// Whoever saves where an analysis stands. All is called on the thread that called the algorithm and may throw, as
/// listeners may.
class Checkpointer {
  public:
    virtual ~Checkpointer() = default;
    /// What there is to go on from, asked for once, before anything is solved; by default nothing.
    virtual std::optional<RestoredState> restore() { return std::nullopt; }
    /// Asked at the beginning of every slice and ply, and now and then in a pass: it must be quick.
    virtual bool should_save() = 0;
    /// Called if it says yes.
    virtual void save(const SolverState&, const StateView&) = 0;
};

namespace detail {

/// Throws `Error{bad_usage}`.
[[noreturn]] inline void throw_foreign_checkpoint() {
    throw Error(ErrorCode::bad_usage, "what was saved does not belong to these rules");
}

/// The state that an analysis was resumed from, and how it is saved. `at` is the state of the slices below, or of this
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
    /// Begins anew.
    void forget() {
        static_cast<RestoredState&>(*this) = {};
        resumed = false;
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
    /// Adds to what the kernel keeps what those know who had it solve a part of their problem.
    std::function<void(SolverState&, StateView&)> add;
};

/// The parts of `all` that no range of `seen` has, in order. `seen` is in order too.
inline std::vector<VertexRange> unseen_of(VertexRange all, std::span<const VertexRange> seen) {
    std::vector<VertexRange> rest;
    for (const VertexRange& each : seen) {
        if (each.first > all.first && all.first < all.last) rest.push_back({all.first, std::min(each.first, all.last)});
        all.first = std::max(all.first, each.last);
    }
    if (all.first < all.last) rest.push_back(all);
    return rest;
}

/// Adds a range behind the others, and joins what touches.
inline void add_range(std::vector<VertexRange>& to, const VertexRange& range) {
    if (range.first >= range.last) return;
    if (!to.empty() && to.back().last >= range.first)
        to.back().last = std::max(to.back().last, range.last);
    else
        to.push_back(range);
}

}  // namespace detail

}  // namespace mexbase
