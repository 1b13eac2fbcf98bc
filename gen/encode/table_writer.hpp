/// \file
/// Writes a table: values in, bytes out.
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
#include "pairs/dont_care.hpp"
#include "sink.hpp"

namespace mexbase {

/// Where the values of one stream come from.
struct StreamSource {
    StreamKind kind = StreamKind::outcome;
    /// Writes the values of `first`, `first + 1`, … as the stream kind defines them, or `dont_care`. It is called
    /// from several threads at once, more than once for an index, and must always say the same. What it throws ends the
    /// writing.
    std::function<void(Index first, std::span<std::uint32_t> values)> fill;
};

/// Positions that a table holds by their texts, so that nobody needs rules to find them. The functions are called from
/// several threads at once, more than once for a position, and must always say the same.
struct PositionSource {
    std::uint64_t count = 0;  ///< one at least
    bool partizan = false;
    Index start = 0;  ///< what play begins with
    /// Replaces `out` by the text of a position. Texts ascend, byte by byte.
    std::function<void(Index, std::string& out)> text;
    std::function<std::uint8_t(Index)> mark;  ///< its `Board::Mark`, none of them `home`
    /// Replaces `out` by where the player's moves lead, ascending, in an impartial game either player's. Empty: moves
    /// are not stored, and of marks only `Board::beyond`.
    std::function<void(Index, Player, std::vector<Index>& out)> moves;
};

/// What a table is to hold. Borrowed things must live until `write_table` returns.
struct TableContents {
    /// `positions`, the counts by value, `longest_remoteness` and `largest_nimber` are counted by the writer: every
    /// index whose outcome (with Left to begin, of partizan outcomes), nimber, obliged pair or game value is not
    /// `dont_care` is a position.
    TableInfo info;
    const Board* board = nullptr;             ///< stored with the table unless null
    std::optional<PositionSource> positions;  ///< stored with the table; never with a board or with orders of digits
    const NimberSets* sets = nullptr;         ///< the sets that a k-set stream names; stored with the table unless null
    const GameList* values = nullptr;  ///< the values that a game-value stream names; stored with the table unless null
    /// In which orders the digits of indices are stored: what `streams` call an index is the place of one. Ascending;
    /// none beyond `info.queryable_size`.
    std::vector<DigitOrder> orders;
    std::vector<StreamSource> streams;
};

/// How to write it. Only `codec`, `block_log2`, `level` and `apart` change the bytes.
struct EncodeOptions {
    std::optional<Codec> codec;          ///< nothing: what the samples favour
    std::optional<unsigned> block_log2;  ///< positions a block as a power of two; nothing: what the samples favour
    int level = 0;                       ///< of zstd, 1..19; 0: the default
    bool apart = false;                  ///< outcome and remoteness never in one stream
    unsigned threads = 1;
    /// Called from the calling thread only, with the positions done and the positions there are, over all streams and
    /// passes. What it throws ends the writing.
    std::function<void(std::uint64_t done, std::uint64_t total)> progress;
};

/// What was written.
struct EncodeReport {
    TableInfo info;  ///< as stored
    RemotenessHistogram by_remoteness;
    std::uint64_t file_bytes = 0;
    std::uint64_t header_bytes = 0;   ///< header and section table
    std::uint64_t info_bytes = 0;     ///< description, lists of sets and values, histogram
    std::uint64_t board_bytes = 0;    ///< of a board, or of positions without their streams
    std::vector<StreamInfo> streams;  ///< bytes by part

    /// Bits of a stream, everything counted, for each stored index.
    double bits_per_position(const StreamInfo& stream) const {
        return info.indices == 0 ? 0 : 8.0 * static_cast<double>(stream.bytes) / static_cast<double>(info.indices);
    }
};

/// Writes one table at the end of an empty `sink`. The bytes depend on the values and the options named above only,
/// never on the number of threads. Memory: a few MB, and for a large stream in the codec pairs up to 16 MB for each
/// grammar that is tried, some 150 MB in all, whatever the size of the table. Throws `Error`, and what a source or the
/// sink throws.
EncodeReport write_table(Sink& sink, const TableContents& contents, const EncodeOptions& options = {});

}  // namespace mexbase
