// SPDX-License-Identifier: MIT
#include "../../gen/jobs/planted_errors.hpp"
#include "../partizan_tables.hpp"

namespace mexbase::hostile_partizan_test {

using namespace test;

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

}  // namespace mexbase::hostile_partizan_test
