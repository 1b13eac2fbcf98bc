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

/// Every family that Mexbase brings.
const Registry& stock_registry();

/// How the bytes of a table are reached.
enum class Backend : std::uint8_t {
    map,   ///< memory map: fastest. A file that is shortened while mapped is outside the promise
    read,  ///< plain reads at an offset: nothing of the file stays in the address space
};

/// Says the moves of a position for the player: replaces `options` by their texts, or returns how play has stopped
/// there for that player. Called by any thread; what it throws comes out as an error of the call that asked.
using MoveProvider =
    std::function<std::optional<Outcome>(std::string_view position, Player mover, std::vector<std::string>& options)>;

/// How a table is opened.
struct OpenOptions {
    Backend backend = Backend::map;
    /// Families that positions may be named in. Borrowed: it must outlive the table. Null: none, for a program that
    /// asks by number and is to be small; a table with holes answers `stored_at` then, and refuses `at`.
    const Registry* registry = &stock_registry();
    /// A stream of values that takes no more bytes when it is decoded (its positions times the bits of a symbol), or is
    /// a small one (docs/format.md), is decoded whole at its first use, once for all threads, and kept as long as the
    /// table: the first probe takes some milliseconds a MiB then, each further one nanoseconds. See `Table::preload`.
    /// Of a larger stream this is the most that a cursor keeps in decoded blocks, and so does every thread that makes
    /// plain calls; at least two blocks are kept. A cursor takes the memory as it reads blocks, and some 100 bytes a
    /// block besides; one that reads runs of a table with orders of digits up to eight times as much once more.
    std::size_t cache_bytes = std::size_t{2} << 20;
    /// Says the moves where the table holds its positions and not their moves; empty: what needs moves is
    /// `not_applicable` then.
    MoveProvider move_provider = {};
    /// What this table may keep in decoded blocks together with all others of the same budget; null: no bound but
    /// `cache_bytes`.
    std::shared_ptr<CacheBudget> budget = {};
};

/// A table, opened: immutable, and safe for any number of threads at once, without locks where a block is decoded
/// already.
///
/// A cheap handle: copies share one table, which closes when the last handle and the last `Cursor` go. No member
/// throws where it does not say so. A handle that was moved from may only be assigned to or destroyed. Errors:
/// `not_found`, `io`, `not_a_table`, `unsupported_version`, `corrupt` (also later, when a damaged block is first read),
/// `out_of_domain`, `bad_position`, `out_of_memory`.
///
///     auto table = mexbase::Table::open("shares.mxb");
///     if (!table) return complain(table.error().message);
///     auto value = table->probe("4+1+1");
class Table {
  public:
    /// Opens the table in file `path`. Takes microseconds whatever its size.
    static Result<Table> open(const std::string& path, const OpenOptions& options = {}) noexcept;
    /// Opens a table that lies in memory. The bytes are borrowed: they must outlive the table and must not change.
    static Result<Table> from_memory(std::span<const std::byte> bytes, const OpenOptions& options = {}) noexcept;
    /// Opens a table that lies in memory, and keeps the bytes.
    static Result<Table> from_memory(std::vector<std::byte>&& bytes, const OpenOptions& options = {}) noexcept;

    /// Opens a table whose bytes the reader gives, and keeps the reader. A stream in blocks is not decoded whole before
    /// `preload`: a probe reads what it needs. `OpenOptions::backend` means nothing here.
    static Result<Table> from_reader(std::shared_ptr<Reader> reader, const OpenOptions& options = {}) noexcept;

    const TableInfo& info() const noexcept;
    /// The version of the format that the table is written in, as `1.1`. Throws nothing but `std::bad_alloc`.
    std::string format_version() const;
    /// Length of the file in bytes.
    std::uint64_t file_bytes() const noexcept;
    /// One number for what the table holds: XXH3 of its header, of what its sections' checksums are, and of its blocks'
    /// checksums, so that tables with one number hold the same bytes, but for chance. Reads the directories of streams:
    /// a few bytes a block. Errors: `io`, `corrupt`.
    Result<std::uint64_t> checksum() const noexcept;
    /// What the streams are packed with, and what they cost. Throws nothing but `std::bad_alloc`.
    std::vector<StreamInfo> streams() const;
    /// What the writer reckoned each codec would cost, for the streams in blocks. Of a small stream the smallest form
    /// is taken. Empty in tables of before format 1.4.
    Result<std::vector<CodecChoice>> codec_choices() const noexcept;

    /// The value of the position with that index: `out_of_domain` unless it is queryable and, in a table with holes,
    /// legal (where the rules are unknown, a hole's value means nothing). A table whose values are proven periodic
    /// (`info().repetition()`) answers every index.
    Result<Value> at(Index index) const noexcept;
    /// Like `at`, for every index stored: those past `info().queryable_size`, which keep the table closed, as well, and
    /// holes are not refused.
    Result<Value> stored_at(Index index) const noexcept;
    /// Only the outcome: cheaper than `at` where remoteness is stored as well. For the indices of `at`.
    /// `not_applicable` in a table of partizan values: who wins depends on who begins.
    Result<Outcome> outcome(Index index) const noexcept;
    /// Like `outcome`, for the indices of `stored_at`: the fastest, as nobody asks whether the index is a position.
    Result<Outcome> stored_outcome(Index index) const noexcept;
    /// `at` for each of `indices`, in the same order. Faster than one by one: indices are grouped by block, and memory
    /// is fetched ahead. `values` has as many elements. On an error no element of `values` means anything.
    Result<void> at(std::span<const Index> indices, std::span<Value> values) const noexcept;
    /// The same for every index stored, as `stored_at` of one.
    Result<void> stored_at(std::span<const Index> indices, std::span<Value> values) const noexcept;

    /// Reads what the values of these stored indices need, in two rounds, where a `Reader` gives the bytes; elsewhere
    /// it does nothing. The next questions of this thread about them ask no reader. What is no stored index is passed
    /// over.
    Result<void> fetch(std::span<const Index> indices) const noexcept;

    /// The value of a position as people write it, `start` and `#N` included; where the game breaks positions into
    /// sums, that of a sum, as `3+4`. A periodic table reads numbers of any length.
    Result<Value> probe(std::string_view position) const noexcept;
    /// The position that people write so, as the game writes it, with what the table has of it. Two texts may have one
    /// index, and a position without an index a value (`PositionLocation::settled`). Needs the rules.
    Result<ResolvedPosition> resolve(std::string_view position) const noexcept;
    /// The value of a position that was asked for, or that a move leads to from one.
    Result<Value> at(const ResolvedPosition& position) const noexcept;
    /// The index of a position as people write it. `#N` needs no rules. `out_of_domain` for a position that has a value
    /// and no index.
    Result<Index> index_of(std::string_view position) const noexcept;
    /// The indices of the parts of a sum as people write it; one in most games. `probe` reads longer numbers.
    Result<std::vector<Index>> parts_of(std::string_view sum) const noexcept;
    /// The value of the sum of positions with these indices, one at least: of nimbers the disjunctive, of obliged pairs
    /// the obliged sum. More than one: `not_applicable` in a table of outcomes or of infinite nimbers.
    Result<Value> at_sum(std::span<const Index> parts) const noexcept;
    /// Whether sums of this table's positions are races (`RaceValue`).
    bool is_race() const noexcept;
    /// The value in a race of the position with a stored index. `not_applicable` unless `is_race`.
    Result<RaceValue> race_at(Index index) const noexcept;
    /// The text of a sum of positions.
    Result<std::string> text_of(std::span<const Index> parts) const noexcept;
    /// The text of the position with a stored index; `#N` where the rules are unknown.
    Result<std::string> text_of(Index index) const noexcept;
    /// Whether a stored index is a position; of a periodic table, which answers every index, whether any index is.
    /// Where the rules are unknown and the table has holes: an error.
    Result<bool> legal(Index index) const noexcept;

    /// The game of the table, made when first asked for from the stored spec and board. An error says why there is
    /// none. It lives as long as the table.
    Result<const Game&> game() const noexcept;
    /// The board stored with the table, read when first asked for; null where the game has none.
    Result<std::shared_ptr<const Board>> board() const noexcept;
    /// The values of a table of canonical forms, read when first asked for: about a second a million. They live as long
    /// as the table. `not_applicable` for tables of other kinds.
    Result<const CanonicalValues&> canonical_values() const noexcept;
    /// Positions by remoteness; empty where none is stored (longest remoteness of `histogram_limit` or more).
    Result<RemotenessHistogram> remoteness_histogram() const noexcept;

    /// Does now what would be done at first uses: decodes the streams that fit `OpenOptions::cache_bytes`, reads the
    /// lists of sets and of values, makes the game. `corrupt` if one is damaged.
    Result<void> preload() const noexcept;

    /// Reads every byte of the table once and compares all checksums and lengths: `corrupt` says where.
    Result<void> check() const noexcept;

    /// A cursor of your own, for a loop of probes in one thread. It keeps the table open.
    Result<Cursor> cursor() const noexcept;

  private:
    friend class Cursor;
    friend class Sum;
    /// As `at`, or as `stored_at` for an option, but that it throws: a `Result` costs as much as the lookup.
    Value look_up(Index index, bool is_option, bool& is_race) const;
    /// As `parts_of`, but that positions past what may be asked for count, to which moves lead; and that it throws.
    std::vector<Index> parts_reached_by_move(std::string_view sum) const;
    /// Whether a `Reader` gives the bytes.
    bool is_remote() const noexcept;
    explicit Table(std::shared_ptr<const detail::OpenTable> data) noexcept;
    std::shared_ptr<const detail::OpenTable> data_;
};

/// A small cache of decoded blocks over a table: at most `OpenOptions::cache_bytes` for each stream. For one thread at
/// a time.
class Cursor {
  public:
    Cursor(Cursor&&) noexcept;
    Cursor& operator=(Cursor&&) noexcept;
    ~Cursor();

    /// As the members of `Table` of the same names.
    Result<Value> at(Index index) noexcept;
    Result<Value> stored_at(Index index) noexcept;
    Result<Outcome> outcome(Index index) noexcept;
    Result<void> at(std::span<const Index> indices, std::span<Value> values) noexcept;

    /// The values of a whole run of stored indices: `values[i]` is that of `first + i`. Holes get
    /// values that mean nothing. The fastest way to read a table from end to end.
    Result<void> read(Index first, std::span<Value> values) noexcept;

  private:
    friend class Table;
    Cursor(std::shared_ptr<const detail::OpenTable> data, std::unique_ptr<detail::CursorCore> core) noexcept;
    std::shared_ptr<const detail::OpenTable> data_;
    std::unique_ptr<detail::CursorCore> core_;
};

}  // namespace mexbase
