// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "lib/solve/outcomes/solve.hpp"
#include "tables.hpp"
#include "tests/refusal.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::board_tables_test {

using namespace test;

TEST(BoardTables, AreVerifiedAndSayWhatWasPublishedOfTheStart) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const std::pair<const char*, const char*> cases[] = {{"tic-tac-toe", "tie 9"},
                                                         {"mu-torere", "draw"},
                                                         {"dodgem", "win 19"},
                                                         {"dao", "draw"},
                                                         {"quixo:size=3", "win 7"},
                                                         {"mens-morris:men=5", "draw"},
                                                         {"mens-morris:men=9,slice=3-3", "win 3"}};
    for (const auto& [spec, start] : cases)
        EXPECT_EQ(to_string(make_table(spec).probe("start").value()), start) << spec;
}

TEST(BoardTables, HaveTheSameBytesIfValuesAreInAFile) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const char* spec : {"mens-morris:men=4", "chess:KPK"}) {
        const auto game = make_game_from_files(stock_registry(), spec);
        JobOptions options = quick_job();
        const JobMemory needed = check_job(*game, options);
        ASSERT_LT(needed.least, needed.fastest) << spec;
        options.memory = needed.least;
        EXPECT_TRUE(make_table_bytes(spec, options) == make_table_bytes(spec)) << spec;
        --options.memory;
        EXPECT_EQ(test::error_code_of([&] { make_table_bytes(spec, options); }), ErrorCode::out_of_memory) << spec;
    }
}

TEST(BoardTables, AreRefusedAtOnceWhereTheMemoryIsTooLittle) {
    JobOptions options = quick_job();
    options.memory = 1 << 20;
    EXPECT_EQ(test::error_code_of([&] { make_table_bytes("mens-morris:men=6", options); }), ErrorCode::out_of_memory);
}

}  // namespace mexbase::board_tables_test
