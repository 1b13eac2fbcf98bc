// SPDX-License-Identifier: MIT
// Keys of a table: texts as numbers in their order, and the two sections that locate keys and moves.
#include "query/format/keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "damaged_bytes.hpp"
#include "lib/board/names.hpp"

namespace mexbase::test::keys_test {

using format::ColumnBytes;
using format::KeyColumns;

ColumnBytes columns_of(const std::set<std::string>& texts) {
    ColumnBytes bytes{.shortest = longest_name};
    std::vector<std::set<unsigned char>> seen;
    for (const std::string& text : texts) {
        bytes.shortest = std::min(bytes.shortest, text.size());
        seen.resize(std::max(seen.size(), text.size()));
        for (std::size_t c = 0; c < text.size(); ++c) seen[c].insert(static_cast<unsigned char>(text[c]));
    }
    for (const auto& column : seen) bytes.columns.emplace_back(column.begin(), column.end());
    return bytes;
}

TEST(KeyColumns, NumberTextsInTheOrderOfTheirBytes) {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        std::set<std::string> texts;
        for (int i = 0; i < 30; ++i) {
            std::string text;
            for (std::size_t length = 1 + random() % 6; text.size() < length;)
                text.push_back(static_cast<char>("ab\xc3\xa4z"[random() % 5]));
            texts.insert(text);
        }
        const KeyColumns columns(columns_of(texts));
        std::optional<std::uint64_t> last;
        for (const std::string& text : texts) {  // ascending as unsigned bytes: char_traits say so
            const auto number = columns.number(text);
            ASSERT_TRUE(number && *number < columns.size()) << text;
            EXPECT_TRUE(!last || *last < *number) << text;
            EXPECT_EQ(columns.text(*number), text);
            last = number;
        }
    }
}

TEST(KeyColumns, HaveNoNumberForBytesThatNoTextHasThere) {
    const KeyColumns columns(ColumnBytes{1, {"ab", "x", "yz"}});
    EXPECT_EQ(columns.size(), 2U * 2 * 3);
    for (const std::string text : {"", "c", "ay", "axx", "axyz", "xa"}) EXPECT_FALSE(columns.number(text)) << text;
    for (const std::string text : {"a", "b", "ax", "axy", "bxz"}) EXPECT_TRUE(columns.number(text)) << text;
    // A byte after the end: number 1 is a, end, y.
    EXPECT_EQ(columns.text(0), "a");
    EXPECT_THROW(columns.text(1), Error);
}

TEST(KeyColumns, OfMoreNumbersThanThereAreAreRefused) {
    std::string all;
    for (int byte = 'A'; byte < 'A' + 16; ++byte) all.push_back(static_cast<char>(byte));
    ColumnBytes bytes{15, std::vector<std::string>(15, all)};
    EXPECT_TRUE(KeyColumns::fit(bytes));
    EXPECT_EQ(KeyColumns(bytes).text(KeyColumns(bytes).size() - 1), std::string(15, 'P'));
    bytes.columns.push_back("ABCDEFGHI");
    bytes.shortest = 16;
    EXPECT_FALSE(KeyColumns::fit(bytes));
    EXPECT_THROW(KeyColumns{bytes}, Error);
    bytes.columns.back() = "ABCDEFGH";
    EXPECT_TRUE(KeyColumns::fit(bytes));
    for (const ColumnBytes& wrong : {ColumnBytes{1, {}}, ColumnBytes{0, {"a"}}, ColumnBytes{2, {"a"}},
                                     ColumnBytes{1, {""}}, ColumnBytes{1, {"ba"}}, ColumnBytes{1, {"aa"}}})
        EXPECT_THROW(KeyColumns{wrong}, Error);
}

format::StoredKeys some_keys(bool numbers) {
    format::StoredKeys keys{.partizan = true, .group_log2 = 1, .start = 4};
    if (numbers) {
        keys.columns.emplace(ColumnBytes{1, {"ab", "x", "yz"}});
        keys.numbers = {0, 3, 10};
    } else {
        keys.texts = {"a", "b", "bxz"};
        keys.letters = {0, 3, 9};
    }
    return keys;
}

TEST(StoredKeys, AreReadAsTheyWereWritten) {
    for (const bool numbers : {true, false}) {
        const format::StoredKeys keys = some_keys(numbers), read = format::parse_keys(format::encode_keys(keys), 5);
        EXPECT_EQ(read.partizan, keys.partizan);
        EXPECT_EQ(read.group_log2, keys.group_log2);
        EXPECT_EQ(read.start, keys.start);
        EXPECT_EQ(read.numbers, keys.numbers);
        EXPECT_EQ(read.texts, keys.texts);
        EXPECT_EQ(read.letters, keys.letters);
        ASSERT_EQ(read.columns.has_value(), numbers);
        if (numbers) {
            EXPECT_EQ(read.columns->bytes(), keys.columns->bytes());
        }
    }
    const format::StoredMoves moves{2, 9, {0, 0, 8}};
    const format::StoredMoves read = format::parse_moves(format::encode_moves(moves), 10);
    EXPECT_EQ(read.group_log2, moves.group_log2);
    EXPECT_EQ(read.count, moves.count);
    EXPECT_EQ(read.before, moves.before);
}

TEST(StoredKeys, OfAnyBytesAreReadOrRefused) {
    for (const bool numbers : {false, true})
        expect_read_or_refused(format::encode_keys(some_keys(numbers)),
                               [](const auto& bytes) { format::parse_keys(bytes, 5); });
    expect_read_or_refused(format::encode_moves({2, 9, {0, 0, 8}}),
                           [](const auto& bytes) { format::parse_moves(bytes, 10); });
    // Longer or shorter than their counts.
    auto keys = format::encode_keys(some_keys(true));
    EXPECT_THROW(format::parse_keys(keys, 7), Error);
    keys.push_back(std::byte{0});
    EXPECT_THROW(format::parse_keys(keys, 5), Error);
}

TEST(StoredMoves, SayHowFarTheFirstLeads) {
    for (const std::uint64_t from : {0U, 1U, 7U, 1000U})
        for (const std::uint64_t to : {0U, 1U, 7U, 8U, 999U, 1001U})
            EXPECT_EQ(format::first_target(from, format::first_move(from, to)), to);
    EXPECT_GE(format::first_target(3, format::first_move(4, 0)), std::uint64_t{1} << 63);
}

}  // namespace mexbase::test::keys_test
