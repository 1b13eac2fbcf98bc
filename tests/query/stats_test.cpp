// SPDX-License-Identifier: MIT
#include "query/stats.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../gen/jobs/tables.hpp"
#include "lib/games/boards/dodgem.hpp"
#include "lib/games/boards/mu_torere.hpp"
#include "lib/games/boards/tic_tac_toe.hpp"
#include "solved_games.hpp"
#include "strip_game.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::stats_test {

using namespace test;

/// Positions by value as text.
using Counts = std::map<std::string, std::uint64_t>;

/// Returns the counts in the rows. The totals must agree.
Counts counts_of(const Statistics& statistics) {
    Counts counts;
    std::uint64_t with_remoteness[5] = {};
    const auto add = [&](Outcome outcome, std::uint64_t remoteness, std::uint64_t n) {
        if (n != 0) counts[to_string(OutcomeValue{outcome, remoteness})] += n;
        with_remoteness[static_cast<std::size_t>(outcome)] += n;
    };
    for (std::size_t r = 0; r < statistics.by_remoteness.size(); ++r) {
        const auto& row = statistics.by_remoteness[r];
        EXPECT_TRUE(row.remoteness == r || r >= histogram_limit);
        add(Outcome::win, row.remoteness, row.win);
        add(Outcome::loss, row.remoteness, row.loss);
        add(Outcome::tie, row.remoteness, row.tie);
    }
    std::uint64_t positions = 0;
    for (std::size_t o = 0; o < statistics.outcomes.size(); ++o) {
        positions += statistics.outcomes[o];
        if (has_remoteness(static_cast<Outcome>(o)))
            EXPECT_EQ(with_remoteness[o], statistics.outcomes[o]);
        else if (statistics.outcomes[o] != 0)
            counts[std::string(to_string(static_cast<Outcome>(o)))] = statistics.outcomes[o];
    }
    EXPECT_EQ(positions, statistics.positions);
    EXPECT_EQ(statistics.longest_remoteness.has_value(), !statistics.by_remoteness.empty());
    if (statistics.longest_remoteness) {
        EXPECT_EQ(statistics.by_remoteness.back().remoteness, *statistics.longest_remoteness);
    }
    return counts;
}

/// Expects that some of the longest wins are listed, the longest first, each index once.
void expect_longest_wins(const Statistics& statistics, const Table& table) {
    std::uint64_t last = 0;
    for (const auto& row : statistics.by_remoteness)
        if (row.win != 0) last = row.remoteness;
    EXPECT_EQ(statistics.longest_wins.empty(), statistics.outcomes[static_cast<std::size_t>(Outcome::win)] == 0);
    EXPECT_LE(statistics.longest_wins.size(), 5U);
    for (const auto& [remoteness, position, mover] : statistics.longest_wins) {
        EXPECT_TRUE(&remoteness == &statistics.longest_wins.front().remoteness ? remoteness == last
                                                                               : remoteness <= last);
        last = remoteness;
        const Value value = table.probe(position).value();
        const OutcomeValue outcome = value.kind == ValueKind::outcome ? value.outcome
                                     : mover == Player::left          ? value.partizan.left
                                                                      : value.partizan.right;
        EXPECT_EQ(outcome, (OutcomeValue{Outcome::win, remoteness})) << position;
    }
}

TEST(Stats, OfATableCountEachIndexOnce) {
    for (const char* keys : {"n=4", "n=6", "n=5,pass=1", "n=7,early=1"}) {
        const StripTable strip(keys);
        Counts expected;
        for (Index i = 0; i < strip.rules.size(); ++i)
            if (strip.rules.legal(i)) ++expected[to_string(strip.table.at(i).value())];
        const Statistics statistics = mexbase::statistics(strip.table).value();
        EXPECT_EQ(counts_of(statistics), expected);
        EXPECT_EQ(statistics.positions, strip.table.info().positions);
        expect_longest_wins(statistics, strip.table);
    }
}

template <class R>
void expect_what_texts_reach(const std::string& keys, const std::string& start, const StripTexts& texts) {
    const StripTable<R> strip(keys);
    Counts expected;
    for (const auto& [text, value] : texts.solved(start).values) ++expected[to_string(value)];
    const Statistics statistics = reachable_statistics(strip.table).value();
    EXPECT_EQ(counts_of(statistics), expected) << R::family << ' ' << keys;
    expect_longest_wins(statistics, strip.table);
    EXPECT_EQ(counts_of(reachable_statistics(strip.table, Player::right).value()), expected)
        << "who begins belongs to the start";
}

TEST(Stats, OfWhatPlayReachesCountPositionsAsPeopleSeeThem) {
    for (std::size_t n = 1; n <= 7; ++n)
        for (const bool pass : {false, true})
            for (const bool early : {false, true}) {
                const std::string keys =
                    "n=" + std::to_string(n) + ",pass=" + (pass ? "1" : "0") + ",early=" + (early ? "1" : "0");
                const std::string start = "X:" + std::string(n, '.');
                expect_what_texts_reach<Strip>(keys, start, {pass, early});
                expect_what_texts_reach<ComposedStrip>(keys, start, {pass, early});
                expect_what_texts_reach<NumberedStrip>(keys, start, {pass, early});
            }
}

/// Returns the statistics of reachable positions of a stock game.
Statistics of_board(std::vector<std::byte> bytes) {
    const Table table = opened_stock(std::move(bytes));
    const Statistics statistics = reachable_statistics(table).value();
    (void)counts_of(statistics);
    expect_longest_wins(statistics, table);
    return statistics;
}

/// Losses, wins, draws, ties.
using Totals = std::array<std::uint64_t, 5>;

TEST(Stats, OfBoardGamesAreThePublishedTotals) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Statistics tic_tac_toe = of_board(swept_bytes<TicTacToe>());
    EXPECT_EQ(tic_tac_toe.positions, 5478U);
    EXPECT_EQ(tic_tac_toe.outcomes, (Totals{1574, 2836, 0, 1068, 0}));
    EXPECT_EQ(tic_tac_toe.longest_remoteness, 9U);
    const Statistics mu_torere = of_board(swept_bytes<MuTorere>());
    EXPECT_EQ(mu_torere.positions, 1180U);
    EXPECT_EQ(mu_torere.outcomes, (Totals{128, 208, 844, 0, 0}));
    const Statistics dodgem = of_board(swept_bytes<Dodgem>());
    EXPECT_EQ(dodgem.positions, 1963U);
    EXPECT_EQ(dodgem.outcomes, (Totals{840, 1123, 0, 0, 0}));
    const Statistics quixo = of_board(make_table_bytes("quixo:size=3", quick_job(1)));
    EXPECT_EQ(quixo.outcomes, (Totals{11780, 20247, 0, 0, 0}));
    // A square's symmetries do not commute, and some ends of play are symmetric.
    const Statistics dao = of_board(make_table_bytes("dao", quick_job(1)));
    EXPECT_EQ(dao.positions, 1'768'108U);
    EXPECT_EQ(dao.outcomes, (Totals{47256, 333720, 1387132, 0, 0}));
}

/// Returns the reachable positions with their movers, by a search over options.
std::set<std::pair<Index, Player>> reached(const Game& game, Player first) {
    std::deque<std::pair<Index, Player>> queue{{game.start().value(), game.partizan() ? first : Player::left}};
    std::set<std::pair<Index, Player>> seen(queue.begin(), queue.end());
    for (; !queue.empty(); queue.pop_front()) {
        const auto [i, mover] = queue.front();
        const Player next = game.partizan() ? other(mover) : Player::left;
        game.for_each_option(i, mover, [&](std::span<const Index> parts) {
            if (seen.emplace(parts.front(), next).second) queue.emplace_back(parts.front(), next);
        });
    }
    return seen;
}

TEST(Stats, OfPartizanGamesKnowWhoseTurnItIs) {
    for (const char* spec : {"domineering:board=grid-3x3", "snort:board=path-5", "col:board=path-5"}) {
        const Table table = partizan_outcome_table(spec);
        const Game& game = table.game().value();
        for (const Player first : {Player::left, Player::right}) {
            Counts expected;
            const auto states = reached(game, first);
            for (const auto& [i, mover] : states) {
                const PartizanOutcome both = table.at(i)->partizan;
                ++expected[to_string(mover == Player::left ? both.left : both.right)];
            }
            const Statistics statistics = reachable_statistics(table, first).value();
            EXPECT_EQ(counts_of(statistics), expected) << spec;
            EXPECT_LT(statistics.positions, 2 * table.info().positions);
            expect_longest_wins(statistics, table);
        }
        const Statistics all = statistics(table).value();
        EXPECT_EQ(all.positions, 2 * table.info().positions);
        expect_longest_wins(all, table);
    }
}

TEST(Stats, WhatIsReachedDoesNotDependOnTheThreads) {
    const auto game = make_game(stock_registry(), "mens-morris:men=3");
    const auto reached = [&game](unsigned threads) {
        std::vector<std::array<std::uint64_t, 4>> all;
        game->for_each_reachable(Player::left, threads, [&](const ReachedIndex& at) {
            all.push_back({at.index, static_cast<std::uint64_t>(at.mover), at.count, at.image});
        });
        return all;
    };
    const auto alone = reached(1);
    EXPECT_GT(alone.size(), 10'000U);
    EXPECT_TRUE(std::ranges::is_sorted(alone));
    for (const unsigned threads : {2U, 5U}) EXPECT_TRUE(reached(threads) == alone) << threads;
}

TEST(Stats, ALongLineOfPlayIsExploredToItsEnd) {
    // As many levels as positions, with descending indices.
    const Table table = opened(steps_bytes(300'000));
    const Statistics some = reachable_statistics(table).value(), all = statistics(table).value();
    EXPECT_EQ(some.positions, 300'000U);
    EXPECT_EQ(counts_of(some), counts_of(all));
    EXPECT_EQ(some.longest_wins, all.longest_wins);
    EXPECT_EQ(some.longest_wins.front().position, "299998") << "299999 is won as late: equals by index";
    ASSERT_GT(some.by_remoteness.size(), histogram_limit);
    for (std::size_t r = 0; r < some.by_remoteness.size(); ++r) ASSERT_EQ(some.by_remoteness[r].remoteness, r);
}

TEST(Stats, RowsPastTheLimitAreThoseThatHavePositions) {
    Values v;
    for (const std::uint32_t remoteness : {3U, 70'000U, 1'000'000'000U, 70'000U}) {
        v.outcome.push_back(1);
        v.remoteness.push_back(remoteness);
    }
    const Statistics statistics = mexbase::statistics(opened(table_bytes(contents_of(v)))).value();
    ASSERT_EQ(statistics.by_remoteness.size(), histogram_limit + 2);
    EXPECT_EQ(statistics.by_remoteness[3], (Statistics::Row{3, 1, 0, 0}));
    EXPECT_EQ(statistics.by_remoteness[4], (Statistics::Row{4, 0, 0, 0}));
    EXPECT_EQ(statistics.by_remoteness[histogram_limit], (Statistics::Row{70'000, 2, 0, 0}));
    EXPECT_EQ(statistics.longest_remoteness, 1'000'000'000U);
    ASSERT_EQ(statistics.longest_wins.size(), 4U);
    EXPECT_EQ(statistics.longest_wins[0].position, "#2") << "the rules are not known";
    EXPECT_EQ(statistics.longest_wins[1].position, "#1") << "equals by index";
    EXPECT_EQ(statistics.longest_wins[2].position, "#3");
}

TEST(Stats, SayWhatTheyCannotCount) {
    const auto code = [](const Result<Statistics>& statistics) {
        EXPECT_FALSE(statistics);
        return statistics.error().code;
    };
    EXPECT_EQ(code(statistics(nimber_table("nim:piles=1,max=3"))), ErrorCode::not_applicable);
    EXPECT_EQ(code(reachable_statistics(canonical_table("domineering:board=grid-2x2"))), ErrorCode::not_applicable);
    Values v = made_up(Content::all_draws, 5, 1);
    EXPECT_EQ(code(reachable_statistics(opened(table_bytes(contents_of(v, "wheel:n=5"))))), ErrorCode::bad_position)
        << "no start";
    EXPECT_EQ(code(reachable_statistics(opened(table_bytes(v)))), ErrorCode::bad_spec) << "no rules";
    const Statistics draws = statistics(opened(table_bytes(v))).value();
    EXPECT_EQ(draws.positions, 5U);
    EXPECT_FALSE(draws.longest_remoteness);
    EXPECT_TRUE(draws.longest_wins.empty());
}

TEST(Stats, CountsByValueAreThoseOfTheRange) {
    for (const Table& table : {nimber_table("nim:piles=2,max=4"), canonical_table("domineering:board=grid-2x3")}) {
        const TableInfo all = value_counts(table).value();
        EXPECT_EQ(all, table.info());
        // The range of all indices but the last is counted from its values.
        const Index last = table.info().queryable_size - 1;
        const TableInfo counts = value_counts(table, {0, last}).value(),
                        rest = value_counts(table, {last, last + 1}).value();
        EXPECT_EQ(counts.positions, last);
        EXPECT_EQ(rest.positions, 1U);
        for (std::size_t c = 0; c < all.classes.size(); ++c)
            EXPECT_EQ(counts.classes[c] + rest.classes[c], all.classes[c]);
        for (std::size_t n = 0; n < all.nimbers.size(); ++n)
            EXPECT_EQ(
                (n < counts.nimbers.size() ? counts.nimbers[n] : 0) + (n < rest.nimbers.size() ? rest.nimbers[n] : 0),
                all.nimbers[n]);
    }
    // Left places one of two vertical dominoes, and then Right has no move.
    const TableInfo reached = reachable_value_counts(canonical_table("domineering:board=grid-2x2")).value();
    EXPECT_EQ(reached.positions, 3U);
    EXPECT_EQ(reached.classes[static_cast<std::size_t>(OutcomeClass::next)], 1U);
    EXPECT_EQ(reached.classes[static_cast<std::size_t>(OutcomeClass::left)], 2U);
    EXPECT_EQ(reached.distinct_values, 2U);
}

}  // namespace mexbase::stats_test
