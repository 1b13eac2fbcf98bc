// SPDX-License-Identifier: MIT
/// \file
/// Functions that read and write the sections other than streams: the board, the lists of values, the histogram. Also
/// the rules for which sections a table has.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/value/nimber.hpp"
#include "../../lib/value/partizan/list/game_list.hpp"
#include "format.hpp"
#include "info.hpp"

namespace mexbase::format {

/// Receiver of the bytes of a section, called with one piece after another.
using PieceSink = std::function<void(std::span<const std::byte>)>;

/// Writer that buffers bytes and passes them to a sink in pieces. `flush` passes the last piece.
class PieceWriter {
  public:
    explicit PieceWriter(const PieceSink& sink) : sink_(sink) {}

    void put_byte(std::uint8_t byte) {
        if (filled_ == bytes_.size()) flush();
        bytes_[filled_++] = static_cast<std::byte>(byte);
    }
    void put_varint(std::uint64_t value) {
        constexpr std::size_t longest = 10;
        if (bytes_.size() - filled_ < longest) flush();
        for (; value >= 0x80; value >>= 7) bytes_[filled_++] = static_cast<std::byte>(value | 0x80);
        bytes_[filled_++] = static_cast<std::byte>(value);
    }
    void put_bytes(std::span<const std::byte> more) {
        for (const std::byte byte : more) put_byte(std::to_integer<std::uint8_t>(byte));
    }
    void put_name(std::string_view name) {
        put_varint(name.size());
        put_bytes(std::as_bytes(std::span(name.data(), name.size())));
    }
    void flush() {
        if (filled_ != 0) sink_(std::span<const std::byte>(bytes_).first(filled_));
        filled_ = 0;
    }

  private:
    const PieceSink& sink_;
    std::size_t filled_ = 0;
    std::array<std::byte, 1 << 16> bytes_;
};

// `kinds/info_section.cpp` defines the next four functions, because a description depends on the kind of value.

/// Returns the properties of a stream with that header.
StreamInfo info_of(const StreamHeader& header);
/// Encodes the section that describes a table. `choices` has the estimates by which each stream's codec was chosen.
std::vector<std::byte> encode_info(const TableInfo& info, std::span<const CodecChoice> choices = {});
/// Reads the description of a table. Throws `Error` unsupported_version or corrupt. Impossible counts are corrupt.
TableInfo parse_info(std::span<const std::byte> bytes);
/// Reads the writer's estimates for each codec from the section that describes a table.
std::vector<CodecChoice> parse_choices(std::span<const std::byte> info);

std::vector<std::byte> encode_board(const Board& board);
/// Writes the board to `sink` in pieces.
void write_board(const Board& board, const PieceSink& sink);
Board parse_board(std::span<const std::byte> bytes);
/// Returns the checksum of the output of `encode_board`. A spec names its board by this checksum, also if the table
/// stores the board in another format.
std::uint64_t board_checksum(const Board& board);

/// Returns true if the board is stored as a large graph, in a section of names and a section of arcs. Such a board is
/// directed, without marks or owners. The targets of each vertex ascend. Vertices and arcs together are at least 2^16.
bool is_large_graph(const Board& board);
void write_names(const VertexNames& names, const PieceSink& sink);
VertexNames parse_names(std::span<const std::byte> bytes);
void write_arcs(const ArcRows& rows, const PieceSink& sink);
ArcRows parse_arcs(std::span<const std::byte> bytes, std::uint64_t vertices);

std::vector<std::byte> encode_sets(const NimberSets& sets);
NimberSets parse_sets(std::span<const std::byte> bytes);

/// Encodes a valid `GameList` (a list of canonical forms). Sets `*directory` to the section with the offsets of the
/// list's parts, or leaves it empty if the list is too short for a directory.
std::vector<std::byte> encode_values(const GameList& values, std::vector<std::byte>* directory = nullptr);
/// Directory of a stored list of values. The list is divided into parts of 2^part_log2 values, and each part is read as
/// a whole. The directory has the position of the end of each part in the section of the list.
struct ValuesDirectory {
    unsigned part_log2 = 0;
    std::uint32_t values = 0;
    std::vector<std::uint64_t> ends;  ///< first the end of the count that precedes the parts, then the end of each part
    std::vector<std::uint32_t> checksums;
};
/// Reads the directory of a list of values. The section of the list has `section_length` bytes.
ValuesDirectory parse_values_directory(std::span<const std::byte> bytes, std::uint64_t section_length);
/// Reads one part. In the result, element i of `games` is value i of the part. Options are numbers in the whole list.
GameList parse_values_part(std::span<const std::byte> bytes, const ValuesDirectory& directory, std::uint32_t part);
/// Reads a whole list of values. Checks that the options of each value precede it. `CanonicalValues` checks that the
/// forms are canonical.
GameList parse_values(std::span<const std::byte> bytes);

std::vector<std::byte> encode_histogram(const RemotenessHistogram& histogram);
/// Reads the histogram. Throws `Error{corrupt}` also if it does not agree with the counts in `info`.
RemotenessHistogram parse_histogram(std::span<const std::byte> bytes, const TableInfo& info);

/// Properties of a table that determine its sections.
struct TableParts {
    const TableInfo& info;
    std::bitset<stream_kinds> streams{};
    std::bitset<stream_base> sections{};

    bool has(StreamKind kind) const { return streams[static_cast<std::size_t>(kind)]; }
    bool has(SectionType type) const { return sections[type]; }
    /// Returns true if positions have remotenesses and the longest is below `rows`.
    bool has_rows_below(std::uint64_t rows) const {
        return (has(StreamKind::outcome) || has(StreamKind::result)) && info.longest_remoteness &&
               *info.longest_remoteness < rows;
    }
};

/// Properties of a type of section.
struct SectionTraits {
    const char* name = "";                      ///< name in messages
    std::uint16_t since = 0;                    ///< first minor version of the format that has this type
    std::uint32_t flags = must_understand;      ///< flags that writers set
    bool (*fits)(const TableParts&) = nullptr;  ///< false: the section is forbidden or missing; null: always fits
    const char* fault = "";                     ///< error message if `fits` returns false
    bool by_value = false;                      ///< true: "a table of X values" goes before the message
};

/// The types of sections other than streams, indexed by type.
inline constexpr SectionTraits section_traits[] = {
    {},
    {"the table's description", 0, must_understand, [](const TableParts& t) { return t.has(info_section); },
     "the table has no description"},
    {"the table's board"},
    {"the table's histogram", 0, 0,
     [](const TableParts& t) {
         return t.has_rows_below(t.has(histogram_section) ? most_histogram_rows : histogram_limit) ==
                t.has(histogram_section);
     },
     "lacks its histogram by remoteness, or has one that it must not have", true},
    {"the table's list of sets", 1, must_understand,
     [](const TableParts& t) {
         return t.has(sets_section) == (t.has(StreamKind::k_set) || t.has(StreamKind::race_k_set));
     },
     "has a list of sets that no stream refers to, or lacks the list that a stream refers to", true},
    {"the table's list of values", 2, must_understand,
     [](const TableParts& t) { return t.has(values_section) == t.has(StreamKind::game_value); },
     "has a list of partizan values that no stream refers to, or lacks the list that a stream refers to", true},
    {"the table's list of names", 6, must_understand,
     [](const TableParts& t) {
         return t.has(names_section) == t.has(arcs_section) && !(t.has(names_section) && t.has(board_section));
     },
     "the table has both a board and a graph, or a graph without its names or its arcs"},
    {"the table's list of arcs", 6},
    {"the table's order of digits", 6},
    {"the table's list of keys", 7, must_understand,
     [](const TableParts& t) {
         return !t.has(keys_section) || !(t.has(board_section) || t.has(names_section) || t.has(orders_section));
     },
     "the table has sections for its positions that do not fit together"},
    {"the table's list of moves", 7, must_understand,
     [](const TableParts& t) { return t.has(keys_section) || !t.has(moves_section); },
     "the table has sections for its positions that do not fit together"},
    {"the directory of the table's values", 8, 0,
     [](const TableParts& t) { return t.has(values_section) || !t.has(values_directory_section); },
     "has a directory of partizan values, but no list of them", true},
};
inline constexpr std::size_t section_types = std::size(section_traits);

/// The sections that store the board or the graph, or the positions of an explored game.
inline constexpr SectionType board_sections[] = {board_section, names_section, arcs_section, keys_section,
                                                 moves_section};

/// Returns the first minor version of the format that has sections of this type.
constexpr std::uint16_t least_minor_version(std::uint32_t section_type) {
    if (section_type < section_types) return section_traits[section_type].since;
    return section_type >= small_stream_base && section_type < small_stream_limit ? 2 : 0;
}
std::uint16_t least_minor_version(const Board& board);
inline std::uint16_t least_minor_version(const TableInfo& info) {
    if (info.distance != Distance::end) return 9;
    return info.theorem ? 3 : 0;
}

}  // namespace mexbase::format
