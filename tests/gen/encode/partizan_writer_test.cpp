// SPDX-License-Identifier: MIT
// Invalid partizan values for the writer; the bytes depend on the values alone.
#include <gtest/gtest.h>

#include "tests/query/partizan_tables.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::partizan_writer_test {

using namespace test;

std::optional<ErrorCode> code_of(const TableContents& contents) {
    return error_code_of([&] { table_bytes(contents); });
}

TEST(PartizanWriter, WritesTheSameBytesWithAnyNumberOfThreads) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Forms forms = made_up_forms(70000, 1, true);
    const Results results = made_up_results(70000, 2, true);
    EncodeOptions options;
    const auto canonical = table_bytes(contents_of(forms), options),
               outcomes = table_bytes(contents_of(results), options);
    for (const unsigned threads : {2u, 3u}) {
        options.threads = threads;
        EXPECT_EQ(table_bytes(contents_of(forms), options), canonical);
        EXPECT_EQ(table_bytes(contents_of(results), options), outcomes);
    }
}

TEST(PartizanWriter, RefusesWhatMakesNoTableOfCanonicalForms) {
    const Forms good = made_up_forms(100, 3);
    ASSERT_EQ(code_of(contents_of(good)), std::nullopt) << "written";
    const auto with = [&](auto change) {
        Forms forms = good;
        change(forms);
        return code_of(contents_of(forms));
    };
    const auto last = static_cast<std::uint32_t>(good.list.games.size() - 1);
    std::uint32_t two = 0;  // a value with two options for Left
    while (good.list.games[two].lefts < 2) ++two;
    EXPECT_EQ(with([&](Forms& f) { f.numbers[7] = last + 1; }), ErrorCode::bad_usage);
    EXPECT_EQ(with([&](Forms& f) { f.list.options[f.list.games[two].first] = two; }), ErrorCode::bad_usage);
    EXPECT_EQ(with([&](Forms& f) { f.list.options[f.list.games[two].first] = last; }), ErrorCode::bad_usage);
    EXPECT_EQ(with([&](Forms& f) {
                  const auto at = static_cast<std::size_t>(f.list.games[two].first);
                  std::swap(f.list.options[at], f.list.options[at + 1]);
              }),
              ErrorCode::bad_usage);
    EXPECT_EQ(with([&](Forms& f) { f.list.games[last].first = f.list.options.size() + 1; }), ErrorCode::bad_usage);
    EXPECT_EQ(with([&](Forms& f) { f.list.games[last].rights = GameList::none; }), ErrorCode::bad_usage);
    EXPECT_EQ(with([&](Forms& f) { f.list.games[0].weight = last + 1; }), ErrorCode::bad_usage);
    TableContents contents = contents_of(good);
    contents.values = nullptr;
    EXPECT_EQ(code_of(contents), ErrorCode::bad_usage);
    contents = contents_of(good);
    contents.streams.push_back(source_of(StreamKind::left_outcome, good.numbers));
    EXPECT_EQ(code_of(contents), ErrorCode::bad_usage);
}

TEST(PartizanWriter, RefusesWhatMakesNoTableOfPartizanOutcomes) {
    Results good = made_up_results(100, 4, true);
    const Index draw = static_cast<Index>(std::ranges::find(good.streams[0], 2u) - good.streams[0].begin());
    const Index loss = static_cast<Index>(std::ranges::find(good.streams[2], 0u) - good.streams[2].begin());
    ASSERT_EQ(code_of(contents_of(good)), std::nullopt) << "written";
    const auto with = [&](std::size_t stream, Index at, std::uint32_t value) {
        Results results = good;
        results.streams[stream][at] = value;
        return code_of(contents_of(results));
    };
    EXPECT_EQ(with(0, draw, 3), ErrorCode::bad_usage) << "a tie";
    EXPECT_EQ(with(1, draw, 1), ErrorCode::bad_usage) << "a draw with a remoteness";
    EXPECT_EQ(with(3, loss, dont_care), ErrorCode::bad_usage) << "a loss without";
    EXPECT_EQ(with(2, loss, dont_care), ErrorCode::bad_usage) << "a result for Left only";
    EXPECT_EQ(with(1, 2, 7), ErrorCode::bad_usage) << "a remoteness for no position";
    for (std::size_t stream = 0; stream < 4; ++stream) {
        TableContents contents = contents_of(good);
        contents.streams.erase(contents.streams.begin() + static_cast<std::ptrdiff_t>(stream));
        EXPECT_EQ(code_of(contents), ErrorCode::bad_usage);
    }
    const Forms forms = made_up_forms(1, 5);
    TableContents contents = contents_of(good);
    contents.values = &forms.list;
    EXPECT_EQ(code_of(contents), ErrorCode::bad_usage);
}

// A list may hold unused values, and a table no position at all.
TEST(PartizanWriter, WritesTablesWithoutPositions) {
    Forms forms = made_up_forms(20, 6);
    std::ranges::fill(forms.numbers, dont_care);
    const Table canonical = opened(table_bytes(contents_of(forms)));
    EXPECT_EQ(canonical.info().positions, 0u);
    EXPECT_EQ(canonical.info().distinct_values, 0u);
    EXPECT_EQ(canonical.canonical_values()->list(), forms.list);
    Results results = made_up_results(20, 7, false);
    for (auto& stream : results.streams) std::ranges::fill(stream, dont_care);
    const Table outcomes = opened(table_bytes(contents_of(results)));
    EXPECT_EQ(outcomes.info().positions, 0u);
    EXPECT_FALSE(outcomes.info().longest_remoteness);
    EXPECT_TRUE(outcomes.check());
}

}  // namespace mexbase::partizan_writer_test
