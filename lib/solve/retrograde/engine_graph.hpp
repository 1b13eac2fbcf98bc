/// \file
/// A graph as the engines see it with its type erased, so that they are compiled once: they ask for a chunk of edges or
/// more at a time, and only what looks at single moves is compiled for each graph.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <type_traits>

#include "../../value/outcome.hpp"
#include "../graph/graph.hpp"
#include "../graph/visitor.hpp"
#include "../team.hpp"
#include "worker.hpp"

namespace mexbase {
class TwoBitStates;
}

namespace mexbase::detail {

template <class Signature>
class FunctionRef;

/// A callable, borrowed: one pointer to it and one to its code.
template <class Result, class... Args>
class FunctionRef<Result(Args...)> {
  public:
    template <class F>
        requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef>)
    FunctionRef(const F& f)
        : object_(&f),
          call_([](const void* object, Args... args) -> Result { return (*static_cast<const F*>(object))(args...); }) {}
    Result operator()(Args... args) const { return call_(object_, args...); }

  private:
    const void* object_;
    Result (*call_)(const void*, Args...);
};

/// Takes targets whose option was decided, at most a batch.
using ApplyTargets = FunctionRef<void(const Index* targets, std::size_t count)>;
/// Takes them as offsets from `first`, at most a buffer.
using ApplyOffsets = FunctionRef<void(const std::uint32_t* offsets, std::size_t count, Index first)>;

/// Where an engine keeps what it knows of a vertex, to be fetched before it is needed.
class CellMemory {
  public:
    /// Vertex v has `quarters` quarters of a byte, from `base` on.
    CellMemory(const void* base, Index quarters) : base_(static_cast<const char*>(base)), quarters_(quarters) {}
    void fetch(Index v) const { __builtin_prefetch(base_ + (v * quarters_ >> 2), 1); }

  private:
    const char* base_;
    Index quarters_;
};

/// Takes what is known of vertices before anything is known of the others.
class StartTaker {
  public:
    /// Play has stopped at `v`.
    virtual void take(Index v, const OutcomeValue& value) = 0;
    /// The same, and what a graph with exits knows.
    virtual void take(Index v, const Start& start) = 0;

  protected:
    ~StartTaker() = default;
};

/// Cells of any width, for those who read them and may take a little longer.
class CellReader {
  public:
    CellReader(const void* cells, unsigned bytes) : cells_(cells), bytes_(bytes) {}
    /// The upper two bits of a cell, as in `CellCode`, and the rest.
    struct Cell {
        unsigned flags;
        std::uint64_t rest;
    };
    Cell operator[](Index v) const {
        if (bytes_ == 2) return parts(static_cast<const std::uint16_t*>(cells_)[v]);
        if (bytes_ == 4) return parts(static_cast<const std::uint32_t*>(cells_)[v]);
        return parts(static_cast<const std::uint64_t*>(cells_)[v]);
    }
    static constexpr unsigned tie = 1, loss = 2, win = 3;

  private:
    template <class T>
    static Cell parts(T cell) {
        constexpr unsigned shift = 8 * sizeof(T) - 2;
        return {static_cast<unsigned>(cell >> shift), cell & ((std::uint64_t{1} << shift) - 1)};
    }
    const void* cells_;
    unsigned bytes_;
};

/// The graph and whoever hears of its vertices. Calls are pure but for the events, which come on one thread.
class EngineGraph {
  public:
    EngineGraph(const EngineGraph&) = delete;
    EngineGraph& operator=(const EngineGraph&) = delete;

    Index size() const { return traits_.size; }
    bool has_exits() const { return traits_.has_exits; }
    bool may_tie() const { return traits_.may_tie; }
    /// Whether `seed_vertex` and `finish_vertex` do anything.
    bool hears_vertices() const { return traits_.hears_vertices; }

    /// Hands over what is known of the vertices in [first, last); returns how many of them are positions.
    virtual Index for_each_start(Index first, Index last, Play play, StartTaker& taker) const = 0;
    /// False for a vertex whose cell is none of this graph's business.
    virtual bool takes_part(Index v) const = 0;
    virtual std::uint64_t count_options(Index v) const = 0;
    /// The values of the options of v that have no vertex.
    virtual void add_exits(Index v, OutcomeFold& fold) const = 0;

    static constexpr bool lists_predecessors = false;
    /// Targets have been fetched when they come.
    static constexpr std::size_t ahead = 0;
    /// Expands the last chunk of `from` and drops it: each predecessor is fetched, and goes to `apply` a little later.
    virtual void expand_chunk(Worker& w, Frontier& from, const CellMemory& cells, const ApplyTargets& apply) const = 0;
    /// The same among threads, for all of `from` or until there are enough messages: targets in other ranges become
    /// messages about options that are won or lost, those in the worker's own range go to `apply`.
    virtual void expand_by_messages(Worker& w, Frontier& from, bool won, const Ownership& ownership,
                                    const CellMemory& cells, const ApplyOffsets& apply) const = 0;
    /// Expands all of `from`, which are few vertices, and settles what is reached as it comes.
    virtual void expand_tiny(std::uint16_t* cells, bool won, std::uint64_t ply, Worker& w, Frontier& from) const = 0;
    virtual void expand_tiny(std::uint32_t* cells, bool won, std::uint64_t ply, Worker& w, Frontier& from) const = 0;

    /// Whether v has options, and all are won. Adds the options looked at to `edges`.
    virtual bool all_options_won(const TwoBitStates& states, Index v, std::uint64_t& edges) const = 0;
    /// Win where an option was lost before pass `pass`, loss where all were won before, else draw.
    virtual Outcome look_forward(const CellReader& cells, Index v, std::uint64_t pass, std::uint64_t& edges) const = 0;
    /// Whether an option was tied before.
    virtual bool looks_tied(const CellReader& cells, Index v, std::uint64_t pass, std::uint64_t& edges) const = 0;

    // The same for many vertices, as `MovesView` has it.
    template <class Offset, class F>
    void for_each_lost(const TwoBitStates& states, Worker& w, const Offset* offsets, std::size_t count, Index base,
                       const F& f) const;
    template <class F>
    void look_forward(const CellReader& cells, std::span<const Index> vertices, std::uint64_t pass, Options&,
                      std::uint64_t& edges, const F& f) const {
        for (const Index v : vertices)
            if (const Outcome found = look_forward(cells, v, pass, edges); found != Outcome::draw) f(v, found);
    }
    template <class F>
    void look_for_ties(const CellReader& cells, std::span<const Index> vertices, std::uint64_t pass, Options&,
                       std::uint64_t& edges, const F& f) const {
        for (const Index v : vertices)
            if (looks_tied(cells, v, pass, edges)) f(v);
    }

    virtual void scan(Index done, Index total) const = 0;
    virtual void finish_ply(std::uint64_t ply, const PlyCounts& counts) const = 0;
    virtual void seed_vertex(Index v, const OutcomeValue& value) const = 0;
    virtual void finish_vertex(Index v, const OutcomeValue& value) const = 0;

  protected:
    struct Traits {
        Index size;
        bool has_exits, may_tie, hears_vertices;
    };
    explicit EngineGraph(const Traits& traits) : traits_(traits) {}
    ~EngineGraph() = default;

  private:
    Traits traits_;
};

/// The remoteness of a loss by the options without a vertex alone; nothing where one of them saves v.
template <class View>
std::optional<std::uint64_t> loss_by_exits(const View& view, Index v) {
    OutcomeFold exits;
    view.add_exits(v, exits);
    return exits.loss();
}
/// The remoteness with which v is lost, now that all its options inside are won and the last of them was so at `ply`;
/// nothing where an exit saves it.
template <class View>
std::optional<std::uint64_t> lost_after(const View& view, std::uint64_t ply, Index v) {
    if (!view.has_exits()) return ply + 1;
    const auto remoteness = loss_by_exits(view, v);
    return remoteness ? std::optional(std::max(*remoteness, ply + 1)) : std::nullopt;
}

/// Messages that a thread writes before they are read: more would cost memory, fewer would cost waiting.
inline constexpr std::size_t enough_messages = std::size_t{1} << 18;

/// Empties a buffer: into a message, or, if it is the worker's own, into the cells, one buffer later.
void send(Worker& w, SendBuffer& buffer, bool won, const CellMemory& cells, const ApplyOffsets& apply);

}  // namespace mexbase::detail
