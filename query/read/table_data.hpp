// SPDX-License-Identifier: MIT
/// \file
/// Data of an open table: its sections and streams (sequences of numbers, one per position).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
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
#include "cursor_core.hpp"
#include "stored_positions.hpp"
#include "stream_reader.hpp"

namespace mexbase::detail {

/// Reads only the header and the description of a table. Throws the same errors as opening the table, but detects fewer
/// of them.
TableInfo peek(const Source& source);

/// An open table. Safe to use from several threads, because only caches change. Member functions throw `Error`.
struct TableData {
    TableData(Source&& from, std::size_t cache, std::shared_ptr<CacheBudget> shared = nullptr);
    TableData(const TableData&) = delete;
    TableData& operator=(const TableData&) = delete;

    const StreamReader* stream(StreamKind kind) const { return streams[static_cast<std::size_t>(kind)].get(); }
    /// Returns true if some queryable index is not a position.
    bool has_holes() const { return info.positions != info.queryable_size; }
    /// Returns the board of the game, or null. Arcs of a large graph are read later, which throws if they are damaged.
    std::shared_ptr<const Board> board() const;
    /// Returns the board of the game with all arcs, or null. If the table stores texts and moves of positions, makes a
    /// board of them.
    std::shared_ptr<const Board> whole_board() const;
    RemotenessHistogram histogram() const;
    /// Returns the partizan values of the table, or null if it has none. They are read at their first use.
    const CanonicalValues* values(ReadAhead* ahead = nullptr) const;
    /// Reads the partizan values that have not been read yet.
    void need_all_values() const;
    /// Returns the sets of nimbers of infinite values, or null if there are none. They are read at their first use.
    const NimberSets* sets(ReadAhead* ahead = nullptr) const;
    /// Appends the byte ranges of the sets of nimbers and of the partizan values, unless they have been read.
    void want_lists(std::vector<ByteRange>& wanted) const;
    /// Makes the sets of nimbers and the partizan values from data that was read ahead.
    void take_lists(ReadAhead& ahead) const;
    /// Returns the costs of the codecs among which the writer chose, or an empty list if they are not stored.
    std::vector<CodecChoice> choices() const;
    /// Implements `Table::checksum`.
    std::uint64_t checksum() const;
    void check() const;
    /// Decodes all streams that fit into `cache_bytes`, and reads the board, sets of nimbers and partizan values.
    void preload() const;
    bool has(format::SectionType type) const { return sections[type].has_value(); }
    /// The data of a section. `bytes` points into `own` or into the memory of the source.
    struct SectionBytes {
        std::vector<std::byte> own;
        std::span<const std::byte> bytes;
    };
    /// Reads a section and verifies its checksum. The table must have this section.
    SectionBytes section_bytes(format::SectionType type, ReadAhead* ahead = nullptr) const;

    const std::uint64_t id;                           // unique in this process
    const std::shared_ptr<const Source> kept_source;  // shared with objects that still read from it
    const Source& source = *kept_source;
    const std::size_t cache_bytes;
    const std::shared_ptr<CacheBudget> budget;  // shared by several tables; may be null
    std::uint16_t minor_version = 0;            // format version of the file
    TableInfo info;
    std::array<std::unique_ptr<StreamReader>, stream_kinds> streams;
    std::array<std::optional<format::Section>, format::section_types> sections;  // indexed by type
    const StoredPositions positions{*this};                                      // only if the table has keys
    std::unique_ptr<const StoredOrders> orders;  // null: each index is its own stored index
    std::vector<format::Section> skipped;        // sections of unknown types
    const std::shared_ptr<CursorPool> pool = std::make_shared<CursorPool>();

  private:
    /// Returns the section from which the partizan values are opened: their directory, or the values themselves.
    format::SectionType list_of_values() const {
        return has(format::values_directory_section) ? format::values_directory_section : format::values_section;
    }
    void open_section(const format::Section& section);
    void open_stream(const format::Section& section, StreamKind kind);
    /// Throws unless the sections and streams fit the table and its format version.
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

/// Reads a section and verifies its checksum. Error messages call the section `what`.
TableData::SectionBytes checked_bytes(const Source& source, const format::Section& section, const std::string& what,
                                      ReadAhead* ahead = nullptr);

/// Returns the cursor (a reader with caches) that the calling thread uses for a table.
inline CursorCore& thread_cursor(const TableData& table) {
    if (last_cursor.table == table.id) [[likely]]
        return *last_cursor.cursor;
    return find_thread_cursor(table, table.id);
}

}  // namespace mexbase::detail
