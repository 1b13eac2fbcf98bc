// SPDX-License-Identifier: MIT
// Number of decoded blocks that a cursor caches, number of decodings, and memory.
#include "query/read/block_cache.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>
#include <set>

#include "../c/plain.h"
#include "../test_tables.hpp"
#include "query/read/table_data.hpp"
#include "tests/scratch.hpp"

namespace mexbase::block_cache_test {

using namespace test;
using detail::BlockCache;

constexpr Index size = 100'000;
constexpr unsigned block_log2 = 7;
constexpr std::uint64_t blocks = (size + (1 << block_log2) - 1) >> block_log2;

/// A table of noise in small blocks, and its stream of remotenesses.
class Caches : public ::testing::Test {
  protected:
    Caches()
        : values_(made_up(Content::noise, size, 21)),
          data_(detail::Source::own(table_bytes(values_, small_blocks())), 0),
          stream_(*data_.stream(StreamKind::remoteness)),
          buffer_(detail::block_buffer_bytes(stream_.header())) {
        EXPECT_EQ(stream_.header().blocks(), blocks);
    }
    static EncodeOptions small_blocks() {
        EncodeOptions options{.codec = Codec::palette, .block_log2 = block_log2, .apart = true};
        return options;
    }
    void expect_right(BlockCache& cache, Index i) {
        const std::uint32_t said = cache.get(i);
        if (values_.remoteness[i] != dont_care) {
            ASSERT_EQ(said, values_.remoteness[i]) << i;
        }
    }

    Values values_;
    detail::TableData data_;
    const detail::StreamReader& stream_;
    std::size_t buffer_;  // bytes of a decoded block
};

TEST_F(Caches, WhatIsKeptIsDecodedOnce) {
    BlockCache cache(stream_, 500 * buffer_);
    std::mt19937_64 random(1);
    std::set<std::uint64_t> met;
    constexpr Index part = Index{500} << block_log2;
    for (int probe = 0; probe < 20'000; ++probe) {
        const Index i = random() % part;
        met.insert(i >> block_log2);
        expect_right(cache, i);
        ASSERT_EQ(cache.decoded(), met.size());
    }
    for (Index i = 0; i < part; ++i) expect_right(cache, i);
    EXPECT_EQ(cache.decoded(), 500u) << "more than 256 of them";
    std::vector<std::uint32_t> run(part);
    cache.run(0, run);
    std::vector<Index> all(BlockCache::batch);
    std::iota(all.begin(), all.end(), part - all.size());
    cache.get(all, std::span(run).first(all.size()));
    EXPECT_EQ(cache.decoded(), 500u);
}

TEST_F(Caches, WhatFitsIsUnpackedAsAWholeAndOnce) {
    const auto whole = static_cast<std::size_t>(size) * stream_.header().bits / 8;
    ASSERT_EQ(whole * 8, size * stream_.header().bits);
    EXPECT_FALSE(stream_.is_unpacked_whole(whole - 1));
    for (const std::size_t budget : {whole, whole + 1, std::size_t{1} << 30, ~std::size_t{0}}) {
        ASSERT_TRUE(stream_.is_unpacked_whole(budget));
        for (int way = 0; way < 3; ++way) {
            BlockCache cache(stream_, budget);
            std::vector<Index> all(size);
            std::iota(all.begin(), all.end(), 0);
            std::vector<std::uint32_t> run(size);
            if (way == 1) cache.run(0, run);
            for (Index i = 0; way == 2 && i + BlockCache::batch <= size; i += BlockCache::batch)
                cache.get(std::span(all).subspan(i, BlockCache::batch), std::span(run).subspan(i, BlockCache::batch));
            for (Index i = 0; i < size; ++i) {
                expect_right(cache, i);
                if (way == 1 && values_.remoteness[i] != dont_care) {
                    ASSERT_EQ(run[i], values_.remoteness[i]);
                }
            }
            EXPECT_EQ(cache.decoded(), 0u);
            EXPECT_LT(cache.bytes(), 1u << 16) << "what is unpacked is the table's";
        }
    }
    EXPECT_EQ(stream_.whole()->data, stream_.whole()->data);
}

TEST_F(Caches, AsManyAsFitAreKept) {
    for (const std::size_t held : {2, 3, 17, 300, 500}) {
        BlockCache cache(stream_, held * buffer_ + buffer_ - 1);
        const auto all = [&](std::uint64_t first, std::uint64_t count) {
            for (std::uint64_t b = first; b < first + count; ++b) expect_right(cache, b << block_log2);
        };
        all(0, held);
        for (int round = 0; round < 3; ++round) all(0, held);
        EXPECT_EQ(cache.decoded(), held) << "so many blocks stay, in whatever order they are asked for";
        all(held, 1);
        EXPECT_EQ(cache.decoded(), held + 1);
        all(1, held);
        EXPECT_EQ(cache.decoded(), held + 1) << "the oldest went, and no other";
        all(0, 1);
        EXPECT_EQ(cache.decoded(), held + 2);
    }
}

TEST_F(Caches, TheLeastKeepsTwoBlocks) {
    for (const std::size_t budget : {std::size_t{0}, std::size_t{1}, 2 * buffer_}) {
        BlockCache cache(stream_, budget);
        for (int probe = 0; probe < 1000; ++probe)
            for (const Index i : {Index{5}, size - 1}) expect_right(cache, i);
        EXPECT_EQ(cache.decoded(), 2u) << budget;
    }
}

TEST_F(Caches, EverySizeAnswersRightInEveryOrder) {
    for (const std::size_t held : {2, 5, 16, 31, 64, 257, 600, 781, 782}) {
        BlockCache cache(stream_, held * buffer_);
        std::mt19937_64 random(held);
        std::vector<Index> indices(500);
        std::vector<std::uint32_t> numbers(indices.size());
        for (int round = 0; round < 60; ++round) {
            // Random reads, in one small part, with long strides, sequential.
            const Index base = random() % (size - 4096), stride = Index{1} << (7 + random() % 9);
            for (std::size_t k = 0; k < indices.size(); ++k)
                indices[k] = round % 4 == 0   ? random() % size
                             : round % 4 == 1 ? base + random() % 4096
                             : round % 4 == 2 ? (base + k * stride) % size
                                              : (base + 61 * k) % size;
            if (round % 3 == 0) {
                cache.get(indices, numbers);
                for (std::size_t k = 0; k < indices.size(); ++k)
                    if (values_.remoteness[indices[k]] != dont_care) {
                        ASSERT_EQ(numbers[k], values_.remoteness[indices[k]]) << held;
                    }
            } else {
                for (const Index i : indices) expect_right(cache, i);
            }
        }
    }
}

TEST_F(Caches, MemoryGrowsWithUse) {
    BlockCache cache(stream_, 500 * buffer_);
    EXPECT_LT(cache.bytes(), 4096u);
    expect_right(cache, 17);
    EXPECT_LT(cache.bytes(), buffer_ + 4096);
    for (std::uint64_t b = 0; b < 100; ++b) expect_right(cache, b << block_log2);
    EXPECT_GT(cache.bytes(), 100 * buffer_);
    EXPECT_LT(cache.bytes(), 100 * (buffer_ + 300));
    // A budget bounds it in every case.
    BlockCache small(stream_, 40 * buffer_);
    for (Index i = 0; i < size; i += 50) expect_right(small, i);
    EXPECT_LT(small.bytes(), 40 * (buffer_ + 300));
}

TEST_F(Caches, ADamagedBlockTakesNoRoom) {
    auto bytes = table_bytes(values_, small_blocks());
    bytes[bytes.size() - 20] ^= std::byte{1};  // in the last blocks of the last stream
    detail::TableData damaged(detail::Source::own(std::move(bytes)), 0);
    const auto& stream = *damaged.stream(StreamKind::remoteness);
    for (const std::size_t held : {std::size_t{2}, std::size_t{40}}) {
        BlockCache cache(stream, held * buffer_);
        const auto decoded_again = [&] {
            const std::uint64_t before = cache.decoded();
            for (std::uint64_t b = 0; b < held - 1; ++b)
                EXPECT_EQ(cache.get(b << block_log2), cache.get(b << block_log2));
            return cache.decoded() - before;
        };
        EXPECT_EQ(decoded_again(), held - 1);
        for (int round = 0; round < 100; ++round) EXPECT_THROW(cache.get(size - 1), Error);
        EXPECT_EQ(decoded_again(), 0u);
    }
}

// A block in pairs is unpacked after repeated reads, not for occasional probes.
TEST(Pairs, BlocksThatAreSeldomAskedForAreNotUnpacked) {
    const Values values = made_up(Content::noise, size, 23);
    EncodeOptions options = with_codec(Codec::pairs);
    options.apart = true;
    options.block_log2 = block_log2;
    detail::TableData data(detail::Source::own(table_bytes(values, options)), 0);
    const detail::StreamReader& stream = *data.stream(StreamKind::outcome);
    const std::size_t buffer = detail::block_buffer_bytes(stream.header());
    const auto expect_right = [&](BlockCache& cache, Index i) {
        const std::uint32_t said = cache.get(i);
        if (values.legal(i)) {
            ASSERT_EQ(said, values.outcome[i]) << i;
        }
    };
    BlockCache cache(stream, 64 * buffer);
    for (Index b = 0; b < blocks; ++b) expect_right(cache, b << block_log2 | b % 128);
    EXPECT_EQ(cache.decoded(), 0u) << "once each";
    for (Index i = 0; i < 128; ++i) expect_right(cache, (Index{5} << block_log2) + i);
    EXPECT_EQ(cache.decoded(), 1u);
    for (int round = 0; round < 5; ++round)
        for (Index b = 10; b < 40; ++b) expect_right(cache, (b << block_log2) + static_cast<Index>(round));
    EXPECT_EQ(cache.decoded(), 31u);
    // A cache of at most two blocks hardly ever unpacks one.
    BlockCache least(stream, 0);
    std::mt19937_64 random(24);
    for (int probe = 0; probe < 2000; ++probe) expect_right(least, random() % size);
    EXPECT_LT(least.decoded(), 20u);
}

std::string cut_path;  // of the file that a callback without state truncates

/// A table read by plain reads from a file that is then truncated to nothing: only cached blocks can be read.
TEST(CacheBytes, AreObeyedByTablesAndByC) {
    const Scratch scratch;
    cut_path = scratch.path("table");
    const Values values = made_up(Content::noise, size, 22);
    EncodeOptions options{.codec = Codec::raw, .block_log2 = 8};
    const auto bytes = table_bytes(values, options);
    const auto write = [&bytes] { spill(cut_path, bytes); };
    const auto cut = [] { std::filesystem::resize_file(cut_path, 0); };
    // A stream of bytes is 100 kB when decoded.
    for (const std::size_t cache_bytes : {std::size_t{1} << 20, std::size_t{1} << 12}) {
        write();
        OpenOptions open = test_options(Backend::read);
        open.cache_bytes = cache_bytes;
        const Table table = Table::open(cut_path, open).value();
        Cursor cursor = table.cursor().value();
        for (Index i = 0; i < size; i += 100) {
            ASSERT_EQ(table.stored_at(i).value(), expected(values, i));
            ASSERT_EQ(cursor.stored_at(i).value(), expected(values, i));
        }
        cut();
        Index kept = 0, kept_by_cursor = 0, all = 0;
        for (Index i = 0; i < size; i += 100, ++all) {
            if (table.stored_at(i)) ++kept;
            if (cursor.stored_at(i)) ++kept_by_cursor;
        }
        EXPECT_EQ(kept == all, cache_bytes == std::size_t{1} << 20);
        EXPECT_EQ(kept_by_cursor, kept);
        write();
        EXPECT_EQ(capi_obeys_cache_bytes(cut_path.c_str(), cache_bytes, cut),
                  cache_bytes == std::size_t{1} << 20 ? 0 : -1)
            << "the line of c_api_plain.c that failed";
    }
    write();
    EXPECT_EQ(capi_obeys_cache_bytes(cut_path.c_str(), 0, cut), 0) << "the usual 2 MiB are enough";
    write();
    EXPECT_EQ(capi_preloads(cut_path.c_str(), cut), 0) << "the line of c_api_plain.c that failed";
}

}  // namespace mexbase::block_cache_test
