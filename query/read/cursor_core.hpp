/// \file
/// What a cursor and a thread's plain calls share: caches of decoded blocks over the streams of one table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../format/digit_orders.hpp"
#include "../format/value.hpp"
#include "block_cache.hpp"

namespace mexbase::detail {

struct TableData;

/// Caches over every stream of a table, and what a value is made of. Borrows the table. For one thread at a time.
class CursorCore {
  public:
    explicit CursorCore(const TableData& table);

    // Indices must be stored ones. Members throw `Error`.
    Outcome outcome(Index index) {
        if (kind_ != ValueKind::outcome) [[unlikely]]
            return outcome_of(value(index), play_);
        index = place_of(index);
        const Outcome stored = result_ ? format::StoredResult::of(result_->get(index)).outcome
                                       : static_cast<Outcome>(outcome_->get(index));
        return stored == Outcome::unknown ? unknown_or_draw(index) : stored;
    }
    Value value(Index index) {
        Value value;
        index = place_of(index);
        if (remote_) [[unlikely]]
            fetch_places({&index, 1}, values_);
        if (kind_ != ValueKind::outcome) {
            other_value(index, value);
            return value;
        }
        if (result_) {
            set_result(value, result_->get(index));
        } else {
            const auto who = static_cast<Outcome>(outcome_->get(index, remotenesses_));
            value.outcome.outcome = who;
            if (has_remoteness(who)) value.outcome.remoteness = remoteness(who, remoteness_->get(index), halving_);
        }
        finish(value, index);
        return value;
    }
    /// Of a table of races only.
    RaceValue race_value(Index index);
    void values(std::span<const Index> indices, std::span<Value> values);
    void run(Index first, std::span<Value> values);
    /// Reads what the values of stored indices need and is not decoded, where the source is far away: in two rounds,
    /// and some more for canonical forms.
    void fetch(std::span<const Index> indices);
    /// A stream that tells of positions what the rules would say; the table has it.
    BlockCache& positions(StreamKind kind);

  private:
    /// What a stretch of indices says whose digits are stored in another order: read once, place by place, for all runs
    /// within it.
    struct Window {
        Index first = 0;
        std::vector<std::uint32_t> meanings;
        Index begin = 0, end = 0;  ///< what was read last, run after run
    };
    /// Where the values of an index stand in the streams.
    Index place_of(Index index) const { return orders_ == nullptr ? index : orders_->place(index); }
    /// `BlockCache::run` of indices.
    void run_of(BlockCache& stream, Window& window, Index first, std::span<std::uint32_t> meanings);
    /// How many numbers a window of that range has.
    Index in_window(const StoredOrders::Range& range) const;
    void fill(Window& window, BlockCache& stream, const StoredOrders::Range& range, Index index) const;

    // From here on, what is called an index is a place.

    /// `fetch`, of these streams.
    void fetch_places(std::span<const Index> places, const std::vector<BlockCache*>& streams);
    /// Reads the canonical forms that these places have.
    void need_canonical(std::span<const Index> places);
    /// Likewise for a run of indices, one at least.
    void fetch_run(Index first, Index count);
    /// `run` of what was fetched.
    void run_near(Index first, std::span<Value> values);

    /// The value at `index` of a table that is not one of outcomes.
    void other_value(Index index, Value& value);
    NimberValue infinite_value(std::uint32_t set);
    CanonicalValue canonical_value(std::uint32_t number);
    void values_at(std::span<const Index> indices, std::span<Value> values);
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
    static void set_result(Value& value, std::uint32_t number) {
        const auto stored = format::StoredResult::of(number);
        value.outcome.outcome = stored.outcome;
        if (has_remoteness(stored.outcome)) value.outcome.remoteness = stored.remoteness;
    }
    static std::uint64_t remoteness(Outcome outcome, std::uint32_t stored, format::Halving halving) {
        return format::remoteness_of(stored, outcome == Outcome::win, halving);
    }

    const TableData& table_;
    const StoredOrders* const orders_;  // null: each index is its place
    const ValueKind kind_;
    const Play play_;
    const NimberSets* sets_ = nullptr;            // once one was needed
    const CanonicalValues* canonical_ = nullptr;  // likewise
    std::optional<BlockCache> outcome_, remoteness_, result_, cannot_win_, cannot_lose_;
    std::optional<BlockCache> nimber_, k_set_, counter_, obliged_;
    std::optional<BlockCache> race_nimber_, race_k_set_, race_counter_;
    std::optional<BlockCache> left_outcome_, left_remoteness_, right_outcome_, right_remoteness_, game_value_;
    std::array<std::optional<BlockCache>, stream_kinds - static_cast<std::size_t>(StreamKind::key_gap)> positions_;
    format::Halving halving_, left_halving_, right_halving_;
    const StreamReader* remotenesses_;  // null where there is none
    Window first_window_, second_window_;
    const bool remote_;
    std::vector<BlockCache*> values_, all_;  // where it is: the streams that have values, and with those of races
    ReadAhead ahead_;                        // what was read for them
};

}  // namespace mexbase::detail
