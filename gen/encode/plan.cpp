// SPDX-License-Identifier: MIT
#include "plan.hpp"

#include <bit>
#include <cmath>
#include <optional>
#include <utility>

#include "../../lib/error.hpp"
#include "../../query/format/checksum.hpp"
#include "../parallel_ordered.hpp"

namespace mexbase::detail {

namespace {

constexpr int default_level = 12;

/// Binary logarithms of the smallest block sizes to try, for large streams and for all others. Directory and checksums
/// take 0.05 bits per position if a block has 1024 positions. Many large tables take less for their values.
constexpr unsigned least_block_of_large = 11, least_of_any = 8;

/// Returns the exclusive upper limit of the numbers in blocks (differences if `delta` is true, else symbols).
std::uint32_t numbers_in(const StoredStream& stream, bool delta) {
    return static_cast<std::uint32_t>(delta ? 2 * stream.widest_step + 1 : stream.alphabet.symbols);
}

/// Distribution of probe times, weighted by the number of probes.
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
    /// Returns the least time such that a `share` of all probes takes no longer.
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

/// Packs some samples in the way of the candidate. Stores the estimated size and probe times in the candidate.
void judge(Candidate& candidate, const Samples& samples, const StoredStream& stream, int level) {
    const Packing packing = candidate.packing(level);
    BlockEncoder encoder;
    double payload = 0;
    Times times;
    for_each_block(samples.judge, 1, candidate.block_log2, [&](std::span<std::uint32_t> part) {
        const auto packed = encoder.encode(part, packing);
        const auto length = static_cast<double>(packed.payload.size()), n = static_cast<double>(part.size());
        payload += length;
        // If a reader decodes codes one by one, a probe reads all codes before its position.
        for (const double share : {0.125, 0.375, 0.625, 0.875})
            times.add(packing.encoder->probe_time(
                          length, static_cast<double>(format::packed_bytes(part.size(), candidate.bits)),
                          candidate.delta ? n : 0, share * static_cast<double>(packed.codes)),
                      n / 4);
    });
    candidate.bytes = payload * samples.scale + static_cast<double>(header_of(stream, candidate).directory_bytes() +
                                                                    candidate.encoder->dictionary.size());
    times.add(Encoder::lookup_time, static_cast<double>(stream.count - samples.varied) / samples.scale);
    candidate.nanoseconds = times.mean();
    candidate.median = times.at(0.5);
    candidate.p99 = times.at(0.99);
}

/// Trains the codec of a candidate if it needs training. Returns false if that fails.
bool train(Candidate& candidate, const Samples& samples, const StoredStream& stream, unsigned threads) {
    if (candidate.training == 0 || !candidate.encoder->dictionary.empty()) return true;
    auto trained = candidate.encoder->train(candidate, samples, numbers_in(stream, candidate.delta), threads);
    if (trained == nullptr) return false;
    candidate.encoder = std::move(trained);
    return true;
}

/// Returns the limit on the estimated nanoseconds of a probe of the stream. The limit applies to the median. The 99th
/// percentile may be seven times as long.
double time_limit(const StoredStream& stream, unsigned bits) {
    // Readers decode short streams as a whole, so the time of probes is ignored. Short streams are far smaller than the
    // default cache of a reader (`OpenOptions::cache_bytes`), so that small caches are not slow either. Remotenesses
    // may take a quarter of the default cache, because large blocks save most in them, and outcomes are read without
    // them.
    constexpr std::size_t small_stream = std::size_t{1} << 16, small_remotenesses = std::size_t{1} << 19;
    const std::size_t small = stream.kind == StreamKind::remoteness ? small_remotenesses : small_stream;
    if (format::packed_bytes(stream.count, bits) <= small) return time_ignored;
    // All streams read for one value should together take less than a microsecond. The limit is lower for a long
    // stream, because the estimates assume that blocks are in the processor's cache.
    constexpr std::size_t cached_stream = std::size_t{1} << 25;
    const bool cached = format::packed_bytes(stream.count, bits) <= cached_stream;
    const double share = cached ? 1 : 0.6, outcome_share = cached ? 1 : 0.5;  // outcomes are also read alone
    const auto has = [&stream](StreamKind kind) { return stream.values->source(kind) != nullptr; };
    switch (stream.kind) {
        case StreamKind::result:  // an outcome must not be slower because the stream also has remotenesses
            return (stream.values->folded() ? 220 : 250) * share;
        case StreamKind::outcome:
        case StreamKind::cannot_win:
        case StreamKind::cannot_lose:
            return (stream.values->folded() ? 220 : 280) * outcome_share;
        case StreamKind::remoteness:
            return 500 * share;
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
        case StreamKind::mark:
            return 350;
        case StreamKind::obliged:
        case StreamKind::game_value:
        case StreamKind::key_gap:
        case StreamKind::key_letter:
            return 850;
        case StreamKind::move_count:
        case StreamKind::move:
            return 2500;  // after the moves, a client reads the values of all of them
    }
    return no_limit;
}

/// Tries the codecs that need no training, with a usual block size and a low compression level.
void try_quickly(Search& search) {
    std::vector<Candidate> all;
    for (Candidate& shape : search.shapes())
        for (const auto& encoder : encoders()) {
            if (encoder->traits.trained || (!encoder->traits.widths && !search.is_narrowest(shape))) continue;
            shape.encoder = encoder;
            // Codecs that find repeated bytes get blocks of about a kilobyte.
            const unsigned kilobyte = shape.bits <= 4 ? 12 : shape.bits <= 8 ? 11 : 10;
            shape.block_log2 = search.block(encoder->traits.widths ? kilobyte : 0);
            all.push_back(shape);
        }
    search.quick = search.judged(std::move(all), std::min(search.level, quick_level));
    for (const Candidate& each : search.quick) search.keep(each);
}

/// Finds the block size with the smallest packed stream, at a low compression level. Tries larger blocks as long as the
/// size falls. If no larger block helps, tries smaller blocks.
void climb(Search& search, Codec codec) {
    const int level = std::min(search.level, quick_level);
    const unsigned start = search.best_of(codec).block_log2;
    const auto looked_at = [&](unsigned log2) {
        const Candidate& before = search.best_of(codec);
        auto candidate = before.encoder->in_blocks(before, log2, search, false);
        std::vector<Candidate> all;
        if (candidate) all.push_back(std::move(*candidate));
        all = search.judged(std::move(all), level);
        return all.empty() ? Candidate{} : std::move(all.front());
    };
    const bool same = !search.best_of(codec).encoder->traits.levels || level == search.level;
    const double first = same ? search.best_of(codec).bytes : looked_at(start).bytes;
    std::optional<Candidate> best;
    for (const bool up : {true, false}) {
        double least = first;
        for (unsigned log2 = start; up ? log2 < search.most_block() : log2 > search.least_block();) {
            up ? ++log2 : --log2;
            Candidate other = looked_at(log2);
            if (other.bytes >= least) break;
            least = other.bytes;
            best = std::move(other);
        }
        if (best) break;
    }
    if (best && same)
        search.keep(std::move(*best));
    else if (best)
        search.attempt({std::move(*best)});
}

/// Tries the best candidates with other block sizes. Prefers candidates whose probe times are within the limit.
void try_block_sizes(Search& search, double limit) {
    if (limit == time_ignored) {
        // Tries the codec of the least cost first. Then codecs that cost much more than its result are skipped.
        std::vector<std::pair<double, Codec>> by_cost;
        for (const auto& encoder : encoders())
            by_cost.emplace_back(search.best_of(encoder->codec).cost(limit), encoder->codec);
        std::ranges::sort(by_cost);
        for (const auto& [cost, codec] : by_cost)
            if (search.near(codec)) climb(search, codec);
        return;
    }
    std::vector<Candidate> all;
    for (const auto& encoder : encoders()) {
        const Candidate& best = search.best_of(encoder->codec);
        if (!search.near(encoder->codec)) continue;
        // Small blocks need a large directory. They are tried only if larger blocks are too slow.
        const unsigned least = best.exceeds(limit) ? least_of_any : search.least_block();
        for (unsigned log2 = least; log2 <= search.most_block(); ++log2) {
            if (log2 == best.block_log2) continue;
            // A block of twice the size takes nearly twice as long. Sizes far slower than the limit are skipped.
            const double time = best.median * std::exp2(static_cast<int>(log2) - static_cast<int>(best.block_log2));
            if (log2 > best.block_log2 && time > 4 * limit) continue;
            auto candidate = best.encoder->in_blocks(best, log2, search, best.exceeds(limit));
            if (candidate) all.push_back(std::move(*candidate));
        }
    }
    search.limit = limit;
    search.attempt(std::move(all));
}

}  // namespace

bool Search::near(Codec codec, double factor) const {
    const Candidate& tried = best[static_cast<std::size_t>(codec)];
    const double cost = tried.cost(limit);
    const bool packs = &tried == &best.front() || options.codec || tried.bytes < 0.98 * best.front().bytes;
    return packs && cost <= factor * cheapest().cost(limit) && cost < std::numeric_limits<double>::infinity();
}

std::vector<Candidate> Search::shapes() const {
    std::vector<Candidate> all;
    const auto add = [&](unsigned needed, bool delta) {
        all.push_back({.bits = needed, .delta = delta});
        const unsigned round = std::max(2u, std::bit_ceil(needed));
        if (round != needed) all.push_back({.bits = round, .delta = delta});
    };
    add(format::bits_for(stream.alphabet.symbols), false);
    if (are_steps_narrow(stream)) add(format::bits_for(2 * stream.widest_step + 1), true);
    return all;
}

bool Search::is_narrowest(const Candidate& shape) const {
    return shape.bits == format::bits_for(numbers_in(stream, shape.delta));
}

unsigned Search::least_block() const {
    constexpr std::uint64_t large = std::uint64_t{1} << 20;
    return stream.count >= large ? least_block_of_large : least_of_any;
}

void Search::keep(Candidate candidate) {
    Candidate& before = best_of(candidate.encoder->codec);
    if (candidate.cost(limit) < before.cost(limit)) before = std::move(candidate);
}

std::vector<Candidate> Search::judged(std::vector<Candidate> all, int at_level) const {
    std::vector<Candidate> judged;
    judge_each(std::move(all), at_level, [&judged](Candidate&& candidate) { judged.push_back(std::move(candidate)); });
    return judged;
}

void Search::judge_each(std::vector<Candidate> all, int at_level, const std::function<void(Candidate&&)>& take) const {
    std::erase_if(all, [this](const Candidate& c) {
        const std::size_t base = c.delta ? format::delta_base_bytes : 0;
        const Codec codec = c.encoder->codec;
        return options.codec.value_or(codec) != codec || (c.delta && c.block_log2 > format::most_delta_block_log2) ||
               format::packed_bytes(std::uint64_t{1} << c.block_log2, c.bits) + base > format::longest_payload;
    });
    std::uint64_t training = grammar_memory;  // bytes for the candidate that takes most
    for (const Candidate& c : all)
        training = std::max(training, grammar_memory + bytes_per_trained_number * c.training);
    const unsigned threads = std::max(options.threads, 1u);
    const std::uint64_t left = options.memory - std::min(options.memory, packing_memory(stream.count, threads));
    const auto at_once = [&](std::uint64_t bytes) {
        return options.memory == 0 ? threads
                                   : static_cast<unsigned>(std::min<std::uint64_t>(threads, 1 + left / bytes));
    };
    parallel_ordered(
        all.size(), at_once(training),
        [&](unsigned, std::uint64_t i) {
            Candidate candidate = std::move(all[i]);
            // The grammars of a single candidate are made on all threads.
            if (train(candidate, samples, stream, all.size() == 1 ? at_once(grammar_memory) : 1))
                judge(candidate, samples, stream, at_level);
            return candidate;
        },
        [&](std::uint64_t, Candidate&& candidate) { take(std::move(candidate)); });
}

format::StreamHeader header_of(const StoredStream& stream, const Candidate& candidate) {
    format::StreamHeader header;
    header.kind = stream.kind;
    header.codec = candidate.encoder->codec;
    header.bits = static_cast<std::uint8_t>(candidate.bits);
    header.flags = static_cast<std::uint8_t>(format::coding_flags(stream.coding) |
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
    const std::vector<std::byte>& dictionary = candidate.encoder->dictionary;
    header.dictionary_length = static_cast<std::uint32_t>(dictionary.size());
    if (!dictionary.empty()) header.dictionary_checksum = checksum64(dictionary);
    return header;
}

int level_of(const EncodeOptions& options) {
    return options.level == 0 ? default_level : options.level;
}

bool are_steps_narrow(const StoredStream& stream) {
    const bool known = stream.alphabet.list.empty() && stream.widest_step != 0 && stream.widest_step < (1u << 30);
    return known && format::bits_for(2 * stream.widest_step + 1) + 2 <= format::bits_for(stream.alphabet.symbols);
}

StreamPlan plan_stream(const StoredStream& stream, const EncodeOptions& options, double most_quick_bytes) {
    StreamPlan plan;
    const unsigned needed = format::bits_for(stream.alphabet.symbols);
    if (needed == 0) {
        plan.way.bytes = 0;
        return plan;
    }

    const Samples samples = take_samples(stream, needed, options.threads);
    const double limit = time_limit(stream, needed);
    Search search{stream, samples, options, level_of(options), limit == time_ignored ? time_ignored : no_limit, {}};
    try_quickly(search);
    plan.quick_bytes = search.cheapest().bytes;
    if (plan.quick_bytes > most_quick_bytes) return plan;
    // Tries codecs with higher numbers first. They mostly pack better, and then the other codecs need not be tried.
    for (const int round : {0, 1})
        for (std::size_t codec = codecs; codec-- != 0;) encoders()[codec]->improve(search, round);
    if (search.cheapest().bits == 0)
        throw Error(ErrorCode::bad_usage, "blocks of 2^" + std::to_string(options.block_log2.value_or(0)) +
                                              " positions are too large for this table");
    // The limit on time is applied last, because a candidate can meet it by a smaller block size.
    if (!options.block_log2) try_block_sizes(search, limit);
    for (const Candidate& each : search.best)
        if (each.bits != 0)
            plan.choice.costs.push_back({each.encoder->codec, static_cast<std::uint64_t>(each.bytes),
                                         static_cast<std::uint64_t>(each.nanoseconds)});
    plan.choice.kind = stream.kind;
    if (limit != time_ignored) plan.choice.limit = static_cast<std::uint64_t>(limit);
    plan.way = search.cheapest();
    return plan;
}

}  // namespace mexbase::detail
