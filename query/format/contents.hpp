/// \file
/// The sections other than streams: the board, the lists of values, the histogram. Both directions, so that they stay
/// together.
#pragma once

#include <cstddef>
#include <functional>
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

}  // namespace mexbase::format
