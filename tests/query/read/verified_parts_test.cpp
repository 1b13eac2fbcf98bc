// SPDX-License-Identifier: MIT
// Verified parts are not checked again. Faulty parts are checked at each first use.
#include <gtest/gtest.h>

#include "../test_tables.hpp"
#include "query/read/stream_reader.hpp"
#include "query/read/table_data.hpp"
#include "tests/scratch.hpp"

namespace mexbase::first_uses_test {

using namespace test;
using detail::Source;

constexpr unsigned block_log2 = 7;
constexpr std::uint64_t blocks_in_superblock = 32;

/// Bytes of a table of noise in small blocks, and offsets in its stream of remotenesses.
class FirstUsesOfBlocks : public ::testing::Test {
  protected:
    FirstUsesOfBlocks() {
        EncodeOptions options{.codec = Codec::palette, .block_log2 = block_log2, .apart = true};
        bytes_ = table_bytes(made_up(Content::noise, 20'000, 21), options);
        const std::span all(bytes_);
        const auto head = all.first(format::header_length(all.first(format::header_bytes), bytes_.size()));
        for (const format::Section& section : format::parse_header(head, bytes_.size())) {
            if (section.type != format::stream_base + static_cast<std::uint32_t>(StreamKind::remoteness)) continue;
            section_ = static_cast<std::size_t>(section.offset);
            const auto kind = StreamKind::remoteness;
            header_ = format::parse_stream_header(
                all.subspan(section_, format::stream_header_length(all.subspan(section_), kind, section.length)), kind,
                section.length);
        }
        EXPECT_EQ(header_.superblock(), blocks_in_superblock);
        EXPECT_GT(header_.blocks(), 3 * blocks_in_superblock);
    }
    std::size_t record(std::uint64_t superblock) const {
        return section_ + header_.encoded_bytes() + static_cast<std::size_t>(superblock) * header_.record_bytes();
    }
    std::size_t payload(std::uint64_t block) const {
        const std::byte* at = bytes_.data() + record(block / blocks_in_superblock);
        std::size_t place =
            record(header_.superblocks()) + static_cast<std::size_t>(detail::load<std::uint64_t>(at + 4));
        for (std::uint64_t b = 0; b < block % blocks_in_superblock; ++b)
            place += detail::load<std::uint16_t>(at + 12 + 2 * b);
        return place;
    }
    void flip(std::size_t place) { bytes_[place] ^= std::byte{0x10}; }

    /// Returns true if a block can be read; otherwise it must be reported as damaged.
    static bool reads(const detail::TableData& data, std::uint64_t block) {
        const detail::StreamReader& stream = *data.stream(StreamKind::remoteness);
        detail::DecodeScratch scratch;
        std::vector<std::byte> buffer(detail::block_buffer_bytes(stream.header()));
        try {
            stream.load_block(block, scratch, buffer.data());
            return true;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::corrupt);
            return false;
        }
    }
    static bool is_right(const detail::TableData& data) {
        try {
            data.stream(StreamKind::remoteness)->check();
            return true;
        } catch (const Error& e) {
            EXPECT_EQ(e.code(), ErrorCode::corrupt);
            return false;
        }
    }

    std::vector<std::byte> bytes_;
    std::size_t section_ = 0;
    format::StreamHeader header_;
};

TEST_F(FirstUsesOfBlocks, FindAChangedByteOfABlockThoughOthersWereReadBefore) {
    const detail::TableData data(Source::borrow(bytes_), 0);
    for (const std::uint64_t block : {40u, 42u, 0u}) EXPECT_TRUE(reads(data, block));
    flip(payload(41) + 3);
    EXPECT_FALSE(reads(data, 41));
    EXPECT_FALSE(reads(data, 41)) << "what was found wrong is not taken for checked";
    EXPECT_TRUE(reads(data, 40)) << "read before";
    EXPECT_TRUE(reads(data, 43)) << "not read before";
    flip(payload(41) + 3);
    EXPECT_TRUE(reads(data, 41));
}

TEST_F(FirstUsesOfBlocks, FindABadRecordThoughOthersWereReadBefore) {
    const detail::TableData data(Source::borrow(bytes_), 0);
    EXPECT_TRUE(reads(data, 31));
    const std::size_t words = 12 + 2 * blocks_in_superblock;
    for (const std::size_t part : {std::size_t{0}, words + 4 * 7}) {  // its checksum; the checksum of a block
        flip(record(1) + part);
        for (const std::uint64_t block : {32u, 33u, 63u, 32u}) EXPECT_FALSE(reads(data, block)) << part;
        EXPECT_TRUE(reads(data, 30));
        EXPECT_TRUE(reads(data, 64));
        flip(record(1) + part);
    }
    EXPECT_TRUE(reads(data, 33));
}

TEST_F(FirstUsesOfBlocks, AreNotAllThatACheckLooksAt) {
    const detail::TableData data(Source::borrow(bytes_), 0);
    for (std::uint64_t block = 0; block < header_.blocks(); ++block) EXPECT_TRUE(reads(data, block));
    EXPECT_TRUE(is_right(data));
    for (const std::size_t place : {payload(50) + 1, record(2)}) {
        flip(place);
        EXPECT_FALSE(is_right(data));
        flip(place);
    }
    EXPECT_TRUE(is_right(data));
}

TEST_F(FirstUsesOfBlocks, AreAllUsesWhereBytesAreReadFromAFile) {
    const Scratch scratch;
    const std::string path = scratch.path("table");
    const auto save = [&] { spill(path, bytes_); };
    save();
    const detail::TableData data(Source::read(path), 0);
    EXPECT_TRUE(reads(data, 5));
    flip(payload(5) + 2);
    save();
    EXPECT_FALSE(reads(data, 5));
}

TEST(VerifiedParts, AreMarkedByAllThreadsAtOnce) {
    constexpr std::uint64_t parts = 1000;
    constexpr unsigned threads = 4;
    const detail::VerifiedParts uses(parts);
    in_threads(threads, [&](unsigned t) {
        for (std::uint64_t part = 0; part < parts; ++part)
            if (part % threads == t && part % 3 != 0) uses.mark(part);
    });
    for (std::uint64_t part = 0; part < parts; ++part) EXPECT_EQ(uses.seen(part), part % 3 != 0) << part;
    const detail::VerifiedParts none;
    none.mark(0);
    EXPECT_FALSE(none.seen(0));
}

}  // namespace mexbase::first_uses_test
