// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "../../gen/jobs/tables.hpp"
#include "../test_tables.hpp"
#include "plain.h"
#include "tests/scratch.hpp"

namespace mexbase::capi_test {

using namespace test;

/// Returns Square-But-One up to 30: 0 and 5 are lost. Squares are won in 1, squares plus five in 3 unless they are
/// squares.
std::vector<std::byte> square_but_one() {
    Values v;
    const auto square = [](int n) {
        const int root = static_cast<int>(std::lround(std::sqrt(n)));
        return n > 0 && root * root == n;
    };
    for (int n = 0; n <= 31; ++n) {
        const bool lost = n == 0 || n == 5, won = square(n) || square(n - 5);
        v.outcome.push_back(lost ? 0 : won ? 1 : 2);
        v.remoteness.push_back(n == 0 ? 0 : n == 5 ? 2 : square(n) ? 1 : won ? 3 : dont_care);
    }
    const auto game = make_game(stock_registry(), "square-but-one:max=30,add=even");
    TableContents contents = contents_of(v, game->spec());
    contents.info.queryable_size = 31;
    contents.info.rules_version = game->rules_version();
    return table_bytes(contents);
}

TEST(CApi, PlainCReadsATableThroughEachBackend) {
    const Scratch scratch;
    const auto bytes = square_but_one();
    const std::string file = scratch.write("table", bytes);
    EXPECT_EQ(capi_reads(file.c_str(), MEXQUERY_MAP), 0) << "the line of c_api_plain.c that failed";
    EXPECT_EQ(capi_reads(file.c_str(), MEXQUERY_READ), 0);
    EXPECT_EQ(capi_reads_memory(bytes.data(), bytes.size()), 0);
}

TEST(CApi, ErrorsAreCodesWithALineOfText) {
    const Scratch scratch;
    const std::string table = scratch.write("table", square_but_one()),
                      text = scratch.write("text", "This is not a table, and long enough to be one.");
    EXPECT_EQ(capi_refuses(table.c_str(), text.c_str()), 0) << "the line of c_api_plain.c that failed";
}

/// An open table of a game's values.
class Opened {
  public:
    Opened(const char* spec, ValueKind kind) {
        bytes_ = make_table_bytes(spec, job_of(kind, 1));
        EXPECT_EQ(mexquery_open_memory(bytes_.data(), bytes_.size(), &table_, nullptr), MEXQUERY_OK);
        reference_.emplace(Table::from_memory(std::span<const std::byte>(bytes_)).value());
    }
    ~Opened() { mexquery_close(table_); }
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    const mexquery_table* c() const { return table_; }
    const Table& cpp() const { return *reference_; }

  private:
    std::vector<std::byte> bytes_;
    mexquery_table* table_ = nullptr;
    std::optional<Table> reference_;
};

std::string text_of(const mexquery_value& value) {
    char text[100];
    mexquery_value_text(&value, text, sizeof text);
    return text;
}

/// Compares a value of C with one of C++, member by member.
void expect_same(const mexquery_value& c, const Value& cpp) {
    EXPECT_EQ(text_of(c), to_string(cpp));
    EXPECT_EQ(c.outcome, static_cast<int>(outcome_of(cpp)));
    if (cpp.kind == ValueKind::nimber) {
        EXPECT_EQ(c.kind, MEXQUERY_KIND_NIMBER);
        EXPECT_EQ(c.infinite, cpp.nimber.infinite ? 1 : 0);
        EXPECT_EQ(c.nimber, cpp.nimber.nimber);
        EXPECT_EQ(c.counter, cpp.nimber.counter);
        ASSERT_EQ(c.reached_count, cpp.nimber.reached.size());
        for (std::size_t i = 0; i < c.reached_count; ++i) EXPECT_EQ(c.reached[i], cpp.nimber.reached[i]);
    } else {
        EXPECT_EQ(c.kind, MEXQUERY_KIND_OBLIGED);
        EXPECT_EQ(c.obliged, cpp.obliged.code());
    }
}

TEST(CApi, EveryWayToReadValuesSaysTheSame) {
    const struct {
        const char* spec;
        ValueKind kind;
    } cases[] = {{"fair-shares:n=13", ValueKind::nimber},
                 {"square-but-one:max=60", ValueKind::nimber},
                 {"graph:file=" MEXBASE_DATA "/boards/nims-island.dot", ValueKind::nimber},
                 {"octal:code=0.77,max=150", ValueKind::nimber},
                 {"knight:size=9", ValueKind::obliged},
                 {"octal:code=0.77,max=150", ValueKind::obliged}};
    int infinite = 0;
    for (const auto& c : cases) {
        SCOPED_TRACE(c.spec);
        const Opened table(c.spec, c.kind);
        const TableInfo& info = table.cpp().info();
        mexquery_info described;
        ASSERT_EQ(mexquery_describe(table.c(), &described, nullptr), MEXQUERY_OK);
        EXPECT_EQ(described.spec, info.spec);
        EXPECT_EQ(described.value_kind, static_cast<int>(c.kind));
        EXPECT_EQ(described.largest_nimber, info.largest_nimber.value_or(0));
        EXPECT_EQ(described.periodic, info.repetition() ? 1 : 0);
        EXPECT_EQ(described.period, info.period ? info.period->period : 0);
        EXPECT_EQ(described.preperiod, info.period ? info.period->preperiod : 0);
        std::vector<std::uint64_t> indices;
        for (Index i = 0; i < info.queryable_size; ++i)
            if (table.cpp().legal(i).value()) indices.push_back(i);
        std::vector<mexquery_value> values(indices.size());
        ASSERT_EQ(mexquery_at_many(table.c(), indices.data(), indices.size(), values.data(), nullptr), MEXQUERY_OK);
        for (std::size_t k = 0; k < indices.size(); ++k) {
            const Value expected = table.cpp().at(indices[k]).value();
            infinite += expected.nimber.infinite ? 1 : 0;
            expect_same(values[k], expected);
            mexquery_value value;
            ASSERT_EQ(mexquery_at(table.c(), indices[k], &value, nullptr), MEXQUERY_OK);
            expect_same(value, expected);
            ASSERT_EQ(mexquery_stored_at(table.c(), indices[k], &value, nullptr), MEXQUERY_OK);
            expect_same(value, expected);
            const std::string text = table.cpp().text_of(indices[k]).value();
            ASSERT_EQ(mexquery_probe(table.c(), text.c_str(), &value, nullptr), MEXQUERY_OK);
            expect_same(value, expected);
        }
    }
    EXPECT_GT(infinite, 20);
}

TEST(CApi, ValueTextsAreCutOffWhereThereIsNoRoom) {
    const Opened loopy("square-but-one:max=60", ValueKind::nimber), knight("knight:size=9", ValueKind::obliged);
    mexquery_value value;
    for (Index i = 0; i <= 60; ++i) {
        ASSERT_EQ(mexquery_at(loopy.c(), i, &value, nullptr), MEXQUERY_OK);
        const std::string whole = text_of(value);
        for (std::size_t size = 1; size < 40; ++size) {
            char text[41];
            std::fill(std::begin(text), std::end(text), 'x');
            mexquery_value_text(&value, text, size);
            EXPECT_EQ(std::string(text), whole.substr(0, size - 1));
            EXPECT_EQ(text[size], 'x');
        }
        mexquery_value_text(&value, nullptr, 0);
    }
    ASSERT_EQ(mexquery_probe(knight.c(), "3,4", &value, nullptr), MEXQUERY_OK);
    EXPECT_EQ(text_of(value), "11");
    EXPECT_EQ(value.obliged, 3);
    ASSERT_EQ(mexquery_probe(knight.c(), "5,3", &value, nullptr), MEXQUERY_OK);
    EXPECT_EQ(text_of(value), "10");
}

TEST(CApi, SumsAndHeapsBeyondAPeriodicTableAreProbed) {
    const Opened kayles("octal:code=kayles,max=200", ValueKind::nimber);
    mexquery_value value, other;
    mexquery_error error;
    ASSERT_EQ(mexquery_probe(kayles.c(), "3+4", &value, &error), MEXQUERY_OK) << error.message;
    EXPECT_EQ(text_of(value), "*2");  // *3 and *
    for (const auto& [far, near] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
             {1000000, 72 + (1000000 - 72) % 12}, {~std::uint64_t{0} - 1, 72 + (~std::uint64_t{0} - 73) % 12}}) {
        ASSERT_EQ(mexquery_at(kayles.c(), far, &value, &error), MEXQUERY_OK) << error.message;
        ASSERT_EQ(mexquery_at(kayles.c(), near, &other, &error), MEXQUERY_OK) << error.message;
        EXPECT_EQ(value.nimber, other.nimber);
        std::int32_t legal = 0;
        EXPECT_EQ(mexquery_legal(kayles.c(), far, &legal, &error), MEXQUERY_OK) << error.message;
        EXPECT_EQ(legal, 1);
    }
    EXPECT_EQ(mexquery_stored_at(kayles.c(), 1000000, &value, &error), MEXQUERY_OK);
    EXPECT_EQ(mexquery_probe(kayles.c(), std::string(100, '1').c_str(), &value, &error), MEXQUERY_OK);
    EXPECT_EQ(mexquery_probe(kayles.c(), "3+", &value, &error), MEXQUERY_BAD_POSITION);
    // Options that are sums have no index.
    std::uint64_t options[20];
    mexquery_value values[20];
    std::size_t count = 0;
    ASSERT_EQ(mexquery_best(kayles.c(), 5, MEXQUERY_LEFT, options, values, 20, &count, &error), MEXQUERY_OK);
    EXPECT_EQ(count, 5u);  // 4, 3, 1+3, 2+2, 1+2
    EXPECT_EQ(std::count(options, options + count, UINT64_MAX), 3);
    EXPECT_EQ(text_of(values[0]), "0");
    for (std::size_t k = 1; k < count; ++k) EXPECT_GE(values[k].outcome, values[k - 1].outcome) << "lost ones first";
}

TEST(CApi, AddsNimbersAndObligedPairsAndRefusesWhatDoesNotAddUp) {
    const auto kayles = make_table_bytes("octal:code=0.77,max=50", job_of(ValueKind::nimber, 1)),
               square = make_table_bytes("square:max=50", job_of(ValueKind::nimber, 1)),
               knights = make_table_bytes("knight:size=12", job_of(ValueKind::obliged, 1));
    EXPECT_EQ(capi_adds_nimbers(kayles.data(), kayles.size(), square.data(), square.size()), 0);
    EXPECT_EQ(capi_adds_obliged_pairs(knights.data(), knights.size()), 0);
    EXPECT_EQ(capi_refuses_sums(kayles.data(), kayles.size(), knights.data(), knights.size()), 0);
}

TEST(CApi, NamesMovesAndListsMovesWithoutNames) {
    const auto board = make_table_bytes("tic-tac-toe"),
               heaps = make_table_bytes("octal:code=0.77,max=20", job_of(ValueKind::nimber));
    EXPECT_EQ(capi_names_moves(board.data(), board.size()), 0) << "the line of c_moves_plain.c that failed";
    EXPECT_EQ(capi_refuses_moves(board.data(), board.size()), 0);
    EXPECT_EQ(capi_lists_moves_without_names(heaps.data(), heaps.size()), 0);
}

TEST(CApi, FindsTablesInALibraryAndReadsThemThroughAReader) {
    EXPECT_EQ(capi_finds_tables(MEXBASE_DATA "/golden"), 0) << "the line of c_library_plain.c that failed";
    const std::string bytes = slurp(MEXBASE_DATA "/frozen/square-but-one-zstd-1.1.mxb");
    EXPECT_EQ(capi_reads_through_a_reader(bytes.data(), bytes.size()), 0);
}

}  // namespace mexbase::capi_test
