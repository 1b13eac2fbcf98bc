// SPDX-License-Identifier: MIT
// A table written byte by byte from docs/format.md, without the library's encoders, and read by the library.
#include "format_by_hand.hpp"

#include <gtest/gtest.h>

namespace mexbase::format_by_hand_test {

using namespace test::by_hand;

/// Ten positions: a loss at 0, wins at 1 and 2, a tie at 3, three draws by the bits, then unknown.
Section info(const Bytes& spec = "nobody:knows=1") {
    Bytes out = field(1, 1, spec);
    out += field(2, 1, number(0, 1)) + field(3, 1, number(1, 1)) + field(4, 1, number(3, 1));
    out += field(5, 1, number(10, 1)) + field(6, 1, number(9, 1)) + field(7, 1, number(9, 1));
    out += field(8, 1, Bytes("\x01\x02\x03\x01\x02", 5)) + field(9, 0, "\xae\x02");  // 302
    return {1, 1, out};
}

/// Raw, a list alphabet {0 1 3 4}, two bits, blocks of four, superblocks of two: 0 1 1 2 | 3 3 3 3 | 3 3.
Section outcomes() {
    StreamFields f{.bits = 2, .flags = 2, .block_log2 = 2, .superblock_log2 = 1, .symbols = 4, .count = 10};
    f.base = f.step = 0;
    f.list = {0, 1, 3, 4};
    const std::vector<Block> blocks{{"\x94", 0}, {"", 3}, {"\x0f", 0}};  // 10 01 01 00 = 0x94; 11 11 = 0x0f, stored
    return stream(f, directory(blocks, 1), joined(blocks));
}

/// Differences of four bits, a range 300 - 2x, no parity: 300 298 4 302 … as symbols base 0 step 2: 150 149 2 151.
Section remotenesses() {
    StreamFields f{
        .kind = 1, .bits = 9, .flags = 4, .block_log2 = 4, .symbols = 152, .count = 10, .base = 0, .step = 2};
    // 150, then -1 (z = 1), -147 (z = 293), +149 (z = 298), then 0.
    const std::vector<Block> blocks{{number(150, 4) + packed({0, 1, 293, 298, 0, 0, 0, 0, 0, 0}, 9), 0}};
    return stream(f, directory(blocks, 0), joined(blocks));
}

/// A bit stream in one palette or stored block.
Section bits(int kind, const Bytes& body) {
    StreamFields f{.kind = kind, .codec = 1, .bits = 1, .block_log2 = 4, .symbols = 2, .count = 10};
    const std::vector<Block> blocks{{body, 0}};
    return stream(f, directory(blocks, 0), joined(blocks));
}

std::vector<Section> good() {
    // Positions 4, 5, 6 are draws (both bits), 7 cannot be lost, 8 cannot be won, 9 has neither bit.
    return {info(),
            outcomes(),
            remotenesses(),
            bits(2, Bytes("\x70\x01", 2)),
            bits(3, Bytes("\xf0\x00", 2)),
            histogram({300}, {4, 298}, {302}, 302)};
}

TEST(FormatByHand, IsReadAsThePageSays) {
    const Table table = open(file(good())).value();
    EXPECT_EQ(table.info().spec, "nobody:knows=1");
    EXPECT_EQ(table.info().play, Play::misere);
    EXPECT_EQ(table.info().longest_remoteness, 302u);
    EXPECT_EQ(table.remoteness_histogram()->size(), 303u);
    EXPECT_TRUE(table.info().remoteness_exact);
    const char* const values[] = {"loss 300", "win 298", "win 4",   "tie 302", "draw",
                                  "draw",     "draw",    "unknown", "unknown", "unknown"};
    for (Index i = 0; i < 10; ++i) EXPECT_EQ(to_string(table.stored_at(i).value()), values[i]) << i;
    EXPECT_EQ(table.at(9).error().code, ErrorCode::out_of_domain);
    EXPECT_TRUE(table.stored_at(7)->cannot_lose);
    EXPECT_FALSE(table.stored_at(7)->cannot_win);
    EXPECT_TRUE(table.stored_at(8)->cannot_win);
    EXPECT_FALSE(table.stored_at(9)->cannot_win);
    EXPECT_FALSE(table.stored_at(9)->cannot_lose);
    EXPECT_TRUE(table.check());
}

TEST(FormatByHand, PaletteAndZstdBlocksAreReadAsThePageSays) {
    // 1000 remotenesses of 20 bits that take two values, in a palette and through zstd.
    const std::uint32_t low = 77, high = 1000000;
    const auto symbol = [&](std::uint64_t i) { return i % 7 == 0 ? high : low; };
    std::vector<std::uint64_t> symbols, places;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        symbols.push_back(symbol(i));
        places.push_back(symbol(i) == low ? 1 : 0);
    }
    for (const int codec : {1, 2}) {
        StreamFields f{.kind = 1, .codec = codec, .bits = 20, .block_log2 = 10, .symbols = 1000001, .count = 1000};
        const Bytes body = codec == 1 ? number(1, 1) + number(high, 3) + number(low, 3) + packed(places, 1)
                                      : zstd_block(packed(symbols, 20));
        const std::vector<Block> blocks{{body, 0}};
        StreamFields wins{.count = 1000, .base = 1};
        const Section info = about(1000, varint(0) + varint(1000) + Bytes(3, '\0'), 0, field(9, 0, varint(high)));
        const Table table =
            open(file({info, stream(wins, "", ""), stream(f, directory(blocks, 0), joined(blocks))})).value();
        for (Index i = 0; i < 1000; ++i)
            ASSERT_EQ(table.at(i)->outcome, (OutcomeValue{Outcome::win, symbol(i)})) << codec << ' ' << i;
        EXPECT_TRUE(table.check());
    }
}

TEST(FormatByHand, UnknownOptionalPartsAreSkipped) {
    auto sections = good();
    sections.push_back({77, 0, "from the future"});
    sections.push_back({0x1ff, 0xfffffffe, "a stream of another kind"});
    sections[0].bytes += field(999, 0, "a field of another kind");
    const Table table = open(file(sections, 1, 9)).value();
    EXPECT_EQ(to_string(table.at(2).value()), "win 4");
    EXPECT_TRUE(table.check());
}

TEST(FormatByHand, UnknownRequiredPartsNeedANewerReader) {
    const auto code = [](const std::vector<Section>& sections, int major = 1) {
        const auto table = open(file(sections, major));
        return table ? ErrorCode::interrupted : table.error().code;
    };
    const auto changed = [](auto change) {
        auto sections = good();
        change(sections);
        return sections;
    };
    constexpr auto unsupported = ErrorCode::unsupported_version;
    EXPECT_EQ(code(good(), 2), unsupported);
    EXPECT_EQ(code(changed([](auto& s) { s.push_back({77, 1, "?"}); })), unsupported);
    EXPECT_EQ(code(changed([](auto& s) { s.push_back({0x1ff, 1, "?"}); })), unsupported);
    EXPECT_EQ(code(changed([](auto& s) { s[0].bytes += field(999, 1, ""); })), unsupported);
    EXPECT_EQ(code(changed([](auto& s) { s[1].bytes[5] = 9; })), unsupported) << "codec";
    EXPECT_EQ(code(changed([](auto& s) { s[1].bytes[7] = 64; })), unsupported) << "flags";
    EXPECT_EQ(code(changed([](auto& s) { s[1].bytes[10] = 1; })), unsupported) << "reserved";
    EXPECT_EQ(code(changed([](auto& s) { s[0].bytes[s[0].bytes.find(field(2, 1, number(0, 1))) + 8] = 5; })),
              unsupported)
        << "a kind of value";
}

TEST(FormatByHand, ContradictionsAreCorruptEvenWithRightChecksums) {
    const auto code = [](auto change) {
        auto sections = good();
        change(sections);
        const auto table = open(file(sections));
        return table ? ErrorCode::interrupted : table.error().code;
    };
    constexpr auto corrupt = ErrorCode::corrupt;
    EXPECT_EQ(code([](auto& s) { s.erase(s.begin()); }), corrupt) << "no info";
    EXPECT_EQ(code([](auto& s) { s.erase(s.begin() + 1); }), corrupt) << "no outcomes";
    EXPECT_EQ(code([](auto& s) { s.erase(s.begin() + 2); }), corrupt) << "no remotenesses";
    EXPECT_EQ(code([](auto& s) { s.push_back(s[1]); }), corrupt) << "twice";
    EXPECT_EQ(code([](auto& s) { s[0].bytes.resize(s[0].bytes.size() - 1); }), corrupt) << "a field cut off";
    EXPECT_EQ(code([](auto& s) { s[0].bytes += field(1, 1, "again"); }), corrupt);
    EXPECT_EQ(code([](auto& s) { s.pop_back(); }), corrupt) << "no histogram";
    EXPECT_EQ(code([](auto& s) {
                  s.push_back({77, 0, ""}), s.push_back({77, 0, "?"});
              }),
              corrupt)
        << "an unknown twice";
    EXPECT_EQ(code([](auto& s) { s[0].bytes += field(99, 0, "") + field(99, 0, ""); }), corrupt);
    EXPECT_EQ(code([](auto& s) { s[0].bytes += field(12, 0, ""); }), corrupt) << "positions by value";
    EXPECT_EQ(code([](auto& s) { s[0].bytes += field(10, 0, number(3, 1)); }), corrupt) << "a largest nimber";
    for (const int kind : {4, 5, 7, 8, 11, 15}) {
        StreamFields f{.kind = kind, .count = 10};
        EXPECT_EQ(code([&](auto& s) { s.push_back(stream(f, "", "")); }), corrupt) << "stream " << kind;
    }
    const auto lone = [&](std::size_t at, char value, const Bytes& more) {
        StreamFields f{.count = 10};
        return code([&](auto& s) {
            s[1] = stream(f, "", "");
            s[1].bytes[at] = value;
            s[1].bytes += more;
        });
    };
    EXPECT_EQ(lone(0, 56, ""), ErrorCode::interrupted) << "a stream of one symbol";
    EXPECT_EQ(lone(40, 1, ""), corrupt) << "a checksum of no dictionary";
    EXPECT_EQ(lone(48, 1, "?"), corrupt) << "blocks of one symbol";
    for (const auto& [at, value] : std::vector<std::pair<std::size_t, char>>{{0, 57},
                                                                             {4, 1},
                                                                             {6, 1},
                                                                             {6, 33},
                                                                             {8, 17},
                                                                             {9, 11},
                                                                             {12, 0},
                                                                             {12, 5},
                                                                             {16, 11},
                                                                             {23, 127},
                                                                             {24, 1},
                                                                             {32, 1},
                                                                             {48, 9}}) {
        EXPECT_EQ(code([at = at, value = value](auto& s) { s[1].bytes[at] = value; }), corrupt) << "byte " << at;
    }
    EXPECT_EQ(code([](auto& s) { s[1].bytes[68] = 5; }), corrupt) << "an outcome that is none";
    EXPECT_EQ(code([](auto& s) { s[1].bytes[60] = 3; }), corrupt) << "a list that does not ascend";
}

TEST(FormatByHand, BlocksThatContradictThemselvesAreCorruptWhenRead) {
    // Right checksums with invalid contents.
    const auto first_value = [](int codec, int bit_count, std::uint64_t symbols, const Block& block) {
        StreamFields f{.codec = codec, .bits = bit_count, .block_log2 = 4, .symbols = symbols, .count = 10};
        const std::vector<Block> blocks{block};
        auto sections = good();
        sections[1] = stream(f, directory(blocks, 0), joined(blocks));
        const auto table = open(file(sections));
        EXPECT_TRUE(table);
        EXPECT_FALSE(table->check());
        return table->stored_at(0).error().code;
    };
    constexpr auto corrupt = ErrorCode::corrupt;
    EXPECT_EQ(first_value(0, 2, 3, {"", 3}), corrupt) << "a constant that is no symbol";
    EXPECT_EQ(first_value(0, 2, 3, {"\xff\xff\x0f", 0}), corrupt) << "a symbol that is none";
    EXPECT_EQ(first_value(0, 2, 3, {"ab", 0}), corrupt) << "too short";
    EXPECT_EQ(first_value(0, 2, 3, {"abcd", 0}), corrupt) << "too long";
    EXPECT_EQ(first_value(0, 2, 3, {Bytes("\0\0\x10", 3), 0}), corrupt) << "bits past the last symbol";
    EXPECT_EQ(first_value(1, 8, 5, {Bytes("\x01\x00\x01\x00\x04", 5), 0}), corrupt) << "the same of a palette";
    EXPECT_EQ(first_value(1, 8, 5, {Bytes("\x00\x01\x00\x00", 4), 0}), corrupt) << "a palette of one";
    EXPECT_EQ(first_value(1, 8, 5, {Bytes("\x01\x00\x09\x00\x00", 5), 0}), corrupt) << "a palette with no symbol";
    EXPECT_EQ(first_value(1, 8, 5, {Bytes("\x02\x00\x01\x02\xff\xff\xff", 7), 0}), corrupt)
        << "no place in the palette";
    EXPECT_EQ(first_value(2, 8, 5, {"zstd?", 0}), corrupt);
    EXPECT_EQ(first_value(2, 8, 5, {"\x07", 0}), corrupt) << "ten times a symbol that is none";
}

// `check` finds faults that no probe reads.
TEST(FormatByHand, PlacesPastTheLastBlockOfADirectoryAreZeros) {
    for (const std::size_t at : {std::size_t{2 * 3}, std::size_t{2 * 4 + 4 * 3 + 1}}) {
        StreamFields f{.bits = 1, .block_log2 = 2, .superblock_log2 = 2, .symbols = 2, .count = 10, .base = 2};
        Bytes record = directory({{"", 0}, {"", 0}, {"", 0}}, 2);
        auto sections = good();
        sections[1] = stream(f, record, "");
        EXPECT_TRUE(open(file(sections))->check());
        record[12 + at] = 1;
        record.replace(0, 4, number(checksum(record.substr(4), 0) & 0xffffffff, 4));
        sections[1] = stream(f, record, "");
        const Table table = open(file(sections)).value();
        EXPECT_EQ(to_string(table.stored_at(9).value()), "draw");
        EXPECT_EQ(table.check().error().code, ErrorCode::corrupt) << at;
    }
}

// A table must have a version of the format that includes its parts.
TEST(FormatByHand, VersionsBeforeTheirPartsAreCorrupt) {
    auto sections = good();
    sections[1] = small_stream(0, 0, 0, 0, {10, 1, 2, 1});
    EXPECT_EQ(open(file(sections, 1, 1)).error().code, ErrorCode::corrupt);
    EXPECT_TRUE(open(file(sections, 1, 2)));
    EXPECT_TRUE(open(file(sections, 1, 9)));
}

}  // namespace mexbase::format_by_hand_test
