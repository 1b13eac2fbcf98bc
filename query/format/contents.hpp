/// \file
/// The sections that describe a table: its info, its board, its lists of values, its histogram. Both directions, so
/// that they stay together.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/value/partizan/list/game_list.hpp"
#include "format.hpp"
#include "info.hpp"

namespace mexbase::format {

/// The streams that a table of some kind of value may have.
struct KindStreams {
    std::span<const StreamKind> all;  ///< the first of them says which indices are positions
    std::size_t needed = 0;           ///< the first so many are in every such table
};
KindStreams streams_of(ValueKind kind);

/// What a stream with that header costs.
StreamInfo info_of(const StreamHeader& header);

/// `choices`: what the packing of streams was chosen from, the costs of each in the order of the codecs.
std::vector<std::byte> encode_info(const TableInfo& info, std::span<const CodecChoice> choices = {});
/// Throws `Error` corrupt or unsupported_version, as the others. Counts that cannot be those of any values are corrupt.
TableInfo parse_info(std::span<const std::byte> bytes);
/// The choices in the same section.
std::vector<CodecChoice> parse_choices(std::span<const std::byte> info);

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

}  // namespace mexbase::format
