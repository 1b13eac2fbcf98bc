// SPDX-License-Identifier: MIT
/// \file
/// A table, opened for reading.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../lib/index.hpp"
#include "../lib/rules/place.hpp"
#include "format/info.hpp"
#include "format/result.hpp"
#include "kinds/value.hpp"
#include "read/cache_budget.hpp"
#include "source/reader.hpp"
#include "version.h"

namespace mexbase {

namespace detail {
struct OpenTable;
class CursorCore;
}  // namespace detail

class Board;
class CanonicalValues;
class Cursor;
class Game;
class Registry;
class Sum;

/// Indices from `first` to `last` - 1. By default, all indices.
struct IndexRange {
    Index first = 0, last = no_index;
    bool contains(Index i) const { return i >= first && i < last; }
    friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

/// Returns the registry of all families that Mexbase includes.
const Registry& stock_registry();

/// Way to read the bytes of a table.
enum class Backend : std::uint8_t {
    map,   ///< memory map: fastest. The file must not be shortened while it is mapped
    read,  ///< plain reads at an offset, without a memory map
};

namespace detail {
/// Tag with which argument-dependent lookup finds `moves_by_rules` in this namespace.
struct FromRules {};
}  // namespace detail

/// Function that supplies moves. It replaces `options` by the texts of the positions that `mover` can move to from
/// `position`. If play has ended at `position`, it returns the outcome instead. Any thread may call it. An exception
/// becomes an error of the query that needed the moves.
///
/// Rules as a C++ type (docs/your-own-game.md) convert to it, if `gen/explore/explored_rules.hpp` is included.
class MoveProvider : public std::function<std::optional<Outcome>(std::string_view position, Player mover,
                                                                 std::vector<std::string>& options)> {
  public:
    using function::function;
    MoveProvider() = default;
    template <class R>
        requires requires(const R& rules) { moves_by_rules(rules, detail::FromRules{}); }
    MoveProvider(const R& rules) : function(moves_by_rules(rules, detail::FromRules{})) {}
};

/// Options for opening a table.
struct OpenOptions {
    Backend backend = Backend::map;
    /// Families whose rules are available. Borrows the registry, which must outlive the table. If it is null, no rules
    /// are linked, and only queries by index work. If some indices are not positions, only `stored_at` works then.
    const Registry* registry = &stock_registry();
    /// Limit on the memory for decoded blocks, in bytes. It applies to each stream of the table separately. Each
    /// cursor, and each thread that calls the table directly, has blocks of its own. At least two blocks are kept.
    /// Memory is allocated as blocks are read, with some 100 bytes more per block. If values are stored in another
    /// order than by index, a cursor that reads ranges may use up to eight times the limit in addition. A stream is
    /// decoded whole if its decoded size (positions times bits per symbol) is within the limit, or if it is small
    /// (docs/format.md). This happens once for all threads, at its first use. The decoded stream lives as long as the
    /// table. Decoding takes some milliseconds per MiB; each later probe takes nanoseconds. See `Table::preload`.
    std::size_t cache_bytes = std::size_t{2} << 20;
    /// Supplies the moves if the table stores positions without moves. If empty, queries that need moves are
    /// `not_applicable`.
    MoveProvider move_provider = {};
    /// Limit on the decoded blocks of all tables opened with this budget. If null, only `cache_bytes` limits them.
    std::shared_ptr<CacheBudget> budget = {};
};

/// An open table. It is immutable and safe to use from several threads. A query of decoded data takes no lock.
///
/// The object is a cheap handle. Copies share one table, which closes with the last handle and the last `Cursor`.
/// Members do not throw unless their comment says so. A moved-from handle may only be assigned to or destroyed. Errors:
/// `not_found`, `io`, `not_a_table`, `unsupported_version`, `corrupt` (also later, when a damaged block is first read),
/// `out_of_domain`, `bad_position`, `out_of_memory`.
///
///     auto table = mexbase::Table::open("shares.mxb");
///     if (!table) return complain(table.error().message);
///     auto value = table->probe("4+1+1");
class Table {
  public:
    /// Opens the table in file `path`. Takes microseconds for any size.
    static Result<Table> open(const std::string& path, const OpenOptions& options = {}) noexcept;
    /// Opens a table in memory. Borrows `bytes`, which must outlive the table and must not change.
    static Result<Table> from_memory(std::span<const std::byte> bytes, const OpenOptions& options = {}) noexcept;
    /// Opens a table in memory and owns the bytes.
    static Result<Table> from_memory(std::vector<std::byte>&& bytes, const OpenOptions& options = {}) noexcept;

    /// Opens a table whose bytes `reader` supplies. Shares ownership of `reader`, and ignores `OpenOptions::backend`. A
    /// probe reads only the blocks that it needs. Only `preload` decodes a stream of several blocks as a whole.
    static Result<Table> from_reader(std::shared_ptr<Reader> reader, const OpenOptions& options = {}) noexcept;

    const TableInfo& info() const noexcept;
    /// Returns the format version of the table, such as `1.1`. Throws only `std::bad_alloc`.
    std::string format_version() const;
    /// Returns the length of the file in bytes.
    std::uint64_t file_bytes() const noexcept;
    /// Returns the bytes that store the board or graph of the game, or the texts and moves of an explored game's
    /// positions without their streams. 0 if the spec alone defines the game.
    std::uint64_t board_bytes() const noexcept;
    /// Returns a hash of the content: XXH3 of the header and of the checksums of sections and blocks. Tables with equal
    /// hashes hold the same bytes, except for chance collisions. Reads a few bytes per block. Errors: `io`, `corrupt`.
    Result<std::uint64_t> checksum() const noexcept;
    /// Returns the codec and the size of each stream. Throws only `std::bad_alloc`.
    std::vector<StreamInfo> streams() const;
    /// Returns the writer's estimates of the size and speed of each codec (compression method), for the streams in
    /// blocks. Small streams are not estimated: each is stored in its smallest form. The result is empty for tables of
    /// a format before 1.4.
    Result<std::vector<CodecChoice>> codec_choices() const noexcept;

    /// Returns the value of a position. Returns `out_of_domain` unless the index is queryable (below
    /// `info().queryable_size`) and is not a hole (an index that is not a position). If the rules are unknown, holes
    /// cannot be recognised, and the value of a hole is meaningless. If the values are proven periodic
    /// (`info().repetition()`), every index is queryable.
    Result<Value> at(Index index) const noexcept;
    /// Variant of `at` for every stored index. It also accepts holes (indices that are not positions), and the indices
    /// past `info().queryable_size`, whose values are stored because moves lead there.
    Result<Value> stored_at(Index index) const noexcept;
    /// Returns the outcome, for the same indices as `at`. Cheaper than `at` if remoteness is stored too. Returns
    /// `not_applicable` in a table of partizan values, because the winner depends on who begins.
    Result<Outcome> outcome(Index index) const noexcept;
    /// Variant of `outcome` that accepts every stored index, as `stored_at` does. This lookup is the fastest, because
    /// it does not check that the index is a position.
    Result<Outcome> stored_outcome(Index index) const noexcept;
    /// Batch form of `at`: sets `values[i]` to the value of `indices[i]`. Both spans must have the same size. Faster
    /// than a call of `at` per index, because it groups indices by block and prefetches memory. On an error all
    /// elements of `values` are unspecified.
    Result<void> at(std::span<const Index> indices, std::span<Value> values) const noexcept;
    /// Batch form of `stored_at`.
    Result<void> stored_at(std::span<const Index> indices, std::span<Value> values) const noexcept;

    /// Reads the data for these indices by the table's `Reader`, usually in two calls. Does nothing without a `Reader`.
    /// Ignores indices that are not stored. This thread's next queries for these indices do not call the reader.
    Result<void> fetch(std::span<const Index> indices) const noexcept;

    /// Returns the value of a position in text form. `start` is the start position, `#N` the position with index N. If
    /// the game splits positions into sums, the text may be a sum such as `3+4`. In a periodic table, numbers in the
    /// text may have any length.
    Result<Value> probe(std::string_view position) const noexcept;
    /// Parses a position and locates it in the table. Two texts may share one index. A position may have a value and no
    /// index (`PositionLocation::settled`). Needs the rules.
    Result<ResolvedPosition> resolve(std::string_view position) const noexcept;
    /// Returns the value of a position that `resolve` has returned, or of the target of a move from such a position.
    Result<Value> at(const ResolvedPosition& position) const noexcept;
    /// Returns the index of a position in text form. `#N` needs no rules. Returns `out_of_domain` if the position has a
    /// value and no index.
    Result<Index> index_of(std::string_view position) const noexcept;
    /// Returns the indices of the parts of a sum in text form. In most games a position has a single part. A number too
    /// long for an `Index` is an error, although `probe` accepts it in a periodic table.
    Result<std::vector<Index>> parts_of(std::string_view sum) const noexcept;
    /// Returns the value of the sum of these positions; `parts` must not be empty. Nimbers are added as a disjunctive
    /// sum, obliged pairs as an obliged sum. Returns `not_applicable` for several parts with outcomes or infinite
    /// nimbers.
    Result<Value> at_sum(std::span<const Index> parts) const noexcept;
    /// Returns true if the first component to end decides a sum of this table's positions (a race, see `RaceValue`).
    bool is_race() const noexcept;
    /// Returns the value of a stored index in a race. Returns `not_applicable` unless `is_race`.
    Result<RaceValue> race_at(Index index) const noexcept;
    /// Returns the text of a sum of positions.
    Result<std::string> text_of(std::span<const Index> parts) const noexcept;
    /// Returns the text of the position with a stored index, or `#N` for index N if the rules are unknown.
    Result<std::string> text_of(Index index) const noexcept;
    /// Returns true if a stored index is a position. A periodic table accepts any index. Needs the rules if the table
    /// has holes, and for indices past `info().queryable_size`.
    Result<bool> legal(Index index) const noexcept;

    /// Returns the game, or the reason why it cannot be made. It is made at first use from the stored spec and board,
    /// and lives as long as the table.
    Result<const Game&> game() const noexcept;
    /// Returns the stored board, which is read at first use, or null if the game has no board.
    Result<std::shared_ptr<const Board>> board() const noexcept;
    /// Returns the values of a table of canonical forms. The first call reads the values, at about a million per
    /// second. They live as long as the table. Returns `not_applicable` for tables of other kinds.
    Result<const CanonicalValues&> canonical_values() const noexcept;
    /// Returns the number of positions by remoteness. The result is empty if the table has no histogram, as when the
    /// longest remoteness is `histogram_limit` or more.
    Result<RemotenessHistogram> remoteness_histogram() const noexcept;

    /// Does the work of the first queries in advance. Decodes the streams that fit `OpenOptions::cache_bytes`, reads
    /// the lists of sets of nimbers and of canonical forms, and makes the game. Returns `corrupt` for damaged data.
    Result<void> preload() const noexcept;

    /// Reads every byte of the table once and compares all checksums and lengths. The error `corrupt` names the damaged
    /// part.
    Result<void> check() const noexcept;

    /// Returns a cursor for a loop of probes in one thread. It keeps the table open.
    Result<Cursor> cursor() const noexcept;

  private:
    friend class Cursor;
    friend class Sum;
    /// Returns the value of a position, also past `queryable_size`. Throws errors, because returning a `Result` would
    /// take as long as the lookup. `is_option` means that the index is known to be a position.
    Value look_up(Index index, bool is_option, bool& is_race) const;
    /// Variant of `parts_of` that throws. It also accepts targets of moves that are past `info().queryable_size`.
    std::vector<Index> parts_reached_by_move(std::string_view sum) const;
    /// Returns true if a `Reader` supplies the bytes.
    bool is_remote() const noexcept;
    explicit Table(std::shared_ptr<const detail::OpenTable> data) noexcept;
    std::shared_ptr<const detail::OpenTable> data_;
};

/// Reader of a table with its own cache of at most `OpenOptions::cache_bytes` per stream. For one thread at a time.
class Cursor {
  public:
    Cursor(Cursor&&) noexcept;
    Cursor& operator=(Cursor&&) noexcept;
    ~Cursor();

    /// The next four functions do the same as the members of `Table` with these names.
    Result<Value> at(Index index) noexcept;
    Result<Value> stored_at(Index index) noexcept;
    Result<Outcome> outcome(Index index) noexcept;
    Result<void> at(std::span<const Index> indices, std::span<Value> values) noexcept;

    /// Reads consecutive stored indices: sets `values[i]` to the value of index `first + i`. The values of holes are
    /// meaningless. The fastest way to read a whole table.
    Result<void> read(Index first, std::span<Value> values) noexcept;

  private:
    friend class Table;
    Cursor(std::shared_ptr<const detail::OpenTable> data, std::unique_ptr<detail::CursorCore> core) noexcept;
    std::shared_ptr<const detail::OpenTable> data_;
    std::unique_ptr<detail::CursorCore> core_;
};

}  // namespace mexbase
