// SPDX-License-Identifier: MIT
// Grammars made from samples: valid by the format, able to pack any numbers, and reproducible.
#include "gen/encode/pairs/pair_trainer.hpp"

#include "grammars.hpp"

namespace mexbase::pair_trainer_test {

using namespace test;
using detail::NumberBlocks;
using detail::PairPacker;

enum class Texture { noise, skewed, runs, periodic, nested, constant };
constexpr Texture textures[] = {Texture::noise,    Texture::skewed, Texture::runs,
                                Texture::periodic, Texture::nested, Texture::constant};

/// Returns numbers below `limit` of that texture.
Text any_text(std::mt19937& random, Texture texture, std::uint32_t limit, std::size_t length) {
    Text text;
    const std::uint32_t any = static_cast<std::uint32_t>(random()) % limit;
    const std::size_t period = 2 + random() % 40;
    while (text.size() < length) {
        const std::size_t i = text.size();
        const auto drawn = static_cast<std::uint32_t>(random());
        switch (texture) {
            case Texture::noise:
                text.push_back(drawn % limit);
                break;
            case Texture::skewed:
                text.push_back(drawn % limit >> random() % 32);
                break;
            case Texture::runs:
                text.insert(text.end(), 1 + random() % 50, drawn % std::min(limit, 4u));
                break;
            case Texture::periodic:
                text.push_back(i >= period && drawn % 64 != 0 ? text[i - period] : drawn % limit);
                break;
            case Texture::nested:
                text.push_back(static_cast<std::uint32_t>(__builtin_ctzll(i + 1)) % limit);
                break;
            case Texture::constant:
                text.push_back(any);
                break;
        }
    }
    text.resize(length);
    return text;
}

NumberBlocks any_samples(std::mt19937& random, Texture texture, std::uint32_t limit, unsigned block_log2,
                         std::size_t samples) {
    NumberBlocks numbers;
    const std::size_t block = std::size_t{1} << block_log2;
    for (std::size_t i = 0; i < samples; ++i)
        numbers.push_back(any_text(random, texture, limit, i % 5 == 4 ? 1 + random() % block : block));
    return numbers;
}

TEST(PairTrainer, GrammarsAreWhatTheFormatSaysAndPackSeenAndUnseenNumbers) {
    std::mt19937 random(1);
    for (const std::uint32_t limit : {2u, 3u, 16u, 17u, 300u, 1024u, 1025u, 70'000u, 0x90000000u}) {
        for (const Texture texture : textures) {
            const unsigned block_log2 = limit % 2 == 0 ? 8 : 10;
            const NumberBlocks samples = any_samples(random, texture, limit, block_log2, 6);
            // As few positions as are sampled, so that pairs must be worth their cost at once, and many.
            std::vector<format::Grammar> grammars;
            const unsigned bits = format::bits_for(limit);
            for (const std::uint64_t positions : {std::uint64_t{3000}, std::uint64_t{1} << 40}) {
                const format::Grammar grammar = *detail::trained_grammar(limit, samples, block_log2, positions);
                EXPECT_EQ(detail::trained_grammar(limit, samples, block_log2, positions), grammar);
                SCOPED_TRACE(testing::Message() << limit << " texture " << static_cast<int>(texture));
                expect_a_grammar(grammar, bits, block_log2);
                EXPECT_EQ(firsts(grammar).back(), limit);
                for (std::size_t t = 0; t < grammar.literals(); ++t) ASSERT_NE(grammar.code_lengths[t], 0) << t;
                for (const std::uint8_t length : grammar.code_lengths) ASSERT_LE(length, detail::longest_written_code);
                expect_to_pack(grammar, bits, block_log2, samples[0]);
                expect_to_pack(grammar, bits, block_log2, any_text(random, Texture::noise, limit, 200));
                expect_to_pack(grammar, bits, block_log2, {limit - 1, 0, limit - 1});
                if (HasFatalFailure()) return;
                grammars.push_back(grammar);
            }
            const auto bytes = format::encode_grammars(grammars);
            EXPECT_EQ(format::parse_grammars(bytes, bits, block_log2), grammars);
            EXPECT_EQ(format::encode_grammars(grammars), bytes);
        }
    }
}

TEST(PairTrainer, PairsAreNoLongerThanAskedForAndFewEnoughToSpell) {
    std::mt19937 random(2);
    for (const Texture texture : textures) {
        const NumberBlocks samples = any_samples(random, texture, 6, 9, 8);
        for (const std::uint32_t longest : {2u, 3u, 17u, 512u}) {
            for (const std::uint64_t positions : {std::uint64_t{0}, std::uint64_t{5000}, std::uint64_t{1} << 50}) {
                const format::Grammar grammar =
                    detail::make_pairs(std::vector<std::uint8_t>(6), samples, positions, longest).grammar;
                EXPECT_LE(grammar.symbols(), format::most_grammar_symbols);
                std::size_t spelled = 0;
                for (const auto& word : words(grammar)) {
                    EXPECT_LE(word.size(), longest);
                    spelled += word.size();
                }
                EXPECT_LE(spelled, PairPacker::most_spelled(6));
            }
        }
    }
}

TEST(PairTrainer, WhatRepeatsTakesAFewBits) {
    std::mt19937 random(3);
    const std::size_t block = 4096;
    Text period = any_text(random, Texture::noise, 5, 37), text;
    while (text.size() < 16 * block) text.push_back(period[text.size() % period.size()]);
    NumberBlocks samples;
    for (std::size_t at = 0; at < text.size(); at += block)
        samples.emplace_back(text.begin() + static_cast<std::ptrdiff_t>(at),
                             text.begin() + static_cast<std::ptrdiff_t>(at + block));
    const auto grammar = *detail::trained_grammar(5, samples, 12, 16 * block);
    for (const Text& sample : samples) EXPECT_LE(expect_to_pack(grammar, 3, 12, sample), 32u);
}

TEST(PairTrainer, PairsThatAreNotWorthTheirRoomAreLeftOut) {
    std::mt19937 random(4);
    const NumberBlocks noise = any_samples(random, Texture::noise, 64, 10, 8);
    EXPECT_LT(detail::make_pairs(std::vector<std::uint8_t>(64), noise, 1 << 30, 1024).grammar.pairs.size(), 64u)
        << "chance makes pairs that occur twice as often as others";
    // Pairs of a text that has been freed.
    const NumberBlocks runs = any_samples(random, Texture::runs, 64, 10, 8);
    const auto whole = detail::make_pairs(std::vector<std::uint8_t>(64), runs, 1 << 30, 1024);
    EXPECT_GT(whole.grammar.pairs.size(), 32u);
    NumberBlocks filled = noise;
    EXPECT_LT(detail::with_codes(whole, noise, filled, 8192).pairs.size(), whole.grammar.pairs.size());
}

TEST(PairTrainer, NumbersThatAreRareShareLiterals) {
    std::mt19937 random(5);
    NumberBlocks samples(1);
    for (int i = 0; i < 20'000; ++i) {
        const auto drawn = static_cast<std::uint32_t>(random());
        const std::uint32_t small = drawn % 8 < 5 ? 0 : drawn % 8 < 7 ? 1 : 2;
        samples[0].push_back(drawn / 8 % 16 != 0 ? small : drawn / 128 % 60'000);
    }
    for (const std::size_t most : {2048u, 64u, 20u}) {
        const auto literals = detail::shared_literals(60'000, samples, most);
        EXPECT_LE(literals.size(), most);
        std::uint64_t numbers = 0;
        for (const std::uint8_t extra : literals) numbers += std::uint64_t{1} << extra;
        EXPECT_EQ(numbers, 60'000u);
        // Frequent numbers have their own literals.
        if (most > 20) {
            EXPECT_EQ(std::vector<std::uint8_t>(literals.begin(), literals.begin() + 3), std::vector<std::uint8_t>(3));
        }
        EXPECT_GT(*std::ranges::max_element(literals), 8);
    }
}

TEST(PairTrainer, SeveralGrammarsKeepTheirOrderInBytes) {
    std::mt19937 random(6);
    std::vector<format::Grammar> all;
    for (const Texture texture : textures)
        all.push_back(*detail::trained_grammar(100, any_samples(random, texture, 100, 8, 5), 8, 100'000));
    ASSERT_GE(all.size(), 6u);
    all.resize(std::min(all.size(), format::most_grammars));
    EXPECT_EQ(format::parse_grammars(format::encode_grammars(all), 7, 8), all);
}

}  // namespace mexbase::pair_trainer_test
