/// \file
/// What one thread of an engine has: its range of vertices, its part of the frontier, its messages to the others.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "../../rules/moves.hpp"
#include "calendar.hpp"
#include "frontier.hpp"
#include "standing.hpp"

namespace mexbase::detail {

/// Targets on their way from expand to apply, so far apart that the cell of each has arrived in the cache.
struct Pipeline {
    static constexpr std::size_t length = 64;  ///< targets under way
    static constexpr std::size_t batch = 16;   ///< targets applied at a time
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
    std::vector<Index> ids;       ///< of the vertices that are being expanded
    Flat flat;                    ///< their predecessors
    Options rows;                 ///< their options
    std::uint64_t edges = 0;
    Index positions = 0;
    std::vector<Stretch> unseen;  ///< what the first scan has yet to look at, the last first
    bool ties = false;            ///< play may end with a tie
};

}  // namespace mexbase::detail
