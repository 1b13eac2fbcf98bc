// SPDX-License-Identifier: MIT
// Tables of chess endings, queried by the pieces on a board, in C++ and in plain C.
#include "query/chess/chess.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <string_view>
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

/// Returns the sets of squares of a board.
chess::Bitboards bitboards_of(const chess::Diagram& board) {
    chess::Bitboards sets{.black_moves = board.black_moves, .passed = board.passed};
    for (unsigned square = 0; square < chess::square_count; ++square) {
        const char man = board.men[square];
        if (man == 0) continue;
        const bool black = man >= 'a';
        sets.colours[black ? 1 : 0] |= chess::bit(square);
        sets.kinds[std::string_view(black ? "kqrbnp" : "KQRBNP").find(man)] |= chess::bit(square);
    }
    return sets;
}

TEST(ChessBoards, AreReadFromSetsOfSquaresToo) {
    // Positions in which a pawn can be taken en passant have the last indices of KPKP.
    const Chess rules({chess::parse_material("KPKP")});
    const auto& layout = rules.layouts().back();
    std::mt19937_64 random(1);
    std::size_t positions = 0, pushed = 0;
    while (positions < 4000) {
        const Index range = positions % 2 == 0 ? layout.size() : 50'000,
                    i = layout.first() + layout.size() - 1 - random() % range;
        if (!rules.legal(i)) continue;
        const auto p = rules.position(i, static_cast<unsigned>(random() % rules.images()));
        const chess::Diagram board = chess::Diagram::parse(rules.format(p));
        const chess::Bitboards sets = bitboards_of(board);
        Chess::Position read;
        ASSERT_EQ(rules.read(sets, read), chess::BoardError::none) << board.format();
        ASSERT_EQ(rules.format(read), board.format());
        ASSERT_EQ(rules.rank(read), i) << board.format();
        ASSERT_EQ(sets.diagram().format(), board.format());
        // Each legal move has the name and the target that the named moves have.
        std::vector<std::string> names;
        std::vector<Index> targets, named;
        rules.for_each_legal_move(read, [&](const chess::Move& move, const Chess::Position& next) {
            names.push_back(chess::name_of(chess::on_board(read.black_first, read.view.at[move.man])) +
                            chess::name_of(chess::on_board(read.black_first, move.to)));
            if (move.promoted != chess::king) names.back() += "kqrbnp"[move.promoted];
            targets.push_back(rules.rank(next));
        });
        rules.for_each_named_move(read, Player::left, [&](const Chess::Position& next, std::string_view) {
            named.push_back(rules.rank(next));
        });
        ASSERT_EQ(names, rules.engine_names(read, Player::left)) << board.format();
        ASSERT_EQ(targets, named) << board.format();
        pushed += p.view.pushed != 0 ? 1U : 0U;
        ++positions;
    }
    EXPECT_GT(pushed, 1000U);
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
