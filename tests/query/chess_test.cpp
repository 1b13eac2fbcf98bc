// SPDX-License-Identifier: MIT
// Tables of chess endings, queried by the pieces on a board, in C++ and in plain C.
#include "query/chess/chess.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "../gen/jobs/tables.hpp"
#include "c/plain.h"
#include "lib/games/boards/chess.hpp"
#include "lib/rules/game_of.hpp"
#include "query/best_play.hpp"

namespace mexbase::chess_boards_test {

using namespace test;

const std::vector<std::byte>& pawn_endings() {
    static const std::vector<std::byte> bytes = make_table_bytes("chess:KPK");
    return bytes;
}

TEST(ChessBoards, HaveTheIndexOfTheirText) {
    const Table table = Table::from_memory(pawn_endings()).value();
    const Chess& rules = *rules_of<Chess>(table.game().value());
    std::size_t positions = 0;
    for (Index i = 0; i < rules.size(); i += 97) {
        if (!rules.legal(i)) continue;
        const std::string text = rules.format(rules.position(i, static_cast<unsigned>(i) % rules.images()));
        ASSERT_EQ(chess_index(table, chess::Diagram::parse(text)).value(), i) << text;
        ASSERT_EQ(table.stored_outcome(i).value(), table.stored_at(i).value().outcome.outcome) << text;
        ASSERT_EQ(table.outcome(i).value(), table.stored_outcome(i).value()) << text;
        ++positions;
    }
    EXPECT_GT(positions, 3000U);
    EXPECT_EQ(table.stored_outcome(rules.size()).error().code, ErrorCode::out_of_domain);
}

TEST(ChessBoards, AreRefusedWithTheReasonOfTheirText) {
    const Table table = Table::from_memory(pawn_endings()).value();
    const auto refused = chess_index(table, chess::Diagram::parse("8/8/8/8/4p3/8/8/K6Q w - -"));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::bad_position);
    EXPECT_EQ(refused.error().message, "the board is not a position: Black does not have exactly one king");
    chess::Diagram beside = chess::Diagram::parse("8/8/8/2k5/8/8/8/K6Q w - -");
    beside.passed = 64;
    EXPECT_EQ(chess_index(table, beside).error().message,
              "the board is not a position: the en passant square is 64, expected 0 (a1) to 63 (h8)");
    const Table heaps = Table::from_memory(make_table_bytes("square:max=9")).value();
    const auto other = chess_index(heaps, chess::Diagram{});
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, ErrorCode::not_applicable);
    EXPECT_EQ(other.error().message, "the table of square:max=9 is not a table of chess");
    EXPECT_EQ(rules_of<Chess>(heaps.game().value()), nullptr);
    static const Registry none({});
    const Table strange = Table::from_memory(pawn_endings(), OpenOptions{.registry = &none}).value();
    EXPECT_EQ(chess_index(strange, chess::Diagram{}).error().code, strange.game().error().code);
}

TEST(ChessBoards, MovesHaveTheNamesThatProgramsGiveThem) {
    const Table table = Table::from_memory(pawn_endings()).value();
    const ResolvedPosition asked = table.resolve("7K/8/8/8/8/6k1/4p3/8 b").value();
    const auto moves = best_moves(table, asked).value();
    const Chess& rules = *rules_of<Chess>(table.game().value());
    ASSERT_EQ(moves.size(), rules.engine_names(rules.parse(asked.text), Player::left).size());
    std::map<std::string, std::string> names;
    for (const Move& move : moves) names[move.name] = move.engine_name;
    EXPECT_EQ(names["e1=Q"], "e2e1q");
    EXPECT_EQ(names["e1=N"], "e2e1n");
    EXPECT_EQ(names["Kf2"], "g3f2");
    EXPECT_EQ(names["Kh3"], "g3h3");
    // Other games have none.
    const Table heaps = Table::from_memory(make_table_bytes("square:max=9")).value();
    EXPECT_EQ(heaps.game().value().engine_notation(), "");
    EXPECT_EQ(table.game().value().engine_notation(), "uci");
    for (const Move& move : best_moves(heaps, heaps.resolve("9").value()).value()) EXPECT_EQ(move.engine_name, "");
}

TEST(CApi, ReadsChessBoards) {
    const auto& bytes = pawn_endings();
    EXPECT_EQ(capi_reads_chess_boards(bytes.data(), bytes.size()), 0) << "the line of c_chess_plain.c that failed";
    const auto other = make_table_bytes("square:max=9");
    EXPECT_EQ(capi_refuses_chess_boards(bytes.data(), bytes.size(), other.data(), other.size()), 0);
}

}  // namespace mexbase::chess_boards_test
