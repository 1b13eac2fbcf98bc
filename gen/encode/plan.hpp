/// \file
/// Chooses how a stream is packed, from samples and a static cost model. The plan takes the cheapest of several
/// candidates.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "../../query/format/info.hpp"
#include "block_encoder.hpp"
#include "pairs/pair_trainer.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

using Chunk = std::vector<std::uint32_t>;

/// Chunks of symbols, `dont_care` among them: some to train dictionaries and grammars on, some to judge candidates by.
/// A stream of few chunks is both as a whole: then the judgement is exact.
struct Samples {
    std::vector<Chunk> train, judge;
    std::uint64_t varied = 0;  ///< positions of the stream in chunks that vary
    double scale = 1;          ///< of them, for each in `judge`

    const std::vector<Chunk>& training() const { return train.empty() ? judge : train; }
};

/// Evenly spaced chunks among those that vary. The more, the narrower the symbols are, of `bits` bits.
Samples take_samples(const StoredStream& stream, unsigned bits, unsigned threads);

/// The numbers that blocks of 2^`block_log2` positions hold, of those that vary: symbols, `dont_care` among them,
/// or differences. No more than `most` and a block, from all over the samples.
Numbers numbers_of(const std::vector<Chunk>& samples, bool delta, unsigned block_log2, std::size_t most);

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

    /// Returns the number that limits are compared with: the 99th percentile may be seven times the median.
    double slowness() const { return std::max(median, p99 / 7); }
    /// Whether it takes longer than the limit, if there is one.
    bool is_over(double limit) const { return limit != time_ignored && slowness() > limit; }
    /// Returns the cost to minimise: the size, and a little time. Half a microsecond weighs as much as a ninth of the
    /// size. A way slower than the limit counts at least four times its size, so it is taken only if all ways within
    /// the limit are more than four times as large.
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

/// The choice. It depends on the values and on the options that change bytes, on nothing else.
struct StreamPlan {
    Candidate way;           ///< its bytes are an estimate, exact for few chunks
    double quick_bytes = 0;  ///< bytes by a quick look: no grammars, no dictionaries, a low level of zstd
    CodecChoice choice;      ///< the cheapest way with each codec
};

/// The level of zstd that the options say.
int level_of(const EncodeOptions& options);

/// Whether differences of neighbours take so many bits less than symbols that blocks of them are worth a try.
bool are_steps_narrow(const StoredStream& stream);

/// Tries candidates on evenly spaced chunks among those that vary. If a quick look says that the stream takes more
/// than `most_quick_bytes`, it stops there: the plan is empty, and the bytes of its way are infinite.
StreamPlan plan_stream(const StoredStream& stream, const EncodeOptions& options,
                       double most_quick_bytes = std::numeric_limits<double>::infinity());

}  // namespace mexbase::detail
