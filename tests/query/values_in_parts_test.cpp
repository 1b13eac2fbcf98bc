// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <atomic>

#include "counting_reader.hpp"
#include "partizan_tables.hpp"
#include "query/best_play.hpp"
#include "query/format/bytes.hpp"
#include "query/sum.hpp"

namespace mexbase::values_in_parts_test {

using namespace test;

/// Returns so many forms that they have a directory: fractions, switches and their sums.
Forms many_forms() {
    GameArena arena;
    GameNumbering numbering(arena);
    Forms forms;
    for (std::int64_t n = 1; n < 600; ++n) {
        const PartizanId x = arena.number({n, 9}), y = arena.number({n - 600, 7});
        const PartizanId swap = arena.make(std::vector{x}, std::vector{y});
        for (const PartizanId g : {x, swap, arena.sum(swap, arena.uptimal({0, 1, 0})), arena.sum(x, arena.nimber(3))})
            forms.numbers.push_back(numbering.number(g));
    }
    for (int n = 1; n < 60; ++n) forms.numbers.push_back(numbering.number(arena.uptimal({0, n, n % 2 == 0 ? 0u : 1u})));
    forms.list = numbering.take();
    return forms;
}

const Forms& forms() {
    static const Forms made = many_forms();
    return made;
}

const std::vector<std::byte>& bytes() {
    static const std::vector<std::byte> made = table_bytes(contents_of(forms()));
    return made;
}

TEST(ValuesInParts, AreThoseOfTheList) {
    const CanonicalValues whole(forms().list);
    const Table table = Table::from_memory(std::span(bytes()), test_options()).value();
    EXPECT_EQ(table.format_version(), "1.8");
    for (const Index step : {97U, 1U}) {
        for (Index i = 0; i < forms().numbers.size(); i += step) {
            const CanonicalValue value = table.at(i).value().canonical;
            const std::uint32_t number = forms().numbers[i];
            ASSERT_EQ(value.number, number);
            ASSERT_EQ(value.text(), whole.text(number));
            ASSERT_EQ(value.outcome(), whole.outcome(number));
            ASSERT_EQ(value.fingerprint(), whole.fingerprint(number));
            const auto weight = value.atomic_weight();
            ASSERT_EQ(weight.has_value(), whole.atomic_weight(number).has_value());
            if (!weight) continue;
            ASSERT_EQ(weight->text(), whole.text(*whole.atomic_weight(number)));
            ASSERT_EQ(weight->atomic_weight().has_value(), whole.atomic_weight(weight->number).has_value());
        }
    }
    const CanonicalValues& all = table.canonical_values().value();
    EXPECT_EQ(all.list(), forms().list);
    EXPECT_EQ(&all, table.at(0)->canonical.values);
    for (std::uint32_t n = 0; n < all.size(); ++n) ASSERT_EQ(all.text(n), whole.text(n));
    EXPECT_TRUE(table.check());
    EXPECT_TRUE(table.preload());
}

TEST(ValuesInParts, AreReadAsTheyAreNeeded) {
    const auto reader = std::make_shared<Counting>(bytes());
    const Table table = Table::from_reader(reader, test_options()).value();
    EXPECT_EQ(table.at(1700).value().canonical.text(), CanonicalValues(forms().list).text(forms().numbers[1700]));
    EXPECT_LT(reader->read, bytes().size() / 2);
    EXPECT_TRUE(table.canonical_values());
    EXPECT_GT(reader->read, bytes().size() / 2);
}

TEST(ValuesInParts, AreReadInFewRoundsForManyPositions) {
    const CanonicalValues whole(forms().list);
    std::vector<Index> some;
    for (Index i = 0; i < forms().numbers.size(); i += 11) some.push_back(i);
    std::vector<Value> values(some.size());
    const auto reader = std::make_shared<Counting>(bytes());
    const Table table = Table::from_reader(reader, test_options()).value();
    reader->rounds = 0;
    // The directories, the blocks, the forms, and their parts.
    ASSERT_TRUE(table.at(some, values));
    EXPECT_LE(reader->rounds, 4U);
    for (std::size_t i = 0; i < some.size(); ++i)
        ASSERT_EQ(values[i].canonical.text(), whole.text(forms().numbers[some[i]]));
    // The same holds if they are fetched first and then read one by one.
    const auto other = std::make_shared<Counting>(bytes());
    const Table fetched = Table::from_reader(other, test_options()).value();
    ASSERT_TRUE(fetched.fetch(some));
    EXPECT_LE(other->rounds, reader->rounds + 2);
    other->rounds = 0;
    for (const Index i : some) ASSERT_EQ(fetched.at(i)->canonical.text(), whole.text(forms().numbers[i]));
    EXPECT_EQ(other->rounds, 0U);
}

TEST(ValuesInParts, AreReadWhileNoLockIsHeld) {
    const auto reader = std::make_shared<Counting>(bytes());
    const Table table = Table::from_reader(reader, test_options()).value();
    const CanonicalValue first = table.at(0)->canonical;
    const std::string text = first.text();
    unsigned times = 0;
    reader->meanwhile = [&] { times += first.text() == text ? 1 : 0; };
    EXPECT_TRUE(table.at(1700));
    EXPECT_TRUE(table.canonical_values());
    EXPECT_GT(times, 1U);
}

TEST(ValuesInParts, AddUp) {
    const Table table = Table::from_memory(std::span(bytes()), test_options()).value();
    const Table same = Table::from_memory(std::span(bytes()), test_options()).value();
    ASSERT_TRUE(same.canonical_values());
    Sum sum, other;
    for (const Index i : {1U, 5U, 801U}) {
        ASSERT_TRUE(sum.add(table, i));
        ASSERT_TRUE(other.add(same, i));
    }
    EXPECT_EQ(sum.value().value(), other.value().value());
}

TEST(ValuesInParts, ThatAreDamagedSpoilOnlyWhatNeedsThem) {
    const Table good = Table::from_memory(std::span(bytes()), test_options()).value();
    // The last part is not needed for values of low numbers.
    std::vector<std::byte> damaged = bytes();
    for (std::size_t at = 0; at + 32 <= 24 + 32 * 8; at += 32) {
        const std::byte* row = damaged.data() + 24 + at;
        if (detail::load<std::uint32_t>(row) != format::values_section) continue;
        const auto end = detail::load<std::uint64_t>(row + 8) + detail::load<std::uint64_t>(row + 16);
        damaged[static_cast<std::size_t>(end - 2)] ^= std::byte{1};
        break;
    }
    const Table table = Table::from_memory(std::span<const std::byte>(damaged), test_options()).value();
    unsigned right = 0, wrong = 0;
    for (Index i = 0; i < forms().numbers.size(); ++i) {
        const auto value = table.at(i);
        if (value) {
            ++right;
            ASSERT_EQ(value->canonical.text(), good.at(i)->canonical.text());
        } else {
            ++wrong;
            ASSERT_EQ(value.error().code, ErrorCode::corrupt);
        }
    }
    EXPECT_GT(right, forms().numbers.size() / 2);
    EXPECT_GT(wrong, 0U);
    EXPECT_EQ(table.check().error().code, ErrorCode::corrupt);
    EXPECT_EQ(table.canonical_values().error().code, ErrorCode::corrupt);
}

TEST(ValuesInParts, OfHostileTablesAreRightOrAnError) {
    const Table good = Table::from_memory(std::span(bytes()), test_options()).value();
    ASSERT_TRUE(good.canonical_values());
    std::mt19937_64 random(5);
    unsigned right = 0, wrong = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<std::byte> damaged = bytes();
        for (auto n = 1 + random() % 3; n != 0; --n)
            damaged[random() % damaged.size()] = static_cast<std::byte>(random());
        const auto table = Table::from_memory(std::span<const std::byte>(damaged), test_options());
        if (!table) {
            ++wrong;
            continue;
        }
        for (int probe = 0; probe < 10; ++probe) {
            const Index i = random() % forms().numbers.size();
            const auto value = table->at(i);
            ++(value ? right : wrong);
            ASSERT_TRUE(!value || value->canonical.text() == good.at(i)->canonical.text()) << i;
        }
        if (round % 10 == 0) (void)table->canonical_values();
    }
    EXPECT_GT(right, 100U);
    EXPECT_GT(wrong, 100U);
}

TEST(ValuesInParts, ServeManyThreads) {
    const Table table = Table::from_memory(std::span(bytes()), test_options()).value();
    const Table good = Table::from_memory(std::span(bytes()), test_options()).value();
    ASSERT_TRUE(good.canonical_values());
    std::atomic<unsigned> wrong{0};
    in_threads(4, [&](unsigned t) {
        for (Index i = t; i < forms().numbers.size(); i += 7)
            if (to_string(table.at(i).value()) != to_string(good.at(i).value())) ++wrong;
        if (t == 3 && !table.canonical_values()) ++wrong;
    });
    EXPECT_EQ(wrong, 0U);
}

}  // namespace mexbase::values_in_parts_test
