// SPDX-License-Identifier: MIT
// Streams in the codec pairs, written byte by byte from docs/format.md, and read by the library.
#include "pairs_by_hand.hpp"

namespace mexbase::format_by_hand_pairs_test {

using namespace test::by_hand;

Numbers joined_numbers(const std::vector<Numbers>& all) {
    Numbers out;
    for (const Numbers& each : all) out.insert(out.end(), each.begin(), each.end());
    return out;
}

/// Two literals; 2 expands to 0 1, 3 to 0 1 0 1. The code of 3 is 0, of literal 0 10, of literal 1 110, of 2 111.
const Grammar two_literals{{0, 0}, {{0, 1}, {2, 2}}, {2, 3, 3, 1}};

TEST(FormatByHand, PairsAreReadAsThePageSays) {
    // Pairs in 1 and in 2 bits, then lengths: 01 1010 0010 0011 0011 0001.
    const Bytes grammar("\x02\x02\x00\x02\x68\x8c\xc4", 7);
    ASSERT_EQ(bytes_of(two_literals), grammar);
    // 0 0 0 111 10: three times 0 1 0 1, then 0 1, then 0.
    ASSERT_EQ(code_of(two_literals, {{3}, {3}, {3}, {2}, {0}}), "\x1e");
    PairsStream s{.count = 15, .base = 5, .step = 3, .dictionary = '\x01' + grammar, .blocks = {{"\x1e", 0}}};
    const Numbers right{5, 8, 5, 8, 5, 8, 5, 8, 5, 8, 5, 8, 5, 8, 5};
    expect_to_read(table_of(s), right);
    s.small = true;
    expect_to_read(table_of(s), right);
    // The same symbols by a list, without a step.
    s.list = {5, 8};
    s.flags = 2;
    s.base = s.step = 0;
    expect_to_read(table_of(s), right);
    s.small = false;
    expect_to_read(table_of(s), right);
    EXPECT_EQ(open(table_of(s))->format_version(), "1.4");
}

// hostile_pairs_random_test.cpp reads several grammars, stored and constant blocks, wide literals and differences.
TEST(FormatByHand, PairsOfTheWidestNumbersAreRead) {
    PairsStream s{.bits = 32, .symbols = 0xffffffff, .block_log2 = 5};
    // The widest literals possible with codes for all: 2^31 numbers of 32 bits, in separate equal runs.
    const Grammar wide{{31, 31}, {}, {1, 1}};
    const Grammar wider{{0, 31}, {{0, 0}, {2, 2}}, {3, 2, 3, 1}};
    const std::vector<Written> words{{3}, {1, 0x7fffffff}, {0}, {1, 0}, {2}, {1, 0x12345678}, {3}, {3}};
    Numbers right = numbers_of(wider, words);
    s.count = right.size();
    s.dictionary = dictionary_of({wider});
    s.blocks = {{code_of(wider, words), 0}};
    for (const bool small : {true, false}) {
        s.small = small;
        expect_to_read(table_of(s), right);
    }
    // All 32 bits, in a grammar that saves none: 16 numbers in 65 bytes would be too long, so they are stored.
    s.count = 16;
    s.dictionary = dictionary_of({wide, wider});
    right = Numbers(16, 0xfffffffe);
    s.blocks = {{packed(right, 32), 0}};
    expect_to_read(table_of(s), right);
    // A run per literal, though the runs are equal.
    s.bits = 1;
    s.symbols = 2;
    s.count = 15;
    s.blocks = {{"\x1e", 0}};
    s.dictionary = Bytes("\x01\x02\x01\x00\x01\x00\x02\x68\x8c\xc4", 10);
    expect_to_read(table_of(s), {0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0});
}

TEST(FormatByHand, PairsWithCodesOfEveryLengthAreRead) {
    // Sixteen literals: lengths 1 to 15, and 15 again.
    Grammar grammar;
    std::vector<Written> text;
    for (unsigned i = 0; i < 16; ++i) {
        grammar.literals.push_back(0);
        grammar.lengths.push_back(15 - i);
    }
    grammar.lengths[15] = 15;
    for (unsigned i = 0; i < 16; ++i) text.push_back({i});
    text.insert(text.end(), 300, {14});
    for (unsigned i = 0; i < 16; ++i) text.push_back({15 - i});
    const Numbers right = numbers_of(grammar, text);
    PairsStream s{.bits = 4,
                  .symbols = 16,
                  .count = right.size(),
                  .dictionary = dictionary_of({grammar}),
                  .blocks = {{code_of(grammar, text), 0}},
                  .block_log2 = 9};
    for (const bool small : {false, true}) {
        s.small = small;
        expect_to_read(table_of(s), right);
    }
    // Two codes of one bit.
    s.bits = 8;
    s.symbols = 2;
    s.count = 16;
    s.dictionary = dictionary_of({{{0, 0}, {}, {1, 1}}});
    s.blocks = {{"\x5a\x81", 0}};
    expect_to_read(table_of(s), {0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1});
    // One position whose block is one bit in a byte, while the packed block takes two bytes.
    s.bits = 16;
    s.count = 1;
    s.block_log2 = 0;
    s.blocks = {{"\x80", 0}};
    for (const bool small : {false, true}) {
        s.small = small;
        expect_to_read(table_of(s), {1});
    }
}

/// Returns a grammar with 0 and 1 doubled up to `most` times, and the sum of all, which has a span of 2^most - 1.
Grammar doubled(unsigned most) {
    Grammar g{{0, 0}, {{0, 1}}, {}};
    for (unsigned i = 2; i < most; ++i) g.pairs.push_back({i, i});  // 2^(i - 1) and 2^(i - 1)
    unsigned sum = 0;                                               // a span of 1
    for (unsigned i = 2; i < most + 1; ++i) {
        g.pairs.push_back({sum, i});
        sum = static_cast<unsigned>(g.symbols()) - 1;
    }
    g.lengths.assign(g.symbols(), 0);
    g.lengths[0] = g.lengths[1] = 2;
    g.lengths.back() = 1;
    return g;
}

TEST(FormatByHand, PairsOfPairsOfAnyDepthAreRead) {
    // A span of 65535 at most, in a block of 65536.
    const Grammar doubles = doubled(16);
    ASSERT_EQ(spans_of(doubles).back(), 65535u);
    const auto last = static_cast<unsigned>(doubles.symbols() - 1);
    PairsStream s{.dictionary = dictionary_of({doubles}),
                  .blocks = {{code_of(doubles, {{last}, {1}}), 0}, {code_of(doubles, {{1}, {last}}), 0}, {"", 1}},
                  .block_log2 = 16};
    const Numbers right = joined_numbers({numbers_of(doubles, {{last}, {1}, {1}, {last}}), Numbers(30000, 1)});
    s.count = right.size();
    expect_to_read(table_of(s), right);
    s.small = true;
    s.count = 65536;
    s.blocks.resize(1);
    expect_to_read(table_of(s), Numbers(right.begin(), right.begin() + 65536));
    // The maximum number of symbols, each pair made from the one before it and a literal, on either side.
    for (const int side : {0, 1, 2}) {
        SCOPED_TRACE(side);
        Grammar chain{{0, 0, 0}, {{0, 1}}, {}};
        for (unsigned i = 3; i < 4095; ++i)
            chain.pairs.push_back(side == 0 || (side == 2 && i % 3 == 0) ? std::pair{i, i % 3} : std::pair{i % 3, i});
        chain.lengths.assign(4096, 0);
        ASSERT_EQ(chain.symbols(), 4096u);
        chain.lengths[0] = 3, chain.lengths[4095] = 1, chain.lengths[2000] = 3, chain.lengths[17] = 2;
        const std::vector<Written> text{{2000}, {4095}, {0}, {17}, {4095}, {0}};
        const Numbers numbers = numbers_of(chain, text);
        s = PairsStream{};
        s.bits = 2;
        s.symbols = 3;
        s.block_log2 = 14;
        s.count = numbers.size();
        s.dictionary = dictionary_of({two_literals, chain});
        s.blocks = {{'\x01' + code_of(chain, text), 0}};
        expect_to_read(table_of(s), numbers);
    }
    // Sixteen grammars, the maximum.
    std::vector<Grammar> many;
    Numbers all;
    s = PairsStream{};
    s.bits = 2;
    s.symbols = 3;
    for (unsigned n = 0; n < 16; ++n) {
        many.push_back({{0, 0, 0}, {{n % 3, n / 3 % 3}, {3, 3}}, {2, 0, 3, 3, 1}});
        const std::vector<Written> text{{4}, {4}, {n % 3 == 1 ? 2u : 0u}, {4}, {2}, {0}, {0}};
        s.blocks.push_back({static_cast<char>(n) + code_of(many.back(), text), 0});
        all = joined_numbers({all, numbers_of(many.back(), text)});
        ASSERT_EQ(all.size(), 16 * (n + 1));
    }
    s.count = all.size();
    s.dictionary = dictionary_of(many);
    expect_to_read(table_of(s), all);
}

// Sums modulo 2^32: from 5 down past 0. The first symbol is not `c`.
TEST(FormatByHand, PairsOfDifferencesAreReadModulo32Bits) {
    const Grammar wide{{0, 31}, {{0, 0}, {2, 2}}, {3, 2, 3, 1}};
    const std::vector<Written> far{{1, 0x7ffffffe}, {1, 0x7ffffffe}, {3}, {1, 0x7ffffffd}, {2}, {3}, {3}, {3}};
    const Numbers z = numbers_of(wide, far);
    const Numbers all = summed(5, z);
    ASSERT_EQ(all[0], 0xc0000005);
    PairsStream s{.bits = 32,
                  .flags = 4,
                  .symbols = 0xffffffff,
                  .count = all.size(),
                  .dictionary = dictionary_of({wide}),
                  .blocks = {{number(5, 4) + code_of(wide, far), 0}},
                  .block_log2 = 5};
    for (const bool small : {false, true}) {
        s.small = small;
        expect_to_read(table_of(s), all);
    }
}

TEST(FormatByHand, PairsOfASingleSymbolHaveNoDictionary) {
    PairsStream s{.bits = 0, .symbols = 1, .count = 40, .base = 9};
    expect_to_read(table_of(s), Numbers(40, 9));
    Section small = small_stream(1, 3, 0, 0, {40, 1, 9, 1});
    expect_to_read(table_of_wins(40, small), Numbers(40, 9));
    small.bytes += '\0';
    EXPECT_EQ(open(table_of_wins(40, small, 4)).error().code, ErrorCode::corrupt) << "the length of no dictionary";
}

// A table must have a version of the format that includes its parts.
TEST(FormatByHand, PairsInVersionsBeforeThemAreCorrupt) {
    PairsStream s{.count = 15, .dictionary = dictionary_of({two_literals}), .blocks = {{"\x1e", 0}}};
    for (const int bits : {1, 0})
        for (const bool small : {false, true})
            for (int minor = 0; minor < 8; ++minor) {
                s.small = small;
                Section section = s.section();
                if (bits == 0 && small) {
                    section = small_stream(1, 3, 0, 0, {15, 1, 9, 1});
                } else if (bits == 0) {
                    PairsStream single{.bits = 0, .symbols = 1, .count = 15};
                    section = single.section();
                }
                const auto table = open(table_of_wins(15, section, minor));
                ASSERT_EQ(table.ok(), minor >= 4) << bits << small << minor;
                EXPECT_TRUE(table || table.error().code == ErrorCode::corrupt) << table.error().message;
            }
}

}  // namespace mexbase::format_by_hand_pairs_test
