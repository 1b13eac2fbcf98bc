// SPDX-License-Identifier: MIT
#include "query/table.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "test_tables.hpp"
#include "tests/scratch.hpp"

namespace mexbase::table_test {

using namespace test;

TEST(Table, AllBackendsGiveTheSameValues) {
    const Values values = made_up(Content::noise, 20000, 1);
    const auto bytes = table_bytes(values);
    const Scratch scratch;
    const std::string file = scratch.write("table", bytes);
    const Table tables[] = {Table::open(file, test_options(Backend::map)).value(),
                            Table::open(file, test_options(Backend::read)).value(),
                            Table::from_memory(std::span(bytes), test_options()).value(),
                            Table::from_memory(std::vector(bytes), test_options()).value()};
    for (const Table& table : tables) {
        EXPECT_EQ(table.file_bytes(), bytes.size());
        for (Index i = 0; i < values.size(); i += 7) ASSERT_EQ(table.at(i).value(), expected(values, i)) << i;
        EXPECT_TRUE(table.check());
    }
}

TEST(Table, BatchEqualsSingleProbes) {
    for (const Content kind : {Content::noise, Content::runs, Content::cut_off, Content::growing}) {
        const Values values = made_up(kind, 50000, 2);
        const Table table = opened(table_bytes(values));
        std::mt19937_64 random(3);
        std::vector<Index> indices(5000);
        for (Index& i : indices) i = random() % values.size();
        std::vector<Value> found(indices.size());
        ASSERT_TRUE(table.at(indices, found));
        for (std::size_t i = 0; i < indices.size(); ++i)
            ASSERT_EQ(found[i], table.at(indices[i]).value()) << indices[i];
        EXPECT_TRUE(table.at(std::span<const Index>{}, std::span<Value>{}));
        EXPECT_EQ(table.at(indices, std::span(found).first(1)).error().code, ErrorCode::bad_usage);
        indices[17] = values.size();
        EXPECT_EQ(table.at(indices, found).error().code, ErrorCode::out_of_domain);
    }
}

TEST(Table, OutcomeAloneEqualsTheOutcomeOfTheValue) {
    for (const Content kind : {Content::parity, Content::cut_off}) {
        const Values values = made_up(kind, 9000, 4);
        const Table table = opened(table_bytes(values));
        Cursor cursor = table.cursor().value();
        for (Index i = 0; i < values.size(); ++i) {
            ASSERT_EQ(table.outcome(i).value(), expected(values, i).outcome.outcome);
            ASSERT_EQ(cursor.outcome(i).value(), expected(values, i).outcome.outcome);
            ASSERT_EQ(cursor.at(i).value(), expected(values, i));
        }
    }
}

TEST(Table, NamesPositionsThroughItsGame) {
    const Table table = opened(steps_bytes(100));
    EXPECT_EQ(to_string(table.probe("97").value()), "win 65");
    EXPECT_EQ(to_string(table.probe("start").value()), "loss 66");
    EXPECT_EQ(to_string(table.probe("#4").value()), "win 3");
    EXPECT_EQ(table.index_of("31").value(), 31u);
    EXPECT_EQ(table.text_of(100).value(), "100");
    EXPECT_EQ(table.game()->family(), "steps");
    EXPECT_EQ(table.probe("x").error().code, ErrorCode::bad_position);
    EXPECT_EQ(table.probe("#").error().code, ErrorCode::bad_position);
    EXPECT_EQ(table.probe("#1x").error().code, ErrorCode::bad_position);
    EXPECT_EQ(table.probe("#99999999999999999999").error().code, ErrorCode::out_of_domain);
}

TEST(Table, AdmitsLessThanItStores) {
    const Table table = opened(steps_bytes(100));
    EXPECT_EQ(table.info().indices, 102u);
    EXPECT_EQ(table.info().positions, 100u);
    EXPECT_EQ(table.at(100).error().code, ErrorCode::out_of_domain);
    EXPECT_EQ(table.probe("#100").error().code, ErrorCode::out_of_domain);
    EXPECT_EQ(table.probe("100").error().code, ErrorCode::out_of_domain);
    EXPECT_EQ(to_string(table.stored_at(101).value()), "win 67");
    EXPECT_EQ(table.stored_at(102).error().code, ErrorCode::out_of_domain);
    EXPECT_EQ(table.text_of(102).error().code, ErrorCode::out_of_domain);
}

TEST(Table, RefusesIndicesThatAreNoPositions) {
    Values values = made_up(Content::all_draws, 30, 1);
    for (Index i = 1; i < values.size(); i += 2) values.outcome[i] = dont_care;
    const Table table = opened(table_bytes(contents_of(values, "gaps:n=30")));
    EXPECT_EQ(table.info().positions, 15u);
    EXPECT_EQ(to_string(table.at(4).value()), "draw");
    EXPECT_EQ(table.at(5).error().code, ErrorCode::out_of_domain);
    EXPECT_EQ(table.probe("#5").error().code, ErrorCode::out_of_domain);
    EXPECT_TRUE(table.legal(4).value());
    EXPECT_FALSE(table.legal(5).value());
}

TEST(Table, OfAnUnknownGameIsReadByIndex) {
    const Table table = opened(table_bytes(made_up(Content::runs, 500, 5)));
    EXPECT_TRUE(table.probe("#499"));
    EXPECT_EQ(table.text_of(3).value(), "#3");
    const auto named = table.probe("3");
    ASSERT_FALSE(named);
    EXPECT_EQ(named.error().code, ErrorCode::bad_spec);
    EXPECT_NE(named.error().message.find("nobody:knows=1"), std::string::npos);
    EXPECT_FALSE(table.game());
}

TEST(Table, OfOtherRulesOrAnotherSizeHasNoGame) {
    const Values values = steps_values(12);
    TableContents contents = contents_of(values, "steps:n=10");
    contents.info.queryable_size = 10;
    contents.info.rules_version = 2;
    EXPECT_EQ(opened(table_bytes(contents)).game().error().code, ErrorCode::unsupported_version);
    contents.info.rules_version = 3;
    contents.info.spec = "steps:n=9";
    EXPECT_EQ(opened(table_bytes(contents)).game().error().code, ErrorCode::corrupt);
    EXPECT_TRUE(opened(table_bytes(contents)).probe("#9"));
}

TEST(Table, KeepsTheBoardItIsGiven) {
    const Board::Arc arcs[] = {{0, 1}, {1, 2}, {2, 0}, {0, 1}, {2, 2}};
    const Board board(true, {"a", "b b", "c,\"é"}, arcs, {Board::plain, Board::beyond, Board::home});
    const Values values = made_up(Content::noise, 10, 6);
    TableContents contents = contents_of(values);
    contents.board = &board;
    const Table table = opened(table_bytes(contents));
    ASSERT_NE(table.board().value(), nullptr);
    EXPECT_EQ(*table.board().value(), board);
    EXPECT_EQ(opened(table_bytes(values)).board().value(), nullptr);
}

TEST(Table, CountsWhatItHolds) {
    const Values values = made_up(Content::noise, 3000, 7, 40);
    TableContents contents = contents_of(values);
    contents.info.queryable_size = 2500;
    contents.info.play = Play::misere;
    contents.info.remoteness_exact = false;
    const Table table = opened(table_bytes(contents));
    std::array<std::uint64_t, outcome_count> outcomes{};
    RemotenessHistogram histogram(41);
    std::uint64_t longest = 0;
    for (Index i = 0; i < 2500; ++i) {
        const OutcomeValue v = expected(values, i).outcome;
        ++outcomes[static_cast<std::size_t>(v.outcome)];
        if (!has_remoteness(v.outcome)) continue;
        ++histogram[v.remoteness][v.outcome == Outcome::loss ? 0 : v.outcome == Outcome::win ? 1 : 2];
        longest = std::max(longest, v.remoteness);
    }
    EXPECT_EQ(table.info().outcomes, outcomes);
    EXPECT_EQ(table.info().positions, 2500u);
    EXPECT_EQ(table.info().longest_remoteness, longest);
    EXPECT_EQ(table.remoteness_histogram().value(), histogram);
    EXPECT_EQ(table.info().play, Play::misere);
    EXPECT_FALSE(table.info().remoteness_exact);
}

TEST(Table, SaysWhyAFileIsNoTable) {
    const auto code = [](const std::string& path) { return Table::open(path, test_options()).error().code; };
    EXPECT_EQ(code("/nonexistent/table.mxb"), ErrorCode::not_found);
    EXPECT_EQ(code(""), ErrorCode::not_found);
    EXPECT_EQ(code(::testing::TempDir()), ErrorCode::not_a_table);
    EXPECT_EQ(code("/dev/null"), ErrorCode::not_a_table);
    const Scratch scratch;
    const std::string text = scratch.write("text", std::string(100, 'a'));
    EXPECT_EQ(code(scratch.write("empty", "")), ErrorCode::not_a_table);
    EXPECT_EQ(code(text), ErrorCode::not_a_table);
    EXPECT_EQ(Table::from_memory(std::span<const std::byte>{}, test_options()).error().code, ErrorCode::not_a_table);
    EXPECT_NE(Table::open(text).error().message.find(text), std::string::npos) << "the message names the file";
}

TEST(Table, ReportsAFileThatShrinksUnderTheReadBackend) {
    const Values values = made_up(Content::noise, 60000, 8);
    const Scratch scratch;
    const std::string file = scratch.write("table", table_bytes(values));
    const Table table = Table::open(file, test_options(Backend::read)).value();
    EXPECT_TRUE(table.at(0));
    spill(file, "gone");
    EXPECT_EQ(table.at(values.size() - 1).error().code, ErrorCode::corrupt);
}

TEST(Table, CopiesAndCursorsKeepItOpen) {
    const Values values = made_up(Content::parity, 5000, 9);
    auto cursor = [&] {
        const Table table = opened(table_bytes(values));
        const Table copy = table;
        EXPECT_EQ(copy.at(17).value(), expected(values, 17));
        return copy.cursor().value();
    }();
    for (Index i = 0; i < values.size(); ++i) ASSERT_EQ(cursor.at(i).value(), expected(values, i));
    Cursor moved = std::move(cursor);
    EXPECT_EQ(moved.stored_at(3).value(), expected(values, 3));
    EXPECT_EQ(moved.stored_at(5000).error().code, ErrorCode::out_of_domain);
}

TEST(Table, PreloadDoesNowWhatFirstUsesDo) {
    const Values values = made_up(Content::noise, 100'000, 20);
    for (const Codec codec : {Codec::raw, Codec::palette, Codec::zstd, Codec::pairs}) {
        SCOPED_TRACE(to_string(codec));
        const Scratch scratch;
        const std::string file = scratch.write("table", table_bytes(values, with_codec(codec)));
        OpenOptions options = test_options(Backend::read);
        const Table table = Table::open(file, options).value();
        options.cache_bytes = 1;
        const Table small = Table::open(file, options).value();
        EXPECT_TRUE(table.preload());
        EXPECT_TRUE(small.preload()) << "what does not fit stays as it is";
        spill(file, "gone");
        EXPECT_EQ(small.at(17).error().code, ErrorCode::corrupt);
        EXPECT_TRUE(table.preload()) << "once is enough";
        Cursor cursor = table.cursor().value();
        for (Index i = 0; i < values.size(); i += 7) {
            ASSERT_EQ(table.at(i).value(), expected(values, i));
            ASSERT_EQ(cursor.at(i).value(), expected(values, i));
        }
    }
}

TEST(Table, ItsChecksumTellsTablesOfTheSameShapeApart) {
    Values values = made_up(Content::noise, 100'000, 21);
    const auto bytes = table_bytes(values, with_codec(Codec::raw));
    const std::uint64_t checksum = opened(std::vector(bytes)).checksum().value();
    const Scratch scratch;
    const std::string file = scratch.write("table", bytes);
    EXPECT_EQ(Table::open(file, test_options(Backend::read)).value().checksum().value(), checksum);
    // Swaps two values: header, counts and lengths stay.
    Index other = 1;
    while (values.outcome[other] == values.outcome[0]) ++other;
    std::swap(values.outcome[0], values.outcome[other]);
    std::swap(values.remoteness[0], values.remoteness[other]);
    const auto changed = table_bytes(values, with_codec(Codec::raw));
    EXPECT_EQ(changed.size(), bytes.size());
    EXPECT_NE(opened(std::vector(changed)).checksum().value(), checksum);
}

TEST(Table, PreloadFindsDamageAndOtherBlocksStillAnswer) {
    const Values values = made_up(Content::noise, 100'000, 21);
    EncodeOptions encoding = with_codec(Codec::pairs);
    encoding.block_log2 = 9;
    auto bytes = table_bytes(values, encoding);
    bytes[bytes.size() - 20] ^= std::byte{1};  // in the last blocks of the last stream
    const Table table = opened(std::move(bytes));
    EXPECT_EQ(table.preload().error().code, ErrorCode::corrupt);
    for (Index i = 0; i < values.size() - 1024; i += 3) ASSERT_EQ(table.at(i).value(), expected(values, i)) << i;
}

TEST(TableThreads, ManyReadersAgree) {
    const Values values = made_up(Content::cut_off, 40000, 12);
    // Whole streams, which the first thread decodes; blocks; and single positions of blocks.
    for (const bool whole : {true, false}) {
        for (const Codec codec : {Codec::zstd, Codec::pairs}) {
            OpenOptions options = test_options();
            if (!whole) options.cache_bytes = 1;
            EncodeOptions encoding = with_codec(codec);
            encoding.block_log2 = 8;
            const Table table = Table::from_memory(table_bytes(values, encoding), options).value();
            std::atomic<int> wrong = 0;
            in_threads(8, [&](unsigned t) {
                std::mt19937_64 random(t);
                for (int i = 0; i < 1000; ++i) {
                    const Index index = random() % values.size();
                    const auto found = table.at(index);
                    if (!found || *found != expected(values, index)) ++wrong;
                }
            });
            EXPECT_EQ(wrong, 0);
        }
    }
}

TEST(TableThreads, TablesOpenAndCloseUnderManyShortThreads) {
    const Values values = made_up(Content::runs, 3000, 13);
    const auto bytes = table_bytes(values);
    std::atomic<int> wrong = 0;
    for (int round = 0; round < 60; ++round) {
        const Table table = Table::from_memory(std::span(bytes), test_options()).value();
        in_threads(4, [&](unsigned t) {
            const Index index = (static_cast<Index>(round) * 4 + t) * 11 % values.size();
            const auto found = table.at(index);
            if (!found || *found != expected(values, index)) ++wrong;
        });
    }
    EXPECT_EQ(wrong, 0);
}

TEST(TableThreads, OneThreadUsesMoreTablesThanItKeepsCursorsFor) {
    std::vector<Values> values;
    std::vector<Table> tables;
    for (std::uint64_t i = 0; i < 40; ++i) {
        values.push_back(made_up(Content::noise, 300, 100 + i));
        tables.push_back(opened(table_bytes(values.back())));
    }
    for (Index index = 0; index < 300; ++index)
        for (std::size_t t = 0; t < tables.size(); ++t)
            ASSERT_EQ(tables[t].at(index).value(), expected(values[t], index)) << t << ' ' << index;
    while (!tables.empty()) {
        tables.erase(tables.begin());
        for (std::size_t t = 0; t < tables.size(); ++t)
            ASSERT_EQ(tables[t].at(5).value(), expected(values[values.size() - tables.size() + t], 5));
    }
}

TEST(TableThreads, ProbesWorkWhileAThreadEnds) {
    const Values values = made_up(Content::noise, 1000, 14);
    const Table table = opened(table_bytes(values));
    static const Table* asked = nullptr;
    static Result<Value> found = Failure{};
    asked = &table;
    struct AsksLate {
        ~AsksLate() { found = asked->at(77); }
    };
    std::thread([&] {
        static thread_local AsksLate late;
        (void)late;
        (void)table.at(1);
    }).join();
    EXPECT_EQ(found.value(), expected(values, 77));
}

}  // namespace mexbase::table_test
