// SPDX-License-Identifier: MIT
/// \file
/// A cursor reads values from a table and caches decoded blocks, for one thread. This file has the implementation of
/// cursors, and a pool of cursors for threads that call functions of a table.
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

/// Reads the values of positions from a table, and caches the decoded blocks of its streams. Borrows the table. For one
/// thread.
class CursorCore {
  public:
    explicit CursorCore(const TableData& table);

    // The table must store a value for each index. Member functions throw `Error`.
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
        value.distance = distance_;
        return value;
    }
    /// Returns the value of a position in a race. The table must have values for races.
    RaceValue race_value(Index index);
    void values(std::span<const Index> indices, std::span<Value> values);
    void run(Index first, std::span<Value> values);
    /// Reads all data for these indices from a remote source. Takes two rounds of requests, or more for canonical
    /// forms. Does nothing if the source is local.
    void fetch(std::span<const Index> indices);
    /// Returns the cache of a stream that describes positions or moves. The table must have this stream.
    BlockCache& positions(StreamKind kind);

  private:
    /// Numbers of one stream in order of the indices, for tables that store positions in another order. They are kept
    /// so that the next call of `run` need not read them again.
    struct Window {
        Index first = 0;
        std::vector<std::uint32_t> numbers;
        Index begin = 0, end = 0;  ///< range of indices that the last calls of `run` have covered without a gap
    };
    /// Converts an index to its stored index, at which the streams have the numbers of the position.
    Index place_of(Index index) const { return orders_ == nullptr ? index : orders_->place(index); }
    /// Calls `BlockCache::run` for consecutive indices. Their stored indices may not be consecutive.
    void run_of(BlockCache& stream, Window& window, Index first, std::span<std::uint32_t> numbers);
    /// Returns the number of indices that a window for this range covers.
    Index in_window(const StoredOrders::Range& range) const;
    void fill(Window& window, BlockCache& stream, const StoredOrders::Range& range, Index index) const;

    // In the next declarations, parameters named `place` or `places` are stored indices.

    /// Reads the numbers of one position, so that a kind of value can make the value.
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

    /// Reads data of remote streams for stored indices.
    void fetch_places(std::span<const Index> places, const std::vector<BlockCache*>& streams);
    /// Calls `fetch` for `count` consecutive indices; `count` is at least 1.
    void fetch_run(Index first, Index count);
    /// Implements `run` for data that is local or already fetched.
    void run_near(Index first, std::span<Value> values);

    /// Slow path of `value`, for remote tables and for values that are not outcomes.
    void other_value(Index place, Value& value);
    void values_at(std::span<const Index> places, std::span<Value> values);
    /// Makes values of the numbers in `batch_`.
    void decode(std::span<Value> values) const;
    /// Reads the numbers of stream `s`, at those positions that have one in this stream.
    void read_numbers(std::size_t s, std::span<const Index> places);
    std::span<std::uint32_t> buffer_for(std::size_t s, std::size_t count);
    /// Loads the sets or canonical forms to which `numbers` refer.
    void need_lists(StreamKind kind, std::span<const std::uint32_t> numbers);
    /// Returns draw if both players can avoid a loss from this position of unknown outcome. Otherwise returns unknown.
    Outcome unknown_or_draw(Index index);

    const TableData& table_;
    const StoredOrders* const orders_;  // null: indices are stored indices
    const Kind& kind_;
    const ValueKind number_;  // number of `kind_`, for fast access
    const Play play_;
    const Distance distance_;
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

/// Owns the cursors of a table. A thread takes a cursor when it first calls a function of the table, and gives it back
/// when it ends. Cursors live as long as the pool. Safe to call from several threads.
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

/// The cursor that this thread used last, with the id of its table. Ids start at 1 and are never reused. So the id of a
/// destroyed table matches no other table.
struct LastCursor {
    std::uint64_t table = 0;
    CursorCore* cursor = nullptr;
};
extern thread_local constinit LastCursor last_cursor;

/// Slow path of `thread_cursor`, for a thread that used another table before.
CursorCore& find_thread_cursor(const TableData& table, std::uint64_t id);

}  // namespace mexbase::detail
