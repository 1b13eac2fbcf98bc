// Trains and judges one way to pack a stream.
#include <zdict.h>

#include <algorithm>
#include <span>
#include <utility>

#include "../../query/format/checksum.hpp"
#include "../../query/format/format.hpp"
#include "../parallel_ordered.hpp"
#include "plan.hpp"

namespace mexbase::detail {

namespace {

/// A dictionary for blocks like the candidate's; nothing where the trainer has none.
std::vector<std::byte> trained_dictionary(const Samples& samples, const Candidate& candidate) {
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

/// Nanoseconds that a reader takes for a block it has not decoded: a static estimate, fitted once to measurements
/// (docs/benchmarks.md), for a payload and a packed block of so many bytes, so many differences to sum up, and for
/// `pairs` so many codes to be read. Constant blocks have no payload.
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

/// A grammar for each sort of block.
std::vector<format::Grammar> grammars_of(const BlockSorts& sorts, std::uint32_t limit, const Numbers& samples,
                                         unsigned block_log2, std::uint64_t positions, unsigned threads) {
    std::vector<Numbers> parts(sorts.count());
    for (const auto& sample : samples) parts[sorts.sort_of(sample)].push_back(sample);
    std::vector<format::Grammar> grammars(parts.size());
    parallel_ordered(
        parts.size(), threads,
        [&](unsigned, std::uint64_t s) {
            // What no sample is of has a grammar all the same.
            const Numbers& part = parts[s].empty() ? samples : parts[s];
            return *trained_grammar(limit, part, block_log2,
                                    positions * part.size() / std::max<std::size_t>(samples.size(), 1));
        },
        [&](std::uint64_t s, format::Grammar&& grammar) { grammars[s] = std::move(grammar); });
    return grammars;
}

}  // namespace

std::uint32_t numbers_in(const StoredStream& stream, bool delta) {
    return static_cast<std::uint32_t>(delta ? 2 * stream.widest_step + 1 : stream.alphabet.symbols);
}

bool train(Candidate& candidate, const Samples& samples, const StoredStream& stream, unsigned threads) {
    if (candidate.dictionary_size != 0 && candidate.dictionary.empty()) {
        candidate.dictionary = trained_dictionary(samples, candidate);
        return !candidate.dictionary.empty();
    }
    if (candidate.training_size == 0) return true;
    const Numbers training =
        numbers_of(samples.training(), candidate.delta, candidate.block_log2, candidate.training_size);
    candidate.sorts = BlockSorts(training, candidate.most_grammars);
    std::vector<format::Grammar> grammars = grammars_of(candidate.sorts, numbers_in(stream, candidate.delta), training,
                                                        candidate.block_log2, samples.varied, threads);
    candidate.training_size = 0;
    candidate.dictionary = format::encode_grammars(grammars);
    std::vector<PairPacker> packers;
    for (format::Grammar& grammar : grammars) packers.emplace_back(std::move(grammar));
    candidate.grammars = std::make_shared<const std::vector<PairPacker>>(std::move(packers));
    return true;
}

bool spans_fit(const Candidate& candidate) {
    constexpr unsigned any_block = 16;
    return std::ranges::all_of(all_of(candidate.grammars), [&](const PairPacker& packer) {
        return std::ranges::max(format::spans(packer.grammar(), any_block)) <= 1u << candidate.block_log2;
    });
}

format::StreamHeader header_of(const StoredStream& stream, const Candidate& candidate) {
    format::StreamHeader header;
    header.kind = stream.kind;
    header.codec = candidate.codec;
    header.bits = static_cast<std::uint8_t>(candidate.bits);
    header.flags = static_cast<std::uint8_t>(format::halving_flags(stream.halving) |
                                             (stream.alphabet.list.empty() ? 0 : format::flag_list) |
                                             (candidate.delta ? format::flag_delta : 0));
    // A stream of one symbol has no blocks.
    const std::uint64_t blocks =
        candidate.bits == 0 ? 1
                            : (stream.count + (std::uint64_t{1} << candidate.block_log2) - 1) >> candidate.block_log2;
    header.block_log2 = static_cast<std::uint8_t>(candidate.block_log2);
    header.superblock_log2 = static_cast<std::uint8_t>(std::min(5u, format::bits_for(blocks)));
    header.symbols = stream.alphabet.symbols;
    header.count = stream.count;
    header.base = stream.alphabet.base;
    header.step = stream.alphabet.step;
    header.list = stream.alphabet.list;
    header.dictionary_length = static_cast<std::uint32_t>(candidate.dictionary.size());
    if (!candidate.dictionary.empty()) header.dictionary_checksum = checksum64(candidate.dictionary);
    return header;
}

Packing packing_of(const Candidate& candidate, int level) {
    const bool has_dictionary = candidate.codec == Codec::zstd && !candidate.dictionary.empty();
    return {candidate.codec,
            candidate.bits,
            candidate.delta,
            level,
            has_dictionary ? pack_dictionary(candidate.dictionary, level) : nullptr,
            all_of(candidate.grammars),
            &candidate.sorts};
}

void judge(Candidate& candidate, const Samples& samples, const StoredStream& stream, int level) {
    const Packing packing = packing_of(candidate, level);
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
                times.add(decode_estimate(candidate.codec, packing.dictionary != nullptr, length,
                                          static_cast<double>(format::packed_bytes(part.size(), candidate.bits)),
                                          candidate.delta ? n : 0, share * static_cast<double>(packed.codes)),
                          n / 4);
        }
    }
    candidate.bytes = payload * samples.scale +
                      static_cast<double>(header_of(stream, candidate).directory_bytes() + candidate.dictionary.size());
    times.add(decode_estimate(Codec::raw, false, 0, 0, 0, 0),
              static_cast<double>(stream.count - samples.varied) / samples.scale);
    candidate.nanoseconds = times.mean();
    candidate.median = times.at(0.5);
    candidate.p99 = times.at(0.99);
}

}  // namespace mexbase::detail
