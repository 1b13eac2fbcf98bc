// SPDX-License-Identifier: MIT
// Tables that store digits in another order: all ways of reading give the values of the table without it.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "format/format_by_hand.hpp"
#include "format/hostile.hpp"
#include "gen/order/digit_search.hpp"
#include "query/stats.hpp"
#include "test_tables.hpp"
#include "tests/refusal.hpp"

namespace mexbase::ordered_digits_test {

using namespace test;

/// Returns the same values stored in these orders.
std::vector<std::byte> in_orders(TableContents contents, const std::vector<DigitOrder>& orders,
                                 const EncodeOptions& options = {}) {
    store_in_orders(contents, orders);
    return table_bytes(contents, options);
}

void expect_same(const Table& table, const Table& plain) {
    const Index size = plain.info().indices;
    TableInfo info = table.info();
    info.longest_remoteness = plain.info().longest_remoteness;
    EXPECT_EQ(info, plain.info());
    EXPECT_EQ(table.remoteness_histogram().value(), plain.remoteness_histogram().value());
    std::vector<Index> indices(static_cast<std::size_t>(size));
    std::iota(indices.begin(), indices.end(), Index{0});
    std::vector<Value> values(indices.size()), expected(indices.size());
    plain.cursor().value().read(0, expected).value();
    for (const Index i : indices) {
        ASSERT_EQ(table.stored_at(i).value(), expected[i]) << i;
        ASSERT_EQ(table.stored_outcome(i).value(), plain.stored_outcome(i).value()) << i;
    }
    std::ranges::reverse(indices);
    table.stored_at(indices, values).value();
    std::ranges::reverse(values);
    EXPECT_EQ(values, expected);
    // Runs of all lengths, consecutive and at random positions.
    for (const std::size_t length : {std::size_t{7}, std::size_t{500}, values.size()}) {
        Cursor cursor = table.cursor().value();
        for (std::size_t first = 0; first < values.size(); first += length) {
            std::ranges::fill(values, Value{});
            const auto run = std::span(values).first(std::min(length, values.size() - first));
            cursor.read(first, run).value();
            ASSERT_TRUE(std::ranges::equal(run, std::span(expected).subspan(first, run.size()))) << first;
        }
    }
    Cursor cursor = table.cursor().value();
    for (Index first = size; first-- > 0; first -= std::min<Index>(first, 297)) {
        const auto run = std::span(values).first(static_cast<std::size_t>(std::min<Index>(size - first, 50)));
        cursor.read(first, run).value();
        ASSERT_TRUE(std::ranges::equal(run, std::span(expected).subspan(first, run.size()))) << first;
    }
    EXPECT_TRUE(table.check());
}

TEST(OrderedDigits, EveryOrderOfSmallRangesSaysTheSame) {
    for (const Content kind : {Content::noise, Content::cut_off}) {
        const Values values = made_up(kind, 130, 5);
        const Table plain = opened(table_bytes(values));
        std::vector<std::uint8_t> digits{0, 1, 2};
        while (std::ranges::next_permutation(digits).found)
            for (const std::vector<DigitOrder>& orders :
                 {std::vector<DigitOrder>{{0, {2, 5, 13}, digits}}, {{7, {3, 4, 5}, digits}, {67, {7, 9}, {1, 0}}}}) {
                const Table table = opened(in_orders(contents_of(values), orders));
                EXPECT_EQ(table.format_version(), "1.6");
                expect_same(table, plain);
            }
    }
}

TEST(OrderedDigits, CursorsOfAnySizeReadRunsOfLargeRanges) {
    const Values values = made_up(Content::parity, 3007 + 900, 9);
    const Table plain = opened(table_bytes(values));
    // Groups of 3900, of 300 and of 900 indices, and the indices between.
    for (const std::vector<DigitOrder>& orders : {std::vector<DigitOrder>{{0, {13, 30, 10}, {2, 0, 1}}},
                                                  {{0, {10, 30, 10}, {0, 2, 1}}, {3007, {9, 100}, {1, 0}}}})
        for (const std::size_t cache : {std::size_t{0}, std::size_t{1} << 20}) {
            OpenOptions options = test_options();
            options.cache_bytes = cache;
            EncodeOptions encoding{.block_log2 = 6};
            expect_same(Table::from_memory(in_orders(contents_of(values), orders, encoding), options).value(), plain);
        }
}

TEST(OrderedDigits, OtherKindsOfValuesHaveThemToo) {
    for (const ValueKind kind : {ValueKind::nimber, ValueKind::obliged}) {
        std::vector<std::uint32_t> numbers(2000);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            numbers[i] = static_cast<std::uint32_t>(kind == ValueKind::nimber ? i * i % 37 + 1 : i * i % 4);
        TableContents contents = contents_for(kind, numbers.size());
        contents.streams.push_back(
            source_of(kind == ValueKind::nimber ? StreamKind::nimber : StreamKind::obliged, numbers));
        const Table plain = opened(table_bytes(contents));
        expect_same(opened(in_orders(contents, {{100, {4, 9, 50}, {1, 2, 0}}})), plain);
    }
}

TEST(OrderedDigits, AnyDamageIsReported) {
    const Values values = made_up(Content::runs, 3000, 2);
    expect_to_survive_any_damage(in_orders(contents_of(values), {{5, {9, 10, 11}, {2, 0, 1}}}), test_options(), 1);
}

TEST(OrderedDigits, ASectionThatIsWrongMakesTheTableCorrupt) {
    using namespace test::by_hand;
    // Six positions, lost in as many plies as their stored index: by index 0, 2, 4, 1, 3, 5.
    const auto open_with = [](const std::vector<Bytes>& sections, int minor = 6) {
        Bytes counts = varint(6);
        for (int k = 0; k < 4; ++k) counts += varint(0);
        std::vector<Section> all{about(6, counts, 0, field(9, 0, varint(5)))};
        all.push_back(small_stream(0, 0, 0, 0, {6, 1, 0, 1}));
        all.push_back(small_stream(1, 0, 0, 3, {6, 6, 0, 1}, packed({0, 1, 2, 3, 4, 5}, 3)));
        all.push_back(histogram({0, 1, 2, 3, 4, 5}, {}, {}, 5));
        for (const Bytes& bytes : sections) all.push_back({8, 1, bytes});
        return open(file(all, 1, minor));
    };
    const Bytes good("\x01\x00\x02\x02\x03\x01\x00", 7);
    const auto table = open_with({good});
    ASSERT_TRUE(table) << table.error().message;
    const std::vector<std::uint64_t> plies{0, 2, 4, 1, 3, 5};
    for (Index i = 0; i < 6; ++i) EXPECT_EQ(table->at(i)->outcome.remoteness, plies[i]);
    EXPECT_TRUE(open_with({}));
    EXPECT_EQ(code_of(open_with({good}, 5)), ErrorCode::corrupt);
    EXPECT_EQ(code_of(open_with({good, good})), ErrorCode::corrupt);
    for (const Bytes& wrong : {Bytes("\x01\x00\x02\x02\x04\x01\x00", 7), Bytes("\x01\x00\x02\x02\x03\x01\x01", 7),
                               Bytes("\x01\x00\x02\x02\x03\x00\x01", 7), Bytes()})
        EXPECT_EQ(code_of(open_with({wrong})), ErrorCode::corrupt);
}

TEST(OrderedDigits, TheWriterRefusesOrdersThatAreNone) {
    const Values values = made_up(Content::noise, 60, 1);
    for (const DigitOrder& wrong : {DigitOrder{0, {7, 9}, {1, 0}}, DigitOrder{1, {6, 10}, {1, 0}},
                                    DigitOrder{0, {6, 10}, {0, 1}}, DigitOrder{0, {6, 10}, {1, 1}}}) {
        TableContents contents = contents_of(values);
        contents.orders = {wrong};
        EXPECT_EQ(test::error_code_of([&] { table_bytes(contents); }), ErrorCode::bad_usage);
    }
}

}  // namespace mexbase::ordered_digits_test
