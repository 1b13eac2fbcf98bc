/// \file
/// The sections and streams of an open table.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/lazy.hpp"
#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../format/contents.hpp"
#include "../format/digit_orders.hpp"
#include "../format/format.hpp"
#include "../format/info.hpp"
#include "../format/result.hpp"
#include "../source/source.hpp"
#include "cache_budget.hpp"
#include "cursor_pool.hpp"
#include "stored_positions.hpp"
#include "stream_reader.hpp"

namespace mexbase::detail {

/// An open table. Immutable but for what is made lazily; safe for any number of threads. Members throw `Error`.
struct TableData {
    TableData(Source&& from, std::size_t cache, std::shared_ptr<CacheBudget> shared = nullptr);
    TableData(const TableData&) = delete;
    TableData& operator=(const TableData&) = delete;

    const StreamReader* stream(StreamKind kind) const { return streams[static_cast<std::size_t>(kind)].get(); }
    /// True where some queryable index is no position.
    bool has_holes() const { return info.positions != info.queryable_size; }
    /// A large graph's arcs are read when they are first needed: the board then throws what is wrong with them.
    std::shared_ptr<const Board> board() const;
    /// The same, with all there is of it; of a table with keys and moves a board made of them.
    std::shared_ptr<const Board> whole_board() const;
    RemotenessHistogram histogram() const;
    /// The partizan values of the table, read when first asked for; null where it has none.
    const CanonicalValues* values(ReadAhead* ahead = nullptr) const;
    /// Reads these values, or all there are, unless they were.
    void need_values(std::span<const std::uint32_t> numbers) const;
    void need_all_values() const;
    /// The sets K of a loopy nimber table, read when first asked for; null where the table has none.
    const NimberSets* sets(ReadAhead* ahead = nullptr) const;
    /// Appends where the lists are that values refer to, sets or partizan values, unless they were read.
    void want_lists(std::vector<ByteRange>& wanted) const;
    /// Makes these lists of what was read.
    void take_lists(ReadAhead& ahead) const;
    /// What the streams in blocks were chosen from; empty where the table does not say.
    std::vector<CodecChoice> choices() const;
    /// One number for all bytes of the table (`Table::checksum`).
    std::uint64_t checksum() const;
    void check() const;
    /// Decodes the streams that fit into `cache_bytes` and reads the board, the sets and the values.
    void preload() const;
    bool has(format::SectionType type) const { return sections[type].has_value(); }
    /// A section's bytes, as they lie or a copy.
    struct SectionBytes {
        std::vector<std::byte> own;
        std::span<const std::byte> bytes;
    };
    /// Reads a section that the table has, and compares its checksum.
    SectionBytes section_bytes(format::SectionType type, ReadAhead* ahead = nullptr) const;

    const std::uint64_t id;                           // never that of another table of this process
    const std::shared_ptr<const Source> kept_source;  // as long as something still reads from it
    const Source& source = *kept_source;
    const std::size_t cache_bytes;
    const std::shared_ptr<CacheBudget> budget;  // of many tables; may be null
    std::uint16_t minor_version = 0;            // of the file's format
    TableInfo info;
    std::array<std::unique_ptr<StreamReader>, stream_kinds> streams;
    std::array<std::optional<format::Section>, format::section_types> sections;  // by type
    const StoredPositions positions{*this};                                      // where there are keys
    std::unique_ptr<const StoredOrders> orders;  // null: values are stored in the order of the indices
    std::vector<format::Section> skipped;        // of types this reader does not know
    const std::shared_ptr<CursorPool> pool = std::make_shared<CursorPool>();

  private:
    /// Section of the directory of values, or of the values if they have no directory.
    format::SectionType list_of_values() const {
        return has(format::values_directory_section) ? format::values_directory_section : format::values_section;
    }
    void open_section(const format::Section& section);
    void open_stream(const format::Section& section, StreamKind kind);
    /// Throw unless the sections and streams are those of such a table, and its version of the format has them.
    void check_sections(const format::TableParts& parts, bool by_value) const;
    void check_positions() const;
    void check_kind(const format::TableParts& parts) const;
    void check_version(std::span<const format::Section> all) const;
    Board read_graph(std::span<const std::byte> listed) const;
    Board board_of_positions() const;

    Lazy<std::shared_ptr<const Board>> board_;
    Lazy<NimberSets> sets_;
    Lazy<CanonicalValues> values_;
};

/// The calling thread's cursor over a table.
inline CursorCore& thread_cursor(const TableData& table) {
    if (last_cursor.table == table.id) [[likely]]
        return *last_cursor.cursor;
    return find_thread_cursor(table, table.id);
}

}  // namespace mexbase::detail
