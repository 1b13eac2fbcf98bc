// SPDX-License-Identifier: MIT
/// \file
/// The data of one thread of an engine: its range of vertices, its part of the frontier, its messages to the others.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../rules/moves.hpp"
#include "frontier.hpp"
#include "ply_schedule.hpp"
#include "solver_state.hpp"

namespace mexbase::detail {

/// Targets in one owner's range, as offsets into it: a growing list like `Flat`, in half of its memory.
class Messages {
  public:
    /// Elements after the end that a loop may read to prefetch.
    static constexpr std::size_t slack = 64;

    std::size_t size() const { return size_; }
    const std::uint32_t* data() const { return offsets_.data(); }
    void clear() { size_ = 0; }
    /// Allocates `more` elements and returns the end. Write them from there, then call `set_end`.
    std::uint32_t* room(std::size_t more) {
        if (size_ + more + slack > offsets_.size()) offsets_.resize(2 * (size_ + more) + slack);
        return offsets_.data() + size_;
    }
    void set_end(const std::uint32_t* end) { size_ = static_cast<std::size_t>(end - offsets_.data()); }
    /// Repeats the last element `slack` times after the end, so that prefetches stay in range.
    void pad() {
        if (size_ != 0) std::fill_n(room(0), slack, offsets_[size_ - 1]);
    }

  private:
    std::vector<std::uint32_t> offsets_;
    std::size_t size_ = 0;
};

/// The data of one thread: its range of vertices, its part of the frontier, its messages to the others.
struct Worker {
    Worker(unsigned owners, Index vertices)
        : plies{{{Frontier(pool, vertices), Frontier(pool, vertices)},
                 {Frontier(pool, vertices), Frontier(pool, vertices)}}},
          schedule(pool, vertices),
          ends(owners),
          outbox(owners) {}

    Frontier& lost(std::uint64_t ply) { return plies[ply % 2][0]; }
    Frontier& won(std::uint64_t ply) { return plies[ply % 2][1]; }
    /// Returns the frontier for vertices that a won, or lost, option decides in `ply`.
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

    unsigned number = 0;
    Index first = 0, length = 0;
    ChunkPool pool;
    std::array<std::array<Frontier, 2>, 2> plies;  ///< by parity of the ply; the lost vertices, then the won
    PlySchedule schedule;
    std::vector<std::uint32_t*> ends;             ///< by owner: position of the next message
    std::vector<std::array<Messages, 2>> outbox;  ///< by owner: targets with a lost option, and those with one won
    std::vector<Index> deferred;                  ///< targets to be checked again before the ply ends
    std::array<Index, 256> part{};                ///< vertices taken out of a frontier
    Flat flat;                                    ///< their predecessors
    std::vector<Index> ids;                       ///< vertices whose options are read
    Options rows;                                 ///< their options
    std::uint64_t edges = 0;
    Index positions = 0;
    std::vector<VertexRange> unseen;  ///< ranges that the first scan has not read yet, the last first
    bool ties = false;                ///< play may end with a tie
};

}  // namespace mexbase::detail
