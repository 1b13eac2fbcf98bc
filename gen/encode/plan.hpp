// SPDX-License-Identifier: MIT
/// \file
/// Chooses how to pack a stream, from samples and a static cost model. The plan is the cheapest of several candidates.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "../../query/format/info.hpp"
#include "encoder.hpp"
#include "symbols.hpp"

namespace mexbase::detail {

using Chunk = std::vector<std::uint32_t>;

/// Samples of a stream, in chunks of `survey_chunk` symbols. Dictionaries and grammars are made from `train`, and
/// candidates are judged by `judge`. A short stream is all in `judge`, so that the estimated sizes are exact.
struct Samples {
    std::vector<Chunk> train, judge;
    std::uint64_t varied = 0;  ///< number of positions in chunks whose values differ
    double scale = 1;          ///< ratio of `varied` to the number of positions in `judge`

    const std::vector<Chunk>& training() const { return train.empty() ? judge : train; }
};

/// Takes evenly spaced chunks. Skips chunks whose values are all equal. Takes more chunks if symbols have fewer `bits`.
Samples take_samples(const StoredStream& stream, unsigned bits, unsigned threads);

/// Returns the maximum size of the samples of a stream, in bytes.
std::uint64_t sampling_memory(std::uint64_t count);
/// Returns the bytes that training a codec takes at most, in addition to the samples.
std::uint64_t training_memory(std::uint64_t count);
/// Bytes of memory per number from which a codec is trained.
inline constexpr std::uint64_t bytes_per_trained_number = 12;
/// Bytes that each further grammar takes that is made at the same time.
inline constexpr std::uint64_t grammar_memory = std::uint64_t{32} << 20;

/// Calls `f` with a copy of each block of 2^`block_log2` positions, in every `every`-th chunk.
template <class F>
void for_each_block(const std::vector<Chunk>& chunks, std::size_t every, unsigned block_log2, const F& f) {
    const std::size_t block = std::size_t{1} << block_log2;
    for (std::size_t c = 0; c < chunks.size(); c += every) {
        Chunk chunk = chunks[c];
        for (std::size_t at = 0; at < chunk.size(); at += block)
            f(std::span(chunk).subspan(at, std::min(block, chunk.size() - at)));
    }
}

/// Returns evenly spaced blocks of 2^`block_log2` positions from the samples, with at most `most` numbers but at least
/// one block. Skips blocks of equal values. Returns differences if `delta` is true, else symbols and `dont_care`.
NumberBlocks numbers_of(const std::vector<Chunk>& samples, bool delta, unsigned block_log2, std::size_t most);

/// Limits on the nanoseconds of a probe. With `no_limit`, time counts little. With `time_ignored`, only size counts.
inline constexpr double no_limit = std::numeric_limits<double>::infinity();
inline constexpr double time_ignored = 0;

/// Way to pack a stream, with its estimated size and probe times.
struct Candidate {
    std::shared_ptr<const Encoder> encoder = encoders().front();  ///< trained if it needs training
    unsigned bits = 0;
    bool delta = false;
    unsigned block_log2 = 0;
    std::size_t training = 0;  ///< bytes of the dictionary, or numbers to make a grammar from; 0: untrained
    std::size_t parts = 1;     ///< maximum number of grammars
    double bytes = std::numeric_limits<double>::infinity();  ///< estimated size of the whole stream
    double nanoseconds = 0;                                  ///< average time of a probe into a block not decoded yet
    double median = 0, p99 = 0;                              ///< median and 99th percentile of that time

    /// Replaces the codec by its untrained form. It will be trained with `size` as the value of `training`.
    void to_train(std::size_t size, std::size_t most_parts = 1) {
        encoder = encoders()[static_cast<std::size_t>(encoder->codec)];
        training = size;
        parts = most_parts;
    }
    Packing packing(int level) const { return {encoder->at_level(level), bits, delta}; }
    /// Returns the time that is compared with limits. The 99th percentile may be seven times the median.
    double latency() const { return std::max(median, p99 / 7); }
    /// Returns true if the candidate is slower than the limit, unless the time is ignored.
    bool exceeds(double limit) const { return limit != time_ignored && latency() > limit; }
    /// Returns the cost to minimise. It is the size, plus a ninth of the size for each half microsecond of a lookup. A
    /// candidate slower than the limit counts at least four times its size. So it wins only if all candidates within
    /// the limit are more than four times as large.
    double cost(double limit) const {
        if (limit == time_ignored) return bytes;
        const double slow = exceeds(limit) ? 4 * latency() / limit : 1;
        return bytes * (1 + nanoseconds / 4500) * slow;
    }
};

/// Returns the header of the stream as the candidate stores it, without the length of the payload.
format::StreamHeader header_of(const StoredStream& stream, const Candidate& candidate);

/// Search for the best way to pack a stream.
struct Search {
    const StoredStream& stream;
    const Samples& samples;
    const EncodeOptions& options;
    int level;
    double limit;                          // see `time_limit` in plan.cpp
    std::array<Candidate, codecs> best{};  // best candidate of each codec
    std::vector<Candidate> quick{};        // all candidates of the first trial, at a quick level

    const Candidate& cheapest() const {
        return *std::ranges::min_element(best, {}, [this](const Candidate& c) { return c.cost(limit); });
    }
    Candidate& best_of(Codec codec) { return best[static_cast<std::size_t>(codec)]; }
    /// Returns true if more trials of a codec are worthwhile. The codec must save space, and must cost at most `factor`
    /// times as much as the best codec.
    bool near(Codec codec, double factor = 1.15) const;

    /// Returns the forms of numbers that are worth trying. Numbers are symbols or differences. They have the needed
    /// number of bits, or the next power of two.
    std::vector<Candidate> shapes() const;
    /// Returns true if the shape (form of the numbers) has the least possible number of bits.
    bool is_narrowest(const Candidate& shape) const;
    /// Returns the binary logarithm of the block size: the one in the options, else `block_log2` clamped to the
    /// stream's limits.
    unsigned block(unsigned block_log2) const {
        return options.block_log2.value_or(std::clamp(block_log2, least_block(), most_block()));
    }
    unsigned least_block() const;
    /// Returns the binary logarithm of the largest block size worth trying. A block has at most 2^14 positions.
    unsigned most_block() const {
        return std::min(survey_chunk_log2, std::max(least_block(), format::bits_for(stream.count)));
    }

    /// Judges the candidates in parallel, and stores the cheapest of each codec in `best` if it is the cheapest so far.
    /// The others are freed at once, because a trained codec may take 200 MB.
    void attempt(std::vector<Candidate> all) {
        judge_each(std::move(all), level, [this](Candidate&& candidate) { keep(std::move(candidate)); });
    }
    void keep(Candidate candidate);
    /// Returns the candidates, judged. Omits those that options or format do not allow.
    std::vector<Candidate> judged(std::vector<Candidate> all, int at_level) const;

  private:
    /// Trains and judges the candidates (estimates size and time) in parallel. Calls `take` with each of them in order.
    /// Omits those that options or format do not allow.
    void judge_each(std::vector<Candidate> all, int at_level, const std::function<void(Candidate&&)>& take) const;
};

inline constexpr int quick_level = 3;

/// Chosen way to pack a stream. It depends only on the values and on the options that change the bytes of a table.
struct StreamPlan {
    Candidate way;           ///< candidate to use; its size is an estimate, exact for few chunks
    double quick_bytes = 0;  ///< bytes by a quick trial: no grammars, no dictionaries, a low zstd level
    CodecChoice choice;      ///< cheapest candidate of each codec
};

/// Returns the zstd level of the options, or the default level.
int level_of(const EncodeOptions& options);

/// Returns true if differences of neighbours are worth trying, because they need fewer bits than symbols.
bool are_steps_narrow(const StoredStream& stream);

/// Chooses how to pack a stream. Tries candidates on evenly spaced chunks, except chunks whose values are all equal. If
/// a quick trial takes more than `most_quick_bytes`, returns an empty plan of infinite size.
StreamPlan plan_stream(const StoredStream& stream, const EncodeOptions& options,
                       double most_quick_bytes = std::numeric_limits<double>::infinity());

}  // namespace mexbase::detail
