/// \file
/// What a cursor keeps of one stream.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cache_budget.hpp"
#include "stream_reader.hpp"

namespace mexbase::detail {

/// Decoded blocks of one stream: as many as fit a budget, two at least. For one thread.
///
/// A stream that fits the budget is not cut into blocks here: it is unpacked as a whole, once for all threads.
///
/// Every block kept is found through a hash table; which one goes for a new one is the one decoded longest ago. In
/// front of both stands a direct-mapped table, so that a block asked for again costs one comparison. All of it grows
/// with the blocks that are asked for, whatever the budget.
class BlockCache {
  public:
    /// Indices that are handled together.
    static constexpr std::size_t batch = 1024;

    /// Borrows the stream. `budget` is in bytes of decoded blocks; finding them takes some 100 bytes a block more.
    /// `shared` is what this cache may keep together with others, beyond two blocks; null: no bound.
    BlockCache(const StreamReader& stream, std::size_t budget, std::shared_ptr<CacheBudget> shared = nullptr);

    /// What the stream says of an index. Throws `Error` when the block has to be decoded and cannot be: meanwhile what
    /// `next` has at that index is fetched.
    std::uint32_t get(std::uint64_t index, const StreamReader* next = nullptr) {
        const std::uint64_t block = index >> block_log2_;
        const Slot* slot = &slots_[block & slot_mask_];
        if (slot->block != block) [[unlikely]]
            return miss(index, next);
        return value_of(slot->view, index & position_mask_);
    }
    /// `get` for each of `indices`, at most `batch`; misses are grouped by block and fetched ahead.
    void get(std::span<const std::uint64_t> indices, std::span<std::uint32_t> numbers);
    /// `get` for `first`, `first + 1`, ….
    void run(std::uint64_t first, std::span<std::uint32_t> numbers);

    /// Appends the blocks of `indices` that are not decoded, and would have to be read.
    void list_missing(std::span<const std::uint64_t> indices, std::vector<std::uint64_t>& blocks);
    const StreamReader& stream() const { return *stream_; }
    DecodeScratch& scratch() { return scratch_; }

    /// How many blocks were decoded so far, for tests.
    std::uint64_t decoded() const { return decoded_; }
    /// Bytes of memory in use.
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
        std::uint32_t number = 0;  // in `held_`
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

    /// `get` where the block is not in its slot. A block that is seldom asked for is not unpacked where that can be
    /// avoided: only when it was asked for several times, before others have taken its place in `asked_`.
    std::uint32_t miss(std::uint64_t index, const StreamReader* next = nullptr);
    /// At the first use of a stream that fits the budget as a whole: has it unpacked, and keeps nothing else.
    void begin();
    /// From now on there is one block, which is always there.
    void show_one_block(const BlockView& view);
    /// The slot of a block that is not there, with the block in it.
    const Slot& bring(std::uint64_t block);
    /// The same for a block that is kept; null if it is not.
    const Slot* recall(std::uint64_t block);
    const Slot& decode(std::uint64_t block);
    const Slot& show(const Slot& what) { return slots_[what.block & slot_mask_] = what; }
    /// The place in `places_` of a block, or the free one where it would be.
    std::size_t place_of(std::uint64_t block) const;
    void forget(CachedBlock& held);
    void make_room();

    const StreamReader* stream_;
    const std::uint32_t* list_;
    std::uint32_t base_, step_;
    unsigned block_log2_;
    std::uint64_t position_mask_, slot_mask_;
    std::vector<Slot> slots_;  // block b is in slot b mod their number, if anywhere
    std::size_t buffer_bytes_, most_held_;
    bool whole_;                     // to be unpacked as a whole, and not begun yet
    BudgetShare share_;              // what `held_` has taken beyond its first two
    std::vector<CachedBlock> held_;  // all blocks that are kept
    std::size_t oldest_ = 0;         // of those, where there may be no more
    std::vector<Place> places_;      // where they are, hashed by block with linear probing; half are free
    std::uint64_t decoded_ = 0;
    std::vector<std::uint64_t> misses_;
    struct Asked {
        std::uint64_t block = no_block;
        unsigned times = 0;
    };
    std::vector<Asked> asked_;  // block b of `pairs`, not unpacked yet, is in place b mod their number
    DecodeScratch scratch_;     // one a stream: a zstd context is slow to change from one dictionary to another
};

}  // namespace mexbase::detail
