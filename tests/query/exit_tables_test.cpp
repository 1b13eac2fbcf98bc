// SPDX-License-Identifier: MIT
// Tables of distances to an exit.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lib/error.hpp"
#include "query/best_play.hpp"
#include "query/chess/zeroing.hpp"
#include "query/json/json.hpp"
#include "tests/gen/jobs/planted_errors.hpp"
#include "tests/query/c/plain.h"
#include "tests/sanitized.hpp"

namespace mexbase {
namespace {

using namespace test;

std::unique_ptr<Game> exit_game(std::string_view spec) {
    return make_game_from_files(stock_registry(), spec, ValueKind::outcome, 0, Distance::exit);
}

Table exit_table(std::string_view spec) {
    return Table::from_memory(make_table_bytes(*exit_game(spec))).value();
}

const Table& pawn_table() {
    static const Table table = exit_table("chess:KPK");
    return table;
}

std::string probe(const Table& table, std::string_view position) {
    return to_string(table.probe(position).value());
}

TEST(ExitTables, SayWhatTheirNumbersCount) {
    const Table& table = pawn_table();
    EXPECT_EQ(table.info().distance, Distance::exit);
    EXPECT_EQ(table.info().exit_limit, 100U);
    EXPECT_EQ(table.format_version(), "1.9");
    EXPECT_EQ(probe(table, "4k3/6KP/8/8/8/8/8/8 w - -"), "win exit 1");
    EXPECT_EQ(probe(table, "7k/6Q1/6K1/8/8/8/8/8 b - -"), "loss exit 0");
    EXPECT_EQ(probe(table, "7k/8/6K1/8/8/8/8/8 b - -"), "draw");
    const Json json = position_json("p", 1, table.probe("4k3/6KP/8/8/8/8/8/8 w - -").value());
    EXPECT_EQ(json["to_exit"], 1);
    EXPECT_FALSE(json.contains("remoteness"));
    const Table plain = Table::from_memory(make_table_bytes("square:max=5")).value();
    EXPECT_EQ(plain.info().distance, Distance::end);
    EXPECT_EQ(probe(plain, "3"), "win 3");
}

TEST(ExitTables, HaveTheOutcomesOfTablesOfMates) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Table mates = make_table("chess:KPK");
    const Table& exits = pawn_table();
    ASSERT_EQ(exits.info().positions, mates.info().positions);
    EXPECT_EQ(exits.info().outcomes, mates.info().outcomes);
    const Game& game = mates.game().value();
    for (Index i = 0; i < mates.info().indices; i += 97) {
        if (!game.legal(i)) continue;
        const std::string text = game.format(i);
        const OutcomeValue exit = exits.probe(text).value().outcome, mate = mates.stored_at(i).value().outcome;
        ASSERT_EQ(exit.outcome, mate.outcome) << text;
        ASSERT_LE(exit.remoteness, mate.remoteness) << text;
    }
}

TEST(ExitTables, AreVerifiedAndFaultsInThemAreFound) {
    const auto game = exit_game("mens-morris:men=3");
    const auto bytes = make_table_bytes(*game);
    EXPECT_GT(verify_table(*game, Table::from_memory(bytes).value(), quick_job()), 1000U);
    // The same values claimed to be distances to the end, and the other way round.
    const auto to_end = make_game_from_files(stock_registry(), "mens-morris:men=3");
    try {
        verify_table(*to_end, Table::from_memory(bytes).value(), quick_job());
        FAIL() << "distances to an exit pass as remotenesses";
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::verification_failed);
    }
    EXPECT_THROW(verify_table(*game, Table::from_memory(make_table_bytes(*to_end)).value(), quick_job()), Error);
}

TEST(ExitTables, ALineOfBestPlayReachesEachExitInTime) {
    const Table& table = pawn_table();
    const ResolvedPosition at = table.resolve("8/8/8/8/4K3/8/4P3/4k3 w - -").value();
    const PlayedLine line = best_line(table, at, 200).value();
    ASSERT_GT(line.moves.size(), 10U);
    EXPECT_EQ(line.end, LineEnd::finished);
    EXPECT_EQ(to_string(line.moves.back().value), "loss exit 0");
    const auto slice_of = [&](const Move& move) {
        return table.game().value().traits().order.first_of_slice(move.to.index());
    };
    int exits = 0;
    for (std::size_t m = 1; m < line.moves.size(); ++m) {
        const std::uint64_t before = line.moves[m - 1].value.outcome.remoteness,
                            after = line.moves[m].value.outcome.remoteness;
        if (slice_of(line.moves[m]) != slice_of(line.moves[m - 1])) {
            EXPECT_EQ(before, 1U) << m;
            ++exits;
        } else {
            EXPECT_EQ(after + 1, before) << m;
        }
    }
    EXPECT_GE(exits, 3);
}

TEST(ExitTables, AreKnownToProgramsInC) {
    const auto bytes = make_table_bytes(*exit_game("chess:KPK"));
    EXPECT_EQ(capi_reads_distances_to_exits(bytes.data(), bytes.size()), 0) << "the line of chess_plain.c that failed";
}

TEST(ExitTables, NeedTheLimitOfTheirRules) {
    Parts parts(text_of(make_table_bytes(*exit_game("chess:KPK"))));
    Bytes& description = parts.find(format::info_section)->bytes;
    TableInfo info = format::parse_info(view_of(description));
    info.exit_limit = 50;
    description = text_of(format::encode_info(info));
    const Bytes bytes = parts.file();
    const Table table = Table::from_memory(view_of(bytes)).value();
    EXPECT_EQ(table.info().exit_limit, 50U);
    EXPECT_EQ(table.game().error().code, ErrorCode::corrupt);
    EXPECT_EQ(table.probe("4k3/6KP/8/8/8/8/8/8 w - -").error().code, ErrorCode::corrupt);
    EXPECT_EQ(best_options(table, 0).error().code, ErrorCode::corrupt);
}

TEST(ExitTables, OnlyOutcomesOfGamesInSlicesHaveThem) {
    try {
        exit_game("nim:piles=3,max=5");
        FAIL();
    } catch (const Error& e) {
        EXPECT_EQ(e.code(), ErrorCode::not_applicable);
    }
}

TEST(ChessResults, FollowTheRuleOfFiftyMoves) {
    const OutcomeValue win{Outcome::win, 30}, loss{Outcome::loss, 30}, mate{Outcome::loss, 0};
    EXPECT_EQ(to_string(result_within(win, 70)), "win");
    EXPECT_EQ(to_string(result_within(win, 71)), "cursed-win");
    EXPECT_EQ(to_string(result_within(loss, 70)), "loss");
    EXPECT_EQ(to_string(result_within(loss, 71)), "blessed-loss");
    EXPECT_EQ(to_string(result_within(mate, 100)), "loss") << "mate counts before the claim of a draw";
    EXPECT_EQ(to_string(result_within(mate, 101)), "loss") << "mate ends the game";
    EXPECT_EQ(to_string(result_within({Outcome::win, 101}, 0)), "cursed-win");
    EXPECT_EQ(to_string(result_within({Outcome::draw, 0}, 0)), "draw");
    EXPECT_EQ(syzygy_distance(win), 30);
    EXPECT_EQ(syzygy_distance(loss), -30);
    EXPECT_EQ(syzygy_distance(mate), -1);
    EXPECT_EQ(syzygy_distance({Outcome::draw, 0}), 0);
    EXPECT_EQ(syzygy_distance({Outcome::unknown, 0}), std::nullopt);
    EXPECT_EQ(clock_of("4k3/6KP/8/8/8/8/8/8 w - - 12 40"), 12U);
    EXPECT_EQ(clock_of("4k3/6KP/8/8/8/8/8/8 w - -"), std::nullopt);
    EXPECT_EQ(clock_of("4k3/6KP/8/8/8/8/8/8_w_-_-_12_40"), 12U);
    EXPECT_EQ(clock_of("4k3/6KP/8/8/8/8/8/8\tw - - bm Kf6; hmvc 97; fmvn 40;"), 97U);
    EXPECT_EQ(clock_of("4k3/6KP/8/8/8/8/8/8 w - - id \"hmvc 97\";"), std::nullopt);
    EXPECT_EQ(clock_of("#7"), std::nullopt);
}

}  // namespace
}  // namespace mexbase
