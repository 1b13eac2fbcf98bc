// SPDX-License-Identifier: MIT
/// \file
/// Converts the values of a source to the symbols of a stream.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../../query/format/format.hpp"
#include "../../query/kinds/kind.hpp"
#include "pairs/literals.hpp"
#include "table_writer.hpp"

namespace mexbase::detail {

/// Values of a table in their stored form. A draw becomes `unknown` if the streams `cannot_win` and `cannot_lose`
/// identify it. The lowest bit of remoteness is left out if the outcome determines it. Thread-safe.
class StoredValues {
  public:
    /// Borrows `contents`. Throws `Error{bad_usage}` if the streams do not form a table of any kind.
    explicit StoredValues(const TableContents& contents);

    const StreamSource* source(StreamKind kind) const { return sources_[static_cast<std::size_t>(kind)]; }
    /// Returns the kind of table that the streams form.
    const Kind& kind() const { return kind_; }
    /// Returns true if draws are stored as `unknown`, with `cannot_win` and `cannot_lose`.
    bool folded() const { return folded_; }

    /// Makes the values of chunks of the survey readable, which begin at these indices. Does nothing in one process.
    void fetch_chunks(std::span<const std::uint64_t> firsts) const;

    /// Replaces outcomes by their stored form.
    void fold(std::span<std::uint32_t> outcomes) const;
    /// Writes the stored values of the stream `cannot_win` or `cannot_lose` (`kind`) for positions with these outcomes.
    void bits(StreamKind kind, std::uint64_t first, std::span<const std::uint32_t> outcomes,
              std::span<std::uint32_t> values) const;

  private:
    const TableContents& contents_;
    std::vector<const StreamSource*> sources_;
    const Kind& kind_;
    bool folded_ = false;
};

using format::RemotenessCoding;

/// Returns the stored form of a remoteness.
inline std::uint32_t halved(std::uint32_t remoteness, RemotenessCoding coding) {
    if (coding == RemotenessCoding::none) return remoteness;
    return (remoteness >> 1) + (coding == RemotenessCoding::rounded ? remoteness & 1 : 0);
}

/// Replaces each stored outcome by the number that the stream `result` has for this outcome and the remoteness.
void to_results(std::span<std::uint32_t> outcomes, std::span<const std::uint32_t> remotenesses);

/// Alphabet of a stream: the value of each symbol.
struct Alphabet {
    std::uint32_t base = 0, step = 1;  ///< if `list` is empty, symbol s has the value base + step · s
    std::uint32_t symbols = 1;
    std::vector<std::uint32_t> list;    ///< value of each symbol, ascending
    std::vector<std::uint32_t> places;  ///< for a list: index of value v at v - list.front()

    /// Replaces values by symbols; `dont_care` stays.
    void apply(std::span<std::uint32_t> values) const;
};

/// Returns the alphabet of a stream of `count` positions with these values. It is a range or a list, whichever takes
/// less space. `values` must be ascending and not empty.
Alphabet alphabet_of(std::span<const std::uint32_t> values, std::uint64_t count);
/// Returns the alphabet that lists these values.
Alphabet list_alphabet(std::span<const std::uint32_t> values);
/// Returns the alphabet of all numbers from `low` to `high`.
Alphabet range_alphabet(std::uint32_t low, std::uint32_t high);

/// Stream whose values are stored as symbols. Safe to read from several threads.
struct StoredStream {
    const StoredValues* values = nullptr;
    const StreamSource* source = nullptr;  ///< used instead of `values` if `format::tells_positions(kind)`
    StreamKind kind = StreamKind::outcome;
    std::uint64_t count = 0;
    RemotenessCoding coding = RemotenessCoding::none;  ///< coding of remotenesses
    Alphabet alphabet;
    std::uint64_t widest_step = 0;  ///< greatest difference of neighbouring values within a chunk; 0: unknown
    /// Numbers of the chunks with more than one symbol, ascending. All other chunks are constant.
    std::vector<std::uint64_t> mixed_chunks;

    /// Writes the symbols of the positions from `first` on, or `dont_care`. `spare` is a buffer.
    void fill(std::uint64_t first, std::span<std::uint32_t> symbols, std::vector<std::uint32_t>& spare) const;
};

/// Binary logarithm of the number of positions per chunk of the survey.
inline constexpr unsigned survey_chunk_log2 = 14;
inline constexpr std::uint64_t survey_chunk = std::uint64_t{1} << survey_chunk_log2;

}  // namespace mexbase::detail
