// SPDX-License-Identifier: MIT
// Verification finds every wrong value.
#include <random>

#include "tables.hpp"

namespace mexbase::test::verify_test {

/// Returns the table with these values, and with right checksums and counts.
Table with_values(const Table& table, const std::vector<Value>& values) {
    TableContents contents{.info = table.info()};
    const auto source = [&](StreamKind kind, auto number) {
        contents.streams.push_back(stream_of(kind, values, number));
    };
    source(StreamKind::outcome, [](const Value& v) { return static_cast<std::uint32_t>(v.outcome.outcome); });
    source(StreamKind::remoteness, [](const Value& v) {
        return has_remoteness(v.outcome.outcome) ? static_cast<std::uint32_t>(v.outcome.remoteness) : dont_care;
    });
    const auto unknown = [](const Value& v) { return v.outcome.outcome == Outcome::unknown; };
    if (std::ranges::any_of(values, unknown)) {
        source(StreamKind::cannot_win, [unknown](const Value& v) { return unknown(v) ? v.cannot_win : dont_care; });
        source(StreamKind::cannot_lose, [unknown](const Value& v) { return unknown(v) ? v.cannot_lose : dont_care; });
    }
    return rewritten(table, std::move(contents));
}

class Verify : public ::testing::TestWithParam<const char*> {};

TEST_P(Verify, FindsAnySingleWrongValue) {
    const Table table = make_table(GetParam());
    const auto right = all_values(table);
    ASSERT_TRUE(passes(with_values(table, right), 2));
    std::mt19937 random(11);
    for (int round = 0; round < 60; ++round) {
        auto wrong = right;
        Value& v = wrong[random() % table.info().queryable_size];
        const Value before = v;
        switch (random() % 6) {
            case 0:
                v.outcome = {Outcome::draw, 0};
                break;
            case 1:
                v.outcome = {Outcome::win, v.outcome.remoteness | 1};
                break;
            case 2:
                v.outcome = {Outcome::loss, v.outcome.remoteness & ~std::uint64_t{1}};
                break;
            case 3:
                v.outcome = {Outcome::unknown, 0};
                v.cannot_win = v.cannot_lose = false;
                break;
            case 4:
                if (v.outcome.outcome != Outcome::unknown) continue;
                (random() % 2 == 0 ? v.cannot_win : v.cannot_lose) ^= true;
                if (v.cannot_win && v.cannot_lose) continue;
                break;
            default:
                if (has_remoteness(v.outcome.outcome)) v.outcome.remoteness += 2;
        }
        if (v == before) continue;
        EXPECT_FALSE(passes(with_values(table, wrong), 2))
            << GetParam() << " " << to_string(before) << " made " << to_string(v);
    }
}

INSTANTIATE_TEST_SUITE_P(Games, Verify,
                         ::testing::Values("square-but-one:max=300", "fair-shares:n=14", "nim:piles=2,max=9",
                                           "subtraction:set=1-4-9,max=500", "put-or-take-a-square:max=400,bound=400"),
                         name_by_text);

// A table of draws only is consistent wherever play need not end: the terminal positions and their predecessors must
// reveal it.
TEST(Verify, FindsATableOfDraws) {
    const Table table = make_table("square-but-one:max=100");
    auto wrong = all_values(table);
    for (Value& v : wrong) v.outcome = {Outcome::draw, 0};
    EXPECT_FALSE(passes(with_values(table, wrong), 2));
}

// A table may not replace every draw by unknown without proven facts: that is also consistent on every cycle.
TEST(Verify, FindsATableThatProvesLessThanItCould) {
    for (const char* spec : {"square-but-one:max=100", "fair-shares:n=12", "put-or-take-a-square:max=400,bound=400"}) {
        const Table table = make_table(spec);
        auto wrong = all_values(table);
        for (Value& v : wrong)
            if (v.outcome.outcome == Outcome::draw)
                v.outcome = {Outcome::unknown, 0}, v.cannot_win = v.cannot_lose = false;
        EXPECT_FALSE(passes(with_values(table, wrong), 2)) << spec;
    }
}

}  // namespace mexbase::test::verify_test
