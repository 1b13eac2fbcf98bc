#include "plan.hpp"

#include <zdict.h>

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <memory>
#include <optional>

#include "../../lib/error.hpp"
#include "parallel_ordered.hpp"

namespace mexbase::detail {

namespace {

constexpr int default_level = 12;
constexpr unsigned most_block_log2 = survey_chunk_log2;

/// The least block worth a try. Directory and checksums cost 0.025 bits a position at 2048 positions a block, and twice
/// as much at half the size: more than many a large table's values. In a small table they cost a few bytes anyway.
unsigned least_block(const StoredStream& stream) {
    constexpr std::uint64_t large = std::uint64_t{1} << 20;
    return stream.count >= large ? 11 : 8;
}

/// Chunks of samples for training, and as many for judging: fewer of wide symbols, which take longer.
std::size_t chunks_for(unsigned bits) {
    return bits <= 1 ? 64 : bits <= 2 ? 32 : bits <= 4 ? 12 : bits <= 8 ? 8 : 4;
}

/// What candidates are compared at before the block size is chosen: about a kilobyte.
unsigned first_block_log2(unsigned bits) {
    return bits <= 4 ? 12 : bits <= 8 ? 11 : 10;
}

using Chunk = std::vector<std::uint32_t>;

/// Chunks of symbols, `dont_care` among them: one lot to train dictionaries on, one to judge candidates by.
/// A small stream is both as a whole: then the judgement is exact.
struct Samples {
    std::vector<Chunk> train, judge;
    std::uint64_t varied = 0;  // positions of the stream in chunks that vary
    double scale = 1;          // of them, for each in `judge`

    const std::vector<Chunk>& training() const { return train.empty() ? judge : train; }
};

Samples take_samples(const StoredStream& stream, std::size_t most_chunks, unsigned threads) {
    const std::vector<std::uint64_t>& mixed = stream.mixed_chunks;
    std::vector<std::uint64_t> picked;
    const bool all = mixed.size() <= most_chunks;
    const std::size_t want = all ? mixed.size() : std::min(2 * most_chunks, mixed.size());
    for (std::size_t i = 0; i < want; ++i) picked.push_back(mixed[(2 * i + 1) * mixed.size() / (2 * want)]);
    Samples samples;
    for (const std::uint64_t chunk : mixed)
        samples.varied += std::min(survey_chunk, stream.count - (chunk << survey_chunk_log2));
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
    if (judged != 0) samples.scale = static_cast<double>(samples.varied) / static_cast<double>(judged);
    return samples;
}

/// One way to pack the stream, and what it costs.
struct Candidate {
    Codec codec = Codec::raw;
    unsigned bits = 0;
    bool delta = false;
    unsigned block_log2 = 0;
    std::size_t dictionary_size = 0;  // asked of the trainer
    std::vector<std::byte> dictionary;
    double bytes = std::numeric_limits<double>::infinity();  // of the whole stream
    double nanoseconds = 0;                                  // for a block not decoded yet

    /// What is minimised: size, and a little time. Half a microsecond weighs as much as a ninth of the size; what is
    /// slower than the limit weighs so much more that only a limit that no candidate meets is exceeded.
    double cost(double limit) const {
        const double slow = nanoseconds > limit ? 4 * (nanoseconds / limit) : 1;
        return bytes * (1 + nanoseconds / 4500) * slow;
    }
};

/// A dictionary for blocks like the candidate's; nothing where the trainer has none.
std::vector<std::byte> train(const Samples& samples, const Candidate& candidate) {
    BlockEncoder encoder;
    std::vector<std::byte> bytes;
    std::vector<std::size_t> sizes;
    const std::size_t block = std::size_t{1} << std::min(candidate.block_log2, 11u);
    for (Chunk chunk : samples.training()) {
        for (std::size_t at = 0; at < chunk.size(); at += block) {
            const auto part = std::span(chunk).subspan(at, std::min(block, chunk.size() - at));
            if (settle(part)) continue;
            if (candidate.delta) BlockEncoder::to_differences(part);
            const auto packed = encoder.pack(part, candidate.bits);
            bytes.insert(bytes.end(), packed.begin(), packed.end());
            sizes.push_back(packed.size());
        }
    }
    std::vector<std::byte> dictionary(candidate.dictionary_size);
    const std::size_t length = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), bytes.data(), sizes.data(),
                                                     static_cast<unsigned>(sizes.size()));
    if (ZDICT_isError(length)) return {};
    dictionary.resize(length);
    return dictionary;
}

unsigned superblock_log2(const StoredStream& stream, unsigned block_log2) {
    const std::uint64_t blocks = (stream.count + (std::uint64_t{1} << block_log2) - 1) >> block_log2;
    return std::min(5u, format::bits_for(blocks));
}

/// Packs the samples the candidate's way.
void judge(Candidate& candidate, const Samples& samples, const StoredStream& stream, int level) {
    std::optional<PackDictionary> dictionary;
    if (!candidate.dictionary.empty()) dictionary.emplace(candidate.dictionary, level);
    const Packing packing{candidate.codec, candidate.bits, candidate.delta, level, dictionary ? &*dictionary : nullptr};
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
                                        static_cast<double>(format::packed_bytes(part.size(), candidate.bits)),
                                        candidate.delta ? n : 0);
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

/// Where a search stands.
struct Search {
    const StoredStream& stream;
    const Samples& samples;
    const EncodeOptions& options;
    int level;
    double limit;  // nanoseconds that a median probe may take
    Candidate best;

    /// Judges those candidates that may be taken, in parallel, and keeps the first of the cheapest if it beats the best
    /// so far.
    void attempt(std::vector<Candidate> all) {
        std::erase_if(all, [this](const Candidate& c) {
            const std::size_t base = c.delta ? format::delta_base_bytes : 0;
            return (options.codec && c.codec != *options.codec) ||
                   (c.delta && c.block_log2 > format::most_delta_block_log2) ||
                   format::packed_bytes(std::uint64_t{1} << c.block_log2, c.bits) + base > format::longest_payload;
        });
        parallel_ordered(
            all.size(), options.threads,
            [&](unsigned, std::uint64_t i) {
                Candidate candidate = std::move(all[i]);
                if (candidate.dictionary_size != 0 && candidate.dictionary.empty())
                    candidate.dictionary = train(samples, candidate);
                const bool possible = candidate.dictionary_size == 0 || !candidate.dictionary.empty();
                if (possible) judge(candidate, samples, stream, level);
                return candidate;
            },
            [&](std::uint64_t, Candidate&& candidate) {
                if (candidate.cost(limit) < best.cost(limit)) best = std::move(candidate);
            });
    }

    unsigned block(unsigned block_log2) const {
        // A table of few positions needs no block larger than itself.
        const unsigned least = least_block(stream);
        const unsigned whole = std::max(least, format::bits_for(stream.count));
        return options.block_log2.value_or(std::clamp(block_log2, least, std::min(most_block_log2, whole)));
    }
    bool worth_training(std::size_t dictionary, unsigned bits) const {
        return dictionary * 16 <= samples.varied * bits / 8;
    }
};

/// Symbols as they are or differences, and the widths worth a try: what is needed, and the next that divides or fills
/// bytes, which zstd likes.
std::vector<Candidate> shapes(const StoredStream& stream) {
    std::vector<Candidate> all;
    const auto add = [&all](unsigned needed, bool delta) {
        Candidate shape;
        shape.bits = needed;
        shape.delta = delta;
        all.push_back(shape);
        const unsigned round = std::max(2u, std::bit_ceil(needed));
        if (round == needed) return;
        shape.bits = round;
        all.push_back(shape);
    };
    const unsigned needed = format::bits_for(stream.alphabet.symbols);
    add(needed, false);
    const bool steps_known = stream.alphabet.list.empty() && stream.widest_step != 0 && stream.widest_step < (1u << 30);
    const unsigned steps = steps_known ? format::bits_for(2 * stream.widest_step + 1) : needed;
    if (steps + 2 <= needed) add(steps, true);
    return all;
}

}  // namespace

double decode_estimate(Codec codec, bool dictionary, double payload_bytes, double packed_bytes, double differences) {
    constexpr double lookup = 60;
    if (payload_bytes == 0) return lookup;
    const double read = lookup + 0.1 * payload_bytes + 1.5 * differences;
    if (codec != Codec::zstd || payload_bytes == packed_bytes) return read;
    const double tables = !dictionary && payload_bytes > 40 ? 1200 : 0;
    return read + 60 + tables + 4 * payload_bytes + 0.12 * packed_bytes;
}

namespace {

/// Nanoseconds that a block may take.
double time_limit(const StoredStream& stream, unsigned bits) {
    // All of a small stream fits into the cache of a cursor, where each block is decoded once.
    constexpr std::size_t small_stream = std::size_t{1} << 16;
    if (format::packed_bytes(stream.count, bits) <= small_stream) return std::numeric_limits<double>::infinity();
    switch (stream.kind) {
        case StreamKind::outcome:
        case StreamKind::cannot_win:
        case StreamKind::cannot_lose:
            // An outcome may need three streams to be told.
            return stream.values->folded() ? 320 : 500;
        case StreamKind::obliged:
        case StreamKind::left_outcome:
        case StreamKind::right_outcome:
            return 500;
        default:
            return 1500;
    }
}

}  // namespace

int level_of(const EncodeOptions& options) {
    return options.level == 0 ? default_level : options.level;
}

StreamPlan plan_stream(const StoredStream& stream, const EncodeOptions& options) {
    StreamPlan plan;
    plan.level = level_of(options);
    const unsigned needed = format::bits_for(stream.alphabet.symbols);
    if (needed == 0) return plan;

    const Samples samples = take_samples(stream, chunks_for(needed), options.threads);
    const double limit = time_limit(stream, needed);
    Search search{stream, samples, options, plan.level, std::numeric_limits<double>::infinity(), {}};

    // First what is packed and with which codec, each zstd with a dictionary too; then other dictionaries; then the
    // block size.
    constexpr std::size_t first_dictionary = 4096;
    std::vector<Candidate> all;
    for (Candidate shape : shapes(stream)) {
        for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd}) {
            shape.codec = codec;
            shape.block_log2 = search.block(codec == Codec::zstd ? first_block_log2(shape.bits) : least_block(stream));
            all.push_back(shape);
        }
        shape.dictionary_size = first_dictionary;
        if (search.worth_training(first_dictionary, shape.bits)) all.push_back(shape);
    }
    search.attempt(std::move(all));
    if (search.best.codec == Codec::zstd) {
        std::vector<Candidate> others;
        const bool small = search.best.dictionary_size == 0;
        for (const std::size_t size :
             small ? std::array<std::size_t, 2>{1024, 2048} : std::array<std::size_t, 2>{2048, 16384}) {
            Candidate candidate = search.best;
            candidate.dictionary.clear();
            candidate.dictionary_size = size;
            if (search.worth_training(size, candidate.bits)) others.push_back(std::move(candidate));
        }
        search.attempt(std::move(others));
    }
    if (search.best.bits == 0)
        throw Error(ErrorCode::bad_usage, "blocks of 2^" + std::to_string(options.block_log2.value_or(0)) +
                                              " positions are too large for this table");
    // Only now does the limit on time come in, for it is by its block size that a candidate meets it.
    search.limit = limit;
    if (!options.block_log2) {
        std::vector<Candidate> sizes;
        for (unsigned log2 = least_block(stream); log2 <= most_block_log2; ++log2) {
            if (search.block(log2) != log2 || log2 == search.best.block_log2) continue;
            sizes.push_back(search.best);
            sizes.back().block_log2 = log2;
        }
        search.attempt(std::move(sizes));
    }
    plan.codec = search.best.codec;
    plan.bits = search.best.bits;
    plan.delta = search.best.delta;
    plan.block_log2 = search.best.block_log2;
    plan.superblock_log2 = superblock_log2(stream, plan.block_log2);
    plan.dictionary = std::move(search.best.dictionary);
    plan.bytes = search.best.bytes;
    return plan;
}

}  // namespace mexbase::detail
