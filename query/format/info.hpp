/// \file
/// What a table says about itself.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../../lib/index.hpp"
#include "../../lib/value/partizan_outcome.hpp"
#include "../../lib/value/period.hpp"
#include "../../lib/value/value_kind.hpp"
#include "format.hpp"

namespace mexbase {

/// How many pairs of results a partizan outcome may be.
inline constexpr std::size_t partizan_codes = 9;
/// Their number: three times the result when Left begins plus that when Right begins, each for the player who begins:
/// 0 loss, 1 win, 2 draw.
constexpr std::size_t partizan_code(const PartizanOutcome& value) {
    return 3 * static_cast<std::size_t>(value.left.outcome) + static_cast<std::size_t>(value.right.outcome);
}

/// The description of a table's content. A plain value.
///
/// Counts are over the legal positions among the queryable indices.
struct TableInfo {
    std::string spec;  ///< the normalised game spec
    ValueKind value{};
    Play play = Play::normal;
    std::uint32_t rules_version = 1;                      ///< of the family, when the table was made
    Index indices = 0;                                    ///< indices stored: 0..indices-1
    Index queryable_size = 0;                             ///< indices that may be asked for: 0..queryable_size-1
    Index positions = 0;                                  ///< legal positions among the queryable indices
    std::array<std::uint64_t, outcome_count> outcomes{};  ///< positions by outcome, in the order of `Outcome`
    std::optional<std::uint64_t> longest_remoteness;      ///< nothing where no position has a remoteness
    std::optional<std::uint64_t> largest_nimber;
    bool remoteness_exact = true;  ///< false: found within a bound, and an upper bound only
    std::uint64_t infinite = 0;    ///< nimber tables: positions with an infinite value
    /// Nimber tables: positions by nimber, from 0 to the largest; empty where that is `histogram_limit` or more.
    std::vector<std::uint64_t> nimbers;
    std::array<std::uint64_t, 4> obliged{};  ///< obliged tables: positions by `Obliged::code`
    /// Partizan-outcome tables: positions by `partizan_code`.
    std::array<std::uint64_t, partizan_codes> partizan{};
    std::array<std::uint64_t, 4> classes{};  ///< canonical tables: positions by `OutcomeClass`
    std::uint64_t distinct_values = 0;       ///< canonical tables: different values that the positions have
    /// Of the values by index. `proven` is what the table says; what is believed is `theorem`.
    std::optional<Period> period;
    /// What proves the period, by as many values as are stored: the reader has looked. Such a period answers every
    /// index, however large. Nothing for a period that is only seen, nor for one that is called proven and is not.
    std::optional<PeriodTheorem> theorem;

    /// The period, where it answers indices that are not stored.
    std::optional<Repetition> repetition() const {
        if (!period || !theorem) return std::nullopt;
        return Repetition{period->preperiod, period->period};
    }

    friend bool operator==(const TableInfo&, const TableInfo&) = default;
};

/// Positions by remoteness: row r counts the losses, the wins and the ties of remoteness r.
using RemotenessHistogram = std::vector<std::array<std::uint64_t, 3>>;

/// Remoteness, or nimber, from which on a table carries no histogram by it.
inline constexpr std::uint64_t histogram_limit = 4096;

/// What a table says of one of its streams, and what the stream costs.
struct StreamInfo {
    StreamKind kind = StreamKind::outcome;
    Codec codec{};
    std::uint64_t count = 0;  ///< of what it holds: indices, but of keys and moves
    std::uint32_t block = 0;  ///< positions a block
    unsigned bits_per_symbol = 0;
    std::uint64_t symbols = 0;  ///< size of the alphabet
    format::RemotenessCoding coding =
        format::RemotenessCoding::none;  ///< what of the remoteness is left to the outcome
    std::uint64_t bytes = 0;             ///< the sum of the parts below
    std::uint64_t header_bytes = 0;
    std::uint64_t directory_bytes = 0;  ///< the directory with its checksums
    std::uint64_t dictionary_bytes = 0;
    std::uint64_t payload_bytes = 0;
    bool small = false;  ///< stored in one piece
};

/// What a stream would have cost with a codec, as the writer reckoned from samples.
struct CodecCost {
    Codec codec{};
    std::uint64_t bytes = 0;        ///< of directory, dictionary and payload
    std::uint64_t nanoseconds = 0;  ///< of a probe whose block is not decoded
    friend bool operator==(const CodecCost&, const CodecCost&) = default;
};

/// Why a stream is packed as it is.
struct CodecChoice {
    StreamKind kind = StreamKind::outcome;
    std::uint64_t limit = 0;  ///< nanoseconds that a probe was to take at most; 0: any
    /// Of the codecs that were tried, in the order of their numbers. What zstd takes is that of a quick level, up to a
    /// fifth more, where that is more than one and a half times the best.
    std::vector<CodecCost> costs;
    friend bool operator==(const CodecChoice&, const CodecChoice&) = default;
};

}  // namespace mexbase
