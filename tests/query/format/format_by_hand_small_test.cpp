// SPDX-License-Identifier: MIT
// Small streams written byte by byte from docs/format.md, and read by the library.
#include <gtest/gtest.h>

#include "format_by_hand.hpp"

namespace mexbase::format_by_hand_small_test {

using namespace test::by_hand;

/// Ten positions: loss 0, win 1, win 7, loss 4, tie 12, then draws.
constexpr const char* ten_values[] = {"loss 0", "win 1", "win 7", "loss 4", "tie 12",
                                      "draw",   "draw",  "draw",  "draw",   "draw"};

/// Outcomes as a range in three bits, remotenesses as a list in three: {0 1 4 7 12}.
std::vector<Section> ten() {
    return {about(10, Bytes("\x02\x02\x05\x01\x00", 5), 0, field(9, 0, varint(12))),
            {0x200, 1,
             Bytes("\x00\x03\x0a\x04\x00\x01", 6) +  // raw, 3 bits, 10 indices, 4 symbols, base 0, step 1
                 packed({0, 1, 1, 0, 3, 2, 2, 2, 2, 2}, 3)},
            {0x201, 1,
             Bytes("\x02\x03\x0a\x05\x00\x00\x02\x02\x04", 9) +  // raw, list, 3 bits, 10 indices, 5 symbols, the list
                 packed({0, 1, 3, 2, 4, 0, 0, 0, 0, 0}, 3)},
            histogram({0, 4}, {1, 7}, {12}, 12)};
}

TEST(FormatByHand, SmallStreamsAreReadAsThePageSays) {
    const Table table = open(file(ten(), 1, 2)).value();
    EXPECT_EQ(table.format_version(), "1.2");
    for (Index i = 0; i < 10; ++i) EXPECT_EQ(to_string(table.at(i).value()), ten_values[i]) << i;
    EXPECT_EQ(table.at(10).error().code, ErrorCode::out_of_domain);
    EXPECT_TRUE(table.check());
    const auto streams = table.streams();
    ASSERT_EQ(streams.size(), 2u);
    const std::uint64_t headers[] = {6, 9}, payloads[] = {4, 4};
    for (std::size_t s = 0; s < 2; ++s) {
        EXPECT_EQ(streams[s].header_bytes, headers[s]);
        EXPECT_EQ(streams[s].directory_bytes, 0u);
        EXPECT_EQ(streams[s].dictionary_bytes, 0u);
        EXPECT_EQ(streams[s].payload_bytes, payloads[s]);
        EXPECT_EQ(streams[s].bytes, headers[s] + payloads[s]);
        EXPECT_EQ(streams[s].block, 16u);
        EXPECT_EQ(streams[s].codec, Codec::raw);
    }
    // Other encodings of the same values.
    auto sections = ten();
    sections[1].flags = 0;
    std::swap(sections[1], sections[2]);
    const Table other = open(file(sections, 1, 9)).value();
    for (Index i = 0; i < 10; ++i) EXPECT_EQ(to_string(other.at(i).value()), ten_values[i]) << i;
}

/// A longest remoteness for which a table has no histogram.
const Bytes longest = field(9, 0, varint(4096));

/// Opens a table of ten positions, all lost or all won, with that small stream of remotenesses.
Result<Table> with_remoteness(int codec, int flags, int bits, const std::vector<std::uint64_t>& numbers,
                              const Bytes& block, bool won = true) {
    return open(
        file({about(10, won ? Bytes("\x00\x0a\x00\x00\x00", 5) : Bytes("\x0a\x00\x00\x00\x00", 5), 0, longest),
              small_stream(0, 0, 0, 0, {10, 1, won ? 1u : 0u, 1}), small_stream(1, codec, flags, bits, numbers, block)},
             1, 2));
}

void expect_remotenesses(const Result<Table>& table, const std::vector<std::uint32_t>& all) {
    ASSERT_TRUE(table) << table.error().message;
    for (Index i = 0; i < 10; ++i) EXPECT_EQ(table->at(i)->outcome.remoteness, all[i]) << i;
    EXPECT_TRUE(table->check());
}

TEST(FormatByHand, SmallStreamsOfEveryFormAreReadAsThePageSays) {
    const std::vector<std::uint32_t> steps{100, 103, 106, 94, 100, 100, 100, 100, 100, 103};
    const std::vector<std::uint64_t> symbols{2, 3, 4, 0, 2, 2, 2, 2, 2, 3};
    expect_remotenesses(with_remoteness(0, 0, 3, {10, 5, 94, 3}, packed(symbols, 3)), steps);
    expect_remotenesses(with_remoteness(0, 0, 9, {10, 5, 94, 3}, packed(symbols, 9)), steps);
    // Differences: 2, then 0 1 1 -4 2 0 0 0 0 1.
    const std::vector<std::uint64_t> differences{0, 2, 2, 7, 4, 0, 0, 0, 0, 2};
    expect_remotenesses(with_remoteness(0, 4, 3, {10, 5, 94, 3}, number(2, 4) + packed(differences, 3)), steps);
    // Differences of indices in a list.
    expect_remotenesses(
        with_remoteness(0, 6, 3, {10, 5, 94, 2, 2, 2, 2}, number(2, 4) + packed({0, 2, 2, 7, 4, 0, 0, 0, 0, 2}, 3)),
        {100, 103, 106, 94, 100, 100, 100, 100, 100, 103});
    // A palette of two, and differences through one: 2, then +1 and -1 alternating.
    const std::vector<std::uint32_t> turns{6, 7, 6, 7, 6, 7, 6, 7, 6, 7};
    const Bytes places = packed({0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, 1);
    expect_remotenesses(with_remoteness(1, 0, 8, {10, 16, 0, 1}, "\x01\x06\x07" + places), turns);
    expect_remotenesses(
        with_remoteness(1, 4, 8, {10, 16, 4, 1},
                        number(2, 4) + Bytes("\x02\x00\x01\x02", 4) + packed({0, 2, 1, 2, 1, 2, 1, 2, 1, 2}, 2)),
        turns);
    // One repeated byte, and parity: 2r+1 for a win, 2r for a loss.
    expect_remotenesses(with_remoteness(2, 0, 4, {10, 16, 0, 1}, "\x33"), std::vector<std::uint32_t>(10, 3));
    expect_remotenesses(with_remoteness(2, 1, 4, {10, 16, 0, 1}, "\x33"), std::vector<std::uint32_t>(10, 7));
    expect_remotenesses(with_remoteness(2, 1, 4, {10, 16, 0, 1}, "\x33", false), std::vector<std::uint32_t>(10, 6));
    // One symbol, as a range and as a list; the greatest possible.
    expect_remotenesses(with_remoteness(2, 0, 0, {10, 1, 5, 0}, ""), std::vector<std::uint32_t>(10, 5));
    expect_remotenesses(with_remoteness(0, 2, 0, {10, 1, 5}, ""), std::vector<std::uint32_t>(10, 5));
    expect_remotenesses(with_remoteness(0, 4, 0, {10, 1, 0xfffffffe, 7}, ""),
                        std::vector<std::uint32_t>(10, 0xfffffffe));
    expect_remotenesses(
        with_remoteness(0, 0, 32, {10, 0xffffffff, 0, 1}, packed({1, 0, 0xfffffffe, 3, 4, 5, 6, 7, 8, 9}, 32)),
        {1, 0, 0xfffffffe, 3, 4, 5, 6, 7, 8, 9});
}

// 65536 obliged pairs, the maximum of one piece, through zstd.
TEST(FormatByHand, SmallStreamsOfAsManyIndicesAsMayBeAreRead) {
    const auto pair = [](std::uint64_t i) { return (i / 77 + i / 1000) % 4; };
    std::vector<std::uint64_t> symbols(65536);
    std::uint64_t counts[4] = {};
    for (std::uint64_t i = 0; i < symbols.size(); ++i) ++counts[symbols[i] = pair(i)];
    const Bytes block = zstd_block(packed(symbols, 2));
    ASSERT_LT(block.size(), 4000u);
    const auto table_of = [&](std::uint64_t n) {
        Bytes sums;
        for (const std::uint64_t c : counts) sums += varint(c);
        return open(file(
            {about(n, Bytes(5, '\0'), 2, field(12, 0, sums)), small_stream(7, 2, 0, 2, {n, 4, 0, 1}, block)}, 1, 2));
    };
    const Table table = table_of(65536).value();
    for (Index i = 0; i < 65536; i += 7)
        ASSERT_EQ(2 * table.at(i)->obliged.normal + table.at(i)->obliged.misere, pair(i)) << i;
    EXPECT_TRUE(table.check());
    ++counts[0];
    EXPECT_EQ(table_of(65537).error().code, ErrorCode::corrupt);
}

ErrorCode code_of(const std::vector<Section>& sections) {
    const auto table = open(file(sections, 1, 2));
    return table ? ErrorCode::interrupted : table.error().code;
}

TEST(FormatByHand, SmallStreamsWithReservedBitsNeedANewerReader) {
    for (const int first : {0x40, 0x50, 0xf0}) {
        auto sections = ten();
        sections[1].bytes[0] = static_cast<char>(first);
        EXPECT_EQ(code_of(sections), ErrorCode::unsupported_version) << first;
    }
    auto sections = ten();
    sections.push_back({0x2ff, 1, "a kind from the future"});
    EXPECT_EQ(code_of(sections), ErrorCode::unsupported_version);
    sections.back().flags = 0;
    EXPECT_EQ(code_of(sections), ErrorCode::interrupted);
    EXPECT_TRUE(open(file(sections, 1, 2))->check());
}

TEST(FormatByHand, AStreamIsThereOnceAndInOneForm) {
    StreamFields wins{.count = 10};
    const Section usual = stream(wins, "", "");
    ASSERT_EQ(code_of({ten()[0], usual, ten()[2], ten()[3]}), ErrorCode::interrupted);
    for (const Section& again : {usual, ten()[1]}) {
        auto sections = ten();
        sections.push_back(again);
        EXPECT_EQ(code_of(sections), ErrorCode::corrupt);
        std::swap(sections[1], sections.back());
        EXPECT_EQ(code_of(sections), ErrorCode::corrupt);
    }
    for (const std::size_t s : {std::size_t{1}, std::size_t{2}}) {
        auto sections = ten();
        sections.erase(sections.begin() + static_cast<std::ptrdiff_t>(s));
        EXPECT_EQ(code_of(sections), ErrorCode::corrupt) << "it is missing";
    }
}

TEST(FormatByHand, SmallStreamsThatContradictThemselvesAreCorrupt) {
    const Bytes block = packed({2, 3, 4, 0, 2, 2, 2, 2, 2, 3}, 3);
    ASSERT_TRUE(with_remoteness(0, 0, 3, {10, 5, 94, 3}, block));
    const Bytes longer = block + '\0', shorter = block.substr(0, 3);
    const Bytes constant = number(2, 4);
    const Result<Table> bad[] = {
        with_remoteness(0, 0, 2, {10, 5, 94, 3},
                        packed({2, 3, 3, 0, 2, 2, 2, 2, 2, 3}, 2)),  // five symbols in two bits
        with_remoteness(0, 0, 33, {10, 5, 94, 3}, Bytes(42, '\0')),
        with_remoteness(0, 0, 0, {10, 5, 94, 3}, ""),
        with_remoteness(0, 0, 3, {10, 1, 94, 3}, block),   // one symbol and a block
        with_remoteness(0, 0, 0, {10, 1, 94, 3}, "\x01"),  // as before
        with_remoteness(0, 0, 3, {10, 0, 94, 3}, block),   // no symbol
        with_remoteness(0, 0, 3, {0, 5, 94, 3}, block),    // no index
        with_remoteness(0, 0, 3, {9, 5, 94, 3}, block),    // fewer than the table has
        with_remoteness(0, 0, 3, {11, 5, 94, 3}, packed({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, 3)),
        with_remoteness(0, 0, 3, {65537, 5, 94, 3}, block),
        with_remoteness(0, 0, 0, {65537, 1, 94, 3}, ""),
        with_remoteness(0, 0, 3, {10, std::uint64_t{1} << 32, 94, 3}, block),
        with_remoteness(0, 0, 3, {std::uint64_t{10} << 32, 5, 94, 3}, block),
        with_remoteness(0, 0, 3, {10, 5, 94 + (std::uint64_t{1} << 32), 3}, block),
        with_remoteness(0, 0, 3, {10, 5, 94, std::uint64_t{3} << 32}, block),
        with_remoteness(0, 0, 3, {10, 5, 94, 0}, block),          // no step
        with_remoteness(0, 0, 3, {10, 5, 0xfffffffb, 1}, block),  // values past the kind's range
        with_remoteness(0, 0, 3, {10, 5, 94, 0x40000000}, block),
        with_remoteness(0, 0, 0, {10, 1, 0xffffffff, 1}, ""),
        with_remoteness(0, 2, 3, {10, 5, 94, 2, 2, 2}, ""),              // a list cut off
        with_remoteness(0, 2, 3, {10, 0xffffffff, 94, 2, 2, 2}, block),  // a list longer than the section
        with_remoteness(0, 2, 3, {10, 5, 94, 2, 2, 2, 0xfffffff0}, block),
        with_remoteness(0, 2, 3, {10, 5, 94, 2, 2, 2, 0xffffff97}, block),
        with_remoteness(0, 0, 3, {10, 5, 94, 3}, longer),
        with_remoteness(0, 0, 3, {10, 5, 94, 3}, shorter),
        with_remoteness(0, 0, 3, {10, 5, 94, 3}, ""),
        with_remoteness(1, 0, 3, {10, 5, 94, 3}, longer),
        with_remoteness(2, 0, 3, {10, 5, 94, 3}, longer),
        with_remoteness(2, 0, 3, {10, 5, 94, 3}, ""),
        with_remoteness(2, 4, 3, {10, 5, 94, 3}, constant),  // no body behind the first symbol
        with_remoteness(0, 4, 3, {10, 5, 94, 3}, block),
        with_remoteness(0, 4, 3, {10, 5, 94, 3}, constant + longer),
        with_remoteness(0, 4, 3, {16385, 5, 94, 3}, constant + Bytes(4000, '\0')),
        with_remoteness(2, 0, 16, {40000, 65536, 0, 1}, "\x07"),  // packed it is too long
        with_remoteness(0, 2, 3, {10, 5, 94, 2, 2, 2, 2}, block + Bytes(4096, '\0')),
        open(file({about(10, Bytes("\x00\x0a\x00\x00\x00", 5), 0, longest),
                   small_stream(0, 0, 1, 0, {10, 1, 1, 1}),  // parity of an outcome
                   small_stream(1, 0, 0, 0, {10, 1, 1, 1})})),
        open(file({about(10, Bytes("\x00\x0a\x00\x00\x00", 5), 0, longest),
                   small_stream(0, 0, 0, 0, {10, 1, 5, 1}),  // no outcome
                   small_stream(1, 0, 0, 0, {10, 1, 1, 1})})),
    };
    for (std::size_t n = 0; n < std::size(bad); ++n) {
        ASSERT_FALSE(bad[n]) << n;
        EXPECT_EQ(bad[n].error().code, ErrorCode::corrupt) << n << ' ' << bad[n].error().message;
    }
    // A number in too many bytes, and a section truncated at every byte of its header.
    for (std::size_t at = 2; at < 6; ++at) {
        auto sections = ten();
        sections[1].bytes[at] = static_cast<char>(sections[1].bytes[at] | 0x80);
        sections[1].bytes.insert(at + 1, 1, '\0');
        EXPECT_EQ(code_of(sections), ErrorCode::corrupt) << at;
    }
    for (std::size_t length = 0; length < ten()[1].bytes.size(); ++length) {
        auto sections = ten();
        sections[1].bytes.resize(length);
        EXPECT_EQ(code_of(sections), ErrorCode::corrupt) << length;
    }
}

TEST(FormatByHand, SmallBlocksThatContradictThemselvesAreCorruptWhenRead) {
    const Result<Table> bad[] = {
        with_remoteness(0, 0, 3, {10, 5, 94, 3}, packed({7, 3, 4, 0, 2, 2, 2, 2, 2, 3}, 3)),  // no such symbol
        with_remoteness(1, 0, 8, {10, 5, 94, 3}, Bytes("\x00\x01\x00\x00", 4)),               // a palette of one
        with_remoteness(1, 0, 8, {10, 5, 94, 3}, Bytes("\x01\x00\x09\x00\x00", 5)),
        with_remoteness(2, 0, 8, {10, 5, 94, 3}, "zstd?"),
        with_remoteness(2, 0, 8, {10, 5, 94, 3}, "\x07"),
        with_remoteness(0, 4, 3, {10, 5, 94, 3}, number(5, 4) + packed({0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 3)),
        with_remoteness(0, 4, 3, {10, 5, 94, 3}, number(4, 4) + packed({2, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 3)),
        with_remoteness(0, 4, 3, {10, 5, 94, 3}, number(0, 4) + packed({1, 0, 0, 0, 0, 0, 0, 0, 0, 0}, 3)),
    };
    for (std::size_t n = 0; n < std::size(bad); ++n) {
        ASSERT_TRUE(bad[n]) << n << ' ' << bad[n].error().message;
        EXPECT_EQ(bad[n]->at(0).error().code, ErrorCode::corrupt) << n;
        EXPECT_EQ(bad[n]->check().error().code, ErrorCode::corrupt) << n;
    }
}

}  // namespace mexbase::format_by_hand_small_test
