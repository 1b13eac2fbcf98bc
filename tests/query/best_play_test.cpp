// SPDX-License-Identifier: MIT
#include "query/best_play.hpp"

#include <gtest/gtest.h>

#include "test_tables.hpp"

namespace mexbase::best_play_test {

using namespace test;

Table steps_table(Index n) {
    return opened(steps_bytes(n));
}

Table wheel_table(Index n) {
    return opened(table_bytes(contents_of(made_up(Content::all_draws, n, 1), "wheel:n=" + std::to_string(n))));
}

TEST(BestPlay, OptionsAreOrderedBestFirst) {
    const Table table = steps_table(50);
    const auto options = best_options(table, 10).value();
    ASSERT_EQ(options.size(), 2u);
    EXPECT_EQ(options[0].index(), 9u);
    EXPECT_EQ(to_string(options[0].value), "loss 6");
    EXPECT_EQ(options[1].index(), 8u);
    EXPECT_EQ(to_string(options[1].value), "win 5");
    EXPECT_TRUE(best_options(table, 0)->empty());
    EXPECT_EQ(best_options(table, 60).error().code, ErrorCode::out_of_domain);
}

TEST(BestPlay, EqualOptionsAreOrderedByIndexAndGivenOnce) {
    const auto options = best_options(wheel_table(5), 4).value();
    ASSERT_EQ(options.size(), 1u) << "two moves to one position are one option";
    EXPECT_EQ(options[0].index(), 0u);
    const auto lost = best_options(steps_table(50), 9).value();
    EXPECT_EQ(lost[0].index(), 7u) << "both are won in 5: the smaller index comes first";
    EXPECT_EQ(lost[1].index(), 8u);
}

TEST(BestPlay, TheWinnerHurriesAndTheLoserDelaysToTheEnd) {
    const Table table = steps_table(50);
    for (const Index start : {0u, 1u, 20u, 21u, 49u}) {
        const Line line = best_line(table, start, 1000).value();
        EXPECT_EQ(line.end, Line::End::finished);
        EXPECT_EQ(line.positions.front(), start);
        EXPECT_EQ(line.positions.back(), 0u);
        EXPECT_EQ(line.positions.size(), table.at(start)->outcome.remoteness + 1);
    }
}

TEST(BestPlay, ADrawStopsAtARepetitionOrAtTheLength) {
    const Table table = wheel_table(6);
    const Line round = best_line(table, 2, 1000).value();
    EXPECT_EQ(round.end, Line::End::repeated);
    EXPECT_EQ(round.positions, (std::vector<Index>{2, 3, 4, 5, 0, 1, 2}));
    const Line cut = best_line(table, 2, 3).value();
    EXPECT_EQ(cut.end, Line::End::cut);
    EXPECT_EQ(cut.positions, (std::vector<Index>{2, 3, 4, 5}));
    EXPECT_EQ(best_line(table, 2, 0)->positions.size(), 1u);
    EXPECT_EQ(best_line(table, 6, 3).error().code, ErrorCode::out_of_domain);
}

TEST(BestPlay, NeedsTheRules) {
    const Table table = opened(table_bytes(made_up(Content::noise, 10, 1)));
    EXPECT_EQ(best_options(table, 1).error().code, ErrorCode::bad_spec);
    EXPECT_EQ(best_line(table, 1, 5).error().code, ErrorCode::bad_spec);
}

}  // namespace mexbase::best_play_test
