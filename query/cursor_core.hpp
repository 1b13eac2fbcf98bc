/// \file
/// What a cursor and a thread's plain calls share: caches of decoded blocks over the streams of one table.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "stream_reader.hpp"
#include "value.hpp"

namespace mexbase::detail {

struct TableData;

/// Decoded blocks of one stream, direct mapped: block b lives in slot b mod the number of slots. For one thread.
class BlockCache {
  public:
    BlockCache(const StreamReader& stream, std::size_t budget);

    /// What the stream says of an index. Throws `Error` when the block has to be loaded and cannot be.
    std::uint32_t get(std::uint64_t index) {
        const std::uint64_t block = index >> block_log2_;
        Slot& slot = slots_[block & slot_mask_];
        if (slot.block != block) [[unlikely]]
            load(block, slot);
        return meaning(slot.view, index & position_mask_);
    }
    /// `get` for each of `indices`; misses are grouped by block and fetched ahead.
    void get(std::span<const std::uint64_t> indices, std::span<std::uint32_t> meanings);
    /// `get` for `first`, `first + 1`, ….
    void run(std::uint64_t first, std::span<std::uint32_t> meanings);

  private:
    static constexpr std::uint64_t no_block = ~std::uint64_t{0};
    struct Slot {
        std::uint64_t block = no_block;
        BlockView view;
    };

    std::uint32_t meaning(const BlockView& view, std::uint64_t position) const {
        std::uint32_t symbol = load_bits(view.data, position * view.width, view.width);
        if (symbol >= view.limit) [[unlikely]]
            throw_damaged();
        if (view.palette != nullptr) symbol = palette_entry(view.palette, view.palette_bytes, symbol);
        symbol += view.offset;
        return list_ == nullptr ? base_ + step_ * symbol : list_[symbol];
    }
    void load(std::uint64_t block, Slot& slot);
    [[noreturn]] void throw_damaged() const;

    const StreamReader* stream_;
    const std::uint32_t* list_;
    std::uint32_t base_, step_;
    unsigned block_log2_;
    std::uint64_t position_mask_, slot_mask_;
    std::vector<Slot> slots_;
    std::size_t buffer_bytes_;
    std::unique_ptr<std::byte[]> buffers_;  // made with the first block
    std::vector<std::uint64_t> misses_;
    DecodeScratch scratch_;  // one a stream: a zstd context is slow to change from one dictionary to another
};

/// Caches over every stream of a table, and what a value is made of. Borrows the table. For one thread at a time.
class CursorCore {
  public:
    explicit CursorCore(const TableData& table);

    // Indices must be stored ones. Members throw `Error`.
    Outcome outcome(Index index) {
        if (kind_ != ValueKind::outcome) [[unlikely]]
            return outcome_of(value(index), play_);
        const auto stored = static_cast<Outcome>(outcome_->get(index));
        return stored == Outcome::unknown ? unknown_or_draw(index) : stored;
    }
    Value value(Index index) {
        Value value;
        if (kind_ != ValueKind::outcome) {
            other_value(index, value);
            return value;
        }
        const auto who = static_cast<Outcome>(outcome_->get(index));
        value.outcome.outcome = who;
        if (has_remoteness(who)) value.outcome.remoteness = remoteness(who, remoteness_->get(index), parity_);
        finish(value, index);
        return value;
    }
    /// Of a table of races only.
    RaceValue race_value(Index index);
    void values(std::span<const Index> indices, std::span<Value> values);
    void run(Index first, std::span<Value> values);

  private:
    /// The value at `index` of a table that is not one of outcomes.
    void other_value(Index index, Value& value);
    NimberValue infinite_value(std::uint32_t set);
    CanonicalValue canonical_value(std::uint32_t number);
    void outcome_values(std::span<const Index> indices, std::span<Value> values);
    void nimber_values(std::span<const Index> indices, std::span<Value> values);
    void partizan_values(std::span<const Index> indices, std::span<Value> values);
    /// A position stored as unknown that can neither be won nor lost is a draw.
    Outcome unknown_or_draw(Index index);
    /// Everything but outcome and remoteness; tells draws stored as unknown.
    void finish(Value& value, Index index) {
        const Outcome who = value.outcome.outcome;
        if (who == Outcome::unknown) [[unlikely]]
            return finish_unknown(value, index);
        value.cannot_win = who != Outcome::win;
        value.cannot_lose = who != Outcome::loss;
    }
    void finish_unknown(Value& value, Index index);
    static std::uint64_t remoteness(Outcome outcome, std::uint32_t stored, bool parity) {
        return parity ? 2 * std::uint64_t{stored} + (outcome == Outcome::win ? 1 : 0) : stored;
    }

    const TableData& table_;
    const ValueKind kind_;
    const Play play_;
    const NimberSets* sets_ = nullptr;            // once one was needed
    const CanonicalValues* canonical_ = nullptr;  // likewise
    std::optional<BlockCache> outcome_, remoteness_, cannot_win_, cannot_lose_;
    std::optional<BlockCache> nimber_, k_set_, counter_, obliged_;
    std::optional<BlockCache> race_nimber_, race_k_set_, race_counter_;
    std::optional<BlockCache> left_outcome_, left_remoteness_, right_outcome_, right_remoteness_, game_value_;
    bool parity_ = false, left_parity_ = false, right_parity_ = false;
};

}  // namespace mexbase::detail
