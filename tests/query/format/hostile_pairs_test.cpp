// SPDX-License-Identifier: MIT
// Streams in the codec pairs at and past the limits of docs/format.md, under right checksums.
// hostile_pairs_random_test.cpp breaks every other rule.
#include "hostile_pairs.hpp"

namespace mexbase::hostile_pairs_test {

using namespace test::by_hand;

TEST(HostilePairs, DictionariesOfLengthsThatCannotBeAreRefused) {
    const auto refused = [](const Section& section) { return is_corrupt(opened(table_of_wins(15, section), 0)); };
    const PairsStream good = fifteen(dictionary_of({plain}));
    EXPECT_TRUE(refused(fifteen("").section())) << "no dictionary";
    const auto length = static_cast<std::uint64_t>(good.dictionary.size());
    EXPECT_FALSE(refused(good.section()));
    for (const std::uint64_t bad : {std::uint64_t{0}, length - 1, length + 1, length + 100, std::uint64_t{1} << 20,
                                    (std::uint64_t{1} << 20) + 1, std::uint64_t{0xffffffff}}) {
        Section section = good.section();
        section.bytes.replace(32, 4, number(bad, 4));
        EXPECT_TRUE(refused(section)) << bad;
    }
    for (const std::size_t at : {std::size_t{4}, std::size_t{40}, std::size_t{47}}) {  // raw, and two of the checksum
        Section section = good.section();
        section.bytes[at] = static_cast<char>(at == 4 ? 0 : section.bytes[at] ^ 1);
        const auto table = opened(table_of_wins(15, section), 0);
        EXPECT_TRUE(!table || (is_corrupt(table->at(0)) && is_corrupt(table->check()))) << at;
        EXPECT_TRUE(!table || at != 4);
    }
    PairsStream one = fifteen("");
    one.bits = 0, one.symbols = 1, one.blocks = {};
    EXPECT_FALSE(refused(one.section()));
    one.dictionary = good.dictionary;
    EXPECT_TRUE(refused(one.section())) << "one symbol, and a dictionary";
    // The numbers of a small section, followed by the dictionary without a block, a truncated dictionary, or nothing.
    const auto small = [&](std::uint64_t said, const Bytes& rest) {
        return refused(small_stream(1, 3, 0, 1, {15, 2, 0, 1, said}, rest));
    };
    EXPECT_FALSE(small(length, good.dictionary + plain_block));
    EXPECT_TRUE(small(length, good.dictionary));
    EXPECT_TRUE(small(0, good.dictionary + plain_block));
    EXPECT_TRUE(small(0, plain_block));
    EXPECT_TRUE(small(length + 1, good.dictionary + plain_block));
    for (const std::uint64_t bad : {length + 2, std::uint64_t{4096}, std::uint64_t{1} << 32, ~std::uint64_t{0}})
        EXPECT_TRUE(small(bad, good.dictionary + plain_block)) << bad;
    EXPECT_TRUE(refused(small_stream(1, 3, 0, 1, {15, 2, 0, 1}, "")));
    Section longer = small_stream(1, 3, 0, 1, {15, 2, 0, 1}, "\x88");  // more bytes than the length needs
    longer.bytes += '\0' + good.dictionary + plain_block;
    EXPECT_TRUE(refused(longer));
}

TEST(HostilePairs, SpansLongerThanABlockAreCorrupt) {
    Grammar g = plain;  // spans of 8, 16 and 17
    g.pairs.insert(g.pairs.end(), {{3, 3}, {4, 4}});
    g.lengths.insert(g.lengths.end(), {0, 0});
    expect_good(fifteen(dictionary_of({g})));
    g.pairs.emplace_back(5, 0);
    g.lengths.push_back(0);
    expect_corrupt(fifteen(dictionary_of({g})));
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
        if (count == 16) expect_corrupt(table_of(s), count);
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
    expect_corrupt(fifteen(dictionary_of({around})));
}

TEST(HostilePairs, LiteralsThatAreTooManyOrNoneAreCorrupt) {
    const Bytes rest = bytes_of(plain).substr(3);  // from the number of pairs on
    for (const Bytes& head :
         {Bytes("\x02\x80\x80\x80\x80\x10\x00", 7), Bytes("\x02\x81\x80\x80\x80\x80\x80\x80\x80\x80\x01\x00", 12),
          Bytes("\x02\x01\x00\x01\x1f", 5), Bytes("\x02\x01\x00\x01\x40", 5), Bytes("\x02\x01\x00\x01\xff", 5),
          varint(~std::uint64_t{0}) + Bytes("\x02\x00", 2), varint(std::uint64_t{1} << 32) + Bytes("\x02\x00", 2)}) {
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
                expect_corrupt(bytes, 15);
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

// So many short codes that a sum of 16 or 32 bits overflows to the right one: 2^17 halves would be too many symbols.
TEST(HostilePairs, CodesThatFillAllBitsTwiceAreCorrupt) {
    for (const std::size_t symbols : {std::size_t{6}, std::size_t{34}, std::size_t{4096}}) {
        Grammar g{{0, 0}, {}, std::vector<unsigned>(symbols, 1)};
        g.pairs.assign(symbols - 2, {0, 1});
        expect_corrupt(table_of(fifteen(dictionary_of({g}))), 15);
    }
}

}  // namespace mexbase::hostile_pairs_test
