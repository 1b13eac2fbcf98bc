// SPDX-License-Identifier: MIT
#include "gen/encode/small_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>

#include "tests/query/test_tables.hpp"

namespace mexbase::small_stream_test {

using namespace test;

StreamInfo info_of(const Table& table, StreamKind kind) {
    for (const StreamInfo& stream : table.streams())
        if (stream.kind == kind) return stream;
    return {};
}

/// Returns true if the table stores that stream in one piece.
bool is_small(const Table& table, StreamKind kind) {
    const StreamInfo info = info_of(table, kind);
    return info.header_bytes < format::stream_header_bytes && info.directory_bytes == 0;
}

/// Writes and reads wins and losses with these remotenesses. Returns the table.
Table expect_round_trip(const std::vector<std::uint32_t>& remotenesses, bool parity, EncodeOptions options = {}) {
    options.apart = true;
    Values values{.remoteness = remotenesses};
    for (std::size_t i = 0; i < remotenesses.size(); ++i)
        values.outcome.push_back(parity ? remotenesses[i] % 2 : static_cast<std::uint32_t>(i % 3 == 0));
    Table table = opened(table_bytes(values, options));
    for (Index i = 0; i < values.size(); ++i) EXPECT_EQ(table.at(i).value(), expected(values, i)) << i;
    EXPECT_TRUE(table.check());
    return table;
}

std::vector<std::uint32_t> numbers(std::size_t count, auto number) {
    std::vector<std::uint32_t> all;
    for (std::uint32_t i = 0; i < count; ++i) all.push_back(static_cast<std::uint32_t>(number(i)));
    return all;
}

TEST(SmallStreams, EveryCodecAndAlphabetComesBack) {
    std::mt19937_64 random(1);
    const auto noise = [&random](std::uint64_t below) {
        return [&random, below](std::uint32_t) { return random() % below; };
    };
    for (const std::size_t count : {1u, 2u, 3u, 7u, 64u, 65u, 1000u}) {
        const std::vector<std::uint32_t> all[] = {
            numbers(count, [](auto) { return 5; }),
            numbers(count, noise(2)),
            numbers(count, noise(3)),
            numbers(count, noise(255)),
            numbers(count, noise(257)),
            numbers(count, [](auto i) { return i % 2 == 0 ? 0u : dont_care - 1; }),
            numbers(count, [&](auto) { return random() % 4 * 1000 + 17; }),
            numbers(count,
                    [&](auto) {
                        return std::array{1, 2, 1000, 1000000}[random() % 4];
                    }),
            numbers(count, [&](auto i) { return i / 2 + random() % 3; }),
            numbers(count, [&](auto i) { return 100000 + (i % 7) * (i % 7) * 3; }),
            numbers(count, [](auto i) { return i / 100 % 2; }),
        };
        for (std::size_t n = 0; n < std::size(all); ++n)
            for (const bool parity : {false, true})
                for (const std::optional<Codec> codec : {std::optional<Codec>{}, std::optional{Codec::raw},
                                                         std::optional{Codec::palette}, std::optional{Codec::zstd}}) {
                    SCOPED_TRACE(std::to_string(count) + ' ' + std::to_string(n) + ' ' + std::to_string(parity));
                    EncodeOptions options{.codec = codec};
                    const Table table = expect_round_trip(all[n], parity, options);
                    const bool bulky = count * std::bit_width(*std::ranges::max_element(all[n])) > 30000;
                    EXPECT_TRUE(bulky || is_small(table, StreamKind::remoteness));
                    if (codec) {
                        EXPECT_EQ(info_of(table, StreamKind::remoteness).codec, *codec);
                    }
                }
    }
}

TEST(SmallStreams, TheAlphabetThatPacksBestIsTaken) {
    const auto of = [](auto number, std::size_t count = 200) {
        return info_of(expect_round_trip(numbers(count, number), false), StreamKind::remoteness);
    };
    EXPECT_EQ(of([](auto) { return 70000; }).bytes, 2u + 2 + 1 + 3 + 1) << "n, one symbol, base, step";
    const auto steps = of([](auto i) { return 5 + i * i % 4 * 1000; });
    EXPECT_EQ(steps.symbols, 2u) << "squares are 0 or 1 modulo 4";
    EXPECT_EQ(steps.bits_per_symbol, 1u);
    EXPECT_EQ(of([](auto i) { return std::array{3, 5, 900000}[i * i * i % 3]; }).symbols, 3u) << "a list";
    const auto growing = of([](auto i) { return i * 9 + i * i % 5; }, 700);
    EXPECT_LE(growing.bits_per_symbol, 8u) << "differences";
    EXPECT_LT(growing.bytes, 700u);
}

TEST(SmallStreams, SayTheirVersion) {
    const auto version = [](Index size, Codec codec) {
        EncodeOptions options = with_codec(codec);
        options.apart = true;
        return opened(table_bytes(made_up(Content::noise, size, 1), options)).format_version();
    };
    EXPECT_EQ(version(10, Codec::zstd), "1.2");
    EXPECT_EQ(version(100000, Codec::zstd), "1.1");
    EXPECT_EQ(version(10, Codec::pairs), "1.4");
    EXPECT_EQ(version(100000, Codec::pairs), "1.4");
}

TEST(SmallStreams, AreForAsManyPositionsAsABlockMayHave) {
    for (const std::size_t count : {65535u, 65536u, 65537u}) {
        const Table table = expect_round_trip(numbers(count, [](auto i) { return i / 1000 % 2; }), true);
        for (const StreamKind kind : {StreamKind::outcome, StreamKind::remoteness})
            EXPECT_EQ(is_small(table, kind), count <= 65536) << count;
    }
    // A given block size is used.
    EncodeOptions options{.block_log2 = 6, .apart = true};
    const auto small = [&options](std::size_t count) {
        return is_small(expect_round_trip(numbers(count, [](auto i) { return i * i % 7; }), false, options),
                        StreamKind::remoteness);
    };
    EXPECT_TRUE(small(64));
    EXPECT_FALSE(small(65));
}

TEST(SmallStreams, AreNoLongerThanOnePieceMayBe) {
    std::mt19937_64 random(2);
    const auto noise = numbers(9000, [&random](auto) { return random() % 256; });
    bool seen_small = false, seen_large = false;
    for (std::size_t count = 4080; count <= 4100; ++count) {
        const Table table =
            expect_round_trip({noise.begin(), noise.begin() + static_cast<std::ptrdiff_t>(count)}, false);
        const StreamInfo info = info_of(table, StreamKind::remoteness);
        (is_small(table, StreamKind::remoteness) ? seen_small : seen_large) = true;
        EXPECT_EQ(is_small(table, StreamKind::remoteness), info.header_bytes + count <= format::most_small_stream);
        if (is_small(table, StreamKind::remoteness)) {
            EXPECT_LE(info.bytes, format::most_small_stream);
        }
    }
    EXPECT_TRUE(seen_small && seen_large);
}

// Constant blocks may be smaller than one piece with a poor codec.
TEST(SmallStreams, AreNotTakenWhereBlocksAreSmaller) {
    EncodeOptions options{.codec = Codec::raw};
    const auto one = numbers(20000, [](auto i) { return i == 777 ? 1 : 0; });
    const Table blocks = expect_round_trip(one, true, options);
    EXPECT_FALSE(is_small(blocks, StreamKind::outcome));
    EXPECT_LT(info_of(blocks, StreamKind::outcome).bytes, 1000u);
    const Table piece = expect_round_trip(one, true);
    EXPECT_TRUE(is_small(piece, StreamKind::outcome));
    EXPECT_LT(info_of(piece, StreamKind::outcome).bytes, 60u);
}

TEST(SmallStreams, CostAFewBytesBesideTheirValues) {
    for (const Index size : {16u, 37u, 116u}) {
        EncodeOptions options{.apart = true};
        const Table table = opened(table_bytes(made_up(Content::noise, size, 3), options));
        const StreamInfo outcomes = info_of(table, StreamKind::outcome);
        EXPECT_LE(outcomes.bytes, 6 + (3 * size + 7) / 8);
        EXPECT_EQ(outcomes.bytes, outcomes.header_bytes + outcomes.payload_bytes);
        EXPECT_EQ(outcomes.directory_bytes + outcomes.dictionary_bytes, 0u);
    }
}

// The level chosen for small streams costs no more than the default.
TEST(SmallStreams, LevelsComeBack) {
    const auto values = numbers(5000, [](auto i) { return i * i / 50 % 40 + i % 3; });
    std::uint64_t greatest = 0;
    for (const int level : {1, 12, 19}) {
        EncodeOptions options{.level = level};
        greatest = std::max(greatest, info_of(expect_round_trip(values, false, options), StreamKind::remoteness).bytes);
    }
    EXPECT_LE(info_of(expect_round_trip(values, false), StreamKind::remoteness).bytes, greatest);
}

}  // namespace mexbase::small_stream_test
