// SPDX-License-Identifier: MIT
// Outcome and remoteness in one stream: written byte by byte from docs/format.md, and by the writer.
#include <gtest/gtest.h>

#include "../test_tables.hpp"
#include "format_by_hand.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::format_by_hand_results_test {

using namespace test;
using namespace test::by_hand;

constexpr Index count = 10;

/// loss 0, win 1, win 7, loss 4, tie 12, then draws: 8·remoteness + outcome.
constexpr const char* ten_values[] = {"loss 0", "win 1", "win 7", "loss 4", "tie 12",
                                      "draw",   "draw",  "draw",  "draw",   "draw"};
const std::vector<std::uint32_t> alphabet = {0, 2, 9, 32, 57, 99};
const std::vector<std::uint64_t> symbols = {0, 2, 4, 3, 5, 1, 1, 1, 1, 1};

/// The sections, that of the results in one piece or in a block.
std::vector<Section> ten(bool small, const std::vector<std::uint32_t>& list = alphabet) {
    std::vector<Section> sections{about(count, Bytes("\x02\x02\x05\x01\x00", 5), 0, field(9, 0, varint(12)))};
    if (small) {
        std::vector<std::uint64_t> numbers{count, list.size()};
        for (std::size_t i = 0; i < list.size(); ++i)
            numbers.push_back(i == 0 ? list[0] : std::uint64_t{list[i]} - list[i - 1] - 1);
        sections.push_back(small_stream(16, 0, 2, 3, numbers, packed(symbols, 3)));
    } else {
        StreamFields fields{.kind = 16, .bits = 3, .flags = 2, .block_log2 = 4, .symbols = list.size(), .count = count};
        fields.base = fields.step = 0;
        fields.list = list;
        const std::vector<Block> blocks{{packed(symbols, 3)}};
        sections.push_back(stream(fields, directory(blocks, 0), joined(blocks)));
    }
    sections.push_back(histogram({0, 4}, {1, 7}, {12}, 12));
    return sections;
}

TEST(FormatByHand, ResultsAreReadAsThePageSays) {
    for (const bool small : {false, true}) {
        const Table table = open(file(ten(small), 1, 5)).value();
        EXPECT_EQ(table.format_version(), "1.5");
        EXPECT_TRUE(table.check());
        std::vector<Index> all(count);
        std::vector<Value> values(count);
        for (Index i = 0; i < count; ++i) {
            all[i] = i;
            EXPECT_EQ(to_string(table.at(i).value()), ten_values[i]) << i;
            EXPECT_EQ(table.outcome(i).value(), table.at(i)->outcome.outcome);
        }
        ASSERT_TRUE(table.cursor().value().at(all, values));
        for (Index i = 0; i < count; ++i) EXPECT_EQ(to_string(values[i]), ten_values[i]) << i;
        ASSERT_EQ(table.streams().size(), 1u);
        EXPECT_EQ(table.streams()[0].kind, StreamKind::result);
    }
}

ErrorCode code_of(const std::vector<Section>& sections, int minor = 5) {
    const auto table = open(file(sections, 1, minor));
    return table ? ErrorCode::interrupted : table.error().code;
}

TEST(FormatByHand, ResultsThatCannotBeAreCorrupt) {
    for (const bool small : {false, true}) {
        EXPECT_EQ(code_of(ten(small)), ErrorCode::interrupted);
        EXPECT_EQ(code_of(ten(small), 4), ErrorCode::corrupt);
        // An invalid outcome, a draw or an unknown position with a remoteness.
        for (const std::uint32_t wrong : {5u, 6u, 7u, 8 * 6 + 7u, 8 * 1 + 2u, 8 * 3 + 4u}) {
            auto list = alphabet;
            list.push_back(wrong);
            std::ranges::sort(list);
            EXPECT_EQ(code_of(ten(small, list)), ErrorCode::corrupt) << wrong;
        }
    }
    // Together with outcomes or remotenesses, and in a table of other values.
    for (const std::uint32_t kind : {0u, 1u}) {
        auto sections = ten(true);
        sections.push_back(small_stream(static_cast<int>(kind), 0, 0, 0, {count, 1, 0, 1}));
        EXPECT_EQ(code_of(sections), ErrorCode::corrupt) << kind;
    }
    auto nimbers = ten(true);
    nimbers[0].bytes[nimbers[0].bytes.find(field(2, 1, number(0, 1))) + 8] = 1;
    EXPECT_EQ(code_of(nimbers), ErrorCode::corrupt);
    // A range of several symbols; one symbol must be a range of one.
    auto range = ten(true);
    range[1] = small_stream(16, 0, 0, 3, {count, 6, 0, 1}, packed(symbols, 3));
    EXPECT_EQ(code_of(range), ErrorCode::corrupt);
    const auto of_one = [](std::uint64_t only) {
        return std::vector<Section>{about(count, Bytes("\x00\x0a\x00\x00\x00", 5), 0, field(9, 0, varint(4096))),
                                    small_stream(16, 0, 0, 0, {count, 1, only, 1})};
    };
    EXPECT_EQ(code_of(of_one(8 * 4096 + 1)), ErrorCode::interrupted);
    EXPECT_EQ(code_of(of_one(8 * 4096 + 5)), ErrorCode::corrupt);
    EXPECT_EQ(code_of(of_one(8 * 4096 + 2)), ErrorCode::corrupt);
}

TEST(FormatByHand, ADistanceToAnExitIsARequiredField) {
    const auto ten_with = [](int flags, std::uint64_t distance, std::uint64_t limit) {
        auto sections = ten(true);
        sections[0].bytes += field(16, flags, varint(distance) + varint(limit));
        return sections;
    };
    const auto table = open(file(ten_with(1, 1, 7), 1, 9));
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->info().distance, Distance::exit);
    EXPECT_EQ(table->info().exit_limit, 7U);
    EXPECT_EQ(to_string(table->at(2).value()), "win exit 7");
    EXPECT_EQ(open(file(ten_with(1, 1, 0), 1, 9)).value().info().exit_limit, no_exit_limit);
    EXPECT_EQ(code_of(ten_with(0, 1, 7)), ErrorCode::corrupt) << "older readers would take it for the end";
    EXPECT_EQ(code_of(ten_with(1, 0, 0)), ErrorCode::corrupt);
    EXPECT_EQ(code_of(ten_with(1, 2, 0)), ErrorCode::unsupported_version);
}

// An entry has whole bytes, and may be wider than the differences are: 0xe0 in four bits, used or not.
TEST(FormatByHand, PalettesOfDifferencesHaveNoEntryThatIsTooWide) {
    for (const bool used : {false, true})
        for (const char wide : {'\x0e', '\xe0'}) {
            StreamFields fields{
                .kind = 7, .codec = 1, .bits = 4, .flags = 4, .block_log2 = 6, .symbols = 4, .count = 64};
            std::vector<std::uint64_t> places(64, 0);
            places[9] = 1;
            if (used) places[5] = 2;
            const Bytes palette = Bytes("\x02\x00\x02", 3) + wide;
            const std::vector<Block> blocks{{number(0, 4) + palette + packed(places, 2)}};
            const Section info =
                about(64, Bytes(5, '\0'), 2, field(12, 0, varint(9) + varint(55) + varint(0) + varint(0)));
            const auto table = open(file({info, stream(fields, directory(blocks, 0), joined(blocks))}, 1, 1));
            ASSERT_TRUE(table) << table.error().message;
            const bool right = wide == '\x0e' && !used;
            EXPECT_EQ(static_cast<bool>(table->check()), right);
            EXPECT_EQ(static_cast<bool>(table->at(3)), right);
        }
}

bool has_results(const Table& table) {
    return std::ranges::any_of(table.streams(), [](const StreamInfo& s) { return s.kind == StreamKind::result; });
}

/// Expects the right values from every call.
void expect_all(const Table& table, const Values& values) {
    std::vector<Index> some;
    for (Index i = 0; i < values.size(); i += 1 + i % 5)
        if (values.legal(i)) some.push_back(i);
    std::vector<Value> batch(some.size());
    Cursor cursor = table.cursor().value();
    ASSERT_TRUE(cursor.at(some, batch));
    for (std::size_t k = 0; k < some.size(); ++k) {
        const Value right = expected(values, some[k]);
        ASSERT_EQ(batch[k], right) << some[k];
        ASSERT_EQ(cursor.at(some[k]).value(), right) << some[k];
        ASSERT_EQ(table.at(some[k]).value(), right) << some[k];
        ASSERT_EQ(table.outcome(some[k]).value(), right.outcome.outcome) << some[k];
    }
}

TEST(Results, AreWhatOutcomesAndRemotenessesAre) {
    MEXBASE_SKIP_IN_SANITIZERS();
    int joined = 0;
    for (const Content kind : {Content::noise, Content::runs, Content::parity, Content::growing, Content::cut_off,
                               Content::holes, Content::all_draws})
        for (const Index size : {1u, 20u, 3000u, 40'000u})
            for (const std::uint32_t greatest : {3u, 60u, 100'000u}) {
                if (size > 3000 && greatest != 60) continue;
                SCOPED_TRACE(std::to_string(static_cast<int>(kind)) + ' ' + std::to_string(size));
                const Values values = made_up(kind, size, size + greatest, greatest);
                const auto bytes = table_bytes(values);
                const Table table = opened(bytes);
                EXPECT_TRUE(table.check());
                expect_all(table, values);
                EncodeOptions options{.apart = true};
                const auto apart = table_bytes(values, options);
                EXPECT_FALSE(has_results(opened(apart)));
                EXPECT_LE(bytes.size(), apart.size());
                joined += has_results(table);
                if (has_results(table)) {
                    EXPECT_EQ(table.format_version(), "1.5");
                    EXPECT_EQ(opened(apart).info(), table.info());
                    options = {};
                    options.threads = 3;
                    EXPECT_EQ(table_bytes(values, options), bytes);
                }
            }
    EXPECT_GE(joined, 15);
}

// 8·2^29 + 1 overflows to 1: values that do not fit into a number stay in separate streams.
TEST(Results, AreNoneWhereARemotenessIsTooLong) {
    MEXBASE_SKIP_IN_SANITIZERS();
    Values values = made_up(Content::parity, 3000, 5, 6);
    for (const std::uint32_t longest : {format::StoredResult::most_remoteness + 1, std::uint32_t{1} << 29}) {
        values.outcome[77] = static_cast<std::uint32_t>(Outcome::win);
        values.remoteness[77] = longest;
        const Table table = opened(table_bytes(values));
        EXPECT_FALSE(has_results(table));
        expect_all(table, values);
    }
}

}  // namespace mexbase::format_by_hand_results_test
