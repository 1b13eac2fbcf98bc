// SPDX-License-Identifier: MIT
#include "gen/encode/table_writer.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>
#include <utility>

#include "gen/encode/encoder.hpp"
#include "tests/query/test_tables.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::table_writer_test {

using namespace test;

void expect_round_trip(const Values& values, const EncodeOptions& options = {}) {
    const Table table = opened(table_bytes(values, options));
    ASSERT_EQ(table.info().indices, values.size());
    std::vector<Value> found(values.size());
    ASSERT_TRUE(table.cursor()->read(0, found));
    for (Index i = 0; i < values.size(); ++i) {
        if (values.legal(i)) {
            ASSERT_EQ(found[i], expected(values, i)) << i;
        }
    }
    EXPECT_TRUE(table.check());
}

constexpr Content kinds[] = {Content::noise,   Content::runs,  Content::parity,   Content::growing,
                             Content::cut_off, Content::holes, Content::all_draws};

TEST(TableWriter, EveryKindOfValuesComesBack) {
    for (const Content kind : kinds) {
        SCOPED_TRACE(static_cast<int>(kind));
        expect_round_trip(made_up(kind, 40000, 1));
    }
}

TEST(TableWriter, EveryCodecAndBlockSizeComesBack) {
    for (const Content kind : kinds)
        for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs})
            for (const unsigned block_log2 : {0u, 1u, 5u, 8u, 11u, 13u}) {
                SCOPED_TRACE(std::to_string(static_cast<int>(kind)) + ' ' + std::string(to_string(codec)) + ' ' +
                             std::to_string(block_log2));
                EncodeOptions options{.codec = codec, .block_log2 = block_log2};
                expect_round_trip(made_up(kind, 9000, 2), options);
            }
}

TEST(TableWriter, EveryWidthOfSymbolsComesBack) {
    for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs})
        for (unsigned bits = 1; bits < 32; ++bits) {
            SCOPED_TRACE(bits);
            const Values values =
                made_up(Content::noise, 700, bits, static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1));
            EncodeOptions options{.codec = codec};
            expect_round_trip(values, options);
            options.block_log2 = 9;  // in two blocks
            expect_round_trip(values, options);
        }
    expect_round_trip(made_up(Content::noise, 700, 99, dont_care - 1));
    expect_round_trip(made_up(Content::noise, 7000, 99, dont_care - 1));
}

TEST(TableWriter, SizesAroundABlockComeBack) {
    EncodeOptions options{.block_log2 = 6};
    for (const Index size :
         {1u, 2u, 3u, 63u, 64u, 65u, 127u, 128u, 129u, 2047u, 2048u, 2049u, 16383u, 16384u, 16385u}) {
        SCOPED_TRACE(size);
        expect_round_trip(made_up(Content::noise, size, size));
        expect_round_trip(made_up(Content::growing, size, size));
        expect_round_trip(made_up(Content::noise, size, size), options);
    }
}

TEST(TableWriter, LevelsComeBack) {
    for (const int level : {1, 3, 9, 19}) {
        EncodeOptions options{.codec = Codec::zstd, .level = level};
        expect_round_trip(made_up(Content::parity, 70000, 3), options);
    }
}

TEST(TableWriter, BytesDoNotDependOnThreads) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const Content kind : kinds) {
        SCOPED_TRACE(static_cast<int>(kind));
        const Values values = made_up(kind, 80000, 4);
        EncodeOptions options;
        const auto one = table_bytes(values, options);
        for (const unsigned threads : {2u, 4u}) {
            options.threads = threads;
            EXPECT_EQ(table_bytes(values, options), one);
        }
    }
}

TEST(TableWriter, DontCaresCostNothing) {
    Values values = made_up(Content::noise, 50000, 5);
    const std::size_t full = table_bytes(values).size();
    for (Index i = 0; i < values.size(); ++i)
        if (i % 10 != 0) values.outcome[i] = values.remoteness[i] = dont_care;
    EXPECT_LT(table_bytes(values).size() * 4, full);
    expect_round_trip(values);
}

/// Predictable remotenesses; two in five positions have none, singly or in runs.
Values with_gaps(Index size) {
    std::mt19937 random(7);
    Values values;
    std::uint32_t last = 0;
    for (Index i = 0; i < size; ++i) {
        std::uint64_t mixed = (last & 0xfff) * 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 29) * 0xbf58476d1ce4e5b9u;
        const auto next = static_cast<std::uint32_t>(random() % 8 == 0 ? random() % 4 : (mixed >> 40) % 4);
        last = last << 2 | next;
        values.outcome.push_back(1);
        values.remoteness.push_back(next);
    }
    for (Index i = 0; i < size;) {
        const bool gap = random() % 5 < 2;
        for (std::size_t left = random() % 2 == 0 ? 1 : 1 + random() % 12; left != 0 && i < size; --left, ++i)
            if (gap) values.outcome[i] = values.remoteness[i] = dont_care;
    }
    return values;
}

TEST(TableWriter, GapsFollowWhatStandsAround) {
    EncodeOptions options{.codec = Codec::pairs};
    for (const auto& [size, percent] : {std::pair<Index, std::size_t>{300000, 87}, {3000, 97}}) {
        const Values values = with_gaps(size);
        expect_round_trip(values, options);
        expect_round_trip(values);
        Values repeating = values;
        for (Index i = 0; i < size; ++i) {
            if (values.legal(i)) continue;
            repeating.outcome[i] = 1;
            repeating.remoteness[i] = i == 0 ? 0 : repeating.remoteness[i - 1];
        }
        const std::size_t bytes = table_bytes(values, options).size(), before = table_bytes(repeating, options).size();
        RecordProperty("bytes_" + std::to_string(size), std::to_string(bytes) + " for " + std::to_string(before));
        EXPECT_LT(100 * bytes, percent * before);
    }
}

TEST(TableWriter, GapsAloneMakeNoBlock) {
    // One position in 1000 has a value, and each half has a constant one.
    Values values;
    for (Index i = 0; i < 1 << 18; ++i) {
        values.outcome.push_back(i % 1000 == 500 ? 1 : dont_care);
        values.remoteness.push_back(i % 1000 == 500 ? 3 + 2 * static_cast<std::uint32_t>(i > 1 << 17) : dont_care);
    }
    EncodeOptions options{.codec = Codec::pairs};
    const auto bytes = table_bytes(values, options);
    for (const StreamInfo& stream : opened(bytes).streams()) EXPECT_LT(stream.payload_bytes, 30u);
    expect_round_trip(values, options);
}

TEST(TableWriter, DrawsAreDraws) {
    const Table table = opened(table_bytes(made_up(Content::all_draws, 1000000, 1)));
    EXPECT_LT(table.file_bytes(), 600u);
    EXPECT_EQ(to_string(table.at(999999).value()), "draw");
}

TEST(TableWriter, SmallTablesHaveSmallOverhead) {
    const Values values = made_up(Content::parity, 1000, 6, 15);
    EXPECT_LT(table_bytes(values).size(), 1200u);
}

TEST(TableWriter, RemotenessThatTheOutcomeTellsHalfOfIsHalved) {
    MEXBASE_SKIP_IN_SANITIZERS();
    using format::RemotenessCoding;
    const auto coding = [](const Values& values) {
        for (const StreamInfo& stream : opened(table_bytes(values)).streams())
            if (stream.kind == StreamKind::remoteness) return stream.coding;
        return RemotenessCoding::none;
    };
    for (const Index size : {Index{5000}, Index{70'000}}) {
        const Values values = made_up(Content::parity, size, 7);
        const auto is = [&values](Index i, Outcome who) {
            return values.outcome[i] == static_cast<std::uint32_t>(who);
        };
        const auto changed = [&](auto change) {
            Values other = values;
            for (Index i = 0; i < size; ++i)
                if (other.remoteness[i] != dont_care) other.remoteness[i] = change(i, other.remoteness[i]);
            expect_round_trip(other);
            return other;
        };
        EXPECT_EQ(coding(changed([](Index, std::uint32_t plies) { return plies; })), RemotenessCoding::parity);
        EXPECT_EQ(coding(changed([](Index, std::uint32_t plies) { return plies ^ 1; })), RemotenessCoding::mirrored)
            << "misere play: who cannot move has won";
        EXPECT_EQ(coding(changed(
                      [&](Index i, std::uint32_t plies) { return is(i, Outcome::win) && plies == 1 ? 0 : plies; })),
                  RemotenessCoding::rounded)
            << "play that ends with a win of the player to move";
        EXPECT_EQ(opened(table_bytes(changed([](Index, std::uint32_t plies) { return plies ^ 1; }))).format_version(),
                  "1.4");
        const auto won = static_cast<Index>(std::ranges::find(values.outcome, 1u) - values.outcome.begin());
        EXPECT_EQ(coding(changed([&](Index i, std::uint32_t plies) { return i == won ? plies + 1 : plies; })),
                  RemotenessCoding::none);
        EXPECT_EQ(coding(changed([&](Index i, std::uint32_t plies) { return i == won ? plies : plies ^ 1; })),
                  RemotenessCoding::none);
    }
}

TEST(TableWriter, GrowingRemotenessIsStoredAsDifferences) {
    const auto bytes = table_bytes(made_up(Content::growing, 200000, 8));
    for (const StreamInfo& stream : opened(bytes).streams()) {
        if (stream.kind == StreamKind::remoteness) {
            EXPECT_LT(stream.bits_per_symbol, 6u);
        }
    }
}

TEST(TableWriter, DirectoryAndChecksumsTakeThreeHundredthsOfABit) {
    EncodeOptions options{.block_log2 = 11};
    for (const StreamInfo& stream : opened(table_bytes(made_up(Content::noise, 1 << 20, 9), options)).streams())
        EXPECT_LE(8.0 * static_cast<double>(stream.directory_bytes) / (1 << 20), 0.03);
}

TEST(TableWriter, ReportAddsUp) {
    const Values values = made_up(Content::cut_off, 30000, 10);
    MemorySink sink;
    EncodeOptions options{.apart = true};
    const EncodeReport report = write_table(sink, contents_of(values), options);
    std::uint64_t sum = report.header_bytes + report.info_bytes + report.board_bytes;
    for (const StreamInfo& stream : report.streams) {
        sum += stream.bytes;
        EXPECT_EQ(stream.bytes,
                  stream.header_bytes + stream.directory_bytes + stream.dictionary_bytes + stream.payload_bytes);
    }
    EXPECT_EQ(sum, report.file_bytes);
    EXPECT_EQ(sink.size(), report.file_bytes);
    const Table table = opened(sink.take());
    EXPECT_EQ(table.info(), report.info);
    EXPECT_EQ(table.remoteness_histogram().value(), report.by_remoteness);
    EXPECT_EQ(table.streams().size(), 4u);
}

TEST(TableWriter, ProgressRisesToTheTotalInTheCallingThread) {
    const Values values = made_up(Content::parity, 300000, 11);
    for (const unsigned threads : {1u, 3u}) {
        EncodeOptions options{.threads = threads};
        std::uint64_t last = 0, all = 0;
        const auto self = std::this_thread::get_id();
        options.progress = [&](std::uint64_t done, std::uint64_t total) {
            EXPECT_EQ(std::this_thread::get_id(), self);
            EXPECT_GE(done, last);
            last = done;
            all = total;
        };
        table_bytes(values, options);
        EXPECT_EQ(last, all);
        EXPECT_EQ(all, values.size()) << "each position counts once, in all streams and passes";
    }
}

TEST(TableWriter, WhatSourcesAndProgressThrowComesOut) {
    const Values values = made_up(Content::noise, 100000, 12);
    for (const unsigned threads : {1u, 4u}) {
        EncodeOptions options{.threads = threads};
        TableContents contents = contents_of(values);
        contents.streams[1].fill = [](Index, std::span<std::uint32_t>) {
            throw Error(ErrorCode::interrupted, "stopped");
        };
        EXPECT_THROW(table_bytes(contents, options), Error);
        options.progress = [](std::uint64_t done, std::uint64_t) {
            if (done > 20000) throw Error(ErrorCode::interrupted, "stopped");
        };
        EXPECT_THROW(table_bytes(values, options), Error);
    }
}

TEST(TableWriter, EstimatesTheTimeOfAProbeFromItsBlock) {
    const auto time = [](Codec codec, double payload, double packed, double differences = 0, double codes = 0) {
        return detail::encoders()[static_cast<std::size_t>(codec)]->probe_time(payload, packed, differences, codes);
    };
    for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs}) {
        EXPECT_EQ(time(codec, 0, 512, 10, 0), 60) << "a constant block";
        EXPECT_EQ(time(codec, 512, 512, 10, 0), 60 + 51.2 + 15);
    }
    EXPECT_EQ(time(Codec::zstd, 40, 500), 60 + 4 + 60 + 160 + 60);
    EXPECT_EQ(time(Codec::zstd, 50, 500, 2), 60 + 5 + 3 + 60 + 1200 + 200 + 60);
    EXPECT_EQ(time(Codec::pairs, 50, 500, 0, 10), 60 + 40 + 5 + 28);
}

TEST(TableWriter, RecordsWhyStreamsOfAKilobyteArePackedAsTheyAre) {
    EncodeOptions options = with_codec(Codec::raw);
    options.apart = true;
    options.block_log2 = 8;
    const auto choices = [&](const Values& values) {
        return opened(table_bytes(values, options)).codec_choices().value();
    };
    const auto noise = choices(made_up(Content::noise, 200'000, 15));
    ASSERT_EQ(noise.size(), 2U);
    EXPECT_EQ(noise[0].limit, 280U);
    EXPECT_EQ(noise[1].limit, 0U) << "remotenesses of at most 512 KiB are decoded as a whole";
    EXPECT_EQ(choices(made_up(Content::noise, 1'500'000, 15))[1].limit, 500U);
    EXPECT_EQ(choices(made_up(Content::noise, 40'000, 15)).front().limit, 0U) << "decoded as a whole";
    // Five records of a directory and the last block, one bit per position.
    for (const Index last : {24U, 25U}) {
        Values values;
        values.outcome.assign(5 * 32 * 256 - 256 + last, 1);
        values.outcome.back() = 0;
        values.remoteness = values.outcome;
        const auto found = choices(values);
        ASSERT_EQ(found.size(), last == 25 ? 1U : 0U);
        if (last == 25) {
            EXPECT_EQ(found[0].costs[0].bytes, 1024U);
        }
    }
}

TEST(TableWriter, RefusesWhatMakesNoTable) {
    const auto code_of = [](const TableContents& contents, const EncodeOptions& options = {}) {
        return error_code_of([&] { table_bytes(contents, options); });
    };
    const Values good = made_up(Content::parity, 100, 13);
    const auto with = [&](auto change) {
        Values values = good;
        change(values);
        return code_of(contents_of(values));
    };
    EXPECT_EQ(with([](Values& v) { v.outcome[5] = 5; }), ErrorCode::bad_usage);
    EXPECT_EQ(with([](Values& v) { v.outcome[5] = 1, v.remoteness[5] = dont_care; }), ErrorCode::bad_usage);
    EXPECT_EQ(with([](Values& v) { v.outcome[5] = 2, v.remoteness[5] = 0; }), ErrorCode::bad_usage);
    EXPECT_EQ(with([](Values& v) { v.outcome[5] = dont_care, v.remoteness[5] = 1; }), ErrorCode::bad_usage);
    TableContents contents = contents_of(good);
    contents.streams.pop_back();
    EXPECT_EQ(code_of(contents), ErrorCode::bad_usage);
    contents = contents_of(good);
    contents.streams.push_back(contents.streams.front());
    EXPECT_EQ(code_of(contents), ErrorCode::bad_usage);
    contents = contents_of(good);
    contents.info.queryable_size = 101;
    EXPECT_EQ(code_of(contents), ErrorCode::bad_usage);
    contents = contents_of(good);
    contents.info.value = ValueKind::canonical;
    EXPECT_EQ(code_of(contents), ErrorCode::bad_usage);
    EncodeOptions options{.block_log2 = 16};
    EXPECT_EQ(code_of(contents_of(made_up(Content::noise, 100, 14)), options), ErrorCode::bad_usage)
        << "a block of 2^16 bytes is one byte too long";
    options = {};
    options.level = 23;
    EXPECT_EQ(code_of(contents_of(good), options), ErrorCode::bad_usage);
}

}  // namespace mexbase::table_writer_test
