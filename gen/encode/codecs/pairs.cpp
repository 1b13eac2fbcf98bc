// SPDX-License-Identifier: MIT
#include <algorithm>
#include <bit>
#include <utility>

#include "../../parallel_ordered.hpp"
#include "../pairs/block_classes.hpp"
#include "../pairs/pair_packer.hpp"
#include "../pairs/pair_trainer.hpp"
#include "../plan.hpp"

namespace mexbase::detail {

namespace {

/// Returns how many numbers are used to make the final grammar (list of pairs that become symbols). To limit the time,
/// they are a sixteenth of the stream, or a 32nd for symbols of more than 4 bits. `few_numbers` is for a first trial.
std::size_t many_numbers(std::uint64_t varied, unsigned bits) {
    constexpr std::uint64_t most = std::uint64_t{1} << 22;
    const std::uint64_t least = std::uint64_t{1} << (bits <= 4 ? 18 : 15);
    return static_cast<std::size_t>(std::clamp(varied / (bits <= 4 ? 16 : 32), least, most));
}
std::size_t many_numbers(const Search& search) {
    return many_numbers(search.samples.varied, format::bits_for(search.stream.alphabet.symbols));
}
std::size_t few_numbers(const Search& search) {
    const unsigned bits = format::bits_for(search.stream.alphabet.symbols);
    const std::size_t few = std::size_t{1} << (bits <= 2 ? 17 : bits <= 4 ? 16 : 15);
    std::size_t there_are = 0;
    for (const Chunk& chunk : search.samples.training()) there_are += chunk.size();
    return there_are <= 2 * few ? many_numbers(search) : few;
}

/// Returns the number of grammars (lists of pairs) to try. A grammar takes 10 KB, so it must pack half a megabyte.
std::size_t grammars_worth(const Candidate& candidate) {
    constexpr double packed_with_each = 1 << 19, most = 8;
    if (candidate.bytes < 2 * packed_with_each || candidate.bits == 0) return 1;
    return std::bit_floor(static_cast<std::size_t>(std::min(most, candidate.bytes / packed_with_each)));
}

struct PairBuffers {
    PairScratch parsed;
    std::vector<std::byte> out;
};

class PairsEncoder : public Encoder {
  public:
    explicit PairsEncoder(BlockClasses classes = {}, std::vector<format::Grammar> grammars = {})
        : Encoder(Codec::pairs, {.trained = true},
                  grammars.empty() ? std::vector<std::byte>{} : format::encode_grammars(grammars)),
          classes_(std::move(classes)),
          grammars_(std::move(grammars)) {}

    /// Returns an encoder that can pack. It takes up to 20 MB per grammar, so no plan stores it.
    std::shared_ptr<const Encoder> at_level(int) const override {
        auto ready = std::make_shared<PairsEncoder>(classes_, grammars_);
        ready->packers_.reserve(grammars_.size());
        for (const format::Grammar& grammar : grammars_) ready->packers_.emplace_back(grammar);
        return ready;
    }

    /// Packs a block with the grammar (list of pairs) for its class. The blocks of a class have similar numbers. If
    /// there are several classes, the payload begins with the number of the class.
    PackedBlock pack(const BlockNumbers& numbers, CodecBuffers& all) const override {
        auto& [parsed, out] = all.of<PairBuffers>(codec);
        const auto& [settled, open, bits] = numbers;
        const std::size_t number = classes_.class_of(open.empty() ? settled : open);
        const PairPacker& packer = packers_[number];
        if (open.empty())
            packer.parse(settled, parsed);
        else
            packer.parse_any(open, settled, parsed);
        out.clear();
        if (packers_.size() > 1) out.push_back(static_cast<std::byte>(number));
        packer.write(parsed, out);
        return {out, 0, parsed.symbols.size()};
    }

    std::shared_ptr<const Encoder> train(const Candidate& candidate, const Samples& samples, std::uint32_t limit,
                                         unsigned threads, std::uint64_t most_bytes) const override {
        NumberBlocks training =
            numbers_of(samples.training(), candidate.delta, candidate.block_log2, candidate.training);
        const std::size_t blocks = training.size();
        const BlockClasses classes(training, candidate.parts);
        std::vector<std::size_t> class_of, sizes(classes.count());
        for (const auto& sample : training) ++sizes[class_of.emplace_back(classes.class_of(sample))];
        std::vector<NumberBlocks> parts(classes.count());
        // A class without samples gets a grammar made from all samples.
        for (std::size_t s = 0; s < parts.size(); ++s)
            if (sizes[s] == 0) parts[s] = training;
        for (std::size_t k = 0; k < blocks; ++k) parts[class_of[k]].push_back(std::move(training[k]));
        training.clear();
        std::vector<format::Grammar> grammars;
        parallel_ordered(
            parts.size(), threads,
            [&](unsigned, std::uint64_t s) {
                const std::uint64_t positions = samples.varied * parts[s].size() / std::max<std::size_t>(blocks, 1);
                return trained_grammar(limit, std::move(parts[s]), candidate.block_log2, positions, most_bytes);
            },
            [&](std::uint64_t, std::optional<format::Grammar>&& grammar) {
                if (grammar) grammars.push_back(std::move(*grammar));
            });
        if (grammars.size() != parts.size()) return nullptr;
        return std::make_shared<const PairsEncoder>(classes, std::move(grammars));
    }

    std::vector<std::byte> state() const override {
        std::vector<std::byte> bytes = classes_.bytes();
        bytes.insert(bytes.end(), dictionary.begin(), dictionary.end());
        return bytes;
    }
    std::shared_ptr<const Encoder> restored(std::span<const std::byte> state,
                                            const format::StreamHeader& header) const override {
        BlockClasses classes;
        const auto rest = classes.restore(state);
        return std::make_shared<const PairsEncoder>(std::move(classes),
                                                    format::parse_grammars(rest, header.bits, header.block_log2));
    }

    double probe_time(double payload, double packed, double differences, double codes) const override {
        if (payload == 0 || codes == 0) return Encoder::probe_time(payload, packed, differences, codes);
        return lookup_time + 40 + 0.1 * payload + 2.8 * codes;
    }

    /// Round 0 makes grammars (lists of pairs) from few numbers. If they pack well, round 1 makes grammars from many.
    void improve(Search& search, int round) const override {
        Candidate& best = search.best_of(codec);
        if (round == 0) {
            search.attempt(first_ways(search));
            return;
        }
        if (!search.near(codec, 2)) return;
        Candidate one = best;
        one.to_train(many_numbers(search));
        if (one.training > few_numbers(search)) search.attempt({one});
        // Several grammars pack more slowly. They are used only if they save more than a hundredth of the size.
        const std::size_t several = grammars_worth(best);
        if (several == 1 || !search.near(codec, 2)) return;
        one.to_train(many_numbers(search), several);
        Candidate before = best;
        search.attempt({std::move(one)});
        if (best.bytes > 0.99 * before.bytes) best = std::move(before);
    }

    std::optional<Candidate> in_blocks(Candidate candidate, unsigned block_log2, const Search& search,
                                       bool may_train) const override {
        candidate.block_log2 = block_log2;
        constexpr unsigned any_block = 16;
        const bool fits = std::ranges::all_of(grammars_, [&](const format::Grammar& grammar) {
            return std::ranges::max(format::spans(grammar, any_block)) <= 1u << block_log2;
        });
        if (fits) return candidate;
        if (!may_train) return std::nullopt;
        candidate.to_train(many_numbers(search), grammars_.size());
        return candidate;
    }

    /// Returns a lower bound on the packed size. Each new pair takes space in the grammar, and at most halves the
    /// number of symbols.
    std::size_t least_bytes(std::uint64_t numbers) const override {
        constexpr std::size_t literals = 2, header = 5 + literals / 2, code_length = 4;
        std::size_t pairs = 0;  // bits for the pairs
        std::size_t least = static_cast<std::size_t>(numbers);
        for (std::size_t made = 0; numbers >> made != 0; ++made) {
            least = std::min(least, pairs + static_cast<std::size_t>(numbers >> made));
            pairs += 2 * format::bits_for(literals + made) + code_length;
        }
        return header + least / 8;
    }

  private:
    std::vector<Candidate> first_ways(const Search& search) const {
        std::vector<Candidate> all = search.shapes();
        const Candidate& best = search.cheapest();
        std::erase_if(all, [&](const Candidate& shape) {
            // Skips symbols if their differences pack into a small fraction of the size of the symbols.
            constexpr double small_part = 0.1;
            return !search.is_narrowest(shape) ||
                   (!shape.delta && !search.options.codec && best.delta &&
                    best.bytes < small_part * static_cast<double>(search.stream.count * shape.bits / 8));
        });
        for (Candidate& shape : all) {
            shape.encoder = encoders()[static_cast<std::size_t>(codec)];
            shape.block_log2 = search.block(11);
            shape.training = few_numbers(search);
        }
        return all;
    }

    BlockClasses classes_;
    std::vector<format::Grammar> grammars_;
    std::vector<PairPacker> packers_;  ///< by grammar; only `at_level` makes them
};

}  // namespace

std::uint64_t training_memory(std::uint64_t count) {
    return bytes_per_trained_number * std::min<std::uint64_t>(count, many_numbers(count, 1));
}

std::shared_ptr<const Encoder> make_pairs_encoder() {
    return std::make_shared<const PairsEncoder>();
}

}  // namespace mexbase::detail
