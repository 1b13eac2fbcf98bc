// SPDX-License-Identifier: MIT
// Tables written by older versions. They never change, and every later reader must read the same values.
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <sstream>

#include "../../query/format/hostile.hpp"
#include "query/format/bytes.hpp"
#include "query/format/format.hpp"
#include "tables.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test::frozen_test {

struct Frozen {
    std::string spec, values, checksum, file, version, file_checksum;

    std::string path() const { return std::string(MEXBASE_DATA) + "/" + file; }
};

std::vector<Frozen> frozen_list() {
    std::ifstream in(std::string(MEXBASE_DATA) + "/frozen/checksums.txt");
    std::vector<Frozen> list;
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        Frozen frozen;
        words >> frozen.spec >> frozen.values >> frozen.checksum >> frozen.file >> frozen.version >>
            frozen.file_checksum;
        EXPECT_TRUE(words) << line;
        list.push_back(frozen);
    }
    return list;
}

std::string hex(std::uint64_t n) {
    std::ostringstream out;
    out << std::hex << n;
    return out.str();
}

std::vector<std::byte> bytes_of(const Frozen& frozen) {
    std::ifstream in(frozen.path(), std::ios::binary);
    std::vector<std::byte> bytes(std::filesystem::file_size(frozen.path()));
    in.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return bytes;
}

constexpr Index large = 1'000'000;

TEST(FrozenTables, EveryStoredTableIsListedAndNoByteOfItHasChanged) {
    std::set<std::string> listed, stored, versions;
    for (const Frozen& frozen : frozen_list()) {
        EXPECT_TRUE(listed.insert(frozen.file).second) << frozen.file;
        versions.insert(frozen.version);
        EXPECT_EQ(hex(checksum64(bytes_of(frozen))), frozen.file_checksum) << frozen.file;
    }
    for (const std::string folder : {"golden", "frozen"})
        for (const auto& entry : std::filesystem::directory_iterator(std::string(MEXBASE_DATA) + "/" + folder))
            if (entry.path().extension() == ".mxb") stored.insert(folder + "/" + entry.path().filename().string());
    EXPECT_EQ(listed, stored);
    for (const std::string version : {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6", "1.7", "1.8"})
        EXPECT_TRUE(versions.contains(version)) << version;
}

TEST(FrozenTables, EveryCodecStreamAndKindOfValueIsAmongThem) {
    std::set<StreamKind> streams;
    std::set<ValueKind> large_values;
    std::set<std::pair<Codec, bool>> large_codecs;  // and true if there is a dictionary
    int small = 0, beyond = 0, with_ties = 0;
    for (const Frozen& frozen : frozen_list()) {
        const Table table = Table::open(frozen.path()).value();
        const bool is_large = table.info().positions >= large;
        if (is_large) large_values.insert(table.info().value);
        if (is_large && table.info().repetition()) ++beyond;
        if (table.info().outcomes[static_cast<std::size_t>(Outcome::tie)] != 0) ++with_ties;
        for (const StreamInfo& stream : table.streams()) {
            streams.insert(stream.kind);
            if (stream.directory_bytes == 0 && stream.payload_bytes != 0) ++small;
            if (is_large && stream.payload_bytes != 0)
                large_codecs.insert({stream.codec, stream.dictionary_bytes != 0});
        }
    }
    EXPECT_EQ(streams.size(), stream_kinds);
    EXPECT_EQ(large_values.size(), 5u);
    using enum Codec;
    EXPECT_EQ(large_codecs, (std::set<std::pair<Codec, bool>>{
                                {raw, false}, {palette, false}, {zstd, false}, {zstd, true}, {pairs, true}}));
    EXPECT_GE(small, 5);
    EXPECT_GE(beyond, 2);
    EXPECT_GE(with_ties, 1);
}

/// Reads the same file from end to end with all tables in parallel, and compares them with the first.
void expect_the_same_throughout(const std::vector<Table>& tables) {
    std::vector<Cursor> cursors;
    for (const Table& table : tables) cursors.push_back(table.cursor().value());
    const Index size = tables.front().info().indices;
    std::vector<Value> right(std::size_t{1} << 14), run(right.size());
    for (Index first = 0; first < size; first += run.size()) {
        const std::size_t count = std::min<std::size_t>(run.size(), size - first);
        cursors.front().read(first, std::span(right).first(count)).value();
        for (std::size_t other = 1; other < tables.size(); ++other) {
            cursors[other].read(first, std::span(run).first(count)).value();
            ASSERT_TRUE(same_values(run.data(), right.data(), count)) << first << " by way " << other;
        }
    }
}

/// Compares values read one by one and in a batch, in random order.
void expect_the_same_anywhere(const std::vector<Table>& tables) {
    const Table& table = tables.front();
    std::mt19937_64 random(1);
    std::vector<Index> asked;
    std::vector<Value> right;
    Cursor cursor = table.cursor().value();
    while (right.size() < 100) {
        asked.push_back(random() % table.info().queryable_size);
        right.emplace_back();
        cursor.read(asked.back(), std::span(right).last(1)).value();
        if (table.legal(asked.back()).value()) continue;
        asked.pop_back();
        right.pop_back();
    }
    for (std::size_t way = 0; way < tables.size(); ++way) {
        std::vector<Value> batch(asked.size());
        tables[way].at(asked, batch).value();
        for (std::size_t i = 0; i < asked.size(); ++i) {
            ASSERT_TRUE(same_value(batch[i], right[i])) << asked[i] << " by way " << way;
            ASSERT_TRUE(same_value(tables[way].at(asked[i]).value(), right[i])) << asked[i] << " by way " << way;
            if (!tables[way].game()) continue;
            const std::string text = tables[way].text_of(asked[i]).value();
            ASSERT_EQ(tables[way].index_of(text).value(), asked[i]) << text << " by way " << way;
        }
    }
}

TEST(FrozenTables, AllValuesAreWhatTheyWereByEveryWayOfReading) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::size_t usual = OpenOptions{}.cache_bytes;
    for (const Frozen& frozen : frozen_list()) {
        SCOPED_TRACE(frozen.file);
        std::vector<Table> tables;
        for (const std::size_t cache_bytes : {usual, std::size_t{0}}) {
            for (const Backend backend : {Backend::map, Backend::read}) {
                const OpenOptions options{.backend = backend, .cache_bytes = cache_bytes};
                tables.push_back(Table::open(frozen.path(), options).value());
                EXPECT_TRUE(tables.back().check());
            }
        }
        const Table& table = tables.front();
        EXPECT_EQ(table.format_version(), frozen.version);
        EXPECT_TRUE(!frozen.file.starts_with("frozen/") || frozen.file.ends_with("-" + frozen.version + ".mxb"));
        EXPECT_EQ(table.info().play == Play::misere, frozen.values == "misere");
        EXPECT_EQ(table.info().value, value_kind_from(frozen.values).value_or(ValueKind::outcome));
        EXPECT_EQ(hex(values_checksum(table)), frozen.checksum);
        expect_the_same_throughout(tables);
        expect_the_same_anywhere(tables);
    }
}

/// Replaces the codec of a stream and corrects the checksums. `row` is the stream's row in the section table.
std::vector<std::byte> with_codec(std::vector<std::byte> bytes, std::size_t row, unsigned codec) {
    const auto number = [&](std::size_t at) {
        return static_cast<std::size_t>(detail::load<std::uint64_t>(bytes.data() + at));
    };
    const auto type = detail::load<std::uint32_t>(bytes.data() + row);
    const std::size_t at = number(row + 8), length = number(row + 16);
    std::size_t checked = length;
    if (type < format::small_stream_base) {
        bytes[at + 5] = static_cast<std::byte>(codec);
        checked = detail::load<std::uint32_t>(bytes.data() + at);
    } else {
        bytes[at] = static_cast<std::byte>(codec << 4) | (bytes[at] & std::byte{0xf});
    }
    detail::store(bytes.data() + row + 24, checksum64(std::span(bytes).subspan(at, checked)));
    const std::size_t end = row + format::section_bytes;
    const std::size_t head =
        format::header_bytes + format::section_bytes * detail::load<std::uint32_t>(bytes.data() + 12);
    EXPECT_LE(end, head);
    detail::store(bytes.data() + head, checksum64(std::span(bytes).first(head)));
    return bytes;
}

TEST(FrozenTables, ACodecThatIsNotKnownNeedsANewerReader) {
    int large_streams = 0, small_streams = 0;
    for (const Frozen& frozen : frozen_list()) {
        SCOPED_TRACE(frozen.file);
        const std::vector<std::byte> good = bytes_of(frozen);
        const std::size_t sections = detail::load<std::uint32_t>(good.data() + 12);
        for (std::size_t s = 0; s < sections; ++s) {
            const std::size_t row = format::header_bytes + s * format::section_bytes;
            const auto type = detail::load<std::uint32_t>(good.data() + row);
            if (type < format::stream_base || type >= format::small_stream_limit) continue;
            ++(type < format::small_stream_base ? large_streams : small_streams);
            for (const unsigned codec : {4u, 15u}) {
                const auto table = Table::from_memory(with_codec(good, row, codec));
                ASSERT_FALSE(table);
                EXPECT_EQ(table.error().code, ErrorCode::unsupported_version);
            }
            // The codec of version 1.4 is known, but not allowed in a table of an older version.
            if (frozen.version >= "1.4") continue;
            const auto older = Table::from_memory(with_codec(good, row, static_cast<unsigned>(Codec::pairs)));
            ASSERT_FALSE(older);
            EXPECT_EQ(older.error().code, ErrorCode::corrupt);
        }
    }
    EXPECT_GE(large_streams, 50);
    EXPECT_GE(small_streams, 5);
}

}  // namespace mexbase::test::frozen_test
