#include "plan.hpp"

#include <zdict.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
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
static_assert(all_codecs.size() == codecs);
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

/// Limits on the nanoseconds of a probe: none; and what says that time does not count at all.
constexpr double no_limit = std::numeric_limits<double>::infinity();
constexpr double no_time = 0;

/// One way to pack the stream, and what it costs.
struct Candidate {
    Codec codec = Codec::raw;
    unsigned bits = 0;
    bool delta = false;
    unsigned block_log2 = 0;
    std::size_t dictionary_size = 0;  // asked of the trainer
    std::vector<std::byte> dictionary;
    std::size_t training_size = 0;  // numbers that a grammar is still to be made from; 0: it was
    std::vector<PairPacker> grammars;
    double bytes = std::numeric_limits<double>::infinity();  // of the whole stream
    double nanoseconds = 0;                                  // for a block not decoded yet, on average
    double median = 0, p99 = 0;                              // likewise

    /// What is minimised: size, and a little time. Half a microsecond weighs as much as a ninth of the size; what is
    /// slower than the limit weighs so much more that only a limit that no candidate meets is exceeded.
    double cost(double limit) const {
        if (limit == no_time) return bytes;
        const double over = std::max(median, p99 / 7) / limit;
        const double slow = over > 1 ? 4 * over : 1;
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

/// Gives the candidate a grammar for blocks like its own.
void train_grammar(Candidate& candidate, const Samples& samples, const StoredStream& stream) {
    const Numbers training =
        numbers_of(samples.training(), candidate.delta, candidate.block_log2, candidate.training_size);
    format::Grammar grammar =
        trained_grammar(numbers_in(stream, candidate.delta), training, candidate.block_log2, samples.varied);
    candidate.dictionary = format::encode_grammars(std::span(&grammar, 1));
    candidate.grammars.clear();
    candidate.grammars.emplace_back(std::move(grammar));
}

unsigned superblock_log2(const StoredStream& stream, unsigned block_log2) {
    const std::uint64_t blocks = (stream.count + (std::uint64_t{1} << block_log2) - 1) >> block_log2;
    return std::min(5u, format::bits_for(blocks));
}

/// How long probes take, and how many of them so long.
class Times {
  public:
    void add(double nanoseconds, double probes) { all_.emplace_back(nanoseconds, probes); }
    double mean() const {
        double time = 0, probes = 0;
        for (const auto& [nanoseconds, count] : all_) {
            time += nanoseconds * count;
            probes += count;
        }
        return probes == 0 ? 0 : time / probes;
    }
    /// What that share of probes does not exceed.
    double at(double share) {
        std::ranges::sort(all_);
        double probes = 0, sum = 0;
        for (const auto& each : all_) probes += each.second;
        for (const auto& [nanoseconds, count] : all_)
            if ((sum += count) >= share * probes) return nanoseconds;
        return 0;
    }

  private:
    std::vector<std::pair<double, double>> all_;
};

/// Whether no symbol of the candidate's grammars stands for more numbers than a block has.
bool spans_fit(const Candidate& candidate) {
    constexpr unsigned any_block = 16;
    return std::ranges::all_of(candidate.grammars, [&](const PairPacker& packer) {
        return std::ranges::max(format::spans(packer.grammar(), any_block)) <= 1u << candidate.block_log2;
    });
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
    double payload = 0;
    Times times;
    Chunk chunk;
    for (const Chunk& sample : samples.judge) {
        chunk = sample;
        for (std::size_t at = 0; at < chunk.size(); at += block) {
            const auto part = std::span(chunk).subspan(at, std::min(block, chunk.size() - at));
            const auto packed = encoder.encode(part, packing);
            const auto length = static_cast<double>(packed.payload.size());
            const auto n = static_cast<double>(part.size());
            payload += length;
            // Of a block in pairs a probe reads what stands before its position.
            for (const double share : {0.125, 0.375, 0.625, 0.875})
                times.add(decode_estimate(candidate.codec, dictionary.has_value(), length,
                                          static_cast<double>(format::packed_bytes(part.size(), candidate.bits)),
                                          candidate.delta ? n : 0, share * static_cast<double>(packed.codes)),
                          n / 4);
        }
    }
    format::StreamHeader header;
    header.bits = static_cast<std::uint8_t>(candidate.bits);
    header.block_log2 = static_cast<std::uint8_t>(candidate.block_log2);
    header.superblock_log2 = static_cast<std::uint8_t>(superblock_log2(stream, candidate.block_log2));
    header.count = stream.count;
    candidate.bytes =
        payload * samples.scale + static_cast<double>(header.directory_bytes() + candidate.dictionary.size());
    times.add(decode_estimate(Codec::raw, false, 0, 0, 0, 0),
              static_cast<double>(stream.count - samples.varied) / samples.scale);
    candidate.nanoseconds = times.mean();
    candidate.median = times.at(0.5);
    candidate.p99 = times.at(0.99);
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
    bool near(Codec codec, double factor = 1.15) const {
        const double cost = best_of(codec).cost(limit);
        const bool packs =
            codec == Codec::raw || options.codec || best_of(codec).bytes < 0.98 * best_of(Codec::raw).bytes;
        return packs && cost <= factor * cheapest().cost(limit) && cost < std::numeric_limits<double>::infinity();
    }
    const Candidate& best_of(Codec codec) const { return best[static_cast<std::size_t>(codec)]; }

    /// Judges those candidates that may be taken, in parallel, and of each codec keeps the first of the cheapest if it
    /// beats the best so far.
    void attempt(std::vector<Candidate> all) {
        std::erase_if(all, [this](const Candidate& c) {
            const std::size_t base = c.delta ? format::delta_base_bytes : 0;
            return !may_be(c.codec) || !spans_fit(c) || (c.delta && c.block_log2 > format::most_delta_block_log2) ||
                   format::packed_bytes(std::uint64_t{1} << c.block_log2, c.bits) + base > format::longest_payload;
        });
        parallel_ordered(
            all.size(), options.threads,
            [&](unsigned, std::uint64_t i) {
                Candidate candidate = std::move(all[i]);
                if (candidate.dictionary_size != 0 && candidate.dictionary.empty())
                    candidate.dictionary = train(samples, candidate);
                if (candidate.training_size != 0) train_grammar(candidate, samples, stream);
                candidate.training_size = 0;
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
    if (codec == Codec::pairs && codes != 0) return lookup + 40 + 0.1 * payload_bytes + 2.8 * codes;
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
    if (format::packed_bytes(stream.count, bits) <= small_stream) return no_time;
    // All streams that a value may need together are to take less than a microsecond.
    const auto has = [&stream](StreamKind kind) { return stream.values->source(kind) != nullptr; };
    switch (stream.kind) {
        case StreamKind::outcome:
        case StreamKind::cannot_win:
        case StreamKind::cannot_lose:
            return stream.values->folded() ? 220 : 280;
        case StreamKind::remoteness:
            return 500;
        case StreamKind::left_outcome:
        case StreamKind::right_outcome:
        case StreamKind::left_remoteness:
        case StreamKind::right_remoteness:
            return 200;
        case StreamKind::nimber:
        case StreamKind::race_nimber:
            return has(StreamKind::counter) || has(StreamKind::k_set) ? 450 : 850;
        case StreamKind::k_set:
        case StreamKind::counter:
        case StreamKind::race_k_set:
        case StreamKind::race_counter:
            return 350;
        case StreamKind::obliged:
        case StreamKind::game_value:
            return 850;
    }
    return no_limit;
}

/// Numbers that a grammar is made from, of a stream of so many: a share that takes a small part of the time, for wide
/// symbols take longer.
std::size_t training_share(std::uint64_t positions, unsigned bits) {
    constexpr std::uint64_t most = std::uint64_t{1} << 22;
    const std::uint64_t least = std::uint64_t{1} << (bits <= 4 ? 18 : 15);
    return static_cast<std::size_t>(std::clamp(positions / (bits <= 4 ? 16 : 32), least, most));
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
    const bool any_time = limit == no_time;
    Search search{stream, samples, options, plan.level, any_time ? no_time : no_limit, {}};

    // First what is packed, each codec in blocks of a usual size, zstd with a dictionary too.
    // Grammars are made from few numbers first, and from many where that is promising.
    constexpr std::size_t first_dictionary = 4096;
    const std::size_t few = std::size_t{1} << (needed <= 2 ? 17 : needed <= 4 ? 16 : 15);
    const std::size_t most_training = training_share(samples.varied, needed);
    std::size_t there_are = 0;
    for (const Chunk& chunk : samples.training()) there_are += chunk.size();
    const std::size_t first_training = there_are <= 2 * few ? most_training : few;
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
        shape.training_size = first_training;
        if (shape.bits == format::bits_for(numbers_in(stream, shape.delta))) all.push_back(shape);
    }
    search.attempt(std::move(all));
    if (search.near(Codec::pairs, 2) && most_training > first_training) {
        Candidate candidate = search.best_of(Codec::pairs);
        candidate.training_size = most_training;
        search.attempt({std::move(candidate)});
    }
    // Where time does not count, larger blocks do better than a dictionary, which takes long to train.
    if (!any_time && search.near(Codec::zstd)) {
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
            // Twice the block takes nearly twice the time.
            const double time = best.median * std::exp2(static_cast<int>(log2) - static_cast<int>(best.block_log2));
            if (!any_time && log2 > best.block_log2 && time > 4 * limit) continue;
            sizes.push_back(best);
            sizes.back().block_log2 = log2;
        }
    }
    search.limit = limit;
    search.attempt(std::move(sizes));
    Candidate best = search.cheapest();
    for (const Candidate& each : search.best)
        if (each.bits != 0)
            plan.choice.costs.push_back(
                {each.codec, static_cast<std::uint64_t>(each.bytes), static_cast<std::uint64_t>(each.nanoseconds)});
    plan.choice.kind = stream.kind;
    if (!any_time) plan.choice.limit = static_cast<std::uint64_t>(limit);
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
