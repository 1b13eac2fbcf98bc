// SPDX-License-Identifier: MIT
/// \file
/// Reversed moves: the sources of the moves to each position. They are on disk if they exceed the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "../../../lib/index.hpp"
#include "../../../lib/scratch_file.hpp"
#include "../../../lib/value/outcome.hpp"
#include "record_rules.hpp"

namespace mexbase {

/// Targets of the moves of several positions, in sequence.
struct MoveRows {
    std::vector<std::uint32_t> targets;
    std::vector<std::uint64_t> ends;  ///< end of the moves of each position in `targets`
    std::uint64_t count(std::size_t row) const { return ends[row] - (row == 0 ? 0 : ends[row - 1]); }
    void clear() {
        targets.clear();
        ends.clear();
    }
};

/// Sources of the moves to each position, ascending, with multiplicity. Takes 8 bytes of memory per 64 positions, and
/// about 2 or 3 bytes per move, in memory or on disk. Immutable; safe to read from several threads. Fastest if
/// consecutive positions are read.
class ReversedMoves {
  public:
    class Builder;

    /// Appends the positions from which `player` can move to `target`. In an impartial game the player does not matter.
    void add_sources(Index target, Player player, std::vector<Index>& found) const;
    std::uint64_t count() const { return count_; }
    /// Returns the bytes of the moves, in memory or on disk.
    std::uint64_t bytes() const { return rows_.size(); }
    /// Returns the bytes that sorting used temporarily.
    std::uint64_t sorting_bytes() const { return sorting_bytes_; }

  private:
    explicit ReversedMoves(SpillingBytes rows) : rows_(std::move(rows)) {}
    struct Reader;

    SpillingBytes rows_;
    std::vector<std::uint64_t> groups_;  // offset of each group of rows, and the end of the last one
    unsigned group_log2_ = 0;
    bool partizan_ = false;
    std::uint64_t count_ = 0, sorting_bytes_ = 0;
    std::uint64_t number_ = 0;  // unique among all objects ever made, so that readers can recognise it
};

/// Builder of `ReversedMoves` from the moves of all positions, block by block. It partitions the moves by the block of
/// their target. Then it sorts the moves to each block.
class ReversedMoves::Builder {
  public:
    Builder(Index size, bool partizan, const ReversingOptions& options);

    /// Returns the positions per block; the last block may be shorter.
    Index block_size() const { return Index{1} << block_log2_; }
    std::uint64_t blocks() const { return blocks_; }
    /// Moves of the positions of one block, partitioned by the blocks of their targets.
    struct PartitionedMoves {
        std::vector<std::byte> bytes;
        std::vector<std::uint32_t> ends;  // end of the part for each block of targets
        std::uint64_t moves = 0;
    };
    /// Partitions the moves of one block by the blocks of their targets. In a game that is not partizan, `left` has all
    /// moves and `right` is empty. Safe to call from several threads.
    PartitionedMoves partition(const MoveRows& left, const MoveRows& right) const;
    /// Adds the moves of the next block, in order.
    void take(const PartitionedMoves& partitioned);
    ReversedMoves finish(unsigned threads) &&;

  private:
    struct Rows {
        std::vector<std::byte> bytes;
        std::vector<std::uint64_t> groups;  // offset of each group
    };
    Rows sort_block(std::uint64_t block) const;

    Index size_;
    bool partizan_;
    ReversingOptions options_;
    unsigned block_log2_, target_bytes_;
    std::uint64_t blocks_;
    SpillingBytes partitioned_;
    std::vector<std::uint64_t> begins_;  // begin of each block in `partitioned_`
    std::vector<std::uint32_t> ends_;    // end of each part of a block, counted from the block's begin
    std::uint64_t moves_ = 0;
};

}  // namespace mexbase
