// SPDX-License-Identifier: MIT
/// \file
/// Description of a table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "../../lib/index.hpp"
#include "../../lib/value/distance.hpp"
#include "../../lib/value/partizan_outcome.hpp"
#include "../../lib/value/period.hpp"
#include "../../lib/value/value_kind.hpp"
#include "format.hpp"

namespace mexbase {

/// Number of different partizan outcomes. Each has one of three results for each player who may begin.
inline constexpr std::size_t partizan_codes = 9;
/// Returns the number 0..8 of a partizan outcome: 3·(result if Left begins) + (result if Right begins). A result is 0
/// for a loss, 1 for a win, 2 for a draw of the player who begins.
constexpr std::size_t partizan_code(const PartizanOutcome& value) {
    return 3 * static_cast<std::size_t>(value.left.outcome) + static_cast<std::size_t>(value.right.outcome);
}

/// Description of a table's content.
///
/// Every count is over the legal positions among the queryable indices.
struct TableInfo {
    std::string spec;  ///< the normalised game spec
    ValueKind value{};
    Play play = Play::normal;
    std::uint32_t rules_version = 1;  ///< version of the family's rules when the table was made
    Index indices = 0;                ///< number of stored indices: 0..indices-1
    Index queryable_size = 0;         ///< number of indices that users may query: 0..queryable_size-1
    Index positions = 0;              ///< legal positions among the queryable indices
    std::array<std::uint64_t, outcome_count> outcomes{};  ///< positions by outcome, in the order of `Outcome`
    std::optional<std::uint64_t> longest_remoteness;      ///< empty if no position has a remoteness
    std::optional<std::uint64_t> largest_nimber;
    Distance distance = Distance::end;         ///< what remotenesses count
    std::uint64_t exit_limit = no_exit_limit;  ///< greatest distance to an exit that keeps the outcome by the rules
    bool remoteness_exact = true;              ///< false: remotenesses are upper bounds, because the game was bounded
    std::uint64_t infinite = 0;                ///< nimber tables: positions with an infinite value
    /// Nimber tables: number of positions with each nimber from 0 to the largest; empty if the largest is
    /// `histogram_limit` or more.
    std::vector<std::uint64_t> nimbers;
    std::array<std::uint64_t, 4> obliged{};  ///< obliged tables: positions by `Obliged::code`
    /// Partizan-outcome tables: number of positions by `partizan_code`.
    std::array<std::uint64_t, partizan_codes> partizan{};
    std::array<std::uint64_t, 4> classes{};  ///< canonical tables: positions by `OutcomeClass`
    std::uint64_t distinct_values = 0;       ///< canonical tables: number of different values that the positions have
    /// Period of the values in the order of indices. `Period::proven` is only a claim of the table; `theorem` is set if
    /// the reader has verified it.
    std::optional<Period> period;
    /// The theorem that proves the period. The reader has checked that enough values are stored for it. With a theorem,
    /// every index can be queried. Empty if the period is only observed, or if the table's claim is wrong.
    std::optional<PeriodTheorem> theorem;

    /// Returns the proven period, by which indices that are not stored can be queried, or `std::nullopt`.
    std::optional<Repetition> repetition() const {
        if (!period || !theorem) return std::nullopt;
        return Repetition{period->preperiod, period->period};
    }

    friend bool operator==(const TableInfo&, const TableInfo&) = default;
};

/// Numbers of positions by remoteness: row r has the numbers of losses, wins and ties of remoteness r.
using RemotenessHistogram = std::vector<std::array<std::uint64_t, 3>>;

/// A table has counts by remoteness, or by nimber, only if the greatest remoteness or nimber is less than this.
inline constexpr std::uint64_t histogram_limit = 4096;

/// Properties and size of one stream of a table.
struct StreamInfo {
    StreamKind kind = StreamKind::outcome;
    Codec codec{};
    std::uint64_t count = 0;  ///< number of entries; one per index in most streams
    std::uint32_t block = 0;  ///< positions per block
    unsigned bits_per_symbol = 0;
    std::uint64_t symbols = 0;  ///< number of different symbols
    format::RemotenessCoding coding =
        format::RemotenessCoding::none;  ///< part of the remoteness that the outcome implies
    std::uint64_t bytes = 0;             ///< length of the stream, the sum of the four lengths below
    std::uint64_t header_bytes = 0;
    std::uint64_t directory_bytes = 0;  ///< the directory with its checksums
    std::uint64_t dictionary_bytes = 0;
    std::uint64_t payload_bytes = 0;
    bool small = false;  ///< the stream is not divided into blocks with a directory
};

/// Estimate of a stream's cost with one codec, from the writer's samples.
struct CodecCost {
    Codec codec{};
    std::uint64_t bytes = 0;        ///< length of directory, dictionary and payload
    std::uint64_t nanoseconds = 0;  ///< time of a probe of a block that is not decoded yet
    friend bool operator==(const CodecCost&, const CodecCost&) = default;
};

/// The estimates from which the writer chose the codec of a stream.
struct CodecChoice {
    StreamKind kind = StreamKind::outcome;
    std::uint64_t limit = 0;  ///< limit on the time of a probe in nanoseconds; 0: no limit
    /// Costs of the codecs tried, in the order of their numbers. The codec zstd is first tried at a fast level. If this
    /// costs more than 1.5 times the best cost, slower levels are not tried, although they cost up to a fifth less.
    std::vector<CodecCost> costs;
    friend bool operator==(const CodecChoice&, const CodecChoice&) = default;
};

}  // namespace mexbase
