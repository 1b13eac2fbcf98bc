// SPDX-License-Identifier: MIT
// Streams in the codec pairs with grammars that docs/format.md forbids, under right checksums.
#include "hostile_pairs.hpp"

namespace mexbase::hostile_pairs_test {

using namespace test::by_hand;

/// Expects that a dictionary of these bytes is corrupt, alone and as the one not used by the block.
void expect_corrupt_grammar(const Bytes& grammar, int bits = 1) {
    PairsStream s = fifteen('\x01' + grammar);
    s.bits = bits;
    expect_corrupt(s);
    s = fifteen('\x02' + grammar + bytes_of(plain), '\x01' + plain_block);
    s.bits = std::max(bits, 2);
    if (bits > 1) expect_corrupt(s);
    s.dictionary = '\x02' + bytes_of(plain) + grammar;
    s.blocks[0].bytes[0] = '\0';
    if (bits > 1) expect_corrupt(s);
}

TEST(HostilePairs, WhatIsBuiltOnIsGood) {
    expect_good(fifteen(dictionary_of({plain})));
    PairsStream s = fifteen(dictionary_of({plain, plain}), '\x01' + plain_block);
    s.bits = 2;
    expect_good(s);
}

TEST(HostilePairs, PairsOfWhatComesAfterAreCorrupt) {
    const Grammar five{{0, 0, 0, 0, 0}, {{0, 1}, {5, 5}}, {3, 3, 3, 3, 2, 3, 3}};
    PairsStream s = fifteen(dictionary_of({five}));
    s.bits = 3, s.symbols = 5;
    s.blocks = {{code_of(five, {{6}, {6}, {6}, {5}, {0}}), 0}};
    expect_good(s);
    for (const unsigned i : {0u, 1u})
        for (const unsigned bad : {5u + i, 6u, 7u})
            for (const bool left : {true, false}) {
                SCOPED_TRACE(testing::Message() << i << ' ' << bad << ' ' << left);
                Grammar g = five;
                (left ? g.pairs[i].first : g.pairs[i].second) = bad;
                expect_corrupt_grammar(bytes_of(g), 3);
            }
    Grammar g = five;  // each of the other
    g.pairs = {{6, 0}, {5, 0}};
    expect_corrupt_grammar(bytes_of(g), 3);
    g.pairs = {{5, 5}, {6, 6}};
    expect_corrupt_grammar(bytes_of(g), 3);
    // Literals of more than one number.
    const Grammar wide{{0, 1, 0}, {{0, 2}, {3, 3}}, {3, 3, 3, 3, 1}};
    for (const auto& pair : {std::pair{0u, 1u}, {1u, 0u}, {1u, 1u}})
        for (const unsigned i : {0u, 1u}) {
            g = wide;
            g.pairs[i] = pair;
            expect_corrupt_grammar(bytes_of(g), 2);
        }
}

TEST(HostilePairs, SpansLongerThanABlockAreCorrupt) {
    Grammar g = plain;  // spans of 8, 16 and 17
    g.pairs.insert(g.pairs.end(), {{3, 3}, {4, 4}});
    g.lengths.insert(g.lengths.end(), {0, 0});
    expect_good(fifteen(dictionary_of({g})));
    g.pairs.emplace_back(5, 0);
    g.lengths.push_back(0);
    expect_corrupt_grammar(bytes_of(g));
    // The least power of two that is at least n.
    PairsStream s = fifteen(dictionary_of({g}));
    s.small = true;
    s.bits = 4;
    for (const std::uint64_t count : {16u, 17u, 32u, 33u}) {
        s.count = count;
        s.blocks[0].bytes = code_of(plain, std::vector<Written>(count, Written{1}));
        ASSERT_LT(s.blocks[0].bytes.size(), (count + 1) / 2);
        const auto table = opened(table_of(s), 0);
        EXPECT_EQ(table && table->check(), count > 16) << count;
        if (count == 16) expect_corrupt(table_of(s), count, Refused::at_once);
    }
    // 65535, and 65536.
    s = fifteen("");
    s.block_log2 = 16;
    s.count = 70000;
    s.blocks = {{"", 0}, {code_of(plain, std::vector<Written>(1116, Written{3})), 0}};
    for (const unsigned more : {0u, 1u}) {
        Grammar spans{{0, 0}, {{0, 1}}, {}};
        for (unsigned i = 2; i < 16; ++i) spans.pairs.emplace_back(i, i);  // up to 32768
        unsigned last = 16;
        for (unsigned i = 15; i >= 2; --i, last = static_cast<unsigned>(spans.symbols()) - 1)
            spans.pairs.emplace_back(last, i);  // up to 65534
        spans.pairs.emplace_back(static_cast<unsigned>(spans.symbols()) - 1, more == 0 ? 0 : 2);
        spans.lengths.assign(spans.symbols(), 0);
        spans.lengths[0] = 2, spans.lengths[1] = 3, spans.lengths[2] = 3, spans.lengths[3] = 1;
        ASSERT_EQ(spans_of(spans).back(), 65535 + more);
        s.dictionary = dictionary_of({spans});
        const auto table = opened(table_of(s), 0);
        ASSERT_TRUE(table);
        EXPECT_EQ(table->check().ok(), more == 0);
        EXPECT_EQ(is_corrupt(table->at(69999)), more != 0);
    }
    // So long that a span of 32 bits overflows to 0.
    Grammar around = plain;
    for (unsigned i = 3; i < 100; ++i) around.pairs.emplace_back(i, i);
    around.lengths.resize(around.symbols());
    expect_corrupt_grammar(bytes_of(around));
}

TEST(HostilePairs, LiteralsThatAreTooManyOrNoneAreCorrupt) {
    const Bytes rest = bytes_of(plain).substr(3);                     // from the number of pairs on
    const Bytes heads[] = {Bytes("\x02\x00\x00\x02\x00", 5),          // a run of no literal
                           Bytes("\x02\x01\x00\x00\x00\x01\x00", 7),  // as before
                           Bytes("\x02\x03\x00", 3),                  // a run longer than all literals
                           Bytes("\x02\x01\x00\x02\x00", 5),
                           Bytes("\x02\x80\x80\x80\x80\x10\x00", 7),
                           Bytes("\x02\x81\x80\x80\x80\x80\x80\x80\x80\x80\x01\x00", 12),
                           Bytes("\x02\x82\x00\x00", 4),  // more bytes than the number needs
                           Bytes("\x82\x00\x02\x00", 4),
                           Bytes("\x03\x03\x00", 3),  // more than 2^1 numbers
                           Bytes("\x02\x02\x01", 3),
                           Bytes("\x02\x01\x00\x01\x01", 5),
                           Bytes("\x02\x01\x00\x01\x1f", 5),
                           Bytes("\x02\x01\x00\x01\x20", 5),
                           Bytes("\x02\x01\x00\x01\x21", 5),
                           Bytes("\x02\x01\x00\x01\x40", 5),
                           Bytes("\x02\x01\x00\x01\xff", 5),
                           Bytes("\x02\x02\x40", 3),
                           Bytes("\x00", 1),
                           Bytes("\x00\x02\x00", 3),
                           varint(~std::uint64_t{0}) + Bytes("\x02\x00", 2),
                           varint(std::uint64_t{1} << 32) + Bytes("\x02\x00", 2)};
    for (const Bytes& head : heads) {
        SCOPED_TRACE(testing::PrintToString(head));
        expect_corrupt(fifteen('\x01' + head + rest));
    }
    // As many as 2^bits, and one more.
    PairsStream s = fifteen("");
    s.bits = 3, s.symbols = 8;
    for (const unsigned last : {1u, 2u}) {
        const Grammar g{{0, 0, 2, last}, {{0, 1}, {4, 4}}, {2, 3, 0, 4, 4, 1}};
        s.dictionary = dictionary_of({g});
        s.blocks = {{code_of(g, {{5}, {5}, {5}, {4}, {0}}), 0}};
        last == 1 ? expect_good(s) : expect_corrupt(s);
    }
    s.bits = 32, s.symbols = 0xffffffff;
    s.blocks = {{plain_block, 0}};
    for (const unsigned e : {31u, 32u, 33u, 63u, 64u, 255u}) {
        SCOPED_TRACE(e);
        const Grammar g{{0, e}, {{0, 0}, {2, 2}}, {2, 3, 3, 1}};
        s.dictionary = dictionary_of({g});
        e == 31 ? expect_good(s) : expect_corrupt(s);
    }
    // 2^32 numbers, but without a second symbol there is no code.
    for (const unsigned length : {0u, 1u, 15u}) {
        s.dictionary = dictionary_of({{{32}, {}, {length}}});
        expect_corrupt(s);
    }
}

TEST(HostilePairs, GrammarsAndSymbolsThatAreTooManyOrNoneAreCorrupt) {
    const std::vector<Grammar> most(16, plain), more(17, plain);
    PairsStream s = fifteen(dictionary_of(most), '\x0f' + plain_block);
    s.bits = 2;
    expect_good(s);
    s.dictionary = dictionary_of(more);
    for (const int number_said : {17, 16, 15, 0, 255}) {
        SCOPED_TRACE(number_said);
        s.dictionary[0] = static_cast<char>(number_said);
        expect_corrupt(s);
    }
    expect_corrupt(fifteen(Bytes(1, '\0')));
    expect_corrupt(fifteen("\x01"));
    expect_corrupt(fifteen('\x02' + bytes_of(plain)));
    expect_corrupt(fifteen('\x02' + bytes_of(plain), '\0' + plain_block));
    // Literals, and literals with pairs: 4096 of them, and 4097. Small sections cannot hold so many pairs.
    for (const std::size_t literals : {std::size_t{2}, std::size_t{4000}})
        for (const std::size_t symbols : {std::size_t{4096}, std::size_t{4097}}) {
            Grammar g{std::vector<unsigned>(literals, 0), {}, std::vector<unsigned>(symbols, 0)};
            g.pairs.assign(symbols - literals, {0, 1});
            g.lengths[0] = g.lengths[1] = 1;
            PairsStream large = fifteen(dictionary_of({g}), Bytes("\x55\x54", 2));
            large.bits = 12;
            const Bytes bytes = table_of(large);
            if (symbols == 4097) {
                expect_corrupt(bytes, 15, Refused::at_once);
            } else {
                EXPECT_TRUE(opened(bytes, 0)->check());
                EXPECT_TRUE(opened(bytes, 0)->at(14));
            }
        }
    for (const std::uint64_t pairs : {std::uint64_t{4095}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
        const Bytes good = bytes_of(plain);
        expect_corrupt(fifteen('\x01' + good.substr(0, 3) + varint(pairs) + good.substr(4)));
    }
}

TEST(HostilePairs, CodesThatDoNotFillAllBitsAreCorrupt) {
    const std::vector<unsigned> bad[] = {{0, 0, 0, 0}, {1, 0, 0, 0},  {0, 0, 0, 1},     {2, 3, 3, 2},  {2, 3, 3, 0},
                                         {2, 3, 4, 1}, {1, 1, 1, 0},  {1, 1, 15, 0},    {2, 3, 2, 1},  {1, 1, 1, 1},
                                         {2, 2, 2, 1}, {2, 3, 15, 1}, {15, 15, 15, 15}, {2, 2, 2, 15}, {1, 1, 1, 15}};
    for (const auto& lengths : bad) {
        SCOPED_TRACE(testing::PrintToString(lengths));
        Grammar g = plain;
        g.lengths = lengths;
        expect_corrupt_grammar(bytes_of(g));
    }
    // So many short ones that a sum of 16 or 32 bits overflows to the right one: 2^17 halves would be too many symbols.
    for (const std::size_t symbols : {std::size_t{6}, std::size_t{34}, std::size_t{4096}}) {
        Grammar g{{0, 0}, {}, std::vector<unsigned>(symbols, 1)};
        g.pairs.assign(symbols - 2, {0, 1});
        expect_corrupt(table_of(fifteen(dictionary_of({g}))), 15, Refused::at_once);
    }
}

TEST(HostilePairs, DictionariesCutOffOrDrawnOutAreCorrupt) {
    for (const Bytes& good : {dictionary_of({plain}), dictionary_of({plain, plain})}) {
        PairsStream s = fifteen(good, good[0] == 1 ? plain_block : '\0' + plain_block);
        s.bits = 2;
        expect_good(s);
        for (std::size_t length = 0; length < good.size(); ++length) {
            SCOPED_TRACE(length);
            s.dictionary = good.substr(0, length);
            expect_corrupt(s);
        }
        for (const Bytes& more : {Bytes(1, '\0'), Bytes("\x01"), Bytes(100, '\0'), bytes_of(plain)}) {
            s.dictionary = good + more;
            expect_corrupt(s);
        }
        for (const int stray : {1, 2, 3}) {  // the last two bits of a byte are zeros
            s.dictionary = good;
            s.dictionary.back() = static_cast<char>(s.dictionary.back() | stray);
            expect_corrupt(s);
        }
    }
}

}  // namespace mexbase::hostile_pairs_test
