// SPDX-License-Identifier: MIT
/// \file
/// Caches decoded blocks of one stream (a compressed sequence of numbers) for one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cache_budget.hpp"
#include "stream_reader.hpp"

namespace mexbase::detail {

/// Cache of the decoded blocks of one stream, for one thread. It holds at least two blocks, and at most as many as fit
/// into a budget. A stream that fits into the budget as a whole is unpacked once and shared by all threads.
///
/// A new block replaces the block that was decoded longest ago. The hash table `places_` finds every cached block. The
/// smaller table `slots_` is tried first, because it needs only one comparison. Both tables grow with the cache.
class BlockCache {
  public:
    /// Maximum number of indices in one call of the batch form of `get`.
    static constexpr std::size_t batch = 1024;

    /// Borrows the stream. `budget` is the maximum size of the decoded blocks in bytes. `shared` limits the total size
    /// of all caches, except the first two blocks of each; null means no limit.
    BlockCache(const StreamReader& stream, std::size_t budget, std::shared_ptr<CacheBudget> shared = nullptr);

    /// Returns the number at an index of the stream. Throws `Error` if the block cannot be decoded. If the block is not
    /// decoded yet, also prefetches the data of stream `next` at this index.
    std::uint32_t get(std::uint64_t index, const StreamReader* next = nullptr) {
        const std::uint64_t block = index >> block_log2_;
        const Slot* slot = &slots_[block & slot_mask_];
        if (slot->block != block) [[unlikely]]
            return miss(index, next);
        return value_of(slot->view, index & position_mask_);
    }
    /// Batch form of `get` for at most `batch` indices. Loads each block once and prefetches the data of later blocks.
    void get(std::span<const std::uint64_t> indices, std::span<std::uint32_t> numbers);
    /// Batch form of `get` for consecutive indices from `first` on.
    void run(std::uint64_t first, std::span<std::uint32_t> numbers);

    /// Appends to `blocks` those blocks that contain `indices` and are not decoded.
    void list_missing(std::span<const std::uint64_t> indices, std::vector<std::uint64_t>& blocks);
    const StreamReader& stream() const { return *stream_; }
    DecodeScratch& scratch() { return scratch_; }

    /// Returns the number of blocks decoded so far, for tests.
    std::uint64_t decoded() const { return decoded_; }
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

    /// Slow path of `get`, if the block is not in `slots_`. Some codecs can decode single numbers. Then a block is
    /// unpacked only after several recent probes of it.
    std::uint32_t miss(std::uint64_t index, const StreamReader* next = nullptr);
    /// Unpacks the whole stream at the first use, if `whole_` is true.
    void begin();
    /// Makes all indices use `view`, which contains the whole stream.
    void show_one_block(const BlockView& view);
    /// Copies the entry of a cached block to `slots_` and returns it. Returns null if the block is not cached.
    const Slot* recall(std::uint64_t block);
    /// Decodes a block that is not cached, and adds it to the cache.
    const Slot& decode(std::uint64_t block);
    const Slot& show(const Slot& what) { return slots_[what.block & slot_mask_] = what; }
    /// Returns the index of a block's entry in `places_`. If there is none, returns the free entry for it.
    std::size_t place_of(std::uint64_t block) const;
    void forget(CachedBlock& held);
    void make_room();

    const StreamReader* stream_;
    const std::uint32_t* list_;
    std::uint32_t base_, step_;
    unsigned block_log2_;
    std::uint64_t position_mask_, slot_mask_;
    std::vector<Slot> slots_;  // block b can only be in slot b mod the number of slots
    std::size_t buffer_bytes_, most_held_;
    bool whole_;                     // true: the stream will be unpacked as a whole at the first use
    BudgetShare share_;              // budget for the blocks in `held_` without the first two
    std::vector<CachedBlock> held_;  // all cached blocks
    std::size_t oldest_ = 0;         // index in `held_` of the next block to replace, once the cache is full
    std::vector<Place> places_;      // hash table of indices in `held_`, by block; at least half is free
    std::uint64_t decoded_ = 0;
    std::vector<std::uint64_t> misses_;
    struct Asked {
        std::uint64_t block = no_block;
        unsigned times = 0;
    };
    std::vector<Asked> asked_;  // counts of recent probes; block b is counted in entry b mod the number of entries
    DecodeScratch scratch_;     // not shared by streams, because a zstd context changes its dictionary slowly
};

}  // namespace mexbase::detail
