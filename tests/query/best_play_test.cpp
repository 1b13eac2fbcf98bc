// SPDX-License-Identifier: MIT
#include "query/best_play.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "solved_games.hpp"
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

TEST(PartizanBestPlay, CanonicalOptionsAreOrderedByWhatTheyAreWorthToTheMover) {
    for (const char* spec : {"domineering:board=grid-3x3", "cutthroat:board=path-5", "toppling-dominoes:max=4"}) {
        const Table table = canonical_table(spec);
        const Game& game = table.game().value();
        GameArena arena;
        int compared = 0;
        for (const Index i : positions_of(table))
            for (const Player mover : {Player::left, Player::right}) {
                const auto best = best_options(table, i, mover).value();
                std::vector<Index> expected, got;
                game.options(i, mover, expected);
                std::ranges::sort(expected);
                expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
                std::vector<int> ranks;
                std::vector<PartizanId> games;
                for (const Option& option : best) games.push_back(parse_game(arena, to_string(option.value)));
                for (std::size_t n = 0; n < best.size(); ++n) {
                    got.push_back(best[n].index());
                    ASSERT_EQ(best[n].value, table.at(best[n].index()).value());
                    const auto at_least_as_good = [&](PartizanId a, PartizanId b) {
                        return mover == Player::left ? arena.leq(b, a) : arena.leq(a, b);
                    };
                    const bool wins = at_least_as_good(games[n], GameArena::zero);
                    // Distinct values that are better.
                    std::vector<PartizanId> better;
                    for (const PartizanId g : games)
                        if (g != games[n] && at_least_as_good(g, games[n])) better.push_back(g);
                    std::ranges::sort(better);
                    better.erase(std::unique(better.begin(), better.end()), better.end());
                    ranks.push_back((wins ? 0 : 1000) + static_cast<int>(better.size()));
                    if (n == 0) continue;
                    ASSERT_LE(ranks[n - 1], ranks[n]);
                    ASSERT_TRUE(ranks[n - 1] != ranks[n] || got[n - 1] < got[n]) << "equals by index";
                    // No option comes after a worse one.
                    for (std::size_t before = 0; before < n; ++before)
                        ASSERT_TRUE(games[before] == games[n] || !at_least_as_good(games[n], games[before]));
                    compared += ranks[n - 1] != ranks[n] ? 1 : 0;
                }
                std::ranges::sort(got);
                ASSERT_EQ(got, expected);
            }
        EXPECT_GT(compared, 5) << spec;
    }
}

TEST(PartizanBestPlay, TheFirstOptionIsAsGoodAsTheTableSays) {
    const Table table = canonical_table("domineering:board=grid-2x4");
    for (const Index i : positions_of(table))
        for (const Player mover : {Player::left, Player::right}) {
            const auto best = best_options(table, i, mover).value();
            const bool wins = outcome_for(table.at(i).value(), mover) == Outcome::win;
            ASSERT_EQ(wins, !best.empty() && outcome_for(best[0].value, other(mover)) == Outcome::loss);
        }
}

TEST(PartizanBestPlay, OutcomeOptionsAreOrderedForTheOpponentToBegin) {
    const Table table = partizan_outcome_table("domineering:board=grid-3x3");
    for (const Index i : positions_of(table))
        for (const Player mover : {Player::left, Player::right}) {
            const auto best = best_options(table, i, mover).value();
            const auto side = [&](const Option& o) {
                return mover == Player::left ? o.value.partizan.right : o.value.partizan.left;
            };
            for (std::size_t n = 1; n < best.size(); ++n) {
                ASSERT_FALSE(better_option(side(best[n]), side(best[n - 1])));
                ASSERT_TRUE(side(best[n]) != side(best[n - 1]) || best[n - 1].index() < best[n].index());
            }
            const OutcomeValue here = mover == Player::left ? table.at(i)->partizan.left : table.at(i)->partizan.right;
            ASSERT_EQ(here.remoteness, best.empty() ? 0 : side(best[0]).remoteness + 1);
            ASSERT_EQ(here.outcome == Outcome::win, !best.empty() && side(best[0]).outcome == Outcome::loss);
        }
}

TEST(PartizanBestPlay, DrawsComeBetweenWinsAndLosses) {
    const auto with = [](OutcomeValue left, OutcomeValue right) { return Value::of(PartizanOutcome{left, right}); };
    const OutcomeValue win{Outcome::win, 3}, late{Outcome::win, 5}, loss{Outcome::loss, 2}, draw{};
    // Left's choice depends on Right's result.
    const Value won = with(win, loss), drawn = with(loss, draw), lost = with(draw, win), lost_late = with(loss, late);
    EXPECT_TRUE(better_option(won, drawn, Player::left));
    EXPECT_TRUE(better_option(drawn, lost_late, Player::left));
    EXPECT_TRUE(better_option(lost_late, lost, Player::left));
    EXPECT_FALSE(better_option(lost, lost_late, Player::left));
    EXPECT_TRUE(better_option(drawn, lost, Player::right));
    EXPECT_TRUE(better_option(lost, won, Player::right));
}

TEST(PartizanBestPlay, ALineLastsAsLongAsTheRemotenessOfItsBeginner) {
    const Table table = partizan_outcome_table("domineering:board=grid-3x3");
    const Game& game = table.game().value();
    for (const Index i : positions_of(table))
        for (const Player mover : {Player::left, Player::right}) {
            const Line line = best_line(table, i, 100, mover).value();
            ASSERT_EQ(line.end, Line::End::finished);
            const PartizanOutcome both = table.at(i)->partizan;
            ASSERT_EQ(line.positions.size(), 1 + (mover == Player::left ? both.left : both.right).remoteness);
            Player player = mover;
            for (std::size_t n = 1; n < line.positions.size(); ++n, player = other(player)) {
                std::vector<Index> options;
                game.options(line.positions[n - 1], player, options);
                ASSERT_NE(std::ranges::find(options, line.positions[n]), options.end());
            }
        }
}

TEST(PartizanBestPlay, ALineIsForOutcomes) {
    const Table table = canonical_table("domineering:board=grid-2x2");
    const auto line = best_line(table, 0, 100);
    EXPECT_EQ(line.error().code, ErrorCode::not_applicable);
    EXPECT_EQ(best_options(table, 99).error().code, ErrorCode::out_of_domain);
}

// An occupied cell is written with the character that begins an index.
TEST(PartizanBestPlay, EveryPositionIsFoundByItsText) {
    for (const Table& table :
         {canonical_table("domineering:board=grid-2x3"), partizan_outcome_table("domineering:board=grid-1x1")})
        for (const Index i : positions_of(table)) {
            EXPECT_EQ(table.index_of(table.text_of(i).value()).value(), i);
            EXPECT_EQ(table.index_of("#" + std::to_string(i)).value(), i);
        }
}

}  // namespace mexbase::best_play_test
