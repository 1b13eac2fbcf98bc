// SPDX-License-Identifier: MIT
// Damaged tables with small streams.
#include <array>

#include "../partizan_tables.hpp"
#include "hostile.hpp"
#include "query/format/bytes.hpp"
#include "query/format/checksum.hpp"
#include "query/format/format.hpp"

namespace mexbase::hostile_small_test {

using namespace test;

struct Case {
    const char* name;
    Content kind;
    Index size;
    std::optional<Codec> codec;
};

const Case cases[] = {{"one", Content::noise, 1, std::nullopt},
                      {"raw", Content::noise, 60, Codec::raw},
                      {"palette", Content::runs, 300, Codec::palette},
                      {"zstd", Content::parity, 500, Codec::zstd},
                      {"differences", Content::growing, 400, std::nullopt},
                      {"cut_off", Content::cut_off, 116, std::nullopt},
                      {"holes", Content::holes, 300, std::nullopt},
                      {"constant", Content::all_draws, 37, std::nullopt}};

std::vector<std::byte> bytes_of(const Case& c) {
    EncodeOptions options{.codec = c.codec, .apart = true};
    return table_bytes(made_up(c.kind, c.size, 1, c.codec == Codec::palette ? 60000 : 200), options);
}

/// Returns the rows of the section table that name a small stream.
std::vector<std::size_t> small_rows(const std::vector<std::byte>& bytes) {
    std::vector<std::size_t> rows;
    const auto sections = detail::load<std::uint32_t>(bytes.data() + 12);
    for (std::size_t s = 0; s < sections; ++s) {
        const std::size_t row = format::header_bytes + s * format::section_bytes;
        const auto type = detail::load<std::uint32_t>(bytes.data() + row);
        if (type >= format::small_stream_base && type < format::small_stream_limit) rows.push_back(row);
    }
    return rows;
}

std::size_t offset_of(const std::vector<std::byte>& bytes, std::size_t row) {
    return static_cast<std::size_t>(detail::load<std::uint64_t>(bytes.data() + row + 8));
}

std::size_t length_of(const std::vector<std::byte>& bytes, std::size_t row) {
    return static_cast<std::size_t>(detail::load<std::uint64_t>(bytes.data() + row + 16));
}

/// Corrects the checksums of a section and of the header.
void sign(std::vector<std::byte>& bytes, std::size_t row) {
    const auto section = std::span(bytes).subspan(offset_of(bytes, row), length_of(bytes, row));
    detail::store(bytes.data() + row + 24, checksum64(section));
    const std::size_t end =
        format::header_bytes + detail::load<std::uint32_t>(bytes.data() + 12) * format::section_bytes;
    detail::store(bytes.data() + end, checksum64(std::span(bytes).first(end)));
}

/// Opens a table and reads all values. Returns true if all were read. Each value must be of its kind.
bool all_answered(const std::vector<std::byte>& bytes) {
    const auto table = Table::from_memory(std::span(bytes), test_options());
    if (!table) {
        EXPECT_TRUE(table.error().code == ErrorCode::corrupt || table.error().code == ErrorCode::unsupported_version);
        return false;
    }
    const bool good = table->check().ok();
    auto cursor = table->cursor();
    EXPECT_TRUE(cursor);
    bool all = true;
    for (Index i = 0; all && i < table->info().indices; ++i) {
        const auto value = cursor->stored_at(i);
        if (!value) {
            EXPECT_EQ(value.error().code, ErrorCode::corrupt);
            all = false;
        } else if (value->kind == ValueKind::outcome) {
            EXPECT_LT(static_cast<std::size_t>(value->outcome.outcome), outcome_count);
        }
    }
    EXPECT_TRUE(all || !good);
    return all && good;
}

TEST(HostileSmallStreams, DamageIsReportedAndNeverReadAsAnotherValue) {
    for (const Case& c : cases) {
        SCOPED_TRACE(c.name);
        const auto good = bytes_of(c);
        ASSERT_EQ(small_rows(good).size(), c.kind == Content::cut_off ? 4u : 2u);
        expect_to_survive_any_damage(good, test_options(), 2);
    }
    for (const auto& good :
         {table_bytes(contents_of(made_up_forms(100, 1))), table_bytes(contents_of(made_up_results(100, 5, true)))}) {
        ASSERT_FALSE(small_rows(good).empty());
        expect_to_survive_any_damage(good, test_options(), 3);
    }
}

// A forged section with right checksums may have wrong values, but nothing crashes and every value is valid.
TEST(HostileSmallStreams, SectionsWithRightChecksumsAreCheckedAllTheSame) {
    int refused = 0, taken = 0;
    for (const Case& c : cases) {
        SCOPED_TRACE(c.name);
        const auto good = bytes_of(c);
        for (const std::size_t row : small_rows(good))
            for (std::size_t at = 0; at < std::min<std::size_t>(length_of(good, row), 40); ++at)
                for (unsigned value = 0; value < 256; value += at < 4 ? 1 : 15) {
                    auto bad = good;
                    bad[offset_of(good, row) + at] = static_cast<std::byte>(value);
                    sign(bad, row);
                    ++(all_answered(bad) ? taken : refused);
                }
    }
    EXPECT_GT(refused, 1000);
    EXPECT_GT(taken, 1000);
}

// The last section, truncated or extended, with a matching header.
TEST(HostileSmallStreams, SectionsOfEveryOtherLengthAreRefused) {
    for (const Case& c : cases) {
        SCOPED_TRACE(c.name);
        const auto good = bytes_of(c);
        const std::size_t row = small_rows(good).back(), from = offset_of(good, row), length = length_of(good, row);
        ASSERT_EQ(from + length, good.size()) << "the last section";
        const auto resized = [&](std::size_t to) {
            auto bad = good;
            bad.resize(from + to);
            detail::store(bad.data() + 16, static_cast<std::uint64_t>(bad.size()));
            detail::store(bad.data() + row + 16, static_cast<std::uint64_t>(to));
            sign(bad, row);
            return bad;
        };
        ASSERT_TRUE(all_answered(resized(length)));
        const StreamInfo info = opened(good).streams().back();
        for (std::size_t to = 0; to < length; ++to) {
            // One byte of zstd is also a block: a repetition of that byte.
            const bool repeats = info.codec == Codec::zstd && to == info.header_bytes + 1;
            EXPECT_TRUE(!all_answered(resized(to)) || repeats) << to;
        }
        for (const std::size_t to : {length + 1, length + 2, length + 100, std::size_t{4096}, std::size_t{4097}})
            EXPECT_FALSE(all_answered(resized(to))) << to;
    }
}

// A file that changes while the table is open: parts checked at opening are checked again when read.
TEST(HostileSmallStreams, DamageAfterOpeningIsReportedWhenRead) {
    for (const Case& c : {cases[1], cases[3], cases[4]}) {
        SCOPED_TRACE(c.name);
        const auto good = bytes_of(c);
        const Reference reference(Table::from_memory(std::span(good), test_options()).value());
        for (const std::size_t row : small_rows(good))
            for (std::size_t at = 0; at < length_of(good, row); ++at) {
                auto bytes = good;
                const Table table = Table::from_memory(std::span<const std::byte>(bytes), test_options()).value();
                bytes[offset_of(good, row) + at] ^= std::byte{0x10};
                EXPECT_TRUE(reference.holds_for(table));
                EXPECT_EQ(table.check().error().code, ErrorCode::corrupt);
            }
    }
}

}  // namespace mexbase::hostile_small_test
