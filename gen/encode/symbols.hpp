/// \file
/// From the values of a source to the symbols of a stream.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../../query/format/format.hpp"
#include "../../query/kinds/kind.hpp"
#include "pairs/literals.hpp"
#include "table_writer.hpp"

namespace mexbase::detail {

/// The values of a table as its streams store them: draws that two bits tell are folded into `unknown`, the lowest bit
/// of remoteness may be left to the outcome. Safe for any number of threads.
class StoredValues {
  public:
    /// Borrows `contents`. Throws `Error{bad_usage}` for streams that make no table.
    explicit StoredValues(const TableContents& contents);

    const StreamSource* source(StreamKind kind) const { return sources_[static_cast<std::size_t>(kind)]; }
    /// The kind of table that the streams make.
    const Kind& kind() const { return kind_; }
    /// True where a draw is stored as `unknown` that can neither be won nor lost.
    bool folded() const { return folded_; }

    /// Turns outcomes into what the outcome stream stores.
    void fold(std::span<std::uint32_t> outcomes) const;
    /// One of the two bits, as stored, given the outcomes.
    void bits(StreamKind kind, std::uint64_t first, std::span<const std::uint32_t> outcomes,
              std::span<std::uint32_t> values) const;

  private:
    std::vector<const StreamSource*> sources_;
    const Kind& kind_;
    bool folded_ = false;
};

using format::RemotenessCoding;

/// What is stored of a remoteness.
inline std::uint32_t halved(std::uint32_t remoteness, RemotenessCoding coding) {
    if (coding == RemotenessCoding::none) return remoteness;
    return (remoteness >> 1) + (coding == RemotenessCoding::rounded ? remoteness & 1 : 0);
}

/// Makes of outcomes, as they are stored, and remotenesses what a stream of results holds.
void to_results(std::span<std::uint32_t> outcomes, std::span<const std::uint32_t> remotenesses);

/// The alphabet of a stream: which values its symbols stand for.
struct Alphabet {
    std::uint32_t base = 0, step = 1;  ///< a range, where `list` is empty
    std::uint32_t symbols = 1;
    std::vector<std::uint32_t> list;    ///< ascending
    std::vector<std::uint32_t> places;  ///< of a list: place of value v at v - list.front()

    /// Turns values into symbols; `dont_care` stays.
    void apply(std::span<std::uint32_t> values) const;
};

/// The smaller of the two kinds of alphabet for a stream of `count` positions that holds `values`, ascending and not
/// empty.
Alphabet alphabet_of(std::span<const std::uint32_t> values, std::uint64_t count);
/// The list of those values.
Alphabet list_alphabet(std::span<const std::uint32_t> values);
/// The range from `low` to `high`, for values too many to list.
Alphabet range_alphabet(std::uint32_t low, std::uint32_t high);

/// One stream as it is stored, in symbols. Safe for any number of threads.
struct StoredStream {
    const StoredValues* values = nullptr;
    const StreamSource* source = nullptr;  ///< in place of `values`, of a stream that `tells_positions`
    StreamKind kind = StreamKind::outcome;
    std::uint64_t count = 0;
    RemotenessCoding coding = RemotenessCoding::none;  ///< of remotenesses
    Alphabet alphabet;
    std::uint64_t widest_step = 0;  ///< greatest difference of neighbouring values within a chunk; 0: not known
    /// Chunks that hold more than one symbol. All others are constant.
    std::vector<std::uint64_t> mixed_chunks;

    /// The symbols of `first`, …, or `dont_care`. `spare` is scratch of the caller's.
    void fill(std::uint64_t first, std::span<std::uint32_t> symbols, std::vector<std::uint32_t>& spare) const;
};

/// Positions in a chunk of the survey.
inline constexpr unsigned survey_chunk_log2 = 14;
inline constexpr std::uint64_t survey_chunk = std::uint64_t{1} << survey_chunk_log2;

}  // namespace mexbase::detail
