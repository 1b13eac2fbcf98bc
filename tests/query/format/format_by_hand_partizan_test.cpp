// SPDX-License-Identifier: MIT
// Tables of partizan values written byte by byte from docs/format.md, and read by the library.
#include <gtest/gtest.h>

#include "format_by_hand.hpp"

namespace mexbase::format_by_hand_partizan_test {

using namespace test::by_hand;

/// Six positions, all of them queryable, in value kind `kind`.
Section six(int kind, const Bytes& counts, const Bytes& more = "") {
    return about(6, Bytes(5, '\0'), kind, more + field(12, 0, counts));
}

/// Six symbols in one raw block.
Section symbols(int kind, const std::vector<std::uint64_t>& values, int bits, std::uint64_t alphabet, int flags = 0) {
    StreamFields f{.kind = kind, .bits = bits, .flags = flags, .block_log2 = 3, .symbols = alphabet, .count = 6};
    const std::vector<Block> blocks{{packed(values, bits), 0}};
    return stream(f, directory(blocks, 0), joined(blocks));
}

/// 0; 1 = {0|}; * = {0|0}; ^ = {0|*}, of weight 1; *2 = {0,*|0,*}; {1|0}.
Bytes list() {
    return Bytes("\x06", 1) + Bytes("\x00\x00\x01", 3) + Bytes("\x01\x00\x00\x00", 4) +
           Bytes("\x01\x01\x00\x00\x01", 5) + Bytes("\x01\x01\x00\x02\x02", 5) +
           Bytes("\x02\x02\x00\x01\x00\x01\x01", 7) + Bytes("\x01\x01\x01\x00\x00", 5);
}

/// The six values, from the last to 0: classes N N L N L P.
std::vector<Section> canonical(const Bytes& values = list()) {
    return {six(4, Bytes("\x03\x01\x02\x00\x06", 5)), {5, 1, values}, symbols(15, {5, 4, 3, 2, 1, 0}, 3, 6)};
}

TEST(FormatByHand, CanonicalFormsAreReadAsThePageSays) {
    const Table table = open(file(canonical(), 1, 2)).value();
    EXPECT_EQ(table.format_version(), "1.2");
    EXPECT_EQ(table.info().value, ValueKind::canonical);
    EXPECT_EQ(table.info().classes, (std::array<std::uint64_t, 4>{3, 1, 2, 0}));
    EXPECT_EQ(table.info().distinct_values, 6u);
    const char* const texts[] = {"{1|0}", "*2", "^", "*", "1", "0"};
    const char* const weights[] = {"", "0", "1", "0", "", "0"};
    const char classes[] = "NNLNLP";
    for (Index i = 0; i < 6; ++i) {
        const Value value = table.at(i).value();
        ASSERT_EQ(value.kind, ValueKind::canonical);
        EXPECT_EQ(to_string(value), texts[i]) << i;
        EXPECT_EQ(letter(value.canonical.outcome()), classes[i]) << i;
        const auto weight = value.canonical.atomic_weight();
        EXPECT_EQ(weight ? weight->text() : "", weights[i]) << i;
    }
    EXPECT_EQ(table.at(5)->canonical.fingerprint_text(), "c731da1983d8e17d");
    EXPECT_EQ(table.at(3)->canonical.fingerprint_text(), "ec28e0d614691dcb");
    EXPECT_TRUE(table.check());
}

// Wrong lists of values are refused before any value is derived from them.
TEST(FormatByHand, WrongListsOfValuesAreCorruptWhenRead) {
    const Bytes zero("\x00\x00\x01", 3), star("\x01\x01\x00\x00\x01", 5);
    // Extends this list to the number of values that the positions use.
    const auto filled = [&](const Bytes& first, int values) {
        const Bytes good = list();
        Bytes out("\x06", 1);
        out += first;
        const std::size_t sizes[] = {3, 4, 5, 5, 7, 5};
        std::size_t at = 1;
        for (int v = 0; v < 6; ++v) {
            if (v >= values) out += good.substr(at, sizes[v]);
            at += sizes[v];
        }
        return out;
    };
    ASSERT_TRUE(open(file(canonical(filled("", 0)), 1, 2))->at(0));
    ASSERT_TRUE(open(file(canonical(filled(zero, 1)), 1, 2))->at(0));
    const Bytes lists[] = {
        "",
        Bytes("\x06", 1),
        list().substr(0, list().size() - 1),
        list() + '\0',
        "\x05" + list().substr(1, list().size() - 6),               // a position uses a sixth value
        Bytes("\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 9) + list(),  // a count beyond the bytes
        Bytes("\xff\xff\xff\xff\x0f", 5) + list().substr(1),
        Bytes("\x86\x00", 2) + list().substr(1),             // a number in too many bytes
        filled(Bytes("\x01\x00\x00\x00", 4), 1),             // an option of itself
        filled(zero + Bytes("\x01\x00\x01\x00", 4), 2),      // as before
        filled(zero + Bytes("\x01\x00\x05\x00", 4), 2),      // a forward option
        filled(zero + Bytes("\x02\x00\x00\x00\x00", 5), 2),  // more options than values before
        filled(zero + Bytes("\xff\xff\xff\xff\x0f\x00\x00", 7), 2),
        filled(zero + zero, 2),  // twice
        filled(zero + star + star, 3),
        filled(zero + star + Bytes("\x01\x01\x01\x01\x01", 5), 3),                          // {*|*} is 0
        filled(zero + Bytes("\x01\x00\x00\x00", 4) + Bytes("\x02\x00\x00\x00\x00", 5), 3),  // {0,1|}: 0 is dominated
        filled(Bytes("\x00\x00\x07", 3), 1),                                                // an invalid atomic weight
        filled(Bytes("\x00\x00\xff\xff\xff\xff\x0f", 7), 1),
        filled(zero + Bytes("\x01\x00\x00\x01", 4), 2),  // 1 is not all-small
    };
    for (std::size_t n = 0; n < std::size(lists); ++n) {
        SCOPED_TRACE(n);
        const auto table = open(file(canonical(lists[n]), 1, 2));
        ASSERT_TRUE(table) << "the list is not read before it is needed";
        const auto value = table->at(0);
        ASSERT_FALSE(value);
        EXPECT_EQ(value.error().code, ErrorCode::corrupt) << value.error().message;
        EXPECT_EQ(table->canonical_values().error().code, ErrorCode::corrupt);
        EXPECT_EQ(table->check().error().code, ErrorCode::corrupt);
        Value batch[1];
        const Index indices[] = {1};
        EXPECT_EQ(table->at(indices, batch).error().code, ErrorCode::corrupt);
    }
}

/// N with wins in 1 and 3; P with losses in 0 and 2; L; R; L/D; D/D.
std::vector<Section> results() {
    return {six(3, Bytes("\x01\x01\x00\x01\x01\x01\x00\x00\x01", 9), field(9, 0, number(70, 1))),
            symbols(11, {1, 0, 1, 0, 1, 2}, 2, 3), symbols(12, {0, 0, 2, 35, 3, 1}, 6, 64, 1),
            symbols(13, {1, 0, 0, 1, 2, 2}, 2, 3), symbols(14, {3, 2, 4, 9, 0, 0}, 4, 16)};
}

TEST(FormatByHand, PartizanOutcomesAreReadAsThePageSays) {
    const Table table = open(file(results(), 1, 2)).value();
    EXPECT_EQ(table.info().value, ValueKind::partizan_outcome);
    EXPECT_EQ(table.info().longest_remoteness, 70u);
    EXPECT_EQ(table.info().partizan, (std::array<std::uint64_t, 9>{1, 1, 0, 1, 1, 1, 0, 0, 1}));
    using enum Outcome;
    // Stream 12 has the flag parity, stream 14 does not.
    const PartizanOutcome expected[] = {{{win, 1}, {win, 3}},   {{loss, 0}, {loss, 2}}, {{win, 5}, {loss, 4}},
                                        {{loss, 70}, {win, 9}}, {{win, 7}, {draw, 0}},  {{draw, 0}, {draw, 0}}};
    const char* const names[] = {"N", "P", "L", "R", "L/D", "D/D"};
    for (Index i = 0; i < 6; ++i) {
        const Value value = table.at(i).value();
        EXPECT_EQ(value.kind, ValueKind::partizan_outcome);
        EXPECT_EQ(value.partizan, expected[i]) << i;
        EXPECT_EQ(to_string(value), names[i]);
    }
    EXPECT_TRUE(table.check());
}

TEST(FormatByHand, ContradictionsOfPartizanTablesAreCorrupt) {
    const auto changed = [](std::vector<Section> sections, std::size_t at, const Section& to) {
        sections[at] = to;
        return file(sections, 1, 2);
    };
    const auto without = [](std::vector<Section> sections, std::size_t at) {
        sections.erase(sections.begin() + static_cast<std::ptrdiff_t>(at));
        return file(sections, 1, 2);
    };
    auto extra = results();
    extra.push_back({5, 1, list()});
    auto twice = canonical();
    twice.push_back({5, 1, list()});
    const Bytes bad[] = {
        without(canonical(), 1),
        without(canonical(), 2),
        without(results(), 1),
        without(results(), 2),
        without(results(), 4),
        file(extra, 1, 2),
        file(twice, 1, 2),
        changed(canonical(), 0, six(4, Bytes("\x03\x01\x01\x00\x06", 5))),      // five of six
        changed(canonical(), 0, six(4, Bytes("\x03\x01\x02\x00\x07", 5))),      // more values than positions
        changed(canonical(), 0, six(4, Bytes("\x03\x01\x02\x00\x00", 5))),      // none
        changed(canonical(), 0, six(4, Bytes("\x03\x01\x02\x00", 4))),          // no number of values
        changed(canonical(), 0, six(4, Bytes("\x03\x01\x02\x00\x06\x00", 6))),  // stray bytes
        changed(results(), 0, six(3, Bytes("\x01\x01\x00\x01\x01\x01\x00\x00\x00", 9), field(9, 0, "\x46"))),
        changed(results(), 0, six(3, Bytes("\x01\x01\x00\x01\x01\x01\x00\x00", 8), field(9, 0, "\x46"))),
        changed(results(), 0, six(3, Bytes("\x01\x01\x00\x01\x01\x01\x00\x00\x01", 9))),  // no longest remoteness
        changed(results(), 1, symbols(11, {1, 0, 1, 0, 1, 2}, 2, 4)),                     // a fourth result
        changed(results(), 1, symbols(11, {1, 0, 1, 0, 1, 2}, 2, 3, 1)),                  // parity of a result
        changed(canonical(), 2, symbols(15, {5, 4, 3, 2, 1, 0}, 3, 6, 1)),
    };
    for (std::size_t n = 0; n < std::size(bad); ++n) {
        const auto table = open(bad[n]);
        ASSERT_FALSE(table) << n;
        EXPECT_EQ(table.error().code, ErrorCode::corrupt) << n << ' ' << table.error().message;
    }
    // A symbol past the alphabet is detected when it is read.
    const Table table = open(changed(canonical(), 2, symbols(15, {7, 4, 3, 2, 1, 0}, 3, 6))).value();
    EXPECT_EQ(table.at(0).error().code, ErrorCode::corrupt);
    EXPECT_TRUE(table.at(1));
}

}  // namespace mexbase::format_by_hand_partizan_test
