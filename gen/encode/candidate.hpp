/// \file
/// One way to pack a stream, and what it would cost: what a plan chooses from.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "block_encoder.hpp"
#include "samples.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

/// Limits on the nanoseconds of a probe: time counts a little, without a limit; and size alone counts.
inline constexpr double no_limit = std::numeric_limits<double>::infinity();
inline constexpr double time_ignored = 0;

/// One way to pack the stream.
struct Candidate {
    Codec codec = Codec::raw;
    unsigned bits = 0;
    bool delta = false;
    unsigned block_log2 = 0;
    std::size_t dictionary_size = 0;  ///< asked of the trainer of zstd
    std::vector<std::byte> dictionary;
    std::size_t training_size = 0;  ///< numbers that grammars are still to be made from; 0: they are made
    std::size_t most_grammars = 1;  ///< to be made
    Grammars grammars;              ///< null: none
    BlockSorts sorts;
    double bytes = std::numeric_limits<double>::infinity();  ///< of the whole stream
    double nanoseconds = 0;                                  ///< for a block not decoded yet, on average
    double median = 0, p99 = 0;                              ///< the same, of all probes

    /// What limits are compared with: the 99th percentile may be seven times the median.
    double slowness() const { return std::max(median, p99 / 7); }
    /// Whether it takes longer than the limit, if there is one.
    bool is_over(double limit) const { return limit != time_ignored && slowness() > limit; }
    /// What is minimised: size, and a little time. Half a microsecond weighs as much as a ninth of the size. What is
    /// slower than the limit counts four times its size, and more the slower it is: so the limit is exceeded only where
    /// all that meets it is more than four times as large.
    double cost(double limit) const {
        if (limit == time_ignored) return bytes;
        const double slow = is_over(limit) ? 4 * slowness() / limit : 1;
        return bytes * (1 + nanoseconds / 4500) * slow;
    }
};

/// Makes the dictionary or the grammars that the candidate asks for, of those samples that are for training. False
/// where there can be none.
bool train(Candidate& candidate, const Samples& samples, const StoredStream& stream, unsigned threads);

/// Packs the samples that are for judging the candidate's way, and says what that takes.
void judge(Candidate& candidate, const Samples& samples, const StoredStream& stream, int level);

/// Whether no symbol of the candidate's grammars stands for more numbers than a block has.
bool spans_fit(const Candidate& candidate);

/// How many numbers a stream's blocks tell apart.
std::uint32_t numbers_in(const StoredStream& stream, bool delta);

/// The header of the stream in blocks of the candidate's, whose payload is not known yet.
format::StreamHeader header_of(const StoredStream& stream, const Candidate& candidate);

/// How blocks are packed the candidate's way. Borrows the candidate.
Packing packing_of(const Candidate& candidate, int level);

}  // namespace mexbase::detail
