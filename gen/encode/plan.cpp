#include "plan.hpp"

#include <zdict.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>

#include "../../lib/error.hpp"
#include "ordered.hpp"

namespace mexbase::detail {

namespace {

constexpr std::size_t most_chunks = 32;  // of samples for training, and as many for judging
constexpr int default_level = 12;
constexpr unsigned least_block_log2 = 8, most_block_log2 = survey_chunk_log2;
constexpr unsigned first_block_log2 = 12;

using Chunk = std::vector<std::uint32_t>;

/// Chunks of symbols, `dont_care` among them: one lot to train dictionaries on, one to judge candidates by.
/// A small stream is both as a whole: then the judgement is exact.
struct Samples {
    std::vector<Chunk> train, judge;
    double scale = 1;        // chunks that vary in the stream, for each in `judge`
    std::uint64_t flat = 0;  // positions in chunks that do not vary

    const std::vector<Chunk>& training() const { return train.empty() ? judge : train; }
};

Samples take_samples(const StoredStream& stream, unsigned threads) {
    const std::vector<std::uint64_t>& mixed = stream.mixed_chunks;
    std::vector<std::uint64_t> picked;
    const bool all = mixed.size() <= most_chunks;
    const std::size_t want = all ? mixed.size() : std::min(2 * most_chunks, mixed.size());
    for (std::size_t i = 0; i < want; ++i) picked.push_back(mixed[(2 * i + 1) * mixed.size() / (2 * want)]);
    Samples samples;
    std::uint64_t varied = 0;
    for (const std::uint64_t chunk : mixed)
        varied += std::min(survey_chunk, stream.count - (chunk << survey_chunk_log2));
    samples.flat = stream.count - varied;
    parallel_ordered(
        picked.size(), threads,
        [&](unsigned, std::uint64_t i) {
            const std::uint64_t first = picked[i] << survey_chunk_log2;
            Chunk chunk(static_cast<std::size_t>(std::min(survey_chunk, stream.count - first)));
            std::vector<std::uint32_t> spare;
            stream.fill(first, chunk, spare);
            return chunk;
        },
        [&](std::uint64_t i, Chunk&& chunk) {
            (all || i % 2 != 0 ? samples.judge : samples.train).push_back(std::move(chunk));
        });
    std::uint64_t judged = 0;
    for (const Chunk& chunk : samples.judge) judged += chunk.size();
    if (judged != 0) samples.scale = static_cast<double>(varied) / static_cast<double>(judged);
    return samples;
}

/// A dictionary of at most `size` bytes for blocks of `1 << block_log2` symbols of `bits` bits; nothing where the
/// trainer has none.
std::vector<std::byte> train(const Samples& samples, unsigned bits, unsigned block_log2, std::size_t size) {
    BlockEncoder encoder;
    std::vector<std::byte> bytes;
    std::vector<std::size_t> sizes;
    for (Chunk chunk : samples.training()) {
        const std::size_t block = std::size_t{1} << block_log2;
        for (std::size_t at = 0; at < chunk.size(); at += block) {
            const auto part = std::span(chunk).subspan(at, std::min(block, chunk.size() - at));
            if (settle(part)) continue;
            const auto packed = encoder.pack(part, bits);
            bytes.insert(bytes.end(), packed.begin(), packed.end());
            sizes.push_back(packed.size());
        }
    }
    std::vector<std::byte> dictionary(size);
    const std::size_t length = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), bytes.data(), sizes.data(),
                                                     static_cast<unsigned>(sizes.size()));
    if (ZDICT_isError(length)) return {};
    dictionary.resize(length);
    return dictionary;
}

/// One way to pack the stream, and what it costs.
struct Candidate {
    Codec codec = Codec::raw;
    unsigned bits = 0;
    unsigned block_log2 = first_block_log2;
    std::size_t dictionary_size = 0;  // asked of the trainer
    std::vector<std::byte> dictionary;
    double bytes = std::numeric_limits<double>::infinity();  // of the whole stream
    double nanoseconds = 0;                                  // for a block not decoded yet

    /// What is made small: size, and a little time. Half a microsecond weighs as much as a ninth of the size; what is
    /// slower than the limit weighs so much more that only a limit nobody can meet is broken.
    double cost(double limit) const {
        const double slow = nanoseconds > limit ? 4 * (nanoseconds / limit) : 1;
        return bytes * (1 + nanoseconds / 4500) * slow;
    }
};

unsigned superblock_log2(const StoredStream& stream, unsigned block_log2) {
    const std::uint64_t blocks = (stream.count + (std::uint64_t{1} << block_log2) - 1) >> block_log2;
    return std::min(5u, format::bits_for(blocks));
}

/// Packs the samples the candidate's way.
void judge(Candidate& candidate, const Samples& samples, const StoredStream& stream, int level) {
    std::optional<PackDictionary> dictionary;
    if (!candidate.dictionary.empty()) dictionary.emplace(candidate.dictionary, level);
    const Packing packing{candidate.codec, candidate.bits, level, dictionary ? &*dictionary : nullptr};
    BlockEncoder encoder;
    const std::size_t block = std::size_t{1} << candidate.block_log2;
    double payload = 0, time = 0, positions = 0;
    Chunk chunk;
    for (const Chunk& sample : samples.judge) {
        chunk = sample;
        for (std::size_t at = 0; at < chunk.size(); at += block) {
            const auto part = std::span(chunk).subspan(at, std::min(block, chunk.size() - at));
            const auto packed = encoder.encode(part, packing);
            const auto length = static_cast<double>(packed.payload.size());
            const auto n = static_cast<double>(part.size());
            payload += length;
            positions += n;
            time += n * decode_estimate(candidate.codec, dictionary.has_value(), length,
                                        static_cast<double>(format::packed_bytes(part.size(), candidate.bits)));
        }
    }
    format::StreamHeader header;
    header.bits = static_cast<std::uint8_t>(candidate.bits);
    header.block_log2 = static_cast<std::uint8_t>(candidate.block_log2);
    header.superblock_log2 = static_cast<std::uint8_t>(superblock_log2(stream, candidate.block_log2));
    header.count = stream.count;
    candidate.bytes =
        payload * samples.scale + static_cast<double>(header.directory_bytes() + candidate.dictionary.size());
    candidate.nanoseconds = positions == 0 ? 0 : time / positions;
}

/// Judges all of them in parallel; the first of the cheapest comes first in `all` afterwards.
void judge_all(std::vector<Candidate>& all, const Samples& samples, const StoredStream& stream, int level,
               unsigned threads, double limit) {
    parallel_ordered(
        all.size(), threads,
        [&](unsigned, std::uint64_t i) {
            Candidate candidate = std::move(all[i]);
            if (candidate.dictionary_size != 0 && candidate.dictionary.empty())
                candidate.dictionary =
                    train(samples, candidate.bits, std::min(candidate.block_log2, 11u), candidate.dictionary_size);
            const bool possible = candidate.dictionary_size == 0 || !candidate.dictionary.empty();
            if (possible) judge(candidate, samples, stream, level);
            return candidate;
        },
        [&](std::uint64_t i, Candidate&& candidate) { all[i] = std::move(candidate); });
    const auto best = std::min_element(all.begin(), all.end(), [limit](const Candidate& a, const Candidate& b) {
        return a.cost(limit) < b.cost(limit);
    });
    std::rotate(all.begin(), best, best + 1);
}

bool fits(const Candidate& candidate) {
    return format::packed_bytes(std::uint64_t{1} << candidate.block_log2, candidate.bits) <= format::longest_payload;
}

/// Widths worth a try: what the alphabet needs, and the next ones that divide or fill bytes, which zstd likes.
std::vector<unsigned> widths(unsigned needed, Codec codec) {
    std::vector<unsigned> all{needed};
    if (codec != Codec::zstd) return all;
    for (const unsigned width : {1u, 2u, 4u, 8u, 16u, 32u})
        if (width > needed && width <= 2 * needed && width >= 2) all.push_back(width);
    return all;
}

}  // namespace

double decode_estimate(Codec codec, bool dictionary, double payload_bytes, double packed_bytes) {
    constexpr double lookup = 60;
    if (payload_bytes == 0) return lookup;
    const double read = lookup + 0.1 * payload_bytes;
    if (codec != Codec::zstd || payload_bytes == packed_bytes) return read;
    const double tables = !dictionary && payload_bytes > 40 ? 1200 : 0;
    return read + 60 + tables + 4 * payload_bytes + 0.12 * packed_bytes;
}

StreamPlan plan_stream(const StoredStream& stream, const EncodeOptions& options) {
    const int level = options.level == 0 ? default_level : options.level;
    const unsigned needed = format::bits_for(stream.alphabet.symbols);
    // What a median probe may take: an outcome may need three streams.
    const double limit = stream.kind == StreamKind::remoteness ? 1500 : 500;
    StreamPlan plan;
    plan.bits = needed;
    plan.level = level;
    if (needed == 0) return plan;

    const Samples samples = take_samples(stream, options.threads);
    // A table of few positions needs no block larger than itself.
    const unsigned whole = std::max(least_block_log2, format::bits_for(stream.count));
    const auto with_block = [&](Candidate candidate, unsigned block_log2) {
        candidate.block_log2 = options.block_log2.value_or(std::min(block_log2, whole));
        return candidate;
    };
    // First the codec, the width and the dictionary at one block size, then the block size.
    std::vector<Candidate> all;
    const auto offer = [&](Candidate candidate, std::vector<Candidate>& list) {
        if (options.codec && candidate.codec != *options.codec) return;
        if (fits(candidate)) list.push_back(std::move(candidate));
    };
    for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd}) {
        for (const unsigned bits : widths(needed, codec)) {
            const unsigned block_log2 = codec == Codec::zstd ? bits > 8 ? 11 : first_block_log2 : 8;
            Candidate candidate;
            candidate.codec = codec;
            candidate.bits = bits;
            offer(with_block(candidate, block_log2), all);
            if (codec != Codec::zstd) continue;
            for (const std::size_t size : {2048u, 4096u, 8192u, 16384u, 32768u}) {
                if (size * 16 > stream.count * bits / 8) continue;
                candidate.dictionary_size = size;
                offer(with_block(candidate, block_log2), all);
            }
        }
    }
    if (all.empty())
        throw Error(ErrorCode::bad_usage, "blocks of 2^" + std::to_string(options.block_log2.value_or(0)) +
                                              " positions are too large for this table");
    judge_all(all, samples, stream, level, options.threads, limit);
    const Candidate first = std::move(all.front());
    if (!options.block_log2) {
        std::vector<Candidate> sizes;
        for (unsigned log2 = least_block_log2; log2 <= std::min(most_block_log2, whole); ++log2)
            offer(with_block(first, log2), sizes);
        // The codecs whose blocks were judged small may like other sizes better than the best so far.
        if (!sizes.empty()) {
            judge_all(sizes, samples, stream, level, options.threads, limit);
            all.front() = std::move(sizes.front());
        }
    } else {
        all.front() = first;
    }
    Candidate& best = all.front();
    plan.codec = best.codec;
    plan.bits = best.bits;
    plan.block_log2 = best.block_log2;
    plan.superblock_log2 = superblock_log2(stream, best.block_log2);
    plan.dictionary = std::move(best.dictionary);
    return plan;
}

}  // namespace mexbase::detail
