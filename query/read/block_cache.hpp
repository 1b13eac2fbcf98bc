// SPDX-License-Identifier: MIT
/// \file
/// Block cache of a cursor for one stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cache_budget.hpp"
#include "stream_reader.hpp"

namespace mexbase::detail {

/// Decoded blocks of one stream: as many as fit a budget, at least two. For one thread.
///
/// A stream that fits the budget is unpacked as a whole, once for all threads.
///
/// A hash table finds every cached block, and a new block replaces the one decoded longest ago. A direct-mapped table
/// in front makes a repeated access cost one comparison. Both tables grow with the number of cached blocks.
class BlockCache {
  public:
    /// Number of indices handled together.
    static constexpr std::size_t batch = 1024;

    /// Borrows the stream. `budget` is in bytes of decoded blocks; the tables take some 100 bytes more per block.
    /// `shared` limits the bytes beyond two blocks, together with other caches; null: no limit.
    BlockCache(const StreamReader& stream, std::size_t budget, std::shared_ptr<CacheBudget> shared = nullptr);

    /// Returns the stream's value at an index. Throws `Error` if its block cannot be decoded. During the decoding the
    /// data of `next` at that index is prefetched.
    std::uint32_t get(std::uint64_t index, const StreamReader* next = nullptr) {
        const std::uint64_t block = index >> block_log2_;
        const Slot* slot = &slots_[block & slot_mask_];
        if (slot->block != block) [[unlikely]]
            return miss(index, next);
        return value_of(slot->view, index & position_mask_);
    }
    /// Batch form of `get` for at most `batch` indices. Groups the misses by block and prefetches.
    void get(std::span<const std::uint64_t> indices, std::span<std::uint32_t> numbers);
    /// Batch form of `get` for `first`, `first + 1`, ….
    void run(std::uint64_t first, std::span<std::uint32_t> numbers);

    /// Appends the blocks of `indices` that are not decoded and have to be read.
    void list_missing(std::span<const std::uint64_t> indices, std::vector<std::uint64_t>& blocks);
    const StreamReader& stream() const { return *stream_; }
    DecodeScratch& scratch() { return scratch_; }

    /// Returns the number of blocks decoded so far, for tests.
    std::uint64_t decoded() const { return decoded_; }
    /// Returns the bytes of memory in use.
    std::size_t bytes() const;

  private:
    static constexpr std::uint64_t no_block = ~std::uint64_t{0};
    static constexpr std::size_t most_numbers = 0xffffffff;
    struct Slot {
        std::uint64_t block = no_block;
        BlockView view;
    };
    struct CachedBlock {
        Slot what;
        std::unique_ptr<std::byte[]> buffer;
    };
    struct Place {
        std::uint64_t block = no_block;
        std::uint32_t number = 0;  // index in `held_`
    };

    std::uint32_t value_of(const BlockView& view, std::uint64_t position) const {
        const std::uint32_t symbol = symbol_in(view, position);
        if (symbol == no_symbol) [[unlikely]]
            throw_damaged();
        return value_of(symbol);
    }
    std::uint32_t value_of(std::uint32_t symbol) const {
        return list_ == nullptr ? base_ + step_ * symbol : list_[symbol];
    }
    [[noreturn]] void throw_damaged() const;

    /// Implements `get` for a block outside its slot. If possible, a rare block is not unpacked before it was probed
    /// several times while in `asked_`.
    std::uint32_t miss(std::uint64_t index, const StreamReader* next = nullptr);
    /// First use of a stream that fits the budget as a whole: unpacks it and caches nothing else.
    void begin();
    /// From now on the cache is one block that is always present.
    void show_one_block(const BlockView& view);
    /// Returns the slot of a cached block, or null.
    const Slot* recall(std::uint64_t block);
    /// Decodes a missing block and returns its slot.
    const Slot& decode(std::uint64_t block);
    const Slot& show(const Slot& what) { return slots_[what.block & slot_mask_] = what; }
    /// Returns the index in `places_` of a block, or of the free entry for it.
    std::size_t place_of(std::uint64_t block) const;
    void forget(CachedBlock& held);
    void make_room();

    const StreamReader* stream_;
    const std::uint32_t* list_;
    std::uint32_t base_, step_;
    unsigned block_log2_;
    std::uint64_t position_mask_, slot_mask_;
    std::vector<Slot> slots_;  // block b can only be in slot b mod their number
    std::size_t buffer_bytes_, most_held_;
    bool whole_;                     // true: to be unpacked as a whole at the first use
    BudgetShare share_;              // bytes of `held_` beyond its first two
    std::vector<CachedBlock> held_;  // all cached blocks
    std::size_t oldest_ = 0;         // the next one to replace, once the cache is full
    std::vector<Place> places_;      // positions in `held_`, hashed by block with linear probing; half are free
    std::uint64_t decoded_ = 0;
    std::vector<std::uint64_t> misses_;
    struct Asked {
        std::uint64_t block = no_block;
        unsigned times = 0;
    };
    std::vector<Asked> asked_;  // block b of `pairs`, not unpacked yet, is in entry b mod their number
    DecodeScratch scratch_;     // one per stream: a zstd context is slow to change its dictionary
};

}  // namespace mexbase::detail
