// SPDX-License-Identifier: MIT
// Positions as texts, and their moves: tables written byte by byte from docs/format.md.
#include <gtest/gtest.h>

#include "../test_tables.hpp"
#include "format_by_hand.hpp"

namespace mexbase::format_by_hand_keys_test {

using namespace test;
using namespace test::by_hand;

const std::vector<std::string> keys = {"a", "ac", "b", "ba", "cc"};
/// The moves: none or one from cc to ac, from ba to b, from b to a and ac, from ac to a.
const std::vector<std::vector<Index>> moves = {{}, {0}, {0, 1}, {2}, {1, 4}};
constexpr const char* five_values[] = {"loss 0", "win 1", "win 1", "loss 2", "draw"};

Section description() {
    return about(5, Bytes("\x02\x02\x01\x00\x00", 5), 0, field(9, 0, varint(2)),
                 "program:name=x,answers=@0123456789abcdef", 1);
}

/// With columns abc and, for a second byte, ac: a, ac, b, ba, cc are 0, 2, 3, 4, 8.
const Bytes numbers_section = Bytes("\x00\x00\x01\x04", 4) +
                              Bytes(
                                  "\x02\x01\x03"
                                  "abc\x02"
                                  "ac",
                                  9) +
                              Bytes("\x00\x02\x04", 3);
const Bytes texts_section = Bytes("\x01\x00\x01\x04", 4) + Bytes(
                                                               "\x00\x01"
                                                               "a\x03\x01"
                                                               "b\x03\x02"
                                                               "cc",
                                                               10);
const Bytes moves_section = Bytes("\x01\x06\x01\x03", 4);

std::vector<Section> five(bool numbers, bool with_moves) {
    std::vector<Section> sections{description(), {9, 1, numbers ? numbers_section : texts_section}};
    if (with_moves) sections.push_back({10, 1, moves_section});
    sections.push_back(histogram({0, 2}, {1, 1}, {}, 2));
    sections.push_back(small_stream(0, 0, 0, 2, {5, 3, 0, 1}, packed({0, 1, 1, 0, 2}, 2)));
    sections.push_back(small_stream(1, 0, 0, 2, {5, 3, 0, 1}, packed({0, 1, 1, 2, 0}, 2)));
    if (numbers)
        sections.push_back(small_stream(17, 0, 0, 1, {5, 2, 0, 1}, packed({1, 1, 0, 0, 1}, 1)));
    else
        sections.push_back(small_stream(18, 0, 0, 7, {6, 100, 0, 1}, packed({1, 1, 'c', 1, 1, 'a'}, 7)));
    if (!with_moves) return sections;
    sections.push_back(small_stream(19, 0, 0, 1, {5, 2, 0, 4}, packed({0, 0, 0, 0, 1}, 1)));
    sections.push_back(small_stream(20, 0, 0, 2, {5, 3, 0, 1}, packed({0, 1, 2, 1, 2}, 2)));
    sections.push_back(small_stream(21, 0, 0, 3, {6, 6, 0, 1}, packed({1, 3, 1, 1, 5, 3}, 3)));
    return sections;
}

TEST(FormatByHand, KeysAndMovesAreReadAsThePageSays) {
    for (const bool numbers : {true, false})
        for (const bool with_moves : {true, false}) {
            const Table table = open(file(five(numbers, with_moves), 1, 7)).value();
            EXPECT_TRUE(table.check());
            const Game& game = table.game().value();
            EXPECT_EQ(game.start(), 4U);
            std::vector<Index> options;
            for (Index i = 0; i < keys.size(); ++i) {
                EXPECT_EQ(table.text_of(i).value(), keys[i]);
                EXPECT_EQ(table.index_of(keys[i]).value(), i);
                EXPECT_EQ(to_string(table.probe(keys[i]).value()), five_values[i]);
                if (!with_moves) continue;
                game.options(i, Player::left, options);
                EXPECT_EQ(options, moves[i]);
            }
            EXPECT_EQ(to_string(table.probe("start").value()), "draw");
            for (const std::string other : {"c", "aa", "bc", "ca", "A", "acc", "z", "cca"})
                EXPECT_EQ(table.probe(other).error().code, ErrorCode::bad_position) << other;
        }
}

ErrorCode code_of(const std::vector<Section>& sections, int minor = 7) {
    const auto table = open(file(sections, 1, minor));
    if (!table) return table.error().code;
    const auto checked = table->check();
    return checked ? ErrorCode::interrupted : checked.error().code;
}

/// Returns the sections with one of that type replaced, or without it if `bytes` is null.
std::vector<Section> with(std::vector<Section> sections, std::uint32_t type, const Bytes* bytes) {
    const auto found = std::ranges::find(sections, type, &Section::type);
    EXPECT_NE(found, sections.end()) << type;
    if (bytes == nullptr)
        sections.erase(found);
    else
        found->bytes = *bytes;
    return sections;
}

TEST(FormatByHand, KeysThatCannotBeAreCorrupt) {
    EXPECT_EQ(code_of(five(true, true)), ErrorCode::interrupted);
    EXPECT_EQ(code_of(five(true, true), 6), ErrorCode::corrupt);
    // A part is missing, or superfluous.
    for (const std::uint32_t type : {9U, 10U, 0x211U, 0x213U, 0x214U, 0x215U})
        EXPECT_EQ(code_of(with(five(true, true), type, nullptr)),
                  type == 0x213 ? ErrorCode::interrupted : ErrorCode::corrupt)
            << type;
    EXPECT_EQ(code_of(with(five(false, true), 0x212, nullptr)), ErrorCode::corrupt);
    for (const bool numbers : {true, false}) {
        auto both = five(numbers, false);
        both.push_back(five(!numbers, false).back());
        EXPECT_EQ(code_of(both), ErrorCode::corrupt);
        auto swapped = five(numbers, false);
        swapped[1] = five(!numbers, false)[1];
        EXPECT_EQ(code_of(swapped), ErrorCode::corrupt);
    }
    // Forms and flags of future versions.
    for (const std::size_t at : {0U, 1U}) {
        Bytes newer = numbers_section;
        newer[at] = 2;
        EXPECT_EQ(code_of(with(five(true, true), 9, &newer)), ErrorCode::unsupported_version);
    }
    // No start, a column out of order, a number too large, a move too many.
    for (const auto& [at, byte] :
         std::vector<std::pair<std::size_t, char>>{{3, 5}, {7, 'b'}, {7, 'c'}, {4, 3}, {5, 3}, {15, 5}}) {
        Bytes wrong = numbers_section;
        wrong[at] = byte;
        EXPECT_EQ(code_of(with(five(true, true), 9, &wrong)), ErrorCode::corrupt) << at;
    }
    for (const auto& [at, byte] : std::vector<std::pair<std::size_t, char>>{{4, 1}, {7, 4}, {8, 0}, {9, 'a'}}) {
        Bytes wrong = texts_section;
        wrong[at] = byte;
        EXPECT_EQ(code_of(with(five(false, true), 9, &wrong)), ErrorCode::corrupt) << at;
    }
    for (const auto& [at, byte] : std::vector<std::pair<std::size_t, char>>{{1, 5}, {1, 7}, {2, 7}, {2, 2}, {0, 2}}) {
        Bytes wrong = moves_section;
        wrong[at] = byte;
        EXPECT_EQ(code_of(with(five(true, true), 10, &wrong)), ErrorCode::corrupt) << at;
    }
    // A partizan flag with one row per position; gaps that pass the next group; a key with an end inside.
    Bytes partizan = numbers_section;
    partizan[1] = 1;
    EXPECT_EQ(code_of(with(five(true, true), 9, &partizan)), ErrorCode::corrupt);
    const Bytes wide = small_stream(17, 0, 0, 2, {5, 4, 0, 1}, packed({0, 3, 0, 0, 0}, 2)).bytes;
    EXPECT_EQ(code_of(with(five(true, false), 0x211, &wide)), ErrorCode::corrupt);
    // A home, a mark that needs moves, a move past the last position, invalid letters.
    const Bytes homes = small_stream(19, 0, 0, 1, {5, 2, 0, 2}, packed({0, 0, 0, 0, 1}, 1)).bytes;
    EXPECT_EQ(code_of(with(five(true, true), 0x213, &homes)), ErrorCode::corrupt);
    auto marked = five(true, false);
    marked.push_back(small_stream(19, 0, 0, 1, {5, 2, 0, 4}, packed({0, 0, 0, 0, 1}, 1)));
    EXPECT_EQ(code_of(marked), ErrorCode::corrupt);
    const Bytes far = small_stream(21, 0, 0, 3, {6, 7, 0, 1}, packed({1, 6, 1, 1, 5, 3}, 3)).bytes;
    EXPECT_EQ(code_of(with(five(true, true), 0x215, &far)), ErrorCode::corrupt);
    for (const std::vector<std::uint64_t>& letters : std::vector<std::vector<std::uint64_t>>{
             {2, 1, 'c', 1, 1, 'a'}, {1, 0, 'c', 1, 1, 'a'}, {1, 1, 10, 1, 1, 'a'}, {1, 2, 'c', 1, 1, 'a'}}) {
        const Bytes wrong = small_stream(18, 0, 0, 7, {6, 100, 0, 1}, packed(letters, 7)).bytes;
        EXPECT_EQ(code_of(with(five(false, true), 0x212, &wrong)), ErrorCode::corrupt);
    }
}

}  // namespace mexbase::format_by_hand_keys_test
