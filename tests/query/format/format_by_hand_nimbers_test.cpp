// SPDX-License-Identifier: MIT
// Tables of nimbers and obliged pairs written byte by byte from docs/format.md, and read by the library.
#include <gtest/gtest.h>

#include "format_by_hand.hpp"

namespace mexbase::format_by_hand_nimbers_test {

using namespace test::by_hand;

/// Returns the description of a table of nimbers: seven indices, all positions; `more` are further fields.
Section nimber_info(const Bytes& more = "", int kind = 1) {
    return about(7, Bytes(5, '\0'), kind, more);
}

/// Returns a raw stream of seven values in one block.
Section seven(int kind, const std::vector<std::uint64_t>& symbols, int bits, std::uint64_t alphabet,
              std::uint64_t base = 0, std::uint64_t step = 1) {
    StreamFields f{
        .kind = kind, .bits = bits, .block_log2 = 3, .symbols = alphabet, .count = 7, .base = base, .step = step};
    const std::vector<Block> blocks{{packed(symbols, bits), 0}};
    return stream(f, directory(blocks, 0), joined(blocks));
}

/// 0, inf{}, *2, *2, inf{0 2 300}, *, 0 with counters 0 - 4 6 - 2 0. K is stored for positions 1 and 4 only.
std::vector<Section> loopy() {
    const Bytes counts("\x02\x02\x01\x02", 4);  // two infinite, two 0, one *, two *2
    return {nimber_info(field(10, 0, number(2, 1)) + field(12, 0, counts)),
            {4, 1, Bytes("\x03\x00\x03\x00\x01\xa9\x02\x01\x05", 9)},  // {}, {0 2 300}, {5}
            seven(4, {1, 0, 3, 3, 0, 2, 1}, 2, 4),
            seven(5, {1, 0, 0, 0, 1, 0, 1}, 1, 2),
            seven(6, {0, 3, 2, 3, 1, 1, 0}, 2, 4, 0, 2)};
}

TEST(FormatByHand, LoopyNimbersAreReadAsThePageSays) {
    const Table table = open(file(loopy(), 1, 1)).value();
    EXPECT_EQ(table.info().value, ValueKind::nimber);
    EXPECT_EQ(table.info().infinite, 2u);
    EXPECT_EQ(table.info().nimbers, (std::vector<std::uint64_t>{2, 1, 2}));
    EXPECT_EQ(table.info().largest_nimber, 2u);
    EXPECT_FALSE(table.info().period);
    const char* const values[] = {"0", "inf{}", "*2", "*2", "inf{0 2 300}", "*", "0"};
    const std::uint64_t counters[] = {0, 0, 4, 6, 0, 2, 0};
    for (Index i = 0; i < 7; ++i) {
        const Value value = table.at(i).value();
        EXPECT_EQ(value.kind, ValueKind::nimber);
        EXPECT_EQ(to_string(value), values[i]) << i;
        EXPECT_EQ(value.nimber.counter, counters[i]) << i;
    }
    EXPECT_EQ(outcome_of(table.at(4).value()), Outcome::win);
    EXPECT_EQ(outcome_of(table.at(1).value()), Outcome::draw);
    EXPECT_EQ(table.at(7).error().code, ErrorCode::out_of_domain);
    EXPECT_TRUE(table.check());
    // Without the stream all counters are 0.
    auto sections = loopy();
    sections.pop_back();
    const Table without = open(file(sections, 1, 1)).value();
    for (Index i = 0; i < 7; ++i) {
        EXPECT_EQ(to_string(without.at(i).value()), values[i]);
        EXPECT_EQ(without.at(i)->nimber.counter, 0u);
    }
}

/// 0 1 2 1 2 1 2: preperiod 1, period 2.
std::vector<Section> periodic(const Bytes& period, const Bytes& theorem = {}) {
    return {nimber_info(field(10, 0, number(2, 1)) + field(12, 0, Bytes("\x00\x01\x03\x03", 4)) + field(13, 0, period) +
                        (theorem.empty() ? Bytes() : field(14, 0, theorem))),
            seven(4, {1, 2, 3, 2, 3, 2, 3}, 2, 4)};
}

TEST(FormatByHand, AProvenPeriodAnswersEveryIndex) {
    // At most three taken, one heap left: heaps 1 to 3 must agree with 3 to 5.
    const Bytes period("\x01\x01\x02\x00", 4);
    const Table table = open(file(periodic(period, Bytes("\x00\x03\x01\x00", 4)), 1, 3)).value();
    EXPECT_EQ(table.info().period, (Period{1, 2, 0, true}));
    for (const auto& [index, value] : std::vector<std::pair<Index, const char*>>{
             {0, "0"}, {6, "*2"}, {7, "*"}, {8, "*2"}, {1000000, "*2"}, {~Index{0} - 1, "*2"}})
        EXPECT_EQ(to_string(table.at(index).value()), value) << index;
    // An observed period, or one with a saltus, gives only the stored values. So does a period claimed as proven
    // without a theorem, if the rules are unknown.
    for (const Bytes& other_period : {Bytes("\x00\x01\x02\x00", 4), Bytes("\x01\x01\x02\x01", 4), period}) {
        const Table other = open(file(periodic(other_period), 1, 1)).value();
        EXPECT_TRUE(other.info().period);
        EXPECT_TRUE(other.at(6));
        EXPECT_EQ(other.at(7).error().code, ErrorCode::out_of_domain);
    }
}

/// 01 10 01 11 00 11 00.
std::vector<Section> obliged() {
    return {nimber_info(field(12, 0, Bytes("\x02\x02\x01\x02", 4)), 2), seven(7, {1, 2, 1, 3, 0, 3, 0}, 2, 4)};
}

TEST(FormatByHand, ObligedPairsAreReadAsThePageSays) {
    const Table table = open(file(obliged(), 1, 1)).value();
    EXPECT_EQ(table.info().value, ValueKind::obliged);
    EXPECT_EQ(table.info().obliged, (std::array<std::uint64_t, 4>{2, 2, 1, 2}));
    const char* const values[] = {"01", "10", "01", "11", "00", "11", "00"};
    for (Index i = 0; i < 7; ++i) EXPECT_EQ(to_string(table.at(i).value()), values[i]) << i;
    EXPECT_TRUE(table.check());
    const Index parts[] = {1, 1, 2};
    EXPECT_EQ(to_string(table.at_sum(parts).value()), "01");
}

TEST(FormatByHand, ContradictionsOfNimbersAndPairsAreCorrupt) {
    const auto code = [](std::vector<Section> sections, auto change) {
        change(sections);
        const auto table = open(file(sections, 1, 3));
        return table ? ErrorCode::interrupted : table.error().code;
    };
    constexpr auto corrupt = ErrorCode::corrupt;
    const auto without = [](std::size_t at) {
        return [at](std::vector<Section>& s) { s.erase(s.begin() + static_cast<std::ptrdiff_t>(at)); };
    };
    EXPECT_EQ(code(loopy(), [](auto&) {}), ErrorCode::interrupted);
    EXPECT_EQ(code(loopy(), without(1)), corrupt) << "K-sets and no sets";
    EXPECT_EQ(code(loopy(), without(2)), corrupt) << "no nimbers";
    EXPECT_EQ(code(loopy(), without(3)), corrupt) << "sets and no K-sets";
    EXPECT_EQ(code(obliged(), without(1)), corrupt) << "no pairs";
    // Counts with a wrong sum or a wrong largest nimber; no counts.
    for (const Bytes& counts : {Bytes("\x02\x02\x01\x03", 4), Bytes("\x02\x02\x01\x01", 4), Bytes("\x02\x02\x03", 3),
                                Bytes("\x02\x02\x01\x02\x00", 5), Bytes("\x08", 1), Bytes("\x80", 1), Bytes()})
        EXPECT_EQ(code(loopy(),
                       [&counts](auto& s) { s[0] = nimber_info(field(10, 0, number(2, 1)) + field(12, 0, counts)); }),
                  corrupt);
    EXPECT_EQ(code(loopy(), [](auto& s) { s[0] = nimber_info(field(10, 0, number(2, 1))); }), corrupt);
    for (const Bytes& counts :
         {Bytes("\x02\x02\x01\x01", 4), Bytes("\x02\x02\x03", 3), Bytes("\x02\x02\x01\x02\x00", 5), Bytes()})
        EXPECT_EQ(code(obliged(), [&counts](auto& s) { s[0] = nimber_info(field(12, 0, counts), 2); }), corrupt);
    EXPECT_EQ(code(obliged(), [](auto& s) { s[0] = nimber_info("", 2); }), corrupt);
    EXPECT_EQ(code(obliged(),
                   [](auto& s) {
                       // One of the seven is counted as a loss, not as a pair.
                       s[0] = nimber_info(field(12, 0, Bytes("\x02\x02\x01\x01", 4)), 2);
                       const auto at = s[0].bytes.find(field(8, 1, Bytes(5, '\0')));
                       s[0].bytes[at + 8] = 1;
                   }),
              corrupt);
    // Periods that reach past the table or are invalid.
    for (const Bytes& period :
         {Bytes("\x01\x01\x00\x00", 4), Bytes("\x01\x06\x02\x00", 4), Bytes("\x01\x08\x01\x00", 4),
          Bytes("\x01\x01\x02", 3), Bytes("\x01\x01\x02\x00\x00", 5),
          Bytes("\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01\x02\x00", 13)})
        EXPECT_EQ(code(periodic(period), [](auto&) {}), corrupt);
    EXPECT_EQ(code(periodic(Bytes("\x02\x01\x02\x00", 4)), [](auto&) {}), ErrorCode::unsupported_version);
    // Theorems that do not prove the period or are invalid.
    const Bytes period("\x01\x01\x02\x00", 4);
    EXPECT_EQ(code(periodic(period, Bytes("\x00\x04\x01\x00", 4)), [](auto&) {}), ErrorCode::interrupted);
    for (const Bytes& theorem :
         {Bytes("\x00\x05\x01\x00", 4), Bytes("\x00\x02\x02\x00", 4), Bytes("\x00\x00\x00\x00", 4),
          Bytes("\x00\x00\x04\x00", 4), Bytes("\x01\x00\x02\x00", 4), Bytes("\x00\x01\x01", 3),
          Bytes("\x00\x01\x01\x00\x00", 5)})
        EXPECT_EQ(code(periodic(period, theorem), [](auto&) {}), corrupt);
    EXPECT_EQ(code(periodic(period, Bytes("\x02\x01\x01\x00", 4)), [](auto&) {}), ErrorCode::unsupported_version);
    EXPECT_EQ(code(periodic(Bytes("\x00\x01\x02\x00", 4), Bytes("\x00\x03\x01\x00", 4)), [](auto&) {}), corrupt);
    // Sets are read at first use.
    const auto with_sets = [](const Bytes& sets) {
        auto sections = loopy();
        sections[1].bytes = sets;
        const Table table = open(file(sections, 1, 1)).value();
        EXPECT_EQ(to_string(table.at(0).value()), "0");
        EXPECT_EQ(table.check().ok(), table.at(1).ok());
        return table.at(1) ? ErrorCode::interrupted : table.at(1).error().code;
    };
    // Sets: too few, descending past 2^32, cut off, with stray bytes.
    for (const Bytes& sets :
         {Bytes("\x01\x00", 2), Bytes("\x00", 1), Bytes("\x02\x00\x03\x00\x01", 5), Bytes("\x02\x00\x01\x05\x00", 5),
          Bytes("\x02\x00\x01\xff\xff\xff\xff\x0f", 8), Bytes("\x02\x00\x02\xfe\xff\xff\xff\x0f\x00", 9),
          Bytes("\xff\xff\xff\xff\x0f", 5), Bytes()})
        EXPECT_EQ(with_sets(sets), corrupt) << sets.size();
    // The greatest nimber may be in a set.
    EXPECT_EQ(with_sets(Bytes("\x02\x00\x01\xfe\xff\xff\xff\x0f", 8)), ErrorCode::interrupted);
}

TEST(FormatByHand, AnInfiniteValueWithoutSetsIsCorruptWhenRead) {
    auto sections = loopy();
    sections.erase(sections.begin() + 3);
    sections.erase(sections.begin() + 1);
    const auto table = open(file(sections, 1, 1));
    if (!table) {
        EXPECT_EQ(table.error().code, ErrorCode::corrupt);
        return;
    }
    EXPECT_EQ(to_string(table->at(0).value()), "0");
    EXPECT_EQ(table->at(1).error().code, ErrorCode::corrupt);
}

}  // namespace mexbase::format_by_hand_nimbers_test
