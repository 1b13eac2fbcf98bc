// SPDX-License-Identifier: MIT
/// \file
/// Core of a cursor: caches of decoded blocks for the streams of one table. Also the cursors that serve direct calls on
/// a table, one for each calling thread.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "../format/digit_orders.hpp"
#include "../kinds/kind.hpp"
#include "../kinds/outcome.hpp"
#include "block_cache.hpp"

namespace mexbase::detail {

struct TableData;

/// Caches for the streams of a table, and functions that make values of the streams' numbers. Borrows the table. For
/// one thread.
class CursorCore {
  public:
    explicit CursorCore(const TableData& table);

    // All indices must be stored in the table. Members throw `Error`.
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
    /// Returns the value of a position in a race (`RaceValue`). Only for tables of races.
    RaceValue race_value(Index index);
    void values(std::span<const Index> indices, std::span<Value> values);
    void run(Index first, std::span<Value> values);
    /// If the source is remote, reads the data of these indices that is not decoded. This takes two rounds of requests,
    /// or more for canonical forms.
    void fetch(std::span<const Index> indices);
    /// Returns the cache of a stream that stores positions or moves. The table must have this stream.
    BlockCache& positions(StreamKind kind);

  private:
    /// Numbers of a stream for consecutive indices, in a table that stores the digits of its indices in another order.
    /// They are read once, in stored order, and serve several calls of `run`.
    struct Window {
        Index first = 0;
        std::vector<std::uint32_t> numbers;
        Index begin = 0, end = 0;  ///< range of indices that the last calls of `run` have covered without a gap
    };
    /// Returns the stored index of an index: the place of its numbers in the streams.
    Index place_of(Index index) const { return orders_ == nullptr ? index : orders_->place(index); }
    /// Variant of `BlockCache::run` for indices instead of stored indices.
    void run_of(BlockCache& stream, Window& window, Index first, std::span<std::uint32_t> numbers);
    /// Returns the number of indices in a window for that range.
    Index in_window(const StoredOrders::Range& range) const;
    void fill(Window& window, BlockCache& stream, const StoredOrders::Range& range, Index index) const;

    // In the following declarations, indices are stored indices.

    /// Argument for `make` of a kind of value: reads the numbers of one position.
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

    /// Implements `fetch` for the stored indices `places` in the given streams.
    void fetch_places(std::span<const Index> places, const std::vector<BlockCache*>& streams);
    /// Variant of `fetch` for `count` consecutive indices, at least one.
    void fetch_run(Index first, Index count);
    /// Implements `run` after `fetch_run` has read the data.
    void run_near(Index first, std::span<Value> values);

    /// Implements `value` for remote tables, and for values other than outcomes.
    void other_value(Index place, Value& value);
    void values_at(std::span<const Index> places, std::span<Value> values);
    /// Reads the numbers of stream `s` for all `places` that have a number in it.
    void read_numbers(std::size_t s, std::span<const Index> places);
    std::span<std::uint32_t> buffer_for(std::size_t s, std::size_t count);
    /// Reads the list of sets or of canonical forms that these numbers of a stream refer to.
    void need_lists(StreamKind kind, std::span<const std::uint32_t> numbers);
    /// Returns the outcome of a position stored as unknown: draw if proven that neither player can force a win, else
    /// unknown.
    Outcome unknown_or_draw(Index index);

    const TableData& table_;
    const StoredOrders* const orders_;  // null: indices are stored indices
    const Kind& kind_;
    const ValueKind number_;  // number of `kind_`, for fast access
    const Play play_;
    const bool has_outcomes_;                                            // the values are outcomes of an impartial game
    const bool has_near_outcomes_;                                       // `has_outcomes_`, and the source is local
    std::array<std::optional<BlockCache>, Kind::most_streams> streams_;  // in the order of `Kind::streams`
    std::array<std::optional<BlockCache>, stream_kinds - static_cast<std::size_t>(StreamKind::key_gap)> positions_;
    const StreamReader* remotenesses_;  // null if the table has none
    std::array<Window, Kind::most_streams> windows_;
    std::array<std::vector<std::uint32_t>, Kind::most_streams> numbers_;  // buffers of `batch_`
    mexbase::Numbers batch_;
    const bool remote_;
    std::vector<BlockCache*> values_, all_;  // the streams for `Value`, and these plus the streams for `RaceValue`
    ReadAhead ahead_;                        // data of these streams from a remote source
};

/// Cursors (caches of decoded blocks for one thread) of a table. A thread takes a cursor at its first call on the
/// table, and gives it back when the thread ends. The table owns the pool, and all cursors live as long as the pool.
/// Safe to use from several threads.
class CursorPool {
  public:
    /// Returns an unused cursor, or makes one.
    CursorCore* take(const TableData& table);
    void give_back(CursorCore* cursor) noexcept;

  private:
    std::mutex mutex_;
    std::vector<std::unique_ptr<CursorCore>> all_;
    std::vector<CursorCore*> idle_;
};

/// The cursor that a thread used last, and the id of its table. Ids start at 1 and are never reused, so that the id of
/// a destroyed table never matches another table.
struct LastCursor {
    std::uint64_t table = 0;
    CursorCore* cursor = nullptr;
};
extern thread_local constinit LastCursor last_cursor;

/// Slow path of `thread_cursor`, for a thread that has last used another table.
CursorCore& find_thread_cursor(const TableData& table, std::uint64_t id);

}  // namespace mexbase::detail
