// SPDX-License-Identifier: MIT
// Orders of digits found on samples.
#include "gen/order/digit_search.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "gen/jobs/make/outcome_streams.hpp"
#include "lib/error.hpp"
#include "lib/games/boards/chess.hpp"
#include "lib/solve/retrograde/cells.hpp"
#include "lib/splitmix64.hpp"
#include "query/table.hpp"

namespace mexbase::digit_search_test {

/// Returns `number(i)` for each index.
template <class F>
ValuesAt each(F number) {
    return [number](std::span<const Index> indices, std::span<std::uint32_t> out) {
        for (std::size_t k = 0; k < out.size(); ++k) out[k] = number(indices[k]);
    };
}

constexpr Index size = 96 * 128 * 96;
const std::vector<DigitRange> all{{0, {96, 128, 96}}};

TEST(DigitSearch, ADigitThatSaysAllComesFirst) {
    // The value depends on the fastest digit; with it in front there are long runs.
    const auto last = [](Index i) { return static_cast<std::uint32_t>(splitmix64(i % 96) % 200); };
    const auto found = choose_orders(all, each(last), size, 1);
    ASSERT_EQ(found.size(), 1u);
    // The others stay adjacent and are joined.
    EXPECT_EQ(found[0], (DigitOrder{0, {96 * 128, 96}, {1, 0}}));
    const auto middle = [](Index i) { return static_cast<std::uint32_t>(splitmix64(i / 96 % 128) % 200); };
    const auto second = choose_orders(all, each(middle), size, 1);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_EQ(second[0].digits.front(), 1u);
    EXPECT_EQ(choose_orders(all, each(middle), size, 3), second);
}

TEST(DigitSearch, WhatPacksWellOrNotAtAllStaysAsItIs) {
    const auto first = [](Index i) { return static_cast<std::uint32_t>(splitmix64(i / 96 / 128) % 200); };
    const auto noise = [](Index i) { return static_cast<std::uint32_t>(splitmix64(i) % 200); };
    EXPECT_TRUE(choose_orders(all, each(first), size, 1).empty());
    EXPECT_TRUE(choose_orders(all, each(noise), size, 1).empty());
    // A range too small to be worth a search, and ranges with fewer than two digits.
    const auto last = [](Index i) { return static_cast<std::uint32_t>(splitmix64(i % 96) % 200); };
    EXPECT_TRUE(choose_orders(std::vector<DigitRange>{{0, {96, 96}}}, each(last), size, 1).empty());
    EXPECT_TRUE(choose_orders(std::vector<DigitRange>{{0, {size}}}, each(last), size, 1).empty());
    EXPECT_TRUE(choose_orders(std::vector<DigitRange>{{0, {}}}, each(last), size, 1).empty());
    EXPECT_TRUE(choose_orders({}, each(last), size, 1).empty());
}

TEST(DigitSearch, OnlyAsManyIndicesChangePlacesAsAReaderBears) {
    // Rows that repeat, different for each value of the slowest digit.
    const std::vector<DigitRange> large{{0, {64, 512, 1024}}};
    const auto rows = [](Index i) {
        return static_cast<std::uint32_t>(splitmix64((i >> 19) * 1024 + i % 1024 + 1) % 200);
    };
    const auto found = choose_orders(large, each(rows), Index{1} << 25, 1);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0], (DigitOrder{0, {64, 512, 1024}, {0, 2, 1}}));
    EXPECT_LE(detail::StoredOrders(found).ranges()[0].group, most_in_group);
}

TEST(DigitSearch, RangesThatTheRulesDoNotHaveAreRefused) {
    const auto none = [](Index) { return 0U; };
    for (const std::vector<DigitRange>& wrong : {std::vector<DigitRange>{{0, {96, 128, 97}}},
                                                 {{1, {96, 128, 96}}},
                                                 {{0, {96, 1}}},
                                                 {{0, {0, 5}}},
                                                 {{0, {4, 4}}, {15, {4, 4}}},
                                                 {{size + 1, {}}},
                                                 {{0, std::vector<std::uint64_t>(17, 2)}}})
        EXPECT_THROW(choose_orders(wrong, each(none), size, 1), Error);
}

/// Expects that ranges ascend and are disjoint. Returns their number of indices.
template <class R>
Index covered(const R& rules) {
    Index sum = 0, next = 0;
    for (const DigitRange& range : rules.digit_ranges()) {
        EXPECT_GE(range.first, next);
        Index product = 1;
        for (const std::uint64_t radix : range.radices) {
            EXPECT_GE(radix, 2u);
            product *= radix;
        }
        next = range.first + product;
        sum += product;
    }
    EXPECT_LE(next, rules.size());
    return sum;
}

TEST(DigitSearch, RulesNameDigitsOfAllTheirIndices) {
    for (const char* spec : {"KQKR", "KPKP", "KBNK", "KPPKP"}) {
        const Chess rules = Chess::make(Parameters(parse_spec(std::string("chess:") + spec), Chess::help()));
        EXPECT_EQ(covered(rules), rules.size()) << spec;
    }
}

TEST(DigitSearch, ATableOfCellsInAnotherOrderHasTheirValues) {
    // Mostly draws and holes; the fastest digit determines the rest.
    const auto value = [](Index i) {
        const auto bits = splitmix64(i % 96 + 1);
        return bits % 3 == 0 ? OutcomeValue{Outcome::draw, 0}
                             : OutcomeValue{bits % 3 == 1 ? Outcome::win : Outcome::loss, bits >> 8 & 0x3f};
    };
    const detail::HoleMarker holes = [](Index first, std::span<std::uint32_t> marks) {
        for (std::uint32_t& mark : marks) mark = first++ % 7 == 3 ? dont_care : 0;
    };
    OutcomeCells cells(size);
    for (Index i = 0; i < size; ++i)
        if (value(i).outcome != Outcome::draw) cells.set(i, value(i));
    TableContents contents;
    contents.info.spec = "nobody:knows=1";
    contents.info.indices = contents.info.queryable_size = size;
    const detail::OrderedOutcomes from = detail::order_digits(all, holes, cells, contents, JobOptions{.threads = 2});
    EXPECT_EQ(contents.orders, (std::vector<DigitOrder>{{0, {96 * 128, 96}, {1, 0}}}));
    detail::add_outcome_streams(contents, from.holes, from.values);
    MemorySink sink;
    write_table(sink, contents);
    const std::vector<std::byte> bytes = sink.take();
    const Table table = Table::from_memory(std::span(bytes)).value();
    for (Index i = 0; i < size; i += 101) {
        if (i % 7 == 3) continue;
        ASSERT_EQ(table.stored_at(i)->outcome, value(i)) << i;
    }
}

}  // namespace mexbase::digit_search_test
