/// \file
/// Chooses how a stream is packed, from samples and a static cost model. The plan takes the cheapest of several
/// candidates.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "../../query/format/info.hpp"
#include "encoder.hpp"
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

/// Calls `f` with a copy of each block of 2^`block_log2` positions, in one of each `every` chunks.
template <class F>
void for_each_block(const std::vector<Chunk>& chunks, std::size_t every, unsigned block_log2, const F& f) {
    const std::size_t block = std::size_t{1} << block_log2;
    for (std::size_t c = 0; c < chunks.size(); c += every) {
        Chunk chunk = chunks[c];
        for (std::size_t at = 0; at < chunk.size(); at += block)
            f(std::span(chunk).subspan(at, std::min(block, chunk.size() - at)));
    }
}

/// The numbers that blocks of 2^`block_log2` positions hold, of those that vary: symbols, `dont_care` among them,
/// or differences. No more than `most` and a block, from all over the samples.
Numbers numbers_of(const std::vector<Chunk>& samples, bool delta, unsigned block_log2, std::size_t most);

/// Limits on the nanoseconds of a probe: time counts a little, without a limit; and size alone counts.
inline constexpr double no_limit = std::numeric_limits<double>::infinity();
inline constexpr double time_ignored = 0;

/// One way to pack the stream.
struct Candidate {
    std::shared_ptr<const Encoder> encoder = encoders().front();  ///< trained, if it is to be
    unsigned bits = 0;
    bool delta = false;
    unsigned block_log2 = 0;
    std::size_t training = 0;  ///< what the codec is trained with: bytes of a dictionary, or numbers; 0: it is not
    std::size_t parts = 1;     ///< dictionaries in one, at most
    double bytes = std::numeric_limits<double>::infinity();  ///< of the whole stream
    double nanoseconds = 0;                                  ///< for a block not decoded yet, on average
    double median = 0, p99 = 0;                              ///< the same, of all probes

    /// Makes `train` train the codec, even if it is trained.
    void to_train(std::size_t size, std::size_t most_parts = 1) {
        encoder = encoders()[static_cast<std::size_t>(encoder->codec)];
        training = size;
        parts = most_parts;
    }
    /// How blocks are packed this way.
    Packing packing(int level) const { return {encoder->at_level(level), bits, delta}; }
    /// Returns the number that limits are compared with: the 99th percentile may be seven times the median.
    double latency() const { return std::max(median, p99 / 7); }
    /// Whether it takes longer than the limit, if there is one.
    bool exceeds(double limit) const { return limit != time_ignored && latency() > limit; }
    /// Returns the cost to minimise: the size, and a little time. Half a microsecond weighs as much as a ninth of the
    /// size. A way slower than the limit counts at least four times its size, so it is taken only if all ways within
    /// the limit are more than four times as large.
    double cost(double limit) const {
        if (limit == time_ignored) return bytes;
        const double slow = exceeds(limit) ? 4 * latency() / limit : 1;
        return bytes * (1 + nanoseconds / 4500) * slow;
    }
};

/// The header of the stream in blocks of the candidate's, whose payload is not known yet.
format::StreamHeader header_of(const StoredStream& stream, const Candidate& candidate);

/// A search for the best way to pack a stream.
struct Search {
    const StoredStream& stream;
    const Samples& samples;
    const EncodeOptions& options;
    int level;
    double limit;                          // nanoseconds that a median probe may take
    std::array<Candidate, codecs> best{};  // of each codec
    std::vector<Candidate> quick{};        // all that was tried first, at a quick level

    const Candidate& cheapest() const {
        return *std::ranges::min_element(best, {}, [this](const Candidate& c) { return c.cost(limit); });
    }
    Candidate& best_of(Codec codec) { return best[static_cast<std::size_t>(codec)]; }
    /// Returns true if more trials with a codec may show it to be the cheapest.
    bool near(Codec codec, double factor = 1.15) const;

    /// Symbols as they are or differences, and the widths worth a try: what is needed, and the next that divides or
    /// fills bytes.
    std::vector<Candidate> shapes() const;
    /// Returns true if a shape has only the bits that are needed.
    bool is_narrowest(const Candidate& shape) const;
    /// A block size that is wanted, within the limits of options and stream.
    unsigned block(unsigned block_log2) const {
        return options.block_log2.value_or(std::clamp(block_log2, least_block(), most_block()));
    }
    unsigned least_block() const;
    /// A table of few positions needs no block larger than itself.
    unsigned most_block() const {
        return std::min(survey_chunk_log2, std::max(least_block(), format::bits_for(stream.count)));
    }

    /// Judges those candidates that may be taken, in parallel, and of each codec keeps the first of the cheapest if it
    /// beats the best so far.
    void attempt(std::vector<Candidate> all) { keep(judged(std::move(all), level)); }
    void keep(std::vector<Candidate> all);
    /// Those candidates that may be taken, trained and judged.
    std::vector<Candidate> judged(std::vector<Candidate> all, int at_level) const;
};

/// A level for quick looks.
inline constexpr int quick_level = 3;

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
