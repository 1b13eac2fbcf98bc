/// \file
/// Reversed moves: from where a position is reached. On disk where they are many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "../../../lib/index.hpp"
#include "../../../lib/value/outcome.hpp"
#include "../../save/spilling_bytes.hpp"
#include "../../temporary_folder.hpp"

namespace mexbase {

/// Targets of the moves of several positions, one position after another.
struct MoveRows {
    std::vector<std::uint32_t> targets;
    std::vector<std::uint64_t> ends;  ///< of each position, in `targets`
    void clear() {
        targets.clear();
        ends.clear();
    }
};

/// How moves are reversed. Nothing of it changes what is found.
struct ReversingOptions {
    std::string scratch = temporary_folder();         ///< folder for what does not fit into memory
    std::uint64_t memory = std::uint64_t{100} << 20;  ///< bytes that may stay in memory
    unsigned block_log2 = 0;  ///< positions that are sorted at once, as a power of two; 0: by the size
};

/// The sources of the moves to each position, in ascending order, each as often as it has such a move. Memory: 8 bytes
/// for each 64 positions, and where the moves stay in memory theirs, some 2 or 3 bytes each. Immutable; any number of
/// threads may ask, at best for positions that follow each other.
class ReversedMoves {
  public:
    /// What is known of the moves while they come.
    class Builder;

    /// Appends the sources of the moves of `player` to `target`, in an impartial game of either player.
    void add_sources(Index target, Player player, std::vector<Index>& found) const;
    /// All moves.
    std::uint64_t count() const { return count_; }
    /// Bytes that they take, in memory or on disk.
    std::uint64_t bytes() const { return rows_.size(); }
    /// Bytes that their own sorting took, which are given back.
    std::uint64_t sorting_bytes() const { return sorting_bytes_; }

  private:
    explicit ReversedMoves(SpillingBytes rows) : rows_(std::move(rows)) {}
    struct Reader;

    SpillingBytes rows_;
    std::vector<std::uint64_t> groups_;  // where each group of rows begins, and where the last ends
    unsigned group_log2_ = 0;
    bool partizan_ = false;
    std::uint64_t count_ = 0, sorting_bytes_ = 0;
    std::uint64_t number_ = 0;  // of all there ever were, for readers
};

/// Takes the moves of all positions, block by block: first they are dealt to blocks of targets, then each block of
/// targets is put in order.
class ReversedMoves::Builder {
  public:
    Builder(Index size, bool partizan, const ReversingOptions& options);

    /// Positions that are dealt at once; the last block may be shorter.
    Index block_size() const { return Index{1} << block_log2_; }
    std::uint64_t blocks() const { return blocks_; }
    /// The moves of one block, ready to be taken.
    struct PartitionedMoves {
        std::vector<std::byte> bytes;
        std::vector<std::uint32_t> ends;  // of the part for each block of targets
        std::uint64_t moves = 0;
    };
    /// Of a block whose positions have these moves, of Left and of Right, who has none where the game is not partizan.
    /// Any number of threads may call it.
    PartitionedMoves partition(const MoveRows& left, const MoveRows& right) const;
    /// Takes the blocks, in order.
    void take(const PartitionedMoves& partitioned);
    /// After the last block.
    ReversedMoves finish(unsigned threads) &&;

  private:
    struct Rows {
        std::vector<std::byte> bytes;
        std::vector<std::uint64_t> groups;  // where each begins
    };
    Rows put_in_order(std::uint64_t block) const;

    Index size_;
    bool partizan_;
    ReversingOptions options_;
    unsigned block_log2_, target_bytes_;
    std::uint64_t blocks_;
    SpillingBytes partitioned_;
    std::vector<std::uint64_t> begins_;  // of each block, in `partitioned_`
    std::vector<std::uint32_t> ends_;    // of each part of each block, from there
    std::uint64_t moves_ = 0;
};

}  // namespace mexbase
