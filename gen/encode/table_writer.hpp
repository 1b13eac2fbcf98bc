// SPDX-License-Identifier: MIT
/// \file
/// Writes a table from its values.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "../../lib/board/board.hpp"
#include "../../lib/rules/ruleset.hpp"
#include "../../lib/value/nimber.hpp"
#include "../../lib/value/partizan/list/canonical_values.hpp"
#include "../../query/format/digit_orders.hpp"
#include "../../query/format/info.hpp"
#include "encode_report.hpp"
#include "pairs/literals.hpp"
#include "sink.hpp"

namespace mexbase {

namespace detail {
struct PackingRanks;
}

/// Source of the values of one stream.
struct StreamSource {
    StreamKind kind = StreamKind::outcome;
    /// Writes the values of the indices `first`, `first + 1`, … as the stream kind defines them, or `dont_care`. Called
    /// from several threads at once and more than once per index; must always write the same values. An exception from
    /// `fill` ends the writing.
    std::function<void(Index first, std::span<std::uint32_t> values)> fill;
};

/// Positions that a table stores as texts, so that reading it needs no rules. The functions are called from several
/// threads at once and more than once per position; they must always return the same.
struct PositionSource {
    std::uint64_t count = 0;  ///< at least 1
    bool partizan = false;
    Index start = 0;  ///< index of the starting position
    /// Sets `out` to the text of a position. The texts must be in ascending byte order.
    std::function<void(Index, std::string& out)> text;
    std::function<std::uint8_t(Index)> mark;  ///< returns the `Board::Mark` of a position, never `home`
    /// Sets `out` to the targets of the player's moves, ascending. In an impartial game, the player does not matter. If
    /// `moves` is empty, no moves are stored, and `Board::beyond` is the only mark that is stored.
    std::function<void(Index, Player, std::vector<Index>& out)> moves;
};

/// Contents of a table. Borrowed objects must live until `write_table` returns.
struct TableContents {
    /// The writer computes `positions`, the counts by value, `longest_remoteness` and `largest_nimber`. An index is a
    /// position if its outcome, nimber, obliged pair or game value is not `dont_care`. In a partizan table, this is the
    /// outcome with Left to move first.
    TableInfo info;
    const Board* board = nullptr;             ///< stored with the table unless null
    std::optional<PositionSource> positions;  ///< stored with the table; never with a board or with digit orders
    const NimberSets* sets = nullptr;         ///< sets that the k-set stream names; stored with the table unless null
    const GameList* values = nullptr;  ///< values that the game-value stream names; stored with the table unless null
    /// Orders in which the digits of an index are stored, each for a range of indices below `info.queryable_size`. The
    /// ranges ascend. If there are any orders, `streams` are called with stored indices.
    std::vector<DigitOrder> orders;
    std::vector<StreamSource> streams;
    /// The processes that pack the table together; null for one process. If given, `streams` are called only with
    /// indices of the own window, and on rank 0 with indices that were fetched.
    const detail::PackingRanks* ranks = nullptr;
};

/// Options of the encoder. Only `codec`, `block_log2`, `level` and `apart` change the bytes.
struct EncodeOptions {
    std::optional<Codec> codec;          ///< empty: chosen by samples
    std::optional<unsigned> block_log2;  ///< binary logarithm of the positions per block; empty: chosen by samples
    int level = 0;                       ///< zstd level, 1..19; 0: the default
    bool apart = false;                  ///< stores outcome and remoteness in separate streams
    unsigned threads = 1;
    /// Bytes that packing may take, at least `packing_memory(count, 1)`. With less, fewer codecs are trained at once.
    /// 0: no limit.
    std::uint64_t memory = 0;
    /// Called from the calling thread only, with the number of positions done and of all. A position counts once, in
    /// equal parts for each stream and pass. An exception from `progress` ends the writing.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// Returns the memory in bytes that `write_table` needs for a table of `indices` indices. Then one codec is trained at
/// a time. It does not grow from 67 million indices on. Not included are 12 MiB
/// of buffers, texts of positions and lists of values.
std::uint64_t packing_memory(Index indices, unsigned threads);
/// Returns the memory in bytes that `write_table` takes if it may train codecs on all threads at once.
std::uint64_t fastest_packing_memory(Index indices, unsigned threads);

/// Writes one table to an empty `sink`. The bytes depend on the contents and on four options (see `EncodeOptions`),
/// never on the number of threads or the memory (`packing_memory`). Throws `Error` and any exception of a source or the
/// sink.
EncodeReport write_table(Sink& sink, const TableContents& contents, const EncodeOptions& options = {});

}  // namespace mexbase
