// SPDX-License-Identifier: MIT
/// \file
/// Random grammars of the codec `pairs`, with a plain reference implementation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "gen/encode/pairs/pair_packer.hpp"
#include "gen/encode/pairs/pair_trainer.hpp"
#include "query/format/bytes.hpp"
#include "query/format/format.hpp"
#include "query/format/grammar.hpp"
#include "query/read/decoder.hpp"

namespace mexbase::test {

using Text = std::vector<std::uint32_t>;

/// Returns the least number of each literal, then the number of numbers.
inline std::vector<std::uint64_t> firsts(const format::Grammar& grammar) {
    std::vector<std::uint64_t> first{0};
    for (const std::uint8_t extra : grammar.extra) first.push_back(first.back() + (std::uint64_t{1} << extra));
    return first;
}

inline std::size_t literal_of(const std::vector<std::uint64_t>& first, std::uint32_t number) {
    return static_cast<std::size_t>(std::ranges::upper_bound(first, number) - first.begin()) - 1;
}

/// Returns the literals of each symbol.
inline std::vector<std::vector<std::size_t>> words(const format::Grammar& grammar) {
    std::vector<std::vector<std::size_t>> words;
    for (std::size_t t = 0; t < grammar.literals(); ++t) words.push_back({t});
    for (const auto& [left, right] : grammar.pairs) {
        std::vector<std::size_t> word = words[left];
        word.insert(word.end(), words[right].begin(), words[right].end());
        words.push_back(std::move(word));
    }
    return words;
}

inline unsigned bits_of(const format::Grammar& grammar) {
    return format::bits_for(firsts(grammar).back());
}

/// Packs the numbers of a block plainly.
inline std::vector<std::byte> packed(const Text& text, unsigned bits) {
    const std::size_t length = format::packed_bytes(text.size(), bits);
    std::vector<std::byte> bytes(length + 8);
    detail::PackedWriter writer(bytes.data());
    for (const std::uint32_t number : text) writer.put(number, bits);
    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(length), bytes.end());
    return bytes;
}

/// Checks a grammar for numbers of `bits` bits in blocks of 2^`block_log2` against docs/format.md.
inline void expect_a_grammar(const format::Grammar& grammar, unsigned bits, unsigned block_log2) {
    ASSERT_GE(grammar.literals(), 2u);
    ASSERT_LE(grammar.symbols(), 4096u);
    ASSERT_EQ(grammar.code_lengths.size(), grammar.symbols());
    EXPECT_LE(firsts(grammar).back(), std::uint64_t{1} << bits);
    std::vector<std::uint64_t> span(grammar.literals(), 1);
    for (const auto& [left, right] : grammar.pairs) {
        for (const std::size_t part : {left, right}) {
            ASSERT_LT(part, span.size());
            EXPECT_TRUE(part >= grammar.literals() || grammar.extra[part] == 0) << part;
        }
        span.push_back(span[left] + span[right]);
        EXPECT_LE(span.back(), std::min<std::uint64_t>(std::uint64_t{1} << block_log2, 65535));
    }
    std::uint64_t taken = 0;
    for (const std::uint8_t length : grammar.code_lengths) {
        ASSERT_LE(length, 15);
        if (length != 0) taken += std::uint64_t{1} << (15 - length);
    }
    EXPECT_EQ(taken, std::uint64_t{1} << 15);
    const std::vector<format::Grammar> one{grammar};
    EXPECT_EQ(format::parse_grammars(format::encode_grammars(one), bits, block_log2), one);
}

/// Returns the header of a stream of numbers or differences, in the codec `pairs`.
inline format::StreamHeader pairs_header(unsigned bits, unsigned block_log2, bool delta = false) {
    format::StreamHeader header{.codec = Codec::pairs,
                                .bits = static_cast<std::uint8_t>(bits),
                                .flags = static_cast<std::uint8_t>(delta ? format::flag_delta : 0),
                                .block_log2 = static_cast<std::uint8_t>(block_log2),
                                .symbols = 0xffffffff};
    return header;
}

/// Reads every number and sum of a packed block, and the whole block; other lengths must be refused.
inline void expect_to_read(const format::Grammar& grammar, unsigned bits, unsigned block_log2,
                           const std::vector<std::byte>& code, const Text& text) {
    const auto header = pairs_header(bits, block_log2), delta = pairs_header(bits, block_log2, true);
    const auto dictionary = format::encode_grammars(std::span(&grammar, 1));
    const auto numbers = detail::make_decoder(header, dictionary), sums = detail::make_decoder(delta, dictionary);
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        ASSERT_EQ(numbers->at(code, i), text[i]) << i;
        sum += text[i] % 2 == 0 ? text[i] / 2 : ~(text[i] / 2);
        ASSERT_EQ(sums->at(code, i), sum) << i;
    }
    // Zeros that fill the last byte may look like up to seven codes.
    const std::uint64_t past_the_end = text.size() + (std::uint64_t{7} << block_log2);
    EXPECT_EQ(numbers->at(code, past_the_end), std::nullopt);
    EXPECT_EQ(sums->at(code, past_the_end), std::nullopt);
    std::vector<std::byte> out(format::packed_bytes(text.size() + 1, bits) + 8);
    detail::DecodeScratch scratch;
    const auto unpacks = [&](std::span<const std::byte> body) {
        return numbers->unpack(body, text.size(), scratch, out.data()).has_value();
    };
    EXPECT_TRUE(unpacks(code));
    const std::vector<std::byte> plain = packed(text, bits);
    EXPECT_TRUE(std::equal(plain.begin(), plain.end(), out.begin()));
    if (!text.empty()) {
        EXPECT_FALSE(unpacks(std::span(code).first(code.size() - 1)));
    }
    std::vector<std::byte> longer = code;
    longer.push_back(std::byte{0});
    EXPECT_FALSE(unpacks(longer));
}

/// Packs and reads back. Returns the length of the code.
inline std::size_t expect_to_pack(const format::Grammar& grammar, unsigned bits, unsigned block_log2,
                                  const Text& text) {
    const detail::PairPacker packer(grammar);
    detail::PairScratch scratch;
    packer.parse(text, scratch);
    std::vector<std::byte> code;
    packer.write(scratch, code);
    EXPECT_EQ(code.size(), (packer.bits(scratch) + 7) / 8);
    expect_to_read(grammar, bits, block_log2, code, text);
    return code.size();
}

struct Shape {
    std::size_t literals, pairs;
    unsigned most_extra;  // bits; 0: literals are numbers
    bool deep;            // pairs use the newest symbols, so that many symbols end at one place
};

/// Returns a random grammar of that shape, with codes for random counts. Every literal has a code.
inline format::Grammar any_grammar(std::mt19937& random, const Shape& shape) {
    format::Grammar grammar;
    for (std::size_t t = 0; t < shape.literals; ++t)
        grammar.extra.push_back(
            static_cast<std::uint8_t>(t < 2 || random() % 2 == 0 ? 0 : random() % (shape.most_extra + 1)));
    std::vector<std::size_t> parts, span(shape.literals, 1);
    for (std::size_t t = 0; t < shape.literals; ++t)
        if (grammar.extra[t] == 0) parts.push_back(t);
    for (std::size_t i = 0; i < shape.pairs; ++i) {
        std::size_t left = parts[random() % parts.size()], right = parts[random() % parts.size()];
        if (shape.deep) {  // mostly one literal, seldom another
            left = parts[random() % 10 == 0 ? 1 : 0];
            right = parts.size() > shape.literals ? parts.back() : parts[0];
        }
        if (span[left] + span[right] > (shape.deep ? 24u : 200u)) continue;
        parts.push_back(grammar.symbols());
        span.push_back(span[left] + span[right]);
        grammar.pairs.push_back({static_cast<std::uint16_t>(left), static_cast<std::uint16_t>(right)});
    }
    std::vector<std::uint64_t> counts;
    for (std::size_t s = 0; s < grammar.symbols(); ++s) {
        const std::uint64_t count = 1 + (random() % 1000 >> random() % 10);
        counts.push_back(s >= shape.literals && random() % 4 == 0 ? 0 : count);
    }
    grammar.code_lengths = detail::code_lengths(counts);
    return grammar;
}

/// Returns random numbers, with some expansions of symbols.
inline Text any_text(std::mt19937& random, const format::Grammar& grammar, std::size_t length) {
    const auto first = firsts(grammar);
    const auto word = words(grammar);
    Text text;
    while (text.size() < length) {
        const auto& symbol = word[random() % word.size()];
        for (const std::size_t literal : symbol) {
            const auto more = static_cast<std::uint32_t>(random()) & ((1u << grammar.extra[literal]) - 1);
            text.push_back(static_cast<std::uint32_t>(first[literal]) + more);
        }
    }
    text.resize(length);
    return text;
}

inline const Shape shapes[] = {{2, 0, 0, false},  {2, 5, 0, false}, {2, 12, 0, false},  {3, 30, 0, false},
                               {5, 20, 0, false}, {4, 8, 3, false}, {7, 25, 12, false}, {6, 10, 28, false},
                               {2, 40, 0, true},  {3, 60, 2, true}};

}  // namespace mexbase::test
