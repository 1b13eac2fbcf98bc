// SPDX-License-Identifier: MIT
/// \file
/// Packing of one table by several processes (ranks).
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>

#include "../../lib/solve/ranks/cell_windows.hpp"
#include "../../lib/solve/ranks/transport.hpp"
#include "table_writer.hpp"

namespace mexbase::detail {

/// Tasks that rank 0 starts while it writes a table. All ranks do them at once.
enum class PackingTask : std::uint64_t {
    end,     ///< no more tasks
    fetch,   ///< send values to rank 0
    survey,  ///< count the values of the own window
    pack     ///< pack the blocks of the own window
};

/// The ranks that pack a table together. Rank 0 writes the table and chooses how to pack. Each rank reads the values of
/// its own window of stored indices, packs them, and writes the packed blocks to the file, if all ranks find the file
/// of rank 0. Otherwise rank 0 appends the packed blocks of all ranks.
struct PackingRanks {
    /// Largest superblock in positions: 2^5 blocks of 2^14. A window begins with a superblock, whatever its size is.
    static constexpr Index unit = Index{1} << 19;

    RankRounds& rounds;
    CellWindows windows;  ///< of stored indices, in multiples of `unit`
    unsigned threads;     ///< of each rank
    /// Collective. Fetches the values of ranges (the first index and the number of indices), so that rank 0 can read
    /// them until the next call. The other ranks pass no ranges.
    std::function<void(std::span<const std::pair<Index, Index>>)> fetch;
    /// Length of the pieces of the file (`PayloadRanges`), the same on all ranks. The default is a multiple of all
    /// usual pages, and of the usual stripes of parallel file systems.
    std::uint64_t piece = std::uint64_t{1} << 20;

    /// Starts a task on all ranks; only for rank 0. Sends the bytes in `rounds.out`.
    void begin(PackingTask task) const { rounds.exchange(std::array{static_cast<std::uint64_t>(task)}); }
    /// Returns the task that rank 0 starts next; only for the other ranks.
    PackingTask next() const {
        rounds.exchange({});
        return static_cast<PackingTask>(rounds.word(0, 0));
    }
};

/// Does the part of this rank in the tasks of rank 0, which is in `write_table` with equal `contents`, until rank 0
/// starts `PackingTask::end`. `contents.ranks` must not be null. Throws any exception of a source.
void help_to_write(const TableContents& contents);

}  // namespace mexbase::detail
