/// \file
/// What a cursor and a thread's plain calls share: caches of decoded blocks over the streams of one table.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../format/digit_orders.hpp"
#include "../kinds/kind.hpp"
#include "../kinds/outcome.hpp"
#include "block_cache.hpp"

namespace mexbase::detail {

struct TableData;

/// Caches over every stream of a table, and what a value is made of. Borrows the table. For one thread at a time.
class CursorCore {
  public:
    explicit CursorCore(const TableData& table);

    // Indices must be stored ones. Members throw `Error`.
    Outcome outcome(Index index) {
        if (!has_outcomes_) [[unlikely]]
            return outcome_of(value(index), play_);
        index = place_of(index);
        const Outcome stored = format::StoredResult::of(streams_[0]->get(index)).outcome;
        return stored == Outcome::unknown ? unknown_or_draw(index) : stored;
    }
    Value value(Index index) {
        Value value;
        index = place_of(index);
        if (has_near_outcomes_) [[likely]]
            OutcomeKind::make(value, At{*this, index});
        else
            other_value(index, value);
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
        std::vector<std::uint32_t> numbers;
        Index begin = 0, end = 0;  ///< what was read last, run after run
    };
    /// Where the values of an index stand in the streams.
    Index place_of(Index index) const { return orders_ == nullptr ? index : orders_->place(index); }
    /// `BlockCache::run` of indices.
    void run_of(BlockCache& stream, Window& window, Index first, std::span<std::uint32_t> numbers);
    /// How many numbers a window of that range has.
    Index in_window(const StoredOrders::Range& range) const;
    void fill(Window& window, BlockCache& stream, const StoredOrders::Range& range, Index index) const;

    // From here on, what is called an index is a place.

    /// Reads the numbers of one position, for `make` of a kind.
    struct At {
        CursorCore& core;
        Index place;
        std::uint32_t operator()(std::size_t s) const {
            return core.streams_[s]->get(place, s == 0 ? core.remotenesses_ : nullptr);
        }
        bool has(std::size_t s) const { return core.streams_[s].has_value(); }
        format::RemotenessCoding coding(std::size_t s) const { return core.batch_.codings[s]; }
        std::span<const std::uint32_t> set(std::uint32_t id) const;
        CanonicalValue form(std::uint32_t id) const;
    };

    /// `fetch`, of these streams.
    void fetch_places(std::span<const Index> places, const std::vector<BlockCache*>& streams);
    void fetch_place(Index place) { fetch_places({&place, 1}, values_); }
    /// Likewise for a run of indices, one at least.
    void fetch_run(Index first, Index count);
    /// `run` of what was fetched.
    void run_near(Index first, std::span<Value> values);

    /// Reads the value at a place of a table that is not one of outcomes, or is far away.
    void other_value(Index place, Value& value);
    void values_at(std::span<const Index> places, std::span<Value> values);
    /// Reads the numbers of stream `s` for those of `places` that have one.
    void read_numbers(std::size_t s, std::span<const Index> places);
    /// Returns the room for `count` numbers of stream `s`.
    std::span<std::uint32_t> room_for(std::size_t s, std::size_t count);
    /// Reads the lists that these numbers of a stream refer to.
    void need_lists(StreamKind kind, std::span<const std::uint32_t> numbers);
    /// A position stored as unknown that can neither be won nor lost is a draw.
    Outcome unknown_or_draw(Index index);

    const TableData& table_;
    const StoredOrders* const orders_;  // null: each index is its place
    const Kind& kind_;
    const ValueKind number_;  // of `kind_`, for probes
    const Play play_;
    const bool has_outcomes_;                                            // of an impartial game
    const bool has_near_outcomes_;                                       // and not far away
    std::array<std::optional<BlockCache>, Kind::most_streams> streams_;  // in the order of `Kind::streams`
    std::array<std::optional<BlockCache>, stream_kinds - static_cast<std::size_t>(StreamKind::key_gap)> positions_;
    const StreamReader* remotenesses_;  // null where there is none
    std::array<Window, Kind::most_streams> windows_;
    std::array<std::vector<std::uint32_t>, Kind::most_streams> numbers_;  // of `batch_`
    Numbers batch_;
    const bool remote_;
    std::vector<BlockCache*> values_, all_;  // where it is: the streams that have values, and with those of races
    ReadAhead ahead_;                        // what was read for them
};

}  // namespace mexbase::detail
