// SPDX-License-Identifier: MIT
// Indices and stored indices by digit orders, compared with single digits; and invalid orders.
#include "query/format/digit_orders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "lib/error.hpp"
#include "tests/refusal.hpp"

namespace mexbase::digit_orders_test {

using detail::StoredIndexWalk;
using detail::StoredOrders;

/// Returns the stored index of `number` as docs/format.md defines it.
Index place_by_hand(const DigitOrder& order, Index number) {
    std::vector<Index> digits(order.radices.size());
    for (std::size_t k = digits.size(); k-- > 0;) {
        digits[k] = number % order.radices[k];
        number /= order.radices[k];
    }
    Index place = 0;
    for (const std::uint8_t digit : order.digits) place = place * order.radices[digit] + digits[digit];
    return place;
}

/// Calls `f` with every order of digits of these radices.
template <class F>
void for_each_order(Index first, const std::vector<std::uint64_t>& radices, F&& f) {
    DigitOrder order{first, radices, std::vector<std::uint8_t>(radices.size())};
    std::iota(order.digits.begin(), order.digits.end(), std::uint8_t{0});
    do f(order);
    while (std::ranges::next_permutation(order.digits).found);
}

TEST(DigitOrders, EveryOrderOfSmallRadicesIsTheBijectionOfThePage) {
    const std::vector<std::vector<std::uint64_t>> all = {{2, 3},       {7, 7},          {2, 3, 4},         {5, 2, 2},
                                                         {3, 4, 2, 5}, {2, 2, 3, 2, 3}, {2, 3, 2, 4, 3, 2}};
    for (const auto& radices : all)
        for_each_order(11, radices, [](const DigitOrder& order) {
            const StoredOrders orders({order});
            const Index size = order.size();
            StoredIndexWalk walk(order, 0);
            for (Index place = 0; place < size; ++place, walk.next()) {
                ASSERT_EQ(place_by_hand(order, walk.index()), place);
                ASSERT_EQ(orders.place(11 + walk.index()), 11 + place);
                ASSERT_EQ(orders.index(11 + place), 11 + walk.index());
                ASSERT_EQ(StoredIndexWalk(order, place).index(), walk.index());
            }
            EXPECT_EQ(walk.index(), 0u);  // starts again
            for (const Index outside : {Index{0}, Index{10}, 11 + size, 12 + size, ~Index{0}}) {
                EXPECT_EQ(orders.place(outside), outside);
                EXPECT_EQ(orders.index(outside), outside);
            }
        });
}

TEST(DigitOrders, APlaceIsExactUpToTheLargestRange) {
    std::mt19937_64 random(7);
    for (int round = 0; round < 20000; ++round) {
        DigitOrder order;
        Index product = 1;
        const std::size_t most = 2 + random() % (most_digits - 1);
        while (order.radices.size() < most) {
            const Index room = (Index{1} << 63) / product;
            if (room < 2) break;
            // Narrow and wide digits.
            const Index radix = std::max<Index>(2, (random() >> random() % 63) % room + 1);
            if (radix > room) break;
            product *= radix;
            order.radices.push_back(radix);
        }
        if (order.radices.size() < 2) continue;
        order.digits.resize(order.radices.size());
        std::iota(order.digits.begin(), order.digits.end(), std::uint8_t{0});
        std::ranges::shuffle(order.digits, random);
        const StoredOrders orders({order});
        for (const Index number : {product - 1, product / 2, random() % product, random() % product}) {
            ASSERT_EQ(orders.place(number), place_by_hand(order, number));
            ASSERT_EQ(orders.index(orders.place(number)), number);
        }
    }
}

TEST(DigitOrders, RangesAreFoundWhereverTheyLie) {
    std::mt19937_64 random(3);
    for (int round = 0; round < 50; ++round) {
        std::vector<DigitOrder> orders;
        Index next = random() % 3 * 100;
        for (std::size_t k = 0; k < 1 + random() % 40; ++k) {
            orders.push_back({next, {2 + random() % 5, 2 + random() % 50}, {1, 0}});
            next = orders.back().first + orders.back().size() + (random() % 2) * (random() % 300);
        }
        const StoredOrders all(orders);
        for (Index index = 0; index < next + 10; ++index) {
            Index expected = index;
            for (const DigitOrder& order : orders)
                if (index >= order.first && index - order.first < order.size())
                    expected = order.first + place_by_hand(order, index - order.first);
            ASSERT_EQ(all.place(index), expected);
        }
        EXPECT_EQ(format::parse_orders(format::encode_orders(orders), next), orders);
    }
}

/// Returns bytes of a section.
std::vector<std::byte> bytes_of(std::initializer_list<unsigned> numbers) {
    std::vector<std::byte> bytes;
    for (const unsigned n : numbers) bytes.push_back(static_cast<std::byte>(n));
    return bytes;
}

TEST(DigitOrders, ASectionIsReadAsThePageSays) {
    const auto orders = format::parse_orders(bytes_of({2, 3, 2, 2, 3, 1, 0, 0, 3, 2, 2, 2, 0, 2, 1}), 17);
    ASSERT_EQ(orders.size(), 2u);
    EXPECT_EQ(orders[0], (DigitOrder{3, {2, 3}, {1, 0}}));
    EXPECT_EQ(orders[1], (DigitOrder{9, {2, 2, 2}, {0, 2, 1}}));
    const StoredOrders stored(orders);
    std::vector<Index> places;
    for (Index i = 3; i < 9; ++i) places.push_back(stored.place(i));
    EXPECT_EQ(places, (std::vector<Index>{3, 5, 7, 4, 6, 8}));
}

TEST(DigitOrders, WhatIsNoOrderIsCorrupt) {
    const auto refused = [](std::initializer_list<unsigned> numbers, Index size = 1000) {
        return test::error_code_of([&] { format::parse_orders(bytes_of(numbers), size); }) == ErrorCode::corrupt;
    };
    EXPECT_FALSE(refused({1, 0, 2, 2, 3, 1, 0}, 6));
    EXPECT_TRUE(refused({1, 0, 2, 2, 3, 1, 0}, 5));  // past the table
    EXPECT_TRUE(refused({1, 1, 2, 2, 3, 1, 0}, 6));  // as before, by its first index
    EXPECT_TRUE(refused({1, 6, 2, 2, 3, 1, 0}, 6));  // begins past the table
    EXPECT_TRUE(refused({2, 0, 2, 2, 3, 1, 0, 0, 2, 2, 2, 1, 0}, 9));
    EXPECT_FALSE(refused({2, 0, 2, 2, 3, 1, 0, 0, 2, 2, 2, 1, 0}, 10));
    EXPECT_TRUE(refused({0}));                             // no range
    EXPECT_TRUE(refused({2, 0, 2, 2, 3, 1, 0}));           // one fewer than its count
    EXPECT_TRUE(refused({0x81, 0x20, 0, 2, 2, 3, 1, 0}));  // 4097
    EXPECT_TRUE(refused({1, 0, 2, 2, 3, 1, 0, 0}));        // stray bytes
    EXPECT_TRUE(refused({1, 0, 2, 2, 3, 0, 1}));           // the identity
    EXPECT_TRUE(refused({1, 0, 2, 2, 3, 1, 1}));           // no permutations
    EXPECT_TRUE(refused({1, 0, 2, 2, 3, 2, 0}));
    EXPECT_TRUE(refused({1, 0, 2, 2, 3, 255, 0}));
    EXPECT_TRUE(refused({1, 0, 2, 1, 3, 1, 0}));  // radices of 1 and 0
    EXPECT_TRUE(refused({1, 0, 2, 3, 0, 1, 0}));
    EXPECT_TRUE(refused({1, 0, 1, 3, 0}));  // one digit, no digit, too many
    EXPECT_TRUE(refused({1, 0, 0}));
    std::vector<std::byte> many = bytes_of({1, 0, 17});
    for (int k = 0; k < 17; ++k) many.push_back(std::byte{2});
    for (unsigned k = 0; k < 17; ++k) many.push_back(static_cast<std::byte>(16 - k));
    EXPECT_THROW(format::parse_orders(many, Index{1} << 20), Error);
    // Products of 2^64 and of 2^63 + 2^62: too large for a table.
    const auto large = [](std::uint64_t one, std::uint64_t other) {
        return format::encode_orders(std::vector<DigitOrder>{{0, {one, other}, {1, 0}}});
    };
    EXPECT_THROW(format::parse_orders(large(std::uint64_t{1} << 32, std::uint64_t{1} << 32), ~Index{0}), Error);
    EXPECT_THROW(format::parse_orders(large(std::uint64_t{1} << 62, 3), ~Index{0}), Error);
    EXPECT_EQ(format::parse_orders(large(std::uint64_t{1} << 62, 2), ~Index{0}).size(), 1u);
    // Every truncation.
    const auto whole = bytes_of({2, 3, 2, 2, 3, 1, 0, 0, 3, 2, 2, 2, 0, 2, 1});
    for (std::size_t n = 0; n < whole.size(); ++n)
        EXPECT_THROW(format::parse_orders(std::span(whole).first(n), 1000), Error) << n;
}

}  // namespace mexbase::digit_orders_test
