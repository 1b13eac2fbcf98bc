// SPDX-License-Identifier: MIT
// Tables of canonical forms and of partizan outcomes: written, read back, described.
#include "partizan_tables.hpp"

#include <gtest/gtest.h>

#include "c/plain.h"
#include "lib/value/partizan/notation/text.hpp"

namespace mexbase::partizan_tables_test {

using namespace test;

// Every form read from a table is the one that was written.
TEST(CanonicalTable, SaysWhatWasWritten) {
    const Forms forms = made_up_forms(5000, 1, true);
    GameArena arena;
    for (const auto codec : {std::optional<Codec>{}, std::optional(Codec::raw), std::optional(Codec::palette)}) {
        EncodeOptions options{.codec = codec};
        const Table table = opened(table_bytes(contents_of(forms), options));
        ASSERT_TRUE(table.check());
        EXPECT_EQ(table.format_version(), codec ? "1.2" : "1.4");
        const CanonicalValues& values = table.canonical_values().value();
        EXPECT_EQ(values.list(), forms.list);
        for (Index i = 0; i < forms.numbers.size(); ++i) {
            const auto value = table.stored_at(i);
            ASSERT_TRUE(value) << value.error().message;
            if (forms.numbers[i] == dont_care) continue;
            EXPECT_EQ(value->kind, ValueKind::canonical);
            EXPECT_EQ(value->canonical, (CanonicalValue{&values, forms.numbers[i]}));
        }
        for (std::uint32_t v = 0; v < values.size(); ++v) {
            const PartizanId g = parse_game(arena, values.text(v));
            EXPECT_EQ(to_text(arena, g), values.text(v));
            EXPECT_EQ(values.outcome(v), arena.outcome(g));
            EXPECT_EQ(values.fingerprint(v), arena.fingerprint(g));
            const auto weight = arena.atomic_weight(g);
            // The table stores the weights of all-small values only. The weights of others are computed.
            ASSERT_EQ(values.atomic_weight(v).has_value(), arena.is_all_small(g));
            if (arena.is_all_small(g)) {
                EXPECT_EQ(values.text(*values.atomic_weight(v)), to_text(arena, *weight));
            }
            EXPECT_EQ(values.weight_text(v), weight ? std::optional(to_text(arena, *weight)) : std::nullopt);
        }
    }
}

TEST(CanonicalTable, CountsPositionsByClass) {
    const Forms forms = made_up_forms(3000, 2);
    TableContents contents = contents_of(forms);
    contents.info.queryable_size = 100;
    for (const unsigned threads : {1u, 3u}) {
        EncodeOptions options{.threads = threads};
        const Table table = opened(table_bytes(contents, options));
        const CanonicalValues& values = table.canonical_values().value();
        TableInfo expected = contents.info;
        std::vector<bool> seen(values.size());
        for (Index i = 0; i < contents.info.queryable_size; ++i) {
            if (forms.numbers[i] == dont_care) continue;
            ++expected.positions;
            ++expected.classes[static_cast<std::size_t>(values.outcome(forms.numbers[i]))];
            seen[forms.numbers[i]] = true;
        }
        expected.distinct_values = static_cast<std::uint64_t>(std::count(seen.begin(), seen.end(), true));
        EXPECT_LT(expected.distinct_values, values.size());
        EXPECT_EQ(table.info(), expected);
    }
}

TEST(PartizanTable, SaysWhatWasWritten) {
    for (const bool parity : {true, false}) {
        const Results results = made_up_results(20000, 3, parity);
        const Table table = opened(table_bytes(contents_of(results), with_codec(Codec::zstd)));
        ASSERT_TRUE(table.check());
        EXPECT_EQ(table.format_version(), "1.2");
        for (const StreamInfo& stream : table.streams())
            EXPECT_EQ(stream.coding == format::RemotenessCoding::parity,
                      parity && format::holds_remoteness(stream.kind))
                << to_string(stream.kind);
        TableInfo expected = contents_of(results).info;
        for (Index i = 0; i < results.values.size(); ++i) {
            if (!results.legal(i)) continue;
            const Value value = table.stored_at(i).value();
            EXPECT_EQ(value.kind, ValueKind::partizan_outcome);
            EXPECT_EQ(value.partizan, results.values[i]) << i;
            ++expected.positions;
            ++expected.partizan[partizan_code(results.values[i])];
            for (const OutcomeValue& side : {results.values[i].left, results.values[i].right})
                if (side.outcome != Outcome::draw)
                    expected.longest_remoteness = std::max(expected.longest_remoteness.value_or(0), side.remoteness);
        }
        EXPECT_EQ(table.info(), expected);
    }
}

TEST(PartizanTable, NamesTheNinePairsByTheirNumber) {
    const std::vector<std::string> names = {"P", "R", "R/D", "L", "N", "L/D", "D/L", "D/R", "D/D"};
    for (std::size_t code = 0; code < partizan_codes; ++code) EXPECT_EQ(partizan_name(code), names[code]);
}

/// Returns both kinds of table.
std::vector<Table> both_kinds() {
    return {opened(table_bytes(contents_of(made_up_forms(5000, 4)))),
            opened(table_bytes(contents_of(made_up_results(5000, 5, true))))};
}

// Single reads, batches in any order, and sequential reads give the same values.
TEST(PartizanTables, AnswerBatchesAsSingleProbes) {
    for (const Table& table : both_kinds()) {
        std::mt19937_64 random(6);
        std::vector<Index> indices(3000);
        for (Index& i : indices) i = random() % table.info().queryable_size;
        std::vector<Value> batch(indices.size()), cursor_batch(indices.size()), run(table.info().indices);
        Cursor cursor = table.cursor().value();
        ASSERT_TRUE(table.at(indices, batch));
        ASSERT_TRUE(cursor.at(indices, cursor_batch));
        ASSERT_TRUE(cursor.read(0, run));
        for (std::size_t n = 0; n < indices.size(); ++n) {
            const Value one = table.at(indices[n]).value();
            EXPECT_EQ(batch[n], one);
            EXPECT_EQ(cursor_batch[n], one);
            EXPECT_EQ(run[indices[n]], one);
            EXPECT_EQ(table.probe("#" + std::to_string(indices[n])).value(), one);
        }
    }
}

// The result depends on the first player: there is no single outcome, and values do not add up to one index.
TEST(PartizanTables, RefuseWhatTheyCannotSay) {
    for (const Table& table : both_kinds()) {
        EXPECT_EQ(table.outcome(0).error().code, ErrorCode::not_applicable);
        const Index parts[] = {0, 1};
        EXPECT_EQ(table.at_sum(parts).error().code, ErrorCode::not_applicable);
        EXPECT_TRUE(table.at_sum(std::span(parts).first(1)));
        const bool canonical = table.info().value == ValueKind::canonical;
        EXPECT_EQ(table.canonical_values().ok(), canonical);
        EXPECT_THROW(outcome_of(table.at(0).value()), Error);
        for (Index i = 0; i < 200; ++i) {
            const Value value = table.at(i).value();
            const Outcome left = outcome_for(value, Player::left), right = outcome_for(value, Player::right);
            EXPECT_EQ(
                to_string(value.kind == ValueKind::canonical ? PartizanOutcome{{left, 0}, {right, 0}} : value.partizan),
                canonical ? std::string{letter(value.canonical.outcome())} : to_string(value));
        }
    }
    const Table outcomes = opened(table_bytes(made_up(Content::noise, 10, 1)));
    EXPECT_EQ(outcomes.canonical_values().error().code, ErrorCode::not_applicable);
    EXPECT_EQ(outcome_for(outcomes.at(0).value(), Player::right), outcomes.outcome(0).value());
}

TEST(PartizanTables, AreReadByPlainC) {
    Forms forms;
    GameArena arena;
    GameNumbering numbering(arena);
    for (const char* text : {"0", "*", "^", "1", "{1|0}"})
        forms.numbers.push_back(numbering.number(parse_game(arena, text)));
    forms.list = numbering.take();
    const auto canonical = table_bytes(contents_of(forms));
    EXPECT_EQ(capi_reads_canonical_forms(canonical.data(), canonical.size()), 0)
        << "the line of c_api_plain.c that failed";

    Results results;
    results.values.resize(2);
    const std::vector<std::uint32_t> streams[4] = {{1, 1}, {1, 5}, {1, 2}, {3, dont_care}};
    std::ranges::copy(streams, results.streams);
    const auto outcomes = table_bytes(contents_of(results));
    EXPECT_EQ(capi_reads_partizan_outcomes(outcomes.data(), outcomes.size()), 0)
        << "the line of c_api_plain.c that failed";
}

// Tables of the older kinds keep the version of older readers.
TEST(PartizanTables, LeaveTheOtherKindsInTheirVersion) {
    const auto version = [](Codec codec) {
        EncodeOptions options = with_codec(codec);
        options.apart = true;
        return opened(table_bytes(made_up(Content::noise, 100000, 1), options)).format_version();
    };
    EXPECT_EQ(version(Codec::zstd), "1.1");
    EXPECT_EQ(version(Codec::pairs), "1.4");
}

}  // namespace mexbase::partizan_tables_test
