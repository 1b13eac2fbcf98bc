// SPDX-License-Identifier: MIT
// Streams in the codec pairs with lengths and code that docs/format.md forbids, under right checksums.
#include "hostile_pairs.hpp"

namespace mexbase::hostile_pairs_code_test {

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

TEST(HostilePairs, CodeThatIsNotOfTheBlockIsCorrupt) {
    PairsStream s = fifteen(dictionary_of({plain, plain, plain}), '\x02' + plain_block);
    s.bits = 3;
    expect_good(s);
    for (const int bad : {3, 4, 15, 16, 255}) {
        s.blocks[0].bytes[0] = static_cast<char>(bad);
        expect_corrupt(s);
    }
    s.blocks[0].bytes = "\x02";  // no code
    expect_corrupt(s);
    // Symbols that cover too few positions or too many, or begin before the end but exceed it.
    s.dictionary = dictionary_of({plain});
    const std::vector<std::vector<Written>> texts{{{3}},
                                                  {{3}, {3}, {3}, {2}},
                                                  {{3}, {3}, {3}, {2}, {0}, {0}},
                                                  {{3}, {3}, {3}, {3}},
                                                  {{3}, {3}, {3}, {2}, {2}},
                                                  {{3}, {3}, {3}, {2}, {3}},
                                                  {{3}, {3}, {3}, {0}, {3}},
                                                  {{3}, {3}, {3}, {2}, {0}, {1}}};
    for (std::size_t n = 0; n < texts.size(); ++n) {
        SCOPED_TRACE(n);
        s.blocks[0].bytes = code_of(plain, texts[n]);
        expect_corrupt(s, Refused::later);
    }
    for (const Bytes& bad : {plain_block + '\0', plain_block + plain_block, plain_block + Bytes(3, '\0'),
                             plain_block + Bytes(4, '\0'), plain_block + Bytes(6, '\0')}) {
        s.blocks[0].bytes = bad;
        expect_corrupt(s, Refused::later);
    }
    s.blocks[0].bytes = "";  // constant, but a small stream needs a block
    EXPECT_TRUE(opened(table_of(s), 0)->check());
    s.small = true;
    expect_corrupt(table_of(s), 15, Refused::at_once);
    // Every other last byte of code that ends with zeros, and every truncation.
    const Grammar wide{{0, 0, 5}, {{0, 1}, {3, 3}}, {2, 3, 2, 3, 2}};
    const std::vector<Written> text{{4}, {2, 31}, {3}, {4}, {0}, {2, 16}, {2, 0}};
    ASSERT_EQ(numbers_of(wide, text).size(), 14u);
    s = fifteen(dictionary_of({wide}));
    s.count = 14;
    s.bits = 6, s.symbols = 34;
    const Bytes good = code_of(wide, text);
    ASSERT_EQ(code_bits(wide, text).length() % 8, 6u);
    s.blocks = {{good, 0}};
    expect_good(s);
    for (const int stray : {1, 2, 3}) {
        s.blocks[0].bytes.back() = static_cast<char>(good.back() | stray);
        expect_corrupt(s, Refused::later);
    }
    for (std::size_t length = 1; length < good.size(); ++length) {
        s.blocks[0].bytes = good.substr(0, length);
        expect_corrupt(s, Refused::later);
    }
}

TEST(HostilePairs, NumbersThatAreNoSymbolsAreCorrupt) {
    const Grammar g{{0, 0, 2}, {{0, 1}, {3, 3}}, {2, 3, 3, 2, 2}};
    PairsStream s = fifteen(dictionary_of({g}));
    s.bits = 4;
    for (const std::uint64_t which : {0u, 1u, 2u, 3u}) {
        s.blocks = {{code_of(g, {{4}, {4}, {2, which}, {4}, {0}, {0}}), 0}};
        s.symbols = 4;
        which < 2 ? expect_good(s) : expect_corrupt(s, Refused::where_wrong);
        s.symbols = 1 + 1 + which;
        expect_corrupt(s, Refused::where_wrong);
    }
    s.symbols = 2;  // 0 and 1 and their pairs are in the alphabet; unused literals need not be
    s.blocks = {{code_of(g, {{4}, {4}, {4}, {3}, {0}}), 0}};
    expect_good(s);
    // Differences, within a literal and within a pair, that leave the alphabet at one position only.
    const Grammar steps{{0, 0, 0, 0, 0}, {{1, 2}, {2, 1}, {5, 5}, {6, 6}}, {3, 4, 4, 4, 4, 3, 3, 3, 2}};
    ASSERT_EQ(codes_of(steps.lengths).size(), 9u);
    s = fifteen(dictionary_of({steps}));
    s.flags = 4;
    s.bits = 3, s.symbols = 3;
    const auto block = [&](std::uint64_t first, const std::vector<Written>& text) {
        s.blocks = {{number(first, 4) + code_of(steps, text), 0}};
    };
    block(1, {{7}, {7}, {8}, {5}, {0}});  // -1 and 1; 1 and -1
    expect_good(s);
    block(0, {{8}, {8}, {8}, {6}, {0}});
    expect_good(s);
    for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{3}, std::uint64_t{0xffffffff}}) {
        block(first, {{7}, {7}, {8}, {5}, {0}});
        expect_corrupt(s, Refused::later);
    }
    block(2, {{7}, {7}, {8}, {5}, {0}});
    expect_corrupt(s, Refused::later);
    block(2, {{7}, {0}, {7}, {0}, {0}, {0}, {2}, {0}});
    expect_corrupt(s, Refused::later);
    for (const std::size_t length : {1u, 2u, 3u, 4u}) {  // no body
        s.blocks = {{Bytes(length, '\0'), 0}};
        expect_corrupt(s);
    }
}

}  // namespace mexbase::hostile_pairs_code_test
