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
#include "samples.hpp"

namespace mexbase::detail {

namespace {

constexpr int default_level = 12;
constexpr std::array all_codecs = {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs};
constexpr std::size_t codecs = all_codecs.size();
constexpr unsigned most_block_log2 = survey_chunk_log2;

/// The least block worth a try. Directory and checksums cost 0.025 bits a position at 2048 positions a block, and twice
/// as much at half the size: more than many a large table's values. In a small table they cost a few bytes anyway.
constexpr unsigned least_block_of_large = 11;
unsigned least_block(const StoredStream& stream) {
    constexpr std::uint64_t large = std::uint64_t{1} << 20;
    return stream.count >= large ? least_block_of_large : 8;
}

/// What candidates are compared at before the block size is chosen: about a kilobyte.
unsigned first_block_log2(unsigned bits) {
    return bits <= 4 ? 12 : bits <= 8 ? 11 : 10;
}

/// One way to pack the stream, and what it costs.
struct Candidate {
    Codec codec = Codec::raw;
    unsigned bits = 0;
    bool delta = false;
    unsigned block_log2 = 0;
    std::size_t dictionary_size = 0;  // asked of the trainer
    std::vector<std::byte> dictionary;
    std::vector<PairPacker> grammars;
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
    // As much as is judged by: a trainer that slows down with what it is given.
    const std::vector<Chunk>& chunks = samples.training();
    const std::size_t every = std::max<std::size_t>(1, chunks.size() / samples.judge.size());
    for (std::size_t c = 0; c < chunks.size(); c += every) {
        Chunk chunk = chunks[c];
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

/// How many numbers a stream's blocks tell apart.
std::uint32_t numbers_in(const StoredStream& stream, bool delta) {
    return static_cast<std::uint32_t>(delta ? 2 * stream.widest_step + 1 : stream.alphabet.symbols);
}

/// Grammars for blocks like the candidate's: of as many pairs as there may be, and for a small stream of fewer.
std::vector<Candidate> with_grammars(const StoredStream& stream, const Samples& samples, const Candidate& shape) {
    const Numbers training = numbers_of(samples.training(), shape.delta, shape.block_log2);
    std::vector<Candidate> all;
    for (format::Grammar& grammar :
         trained_grammars(numbers_in(stream, shape.delta), training, shape.block_log2, samples.varied)) {
        Candidate candidate = shape;
        candidate.dictionary = format::encode_grammars(std::span(&grammar, 1));
        candidate.grammars.emplace_back(std::move(grammar));
        all.push_back(std::move(candidate));
    }
    return all;
}

unsigned superblock_log2(const StoredStream& stream, unsigned block_log2) {
    const std::uint64_t blocks = (stream.count + (std::uint64_t{1} << block_log2) - 1) >> block_log2;
    return std::min(5u, format::bits_for(blocks));
}

/// Packs the samples the candidate's way.
void judge(Candidate& candidate, const Samples& samples, const StoredStream& stream, int level) {
    std::optional<PackDictionary> dictionary;
    if (candidate.codec == Codec::zstd && !candidate.dictionary.empty())
        dictionary.emplace(candidate.dictionary, level);
    const Packing packing{
        candidate.codec,   candidate.bits, candidate.delta, level, dictionary ? &*dictionary : nullptr,
        candidate.grammars};
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
                                        candidate.delta ? n : 0, static_cast<double>(packed.codes));
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
    double limit;                        // nanoseconds that a median probe may take
    std::array<Candidate, codecs> best;  // of each codec

    const Candidate& cheapest() const {
        return *std::ranges::min_element(best, {}, [this](const Candidate& c) { return c.cost(limit); });
    }
    /// Whether more trials with a codec may show it to be the cheapest.
    bool near(Codec codec) const {
        const double cost = best[static_cast<std::size_t>(codec)].cost(limit);
        return cost <= 1.2 * cheapest().cost(limit) && cost < std::numeric_limits<double>::infinity();
    }
    const Candidate& best_of(Codec codec) const { return best[static_cast<std::size_t>(codec)]; }

    /// Judges those candidates that may be taken, in parallel, and of each codec keeps the first of the cheapest if it
    /// beats the best so far.
    void attempt(std::vector<Candidate> all) {
        std::erase_if(all, [this](const Candidate& c) {
            const std::size_t base = c.delta ? format::delta_base_bytes : 0;
            return !may_be(c.codec) || (c.delta && c.block_log2 > format::most_delta_block_log2) ||
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
                Candidate& before = best[static_cast<std::size_t>(candidate.codec)];
                if (candidate.cost(limit) < before.cost(limit)) before = std::move(candidate);
            });
    }

    unsigned block(unsigned block_log2) const {
        // A table of few positions needs no block larger than itself.
        const unsigned least = least_block(stream);
        const unsigned whole = std::max(least, format::bits_for(stream.count));
        return options.block_log2.value_or(std::clamp(block_log2, least, std::min(most_block_log2, whole)));
    }
    bool may_be(Codec codec) const { return options.codec.value_or(codec) == codec; }
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

double decode_estimate(Codec codec, bool dictionary, double payload_bytes, double packed_bytes, double differences,
                       double codes) {
    constexpr double lookup = 60;
    if (payload_bytes == 0) return lookup;
    if (codes != 0) return lookup + 40 + 0.1 * payload_bytes + 1.4 * codes;
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

    const Samples samples = take_samples(stream, needed, options.threads);
    const double limit = time_limit(stream, needed);
    Search search{stream, samples, options, plan.level, std::numeric_limits<double>::infinity(), {}};

    // First what is packed, each codec in blocks of a usual size, zstd with a dictionary too.
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
        shape.dictionary_size = 0;
        shape.codec = Codec::pairs;
        shape.block_log2 = search.block(least_block_of_large);
        if (!search.may_be(shape.codec) || shape.bits != format::bits_for(numbers_in(stream, shape.delta))) continue;
        for (Candidate& each : with_grammars(stream, samples, shape)) all.push_back(std::move(each));
    }
    search.attempt(std::move(all));
    if (search.near(Codec::zstd)) {
        std::vector<Candidate> others;
        const Candidate& best = search.best_of(Codec::zstd);
        const bool small = best.dictionary_size == 0;
        for (const std::size_t size :
             small ? std::array<std::size_t, 2>{1024, 2048} : std::array<std::size_t, 2>{2048, 16384}) {
            Candidate candidate = best;
            candidate.dictionary.clear();
            candidate.dictionary_size = size;
            if (search.worth_training(size, candidate.bits)) others.push_back(std::move(candidate));
        }
        search.attempt(std::move(others));
    }
    if (search.cheapest().bits == 0)
        throw Error(ErrorCode::bad_usage, "blocks of 2^" + std::to_string(options.block_log2.value_or(0)) +
                                              " positions are too large for this table");
    // Only now does the limit on time come in, for it is by its block size that a candidate meets it.
    std::vector<Candidate> sizes;
    for (const Codec codec : all_codecs) {
        if (options.block_log2 || !search.near(codec)) continue;
        const Candidate& best = search.best_of(codec);
        for (unsigned log2 = least_block(stream); log2 <= most_block_log2; ++log2) {
            if (search.block(log2) != log2 || log2 == best.block_log2) continue;
            sizes.push_back(best);
            sizes.back().block_log2 = log2;
        }
    }
    search.limit = limit;
    search.attempt(std::move(sizes));
    Candidate best = search.cheapest();
    for (const Candidate& each : search.best)
        if (each.bits != 0) plan.considered.push_back({each.codec, each.bytes, each.nanoseconds});
    plan.codec = best.codec;
    plan.bits = best.bits;
    plan.delta = best.delta;
    plan.block_log2 = best.block_log2;
    plan.superblock_log2 = superblock_log2(stream, plan.block_log2);
    plan.dictionary = std::move(best.dictionary);
    plan.grammars = std::move(best.grammars);
    plan.bytes = best.bytes;
    return plan;
}

}  // namespace mexbase::detail
