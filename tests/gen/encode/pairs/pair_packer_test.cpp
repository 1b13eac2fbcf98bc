// SPDX-License-Identifier: MIT
// Packing with grammars: the cheapest parse, read back.
#include "grammars.hpp"

namespace mexbase::pair_packer_test {

using namespace test;
using detail::PairPacker;
using detail::PairScratch;

constexpr unsigned block_log2 = 9;
/// Symbols tried at a position: that many of the longest, and the literal.
constexpr std::size_t most_ends = PairPacker::max_ends - 1;

struct Least {
    std::uint64_t cost = 0;
    bool of_all = true;  // no symbol that ends at some position was skipped
};

/// Returns the least cost of symbols for the whole text. Compares words with the numbers before each position, and
/// skips all but the `most_ends` longest and the literal.
Least least_cost(const format::Grammar& grammar, const std::vector<std::uint32_t>& costs, const Text& text) {
    const auto first = firsts(grammar);
    const auto word = words(grammar);
    std::vector<std::size_t> literals;
    for (const std::uint32_t number : text) literals.push_back(literal_of(first, number));
    std::vector<std::uint64_t> least{0};
    bool of_all = true;
    for (std::size_t end = 1; end <= literals.size(); ++end) {
        // Per length, the cheapest symbol whose word ends here.
        std::vector<std::uint64_t> by_span(end + 1, PairPacker::no_code);
        for (std::size_t s = 0; s < word.size(); ++s) {
            const std::size_t span = word[s].size();
            if (costs[s] == PairPacker::no_code || span > end) continue;
            if (std::equal(word[s].begin(), word[s].end(), literals.begin() + static_cast<std::ptrdiff_t>(end - span)))
                by_span[span] = std::min<std::uint64_t>(by_span[span], costs[s]);
        }
        std::uint64_t here = least[end - 1] + by_span[1];
        std::size_t found = 0;
        for (std::size_t span = end; span > 1; --span) {
            if (by_span[span] == PairPacker::no_code) continue;
            if (++found <= most_ends)
                here = std::min(here, least[end - span] + by_span[span]);
            else
                of_all = false;
        }
        least.push_back(here);
    }
    return {least.back(), of_all};
}

std::uint64_t extra_bits(const format::Grammar& grammar, const Text& text) {
    const auto first = firsts(grammar);
    std::uint64_t bits = 0;
    for (const std::uint32_t number : text) bits += grammar.extra[literal_of(first, number)];
    return bits;
}

std::vector<std::uint32_t> lengths_as_costs(const format::Grammar& grammar) {
    std::vector<std::uint32_t> costs;
    for (const std::uint8_t length : grammar.code_lengths) costs.push_back(length == 0 ? PairPacker::no_code : length);
    return costs;
}

TEST(PairPacker, FindsTheCheapestSymbolsOfThoseThatEndAtAPlace) {
    std::mt19937 random(1);
    std::size_t of_all = 0;
    for (int i = 0; i < 2000; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        const Text text = any_text(random, grammar, random() % 60);
        const Least least = least_cost(grammar, lengths_as_costs(grammar), text);
        const PairPacker packer(grammar);
        PairScratch scratch;
        packer.parse(text, scratch);
        ASSERT_EQ(packer.bits(scratch), least.cost + extra_bits(grammar, text)) << i;
        if (least.of_all) ++of_all;
    }
    // Usually no symbol was skipped, so that no parse is cheaper; but often enough one was.
    EXPECT_GT(of_all, 1500u);
    EXPECT_LT(of_all, 1900u);
}

TEST(PairPacker, CountsSymbolsByAnyCosts) {
    std::mt19937 random(2);
    for (int i = 0; i < 1000; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        const Text text = any_text(random, grammar, 1 + random() % 60);
        std::vector<std::uint32_t> costs;
        for (std::size_t s = 0; s < grammar.symbols(); ++s)
            costs.push_back(s >= grammar.literals() && random() % 5 == 0 ? PairPacker::no_code
                                                                         : static_cast<std::uint32_t>(random() % 5000));
        PairScratch scratch;
        PairPacker(grammar, costs).parse(text, scratch);
        std::uint64_t cost = 0;
        std::vector<std::size_t> spelled, wanted;
        const auto first = firsts(grammar);
        const auto word = words(grammar);
        for (const std::uint16_t symbol : scratch.symbols) {
            cost += costs[symbol];
            spelled.insert(spelled.end(), word[symbol].begin(), word[symbol].end());
        }
        for (const std::uint32_t number : text) wanted.push_back(literal_of(first, number));
        ASSERT_EQ(spelled, wanted) << i;
        ASSERT_EQ(cost, least_cost(grammar, costs, text).cost) << i;
    }
}

TEST(PairPacker, WhatIsWrittenIsReadBackAtEveryPosition) {
    std::mt19937 random(3);
    for (int i = 0; i < 1500; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        const unsigned bits = std::max(bits_of(grammar), i % 3 == 0 ? 32u : 0u);
        expect_a_grammar(grammar, bits, block_log2);
        expect_to_pack(grammar, bits, block_log2, any_text(random, grammar, random() % 400));
        if (HasFatalFailure()) return;
    }
}

TEST(PairPacker, AScratchThatWasUsedBeforeGivesTheSameBytes) {
    std::mt19937 random(4);
    PairScratch used;
    for (int i = 0; i < 200; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        const Text text = any_text(random, grammar, random() % 300);
        const PairPacker packer(grammar);
        PairScratch fresh;
        packer.parse(text, used);
        packer.parse(text, fresh);
        std::vector<std::byte> one, other{std::byte{0x5a}};
        packer.write(used, one);
        packer.write(fresh, other);
        ASSERT_TRUE(std::equal(one.begin(), one.end(), other.begin() + 1, other.end())) << i;
    }
}

TEST(PairDecoder, BitsThatFillTheLastByteMustBeZeros) {
    std::mt19937 random(5);
    for (int i = 0; i < 200; ++i) {
        const format::Grammar grammar = any_grammar(random, shapes[static_cast<std::size_t>(i) % std::size(shapes)]);
        const Text text = any_text(random, grammar, 1 + random() % 50);
        const PairPacker packer(grammar);
        PairScratch scratch;
        packer.parse(text, scratch);
        std::vector<std::byte> code;
        packer.write(scratch, code);
        const unsigned bits = bits_of(grammar);
        const auto header = pairs_header(bits, block_log2);
        const auto decoder = detail::make_decoder(header, format::encode_grammars(std::span(&grammar, 1)));
        detail::DecodeScratch buffers;
        std::vector<std::byte> out(format::packed_bytes(text.size(), bits) + 8);
        const std::uint64_t filled = packer.bits(scratch);
        for (std::uint64_t bit = filled; bit < 8 * code.size(); ++bit) {
            std::vector<std::byte> bad = code;
            bad.back() |= static_cast<std::byte>(0x80u >> bit % 8);
            EXPECT_FALSE(decoder->unpack(bad, text.size(), buffers, out.data())) << bit;
        }
        EXPECT_TRUE(decoder->unpack(code, text.size(), buffers, out.data()));
    }
}

}  // namespace mexbase::pair_packer_test
