/// \file
/// The sections that describe a table: its info, its board, its lists of values, its histogram. Both directions, so
/// that they stay together.
#pragma once

#include <cstddef>
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

std::vector<std::byte> encode_board(const Board& board);
Board parse_board(std::span<const std::byte> bytes);

std::vector<std::byte> encode_sets(const NimberSets& sets);
NimberSets parse_sets(std::span<const std::byte> bytes);

/// The list must keep the rules of `GameList`.
std::vector<std::byte> encode_values(const GameList& values);
/// Checks numbers and their order, not that the forms are canonical: `CanonicalValues` does.
GameList parse_values(std::span<const std::byte> bytes);

std::vector<std::byte> encode_histogram(const RemotenessHistogram& histogram);
/// Throws too where the histogram is not one of the positions that the description counts.
RemotenessHistogram parse_histogram(std::span<const std::byte> bytes, const TableInfo& info);

}  // namespace mexbase::format
