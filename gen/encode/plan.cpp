#include "plan.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <utility>

#include "../../lib/error.hpp"
#include "../parallel_ordered.hpp"

namespace mexbase::detail {

namespace {

constexpr int default_level = 12, quick_level = 3;  // of zstd
constexpr std::array all_codecs = {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs};
static_assert(all_codecs.size() == codecs);
constexpr unsigned most_block_log2 = survey_chunk_log2;

/// The least block worth a try. Directory and checksums cost 0.025 bits a position at 2048 positions a block, and twice
/// as much at half the size: more than many a large table's values. In a small table they cost a few bytes anyway.
constexpr unsigned least_block_of_large = 11, least_of_any = 8;
unsigned least_block(const StoredStream& stream) {
    constexpr std::uint64_t large = std::uint64_t{1} << 20;
    return stream.count >= large ? least_block_of_large : least_of_any;
}

/// What candidates are compared at before the block size is chosen: about a kilobyte.
unsigned first_block_log2(unsigned bits) {
    return bits <= 4 ? 12 : bits <= 8 ? 11 : 10;
}

/// Numbers that a grammar is made from, of a stream of so many: a share that takes a small part of the time, for wide
/// symbols take longer.
std::size_t training_share(std::uint64_t positions, unsigned bits) {
    constexpr std::uint64_t most = std::uint64_t{1} << 22;
    const std::uint64_t least = std::uint64_t{1} << (bits <= 4 ? 18 : 15);
    return static_cast<std::size_t>(std::clamp(positions / (bits <= 4 ? 16 : 32), least, most));
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
    void attempt(std::vector<Candidate> all) { keep(judged(std::move(all), level)); }
    void keep(std::vector<Candidate> all) {
        for (Candidate& candidate : all) {
            Candidate& before = best[static_cast<std::size_t>(candidate.codec)];
            if (candidate.cost(limit) < before.cost(limit)) before = std::move(candidate);
        }
    }
    /// Those candidates that may be taken, judged.
    std::vector<Candidate> judged(std::vector<Candidate> all, int zstd_level) const {
        std::erase_if(all, [this](const Candidate& c) {
            const std::size_t base = c.delta ? format::delta_base_bytes : 0;
            return !may_be(c.codec) || (c.delta && c.block_log2 > format::most_delta_block_log2) ||
                   format::packed_bytes(std::uint64_t{1} << c.block_log2, c.bits) + base > format::longest_payload;
        });
        parallel_ordered(
            all.size(), options.threads,
            [&](unsigned, std::uint64_t i) {
                Candidate candidate = std::move(all[i]);
                // Of one candidate the training is shared among threads.
                if (train(candidate, samples, stream, all.size() == 1 ? options.threads : 1))
                    judge(candidate, samples, stream, zstd_level);
                return candidate;
            },
            [&](std::uint64_t i, Candidate&& candidate) { all[i] = std::move(candidate); });
        return all;
    }

    /// Numbers that grammars are made from: first, and in the end.
    std::size_t few_numbers() const {
        const unsigned bits = format::bits_for(stream.alphabet.symbols);
        const std::size_t few = std::size_t{1} << (bits <= 2 ? 17 : bits <= 4 ? 16 : 15);
        std::size_t there_are = 0;
        for (const Chunk& chunk : samples.training()) there_are += chunk.size();
        return there_are <= 2 * few ? many_numbers() : few;
    }
    std::size_t many_numbers() const {
        return training_share(samples.varied, format::bits_for(stream.alphabet.symbols));
    }
    unsigned block(unsigned block_log2) const {
        return options.block_log2.value_or(std::clamp(block_log2, least_block(stream), most_block()));
    }
    /// A table of few positions needs no block larger than itself.
    unsigned most_block() const {
        return std::min(most_block_log2, std::max(least_block(stream), format::bits_for(stream.count)));
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
    if (are_steps_narrow(stream)) add(format::bits_for(2 * stream.widest_step + 1), true);
    return all;
}

/// What a median probe of the stream may take by the estimate, in nanoseconds, and a seventh of the 99th percentile.
double time_limit(const StoredStream& stream, unsigned bits) {
    // Readers decode short streams as a whole. This is far below what they keep by default
    // (`OpenOptions::cache_bytes`), so that those with little memory are not slow.
    constexpr std::size_t small_stream = std::size_t{1} << 16;
    if (format::packed_bytes(stream.count, bits) <= small_stream) return time_ignored;
    // All streams that a value may need together are to take less than a microsecond. The estimates are of blocks in a
    // cache: those of a long stream are not, and where two are read for one value, both wait.
    constexpr std::size_t cached_stream = std::size_t{1} << 25;
    const bool cached = format::packed_bytes(stream.count, bits) <= cached_stream;
    const double share = cached ? 1 : 0.6, outcome_share = cached ? 1 : 0.5;  // outcomes are asked for by themselves
    const auto has = [&stream](StreamKind kind) { return stream.values->source(kind) != nullptr; };
    switch (stream.kind) {
        case StreamKind::result:  // outcomes are not to be slower for what stands beside them, and its letters are more
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
            return 350;
        case StreamKind::obliged:
        case StreamKind::game_value:
        case StreamKind::key_gap:
        case StreamKind::key_letter:
            return 850;
        case StreamKind::mark:
            return 350;
        case StreamKind::move_count:
        case StreamKind::move:
            return 2500;  // who asks for moves asks for the values of all of them next
    }
    return no_limit;
}

/// How many grammars are worth a try: so many that each packs far more than it takes itself, which is some 10 KB.
std::size_t most_grammars(const Candidate& candidate) {
    constexpr double packed_with_each = 1 << 19, most = 8;
    if (candidate.bytes < 2 * packed_with_each || candidate.bits == 0) return 1;
    return std::bit_floor(static_cast<std::size_t>(std::min(most, candidate.bytes / packed_with_each)));
}

bool is_narrowest(const Search& search, const Candidate& shape) {
    return shape.bits == format::bits_for(numbers_in(search.stream, shape.delta));
}

/// First what is packed, each codec but `pairs` in blocks of a usual size, and zstd at a quick level. Returns all that
/// was tried.
std::vector<Candidate> try_quickly(Search& search) {
    std::vector<Candidate> all;
    for (Candidate shape : shapes(search.stream))
        for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd}) {
            // Wider symbols help zstd only.
            if (codec != Codec::zstd && !is_narrowest(search, shape)) continue;
            shape.codec = codec;
            shape.block_log2 =
                search.block(codec == Codec::zstd ? first_block_log2(shape.bits) : least_block(search.stream));
            all.push_back(shape);
        }
    std::vector<Candidate> quick = search.judged(std::move(all), std::min(search.level, quick_level));
    search.keep(quick);
    return quick;
}

/// Then grammars, made from few numbers, and the level of zstd that is asked for where a quick one comes near the best:
/// it may take ten times as long.
void try_codecs(Search& search, std::vector<Candidate> quick) {
    std::vector<Candidate> all;
    for (Candidate shape : shapes(search.stream)) {
        // Symbols as they are cannot make up for differences that pack in a small part.
        constexpr double small_part = 0.1;
        const bool hopeless =
            !shape.delta && !search.options.codec && search.cheapest().delta &&
            search.cheapest().bytes < small_part * static_cast<double>(search.stream.count * shape.bits / 8);
        shape.codec = Codec::pairs;
        shape.block_log2 = search.block(least_block_of_large);
        shape.training_size = search.few_numbers();
        if (is_narrowest(search, shape) && !hopeless) all.push_back(shape);
    }
    search.attempt(std::move(all));
    // What a higher level saves is a fifth at most, and much the same for every shape.
    constexpr double far = 1.5, near = 1.1;
    if (search.level <= quick_level || !search.near(Codec::zstd, far)) return;
    const double least = search.best_of(Codec::zstd).cost(search.limit);
    std::erase_if(quick,
                  [&](const Candidate& c) { return c.codec != Codec::zstd || c.cost(search.limit) > near * least; });
    search.best[static_cast<std::size_t>(Codec::zstd)] = {};
    search.attempt(std::move(quick));
}

/// Makes grammars from many numbers, where that is promising.
void try_grammars(Search& search) {
    Candidate& best = search.best[static_cast<std::size_t>(Codec::pairs)];
    if (!search.near(Codec::pairs, 2)) return;
    Candidate one = best;
    one.training_size = search.many_numbers();
    if (one.training_size > search.few_numbers()) search.attempt({one});
    // Several take the packing more time: they are to gain more than little.
    if (most_grammars(best) == 1 || !search.near(Codec::pairs, 2)) return;
    one.most_grammars = most_grammars(best);
    Candidate before = best;
    search.attempt({std::move(one)});
    if (best.bytes > 0.99 * before.bytes) best = std::move(before);
}

/// Makes dictionaries for zstd, which takes long, where it is not far from the best without.
void try_dictionaries(Search& search) {
    const auto attempt = [&search](std::initializer_list<std::size_t> sizes) {
        std::vector<Candidate> all;
        for (const std::size_t size : sizes) {
            Candidate candidate = search.best_of(Codec::zstd);
            candidate.dictionary.clear();
            candidate.dictionary_size = size;
            const bool may_save = static_cast<double>(size) < candidate.bytes;
            if (may_save && search.worth_training(size, candidate.bits)) all.push_back(std::move(candidate));
        }
        search.attempt(std::move(all));
    };
    if (search.near(Codec::zstd, 1.5)) attempt({4096});
    // Where time does not count, larger blocks do better than other dictionaries.
    if (!search.near(Codec::zstd) || (search.limit == time_ignored && !search.options.codec)) return;
    if (search.best_of(Codec::zstd).dictionary_size == 0) {
        attempt({1024, 2048});
        return;
    }
    // Where half of it does better, four times as much does not.
    attempt({2048});
    if (search.best_of(Codec::zstd).dictionary_size == 4096) attempt({16384});
}

/// The candidate in other blocks. Where the symbols of its grammars are too long for them, others are to be made, or
/// there is nothing if it may not.
std::optional<Candidate> in_blocks(Candidate candidate, unsigned block_log2, const Search& search, bool may_train) {
    candidate.block_log2 = block_log2;
    if (spans_fit(candidate)) return candidate;
    if (!may_train) return std::nullopt;
    candidate.most_grammars = all_of(candidate.grammars).size();
    candidate.grammars.reset();
    candidate.training_size = search.many_numbers();
    return candidate;
}

/// Where size alone counts: larger blocks as long as that helps, or else smaller ones. How far, tells a quick level
/// too.
void climb(Search& search, Codec codec) {
    const int level = std::min(search.level, quick_level);
    const unsigned start = search.best_of(codec).block_log2;
    const auto looked_at = [&](unsigned log2) {
        auto candidate = in_blocks(search.best_of(codec), log2, search, false);
        std::vector<Candidate> all;
        if (candidate) all.push_back(std::move(*candidate));
        all = search.judged(std::move(all), level);
        return all.empty() ? Candidate{} : std::move(all.front());
    };
    // Of zstd alone a quick level tells something else.
    const bool same = codec != Codec::zstd || level == search.level;
    const double first = same ? search.best_of(codec).bytes : looked_at(start).bytes;
    std::optional<Candidate> best;
    for (const bool up : {true, false}) {
        double least = first;
        for (unsigned log2 = start; up ? log2 < search.most_block() : log2 > least_block(search.stream);) {
            up ? ++log2 : --log2;
            Candidate other = looked_at(log2);
            if (other.bytes >= least) break;
            least = other.bytes;
            best = std::move(other);
        }
        if (best) break;
    }
    if (best && same)
        search.keep({std::move(*best)});
    else if (best)
        search.attempt({std::move(*best)});
}

/// Tries what is best in other blocks, and chooses by what a probe may take.
void try_block_sizes(Search& search, double limit) {
    if (limit == time_ignored) {
        // The cheapest first: next to what that comes to, others may not be worth it.
        std::array<Codec, codecs> by_cost = all_codecs;
        std::ranges::stable_sort(by_cost, {}, [&](Codec c) { return search.best_of(c).cost(limit); });
        for (const Codec codec : by_cost)
            if (search.near(codec)) climb(search, codec);
        return;
    }
    std::vector<Candidate> all;
    for (const Codec codec : all_codecs) {
        if (!search.near(codec)) continue;
        const Candidate& best = search.best_of(codec);
        // Smaller blocks than are worth their directory, where all others take too long.
        const unsigned least = best.is_over(limit) ? least_of_any : least_block(search.stream);
        for (unsigned log2 = least; log2 <= search.most_block(); ++log2) {
            if (log2 == best.block_log2) continue;
            // Twice the block takes nearly twice the time.
            const double time = best.median * std::exp2(static_cast<int>(log2) - static_cast<int>(best.block_log2));
            if (log2 > best.block_log2 && time > 4 * limit) continue;
            auto candidate = in_blocks(best, log2, search, best.is_over(limit));
            if (candidate) all.push_back(std::move(*candidate));
        }
    }
    search.limit = limit;
    search.attempt(std::move(all));
}

}  // namespace

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
    std::vector<Candidate> quick = try_quickly(search);
    plan.quick_bytes = search.cheapest().bytes;
    if (plan.quick_bytes > most_quick_bytes) return plan;
    try_codecs(search, std::move(quick));
    try_grammars(search);
    try_dictionaries(search);
    if (search.cheapest().bits == 0)
        throw Error(ErrorCode::bad_usage, "blocks of 2^" + std::to_string(options.block_log2.value_or(0)) +
                                              " positions are too large for this table");
    // Only now does the limit on time come in, for it is by its block size that a candidate meets it.
    if (!options.block_log2) try_block_sizes(search, limit);
    for (const Candidate& each : search.best)
        if (each.bits != 0)
            plan.choice.costs.push_back(
                {each.codec, static_cast<std::uint64_t>(each.bytes), static_cast<std::uint64_t>(each.nanoseconds)});
    plan.choice.kind = stream.kind;
    if (limit != time_ignored) plan.choice.limit = static_cast<std::uint64_t>(limit);
    plan.way = search.cheapest();
    return plan;
}

}  // namespace mexbase::detail
