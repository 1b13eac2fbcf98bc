/// \file
/// The sections other than streams: the board, the lists of values, the histogram. Both directions, so that they stay
/// together. And when a table has which.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <span>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/value/nimber.hpp"
#include "../../lib/value/partizan/list/game_list.hpp"
#include "format.hpp"
#include "info.hpp"

namespace mexbase::format {

/// Takes the bytes of a section, piece by piece.
using PieceSink = std::function<void(std::span<const std::byte>)>;

std::vector<std::byte> encode_board(const Board& board);
/// The same, piece by piece.
void write_board(const Board& board, const PieceSink& sink);
Board parse_board(std::span<const std::byte> bytes);
/// The checksum of the board's section, by which specs name it, whether it is stored so or as a large graph.
std::uint64_t board_checksum(const Board& board);

/// Whether a writer stores the board as a large graph, in sections of names and of arcs. It can if the board is
/// directed, without marks and owners, and the targets of each vertex ascend; it does from 2^16 vertices and arcs on.
bool is_large_graph(const Board& board);
void write_names(const VertexNames& names, const PieceSink& sink);
VertexNames parse_names(std::span<const std::byte> bytes);
/// The arcs of a large graph.
void write_arcs(const ArcRows& rows, const PieceSink& sink);
ArcRows parse_arcs(std::span<const std::byte> bytes, std::uint64_t vertices);

std::vector<std::byte> encode_sets(const NimberSets& sets);
NimberSets parse_sets(std::span<const std::byte> bytes);

/// The list must keep the rules of `GameList`. `directory` gets the section that goes with it, or stays empty where the
/// list is too short to have one.
std::vector<std::byte> encode_values(const GameList& values, std::vector<std::byte>* directory = nullptr);
/// Where the parts of a list of values are in its section.
struct ValuesDirectory {
    unsigned part_log2 = 0;
    std::uint32_t values = 0;
    std::vector<std::uint64_t> ends;  ///< of the count before them, and of each part
    std::vector<std::uint32_t> checksums;
};
/// `section_length` is that of the list.
ValuesDirectory parse_values_directory(std::span<const std::byte> bytes, std::uint64_t section_length);
/// The values of a part, by their places in it.
GameList parse_values_part(std::span<const std::byte> bytes, const ValuesDirectory& directory, std::uint32_t part);
/// Checks numbers and their order, not that the forms are canonical: `CanonicalValues` does.
GameList parse_values(std::span<const std::byte> bytes);

std::vector<std::byte> encode_histogram(const RemotenessHistogram& histogram);
/// Throws too where the histogram is not one of the positions that the description counts.
RemotenessHistogram parse_histogram(std::span<const std::byte> bytes, const TableInfo& info);

/// The parts that a table has.
struct TableParts {
    const TableInfo& info;
    std::bitset<stream_kinds> streams{};
    std::bitset<stream_base> sections{};

    bool has(StreamKind kind) const { return streams[static_cast<std::size_t>(kind)]; }
    bool has(SectionType type) const { return sections[type]; }
    /// True if positions have remotenesses, and rows up to the longest of them are fewer than `rows`.
    bool has_rows_below(std::uint64_t rows) const {
        return (has(StreamKind::outcome) || has(StreamKind::result)) && info.longest_remoteness &&
               *info.longest_remoteness < rows;
    }
};

/// Properties of a type of section.
struct SectionTraits {
    const char* name = "";                      ///< in messages
    std::uint16_t since = 0;                    ///< first minor version of the format that has it
    std::uint32_t flags = must_understand;      ///< that writers give it
    bool (*fits)(const TableParts&) = nullptr;  ///< false if the table lacks it or has it in vain; null: it never does
    const char* fault = "";                     ///< message for tables that it does not fit
    bool by_value = false;                      ///< "a table of X values" goes before the message
};

/// The types of sections other than streams. A row's place is the type.
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
     "has a histogram by remoteness if and only if they have remotenesses below the limit", true},
    {"the table's list of sets", 1, must_understand,
     [](const TableParts& t) {
         return t.has(sets_section) == (t.has(StreamKind::k_set) || t.has(StreamKind::race_k_set));
     },
     "has a list of sets if and only if it has a stream that names them", true},
    {"the table's list of values", 2, must_understand,
     [](const TableParts& t) { return t.has(values_section) == t.has(StreamKind::game_value); },
     "has a list of partizan values if and only if they are canonical forms", true},
    {"the table's list of names", 6, must_understand,
     [](const TableParts& t) {
         return t.has(names_section) == t.has(arcs_section) && !(t.has(names_section) && t.has(board_section));
     },
     "the table has a board and a graph, or only half of a graph"},
    {"the table's list of arcs", 6},
    {"the table's order of digits", 6},
    {"the table's list of keys", 7, must_understand,
     [](const TableParts& t) {
         return !t.has(keys_section) || !(t.has(board_section) || t.has(names_section) || t.has(orders_section));
     },
     "the table has only a part of what its positions need, or more"},
    {"the table's list of moves", 7, must_understand,
     [](const TableParts& t) { return t.has(keys_section) || !t.has(moves_section); },
     "the table has only a part of what its positions need, or more"},
    {"the directory of the table's values", 8, 0,
     [](const TableParts& t) { return t.has(values_section) || !t.has(values_directory_section); },
     "has a directory of partizan values and no list of them", true},
};
inline constexpr std::size_t section_types = std::size(section_traits);

/// First minor version of the format that has a section of this type, or that has what the other holds.
constexpr std::uint16_t least_minor_version(std::uint32_t section_type) {
    if (section_type < section_types) return section_traits[section_type].since;
    return section_type >= small_stream_base && section_type < small_stream_limit ? 2 : 0;
}
std::uint16_t least_minor_version(const Board& board);
inline std::uint16_t least_minor_version(const TableInfo& info) {
    return info.theorem ? 3 : 0;
}

}  // namespace mexbase::format
