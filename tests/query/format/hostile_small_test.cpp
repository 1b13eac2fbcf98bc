// SPDX-License-Identifier: MIT
// Damaged tables with small streams and with partizan values.
#include "../../gen/jobs/planted_errors.hpp"
#include "../partizan_tables.hpp"

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

/// Returns the places of the small streams in a table.
std::vector<format::Section> small_sections(const std::vector<std::byte>& bytes) {
    const std::span all(bytes);
    auto sections = format::parse_header(all.first(format::header_length(all, all.size())), all.size());
    std::erase_if(sections, [](const format::Section& section) { return !is_small(section.type); });
    return sections;
}

/// Returns true if a header of these two sections is accepted. Its checksum is right.
bool accepts(const format::Section& a, const format::Section& b, std::uint64_t file_length) {
    const auto head = format::encode_header(std::array{a, b}, file_length, 0);
    try {
        return format::parse_header(head, file_length).size() == 2;
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::corrupt);
        return false;
    }
}

TEST(HostileHeader, OfSectionsThatOverlapOrLeaveAGapIsRefused) {
    const std::uint64_t end = format::encode_header(std::array<format::Section, 2>{}, 0, 0).size();
    const format::Section a{.type = 1, .offset = end, .length = 10}, b{.type = 2, .offset = end + 10, .length = 20};
    const auto at = [](format::Section section, std::uint64_t offset, std::uint64_t length) {
        section.offset = offset;
        section.length = length;
        return section;
    };
    EXPECT_TRUE(accepts(a, b, end + 30));
    EXPECT_FALSE(accepts(a, at(b, end + 9, 20), end + 30));
    EXPECT_FALSE(accepts(a, at(b, end + 11, 20), end + 30));
    EXPECT_FALSE(accepts(at(a, end - 1, 10), b, end + 30));
    EXPECT_FALSE(accepts(at(a, end + 10, 20), at(b, end, 10), end + 30)) << "in another order";
    EXPECT_FALSE(accepts(a, at(b, end + 10, ~std::uint64_t{0} - end - 9), end + 30)) << "the sum of lengths overflows";
    EXPECT_FALSE(accepts(a, b, end + 31));
}

/// Opens a table and reads all values. Returns true if all were read. Each value must be of its kind.
bool all_answered(const Parts& parts) {
    const Bytes bytes = parts.file();
    const auto table = Table::from_memory(view_of(bytes), test_options());
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
        ASSERT_EQ(small_sections(good).size(), c.kind == Content::cut_off ? 4u : 2u);
        expect_to_survive_any_damage(good, test_options(), 2);
    }
    for (const auto& good :
         {table_bytes(contents_of(made_up_forms(100, 1))), table_bytes(contents_of(made_up_results(100, 5, true)))}) {
        ASSERT_FALSE(small_sections(good).empty());
        expect_to_survive_any_damage(good, test_options(), 3);
    }
}

// A forged section with right checksums may have wrong values, but nothing crashes and every value is valid.
TEST(HostileSmallStreams, SectionsWithRightChecksumsAreCheckedAllTheSame) {
    int refused = 0, taken = 0;
    for (const Case& c : cases) {
        SCOPED_TRACE(c.name);
        Parts parts(text_of(bytes_of(c)));
        for (by_hand::Section& section : parts.sections) {
            if (!is_small(section.type)) continue;
            for (char& byte : std::span(section.bytes).first(std::min<std::size_t>(section.bytes.size(), 40))) {
                const char good = byte;
                const unsigned step = &byte < section.bytes.data() + 4 ? 1 : 15;
                for (unsigned value = 0; value < 256; value += step) {
                    byte = static_cast<char>(value);
                    ++(all_answered(parts) ? taken : refused);
                }
                byte = good;
            }
        }
    }
    EXPECT_GT(refused, 1000);
    EXPECT_GT(taken, 1000);
}

TEST(HostileSmallStreams, SectionsOfEveryOtherLengthAreRefused) {
    for (const Case& c : cases) {
        SCOPED_TRACE(c.name);
        const auto bytes = bytes_of(c);
        Parts parts(text_of(bytes));
        ASSERT_TRUE(all_answered(parts));
        const StreamInfo info = opened(bytes).streams().back();
        Bytes& section = parts.find(format::small_stream_base + static_cast<std::uint32_t>(info.kind))->bytes;
        const Bytes good = section;
        for (std::size_t to = 0; to < good.size(); ++to) {
            section.resize(to);
            // One byte of zstd is also a block: a repetition of that byte.
            const bool repeats = info.codec == Codec::zstd && to == info.header_bytes + 1;
            EXPECT_TRUE(!all_answered(parts) || repeats) << to;
            section = good;
        }
        for (const std::size_t to : {good.size() + 1, good.size() + 2, good.size() + 100, std::size_t{4096}}) {
            section.resize(to);
            EXPECT_FALSE(all_answered(parts)) << to;
            section.resize(to + 1);
            EXPECT_FALSE(all_answered(parts)) << to + 1;
            section = good;
        }
    }
}

// A file that changes while the table is open: parts checked at opening are checked again when read.
TEST(HostileSmallStreams, DamageAfterOpeningIsReportedWhenRead) {
    for (const Case& c : {cases[1], cases[3], cases[4]}) {
        SCOPED_TRACE(c.name);
        const auto good = bytes_of(c);
        const Reference reference(Table::from_memory(std::span(good), test_options()).value());
        for (const format::Section& section : small_sections(good))
            for (std::uint64_t at = section.offset; at < section.offset + section.length; ++at) {
                auto bytes = good;
                const Table table = Table::from_memory(std::span<const std::byte>(bytes), test_options()).value();
                bytes[at] ^= std::byte{0x10};
                EXPECT_TRUE(reference.holds_for(table));
                EXPECT_EQ(table.check().error().code, ErrorCode::corrupt);
            }
    }
}

TEST(HostilePartizanTable, DamageToCanonicalFormsIsReported) {
    for (const bool holes : {false, true}) {
        expect_to_survive_any_damage(table_bytes(contents_of(made_up_forms(700, 1, holes))), test_options(), 2);
        expect_to_survive_damage(table_bytes(contents_of(made_up_forms(20000, 3, holes))), test_options(), 4, 300, 100);
    }
}

TEST(HostilePartizanTable, DamageToPartizanOutcomesIsReported) {
    for (const bool parity : {false, true}) {
        expect_to_survive_any_damage(table_bytes(contents_of(made_up_results(300, 5, parity))), test_options(), 6);
        expect_to_survive_damage(table_bytes(contents_of(made_up_results(9000, 7, parity))), test_options(), 8, 300,
                                 100);
    }
}

// A forged list with right checksums may have wrong values, but every list read has distinct canonical forms.
TEST(HostilePartizanTable, ListsOfValuesWithRightChecksumsAreCheckedAllTheSame) {
    Parts parts(text_of(table_bytes(contents_of(made_up_forms(200, 9)))));
    Bytes& list = parts.find(format::values_section)->bytes;
    int refused = 0, taken = 0;
    std::mt19937_64 random(10);
    for (const char good : Bytes(list)) {
        char& byte = list[static_cast<std::size_t>(refused + taken)];
        byte = random() % 2 == 0 ? static_cast<char>(random() % 8) : static_cast<char>(~byte);
        const Bytes file = parts.file();
        byte = good;
        const Table table = Table::from_memory(view_of(file), test_options()).value();
        const auto values = table.canonical_values();
        if (!values) {
            EXPECT_EQ(values.error().code, ErrorCode::corrupt);
            EXPECT_FALSE(table.at(0));
            ++refused;
            continue;
        }
        ++taken;
        GameArena arena;
        EXPECT_EQ(load_games(arena, values->list()).size(), values->size());
        for (Index i = 0; i < table.info().indices; ++i)
            EXPECT_EQ(values->outcome(table.at(i)->canonical.number),
                      arena.outcome(values->game(table.at(i)->canonical.number)));
    }
    EXPECT_GT(refused, taken);
}

/// Reads a section of values with these contents.
Result<const CanonicalValues&> read_values(const detail::ByteWriter& contents) {
    try {
        static std::vector<CanonicalValues> kept;
        kept.reserve(10);
        return kept.emplace_back(format::parse_values(contents.bytes));
    } catch (...) {
        return detail::current_failure();
    }
}

// Counts that exceed the bytes allocate no memory: the longest count is refused at once.
TEST(HostilePartizanTable, CountsBeyondTheBytesAreRefusedBeforeMemoryIsAskedFor) {
    for (const std::uint64_t count : {std::uint64_t{2}, std::uint64_t{1} << 31, ~std::uint64_t{0}}) {
        detail::ByteWriter values;
        values.put_varint(count);
        values.put_bytes(std::vector<std::byte>(5));
        EXPECT_EQ(read_values(values).error().code, ErrorCode::corrupt);
        detail::ByteWriter options;
        options.put_varint(1);
        options.put_varint(count);
        options.put_bytes(std::vector<std::byte>(5));
        EXPECT_EQ(read_values(options).error().code, ErrorCode::corrupt);
    }
}

// A chain of integers is as deep as the list is long: it is read without recursion and has a text.
TEST(HostilePartizanTable, DeepListsAreReadWithoutRecursion) {
    constexpr std::uint32_t deep = 100000;
    detail::ByteWriter values;
    values.put_varint(deep);
    for (std::uint32_t value = 0; value < deep; ++value) {
        values.put_varint(value == 0 ? 0 : 1);
        values.put_varint(0);
        if (value != 0) values.put_varint(value - 1);
        values.put_varint(value == 0 ? 1 : 0);
    }
    const auto read = read_values(values);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text(deep - 1), "99999");
    EXPECT_EQ(read->outcome(deep - 1), OutcomeClass::left);
}

}  // namespace mexbase::hostile_small_test
