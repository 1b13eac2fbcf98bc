/// \file
/// Where a long analysis stands, so that whoever saves that can have it go on from there. Nothing here opens a file.
#pragma once

#include <cstdint>
#include <functional>
#include <type_traits>
#include <vector>

#include "../../index.hpp"
#include "../graph/visitor.hpp"
#include "cells.hpp"

namespace mexbase {

/// Where the solving of a ruleset by child counters stands: at the beginning of a slice, or of a ply in it. With the
/// cells and what is due it is all there is to know: the frontier of a ply is every cell whose remoteness is the ply.
struct Standing {
    Index slice = 0;        ///< those before it are finished; their number where all are
    bool begun = false;     ///< at a ply of this slice; else nothing in it is known
    std::uint64_t ply = 0;  ///< the wins and losses with this remoteness are in the cells, and nothing has come of them
    bool ties = false;      ///< play may end with a tie; ties of a slice come after all its plies
    Index cells = 0;        ///< from this one on all cells are undecided
    Summary below;          ///< of the finished slices
    Summary here;           ///< of this one, before this ply
};

/// Vertices of a slice, numbered from 0, that are won or lost with remoteness `ply`, if not decided before.
struct Due {
    std::uint64_t ply = 0;
    bool won = false;
    std::vector<Index> vertices;
};

/// Takes one such vertex.
using DueSink = std::function<void(std::uint64_t ply, bool won, Index v)>;
/// Hands over all that is due after a ply, once a vertex. Not to be called after `keep` has returned.
using DueSource = std::function<void(const DueSink&)>;

/// All that an analysis needs to go on.
struct Resumption {
    Standing at;
    OutcomeCells cells;
    std::vector<Due> due;
};

/// Nobody keeps anything, at no cost.
///
/// A keeper has `bool wants()`, asked at the beginning of every slice and ply, so that it must be quick, and if it says
/// yes `void keep(const Standing&, const OutcomeCells&, const DueSource&)`. Both are called on the thread that called
/// the algorithm and may throw, as visitors may.
struct NoKeeper {};

namespace detail {

template <class Keeper>
inline constexpr bool keeps = !std::is_same_v<Keeper, NoKeeper>;

/// A keeper with its type erased.
class AnyKeeper {
  public:
    virtual bool wants() = 0;
    virtual void keep(const Standing&, const OutcomeCells&, const DueSource&) = 0;

  protected:
    ~AnyKeeper() = default;
};

/// `Keeper`, borrowed; nobody is never asked.
template <class Keeper>
class KeeperOf final : public AnyKeeper {
  public:
    explicit KeeperOf(Keeper& keeper) : keeper_(keeper) {}
    bool wants() override {
        if constexpr (keeps<Keeper>) return keeper_.wants();
        return false;
    }
    void keep([[maybe_unused]] const Standing& at, [[maybe_unused]] const OutcomeCells& cells,
              [[maybe_unused]] const DueSource& due) override {
        if constexpr (keeps<Keeper>) keeper_.keep(at, cells, due);
    }

  private:
    Keeper& keeper_;
};

}  // namespace detail

}  // namespace mexbase
