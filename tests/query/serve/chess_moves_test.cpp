// SPDX-License-Identifier: MIT
#include "query/serve/chess_moves.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "lib/error.hpp"
#include "lib/games/boards/chess.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::serve {
namespace chess_moves_test {

constexpr const char* first_position = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Returns the number of lines of `plies` legal moves.
std::uint64_t lines(const ChessPosition& position, unsigned plies) {
    const std::vector<ChessMove> moves = legal_moves(position);
    if (plies == 1) return moves.size();
    std::uint64_t sum = 0;
    for (const ChessMove& move : moves) sum += lines(move.after, plies - 1);
    return sum;
}

std::vector<std::string> sans(const std::string& fen) {
    std::vector<std::string> names;
    for (const ChessMove& move : legal_moves(ChessPosition::parse(fen))) names.push_back(move.san);
    std::sort(names.begin(), names.end());
    return names;
}

bool has(const std::string& fen, const std::string& san) {
    const auto names = sans(fen);
    return std::find(names.begin(), names.end(), san) != names.end();
}

// The numbers are those of chessprogramming.org, "Perft Results".
TEST(ServeChessMoves, HaveThePublishedNumbersOfLines) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const struct {
        const char* fen;
        unsigned plies;
        std::uint64_t lines;
    } cases[] = {
        {first_position, 3, 8902},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3, 97862},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43238},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9467},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 3, 62379},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3, 89890},
    };
    for (const auto& each : cases) EXPECT_EQ(lines(ChessPosition::parse(each.fen), each.plies), each.lines) << each.fen;
}

// In the positions of a table, the moves are those of its rules, with the same names.
TEST(ServeChessMoves, AreThoseOfTheTablesWithTheSameNames) {
    for (const char* material : {"KQRKP", "KPKP", "KBNKN", "KPPK"}) {
        const Chess rules({chess::parse_material(material).normalised()});
        int seen = 0;
        for (Index i = 7; i < rules.size(); i += rules.size() / 500 + 1) {
            if (!rules.legal(i)) continue;
            ++seen;
            const Chess::Position p = rules.unrank(i);
            std::vector<std::string> expected, found;
            const std::vector<std::string> engine_names = rules.engine_names(p, Player::left);
            std::size_t at = 0;
            rules.for_each_named_move(p, Player::left, [&](const Chess::Position& next, std::string_view name) {
                expected.push_back(engine_names[at++] + ' ' + std::string(name) + ' ' + rules.format(next));
            });
            for (const ChessMove& move : legal_moves(ChessPosition::parse(rules.format(p))))
                found.push_back(move.uci + ' ' + move.san + ' ' + move.after.text());
            std::sort(expected.begin(), expected.end());
            std::sort(found.begin(), found.end());
            EXPECT_EQ(found, expected) << rules.format(p);
        }
        EXPECT_GE(seen, 100) << material;
    }
}

TEST(ServeChessMoves, Castle) {
    const std::string both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 1";
    const std::vector<ChessMove> moves = legal_moves(ChessPosition::parse(both));
    const auto found =
        std::find_if(moves.begin(), moves.end(), [](const ChessMove& move) { return move.san == "O-O"; });
    ASSERT_NE(found, moves.end());
    EXPECT_EQ(found->uci, "e1g1");
    EXPECT_FALSE(found->zeroing);
    EXPECT_FALSE(found->converts());
    EXPECT_EQ(found->after.text(), "r3k2r/8/8/8/8/8/8/R4RK1 b - -");
    EXPECT_EQ(found->after.clock, 4u);
    EXPECT_EQ(std::popcount(found->after.castling), 2);
    EXPECT_TRUE(has(both, "O-O-O"));
    EXPECT_FALSE(has("r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "O-O"));
    EXPECT_FALSE(has("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1", "O-O")) << "in check";
    EXPECT_FALSE(has("4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1", "O-O")) << "across an attacked square";
    EXPECT_TRUE(has("4k3/8/8/8/8/8/1r6/R3K3 w Q - 0 1", "O-O-O")) << "only the rook crosses an attacked square";
    EXPECT_FALSE(has("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "O-O-O")) << "a piece is between";
    EXPECT_TRUE(has("5k2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O+"));
}

TEST(ServeChessMoves, ReadsForsythEdwardsNotation) {
    EXPECT_EQ(ChessPosition::parse("4k3/6KP/8/8/8/8/8/8").text(), "4k3/6KP/8/8/8/8/8/8 w - -");
    EXPECT_EQ(ChessPosition::parse("4k3/6KP/8/8/8/8/8/8_b_-_-_12_80").clock, 12u);
    EXPECT_EQ(ChessPosition::parse("4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1").castling, chess::bit(0))
        << "only the rook on a1";
    EXPECT_EQ(ChessPosition::parse("4k3/8/8/8/8/8/8/R3K3\tw Q - hmvc 7; bm Ra8;").clock, 7u);
    // The square of a capture en passant is ignored unless the capture is legal.
    EXPECT_EQ(ChessPosition::parse("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").board.passed, 43);
    EXPECT_EQ(ChessPosition::parse("4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1").board.passed, 0);
    EXPECT_EQ(ChessPosition::parse("4k3/8/8/3pP3/8/8/8/4K3 w - e3 0 1").board.passed, 0);
    EXPECT_EQ(ChessPosition::parse("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1").board.passed, 0) << "pinned";
    for (const char* wrong : {"", "rubbish", "8/8/8/8/8/8/8/8 w", "4k3/8/8/8/8/8/8/4KK2 w", "4k3/8/8/8/8/8/8/4K2P w",
                              "3kK3/8/8/8/8/8/8/8 w", "4k3/8/8/8/8/8/8/4RK2 w", "4k3/8/8/8/8/8/8/4K3 x",
                              "4k3/8/8/8/8/8/8/4K3 w X", "4k3/8/8/8/8/8/8/4K3 w - e9", "4k3/8/8/8/8/8/8/4K3 w - - x",
                              "4k3/8/8/8/8/8/8/4K3 w - - 4294967296", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2"})
        EXPECT_THROW((void)ChessPosition::parse(wrong), Error) << wrong;
}

}  // namespace chess_moves_test
}  // namespace mexbase::serve
