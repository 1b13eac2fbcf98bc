// SPDX-License-Identifier: MIT
#include "mailbox.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/sanitized.hpp"

namespace mexbase::chess::mailbox {
namespace {

std::set<std::string> names(const Board& board) {
    std::set<std::string> all;
    for (const Move& move : legal_moves(board)) all.insert(uci(move));
    return all;
}

// Returns the legal move of that name. Throws if there is none.
Move named(const Board& board, const std::string& name) {
    for (const Move& move : legal_moves(board))
        if (uci(move) == name) return move;
    throw std::invalid_argument("no legal move " + name);
}

Board play(const std::string& fen, const std::string& name) {
    const Board board = read(fen);
    return after(board, named(board, name));
}

struct Counted {
    const char* what;
    const char* fen;
    std::vector<std::uint64_t> moves;  // sequences of 1, 2, ... legal moves
};

// The numbers are those of Stockfish 15.1 (Debian 15.1-4), a line for each ply of
//   printf 'position fen %s 0 1\ngo perft %d\nquit\n' "$fen" $plies | stockfish | grep 'Nodes searched'
const std::vector<Counted> counted{
    {"queen", "8/8/8/3k4/8/8/1Q6/K7 w - -", {24, 120, 2958, 14700}},
    {"rook", "8/8/8/3k4/8/8/1R6/K7 w - -", {16, 112, 1871, 12042}},
    {"promotes to give check", "2K2r2/4P3/8/8/8/8/8/3k4 w - -", {11, 133, 1442, 19174}},
    {"discovers check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - -", {29, 165, 5160}},
    {"promotes", "4k3/1P6/8/8/8/8/K7/8 w - -", {9, 40, 472, 2661}},
    {"underpromotes", "8/P1k5/K7/8/8/8/8/8 w - -", {6, 27, 273, 1329}},
    {"stalemates itself", "K1k5/8/P7/8/8/8/8/8 w - -", {2, 6, 13, 63, 382, 2217}},
    {"stalemates and mates", "8/k1P5/8/1K6/8/8/8/8 w - -", {10, 25, 268, 926, 10857}},
    {"double check", "8/8/2k5/5q2/5n2/8/5K2/8 b - -", {37, 183, 6559, 23527}},
    {"taking in passing would expose the king along the rank", "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3", {6, 136, 863}},
    {"the same for White", "4k3/8/8/K2pP2r/8/8/8/8 w - d6", {6, 94, 640, 10826}},
    {"the same with a rook", "3k4/3p4/8/K1P4r/8/8/8/8 b - -", {18, 92, 1670, 10138}},
    {"the taking pawn is pinned on a diagonal", "7b/8/8/3pP3/8/2K5/8/4k3 w - d6", {6, 49, 320, 3548}},
    {"the taking pawn stays between the king and a bishop", "8/8/1k6/8/3pP3/8/5B2/6K1 b - e3", {9, 88, 627, 7861}},
    {"a pin may come", "8/8/4k3/8/2p5/8/B2P1K2/8 w - -", {13, 102, 1284, 10375}},
    {"taking in passing gives check", "8/5k2/8/2Pp4/2B5/1K6/8/8 w - d6", {15, 126, 1928, 13931}},
    {"taken in passing by either of two", "4k3/8/8/2PpP3/8/8/8/4K3 w - d6", {9, 47, 376, 2321, 19352}},
    {"pawns in each other's way", "8/2k5/2p5/2P5/8/3p4/3P4/3K4 w - -", {2, 10, 30, 162, 702, 3588, 17494}},
    {"one square free", "4k3/8/8/8/4p3/8/4P3/4K3 w - -", {5, 29, 165, 1176, 6870}},
    {"a piece before the pawn", "4k3/4p3/4N3/8/8/4n3/4P3/4K3 w - -", {10, 108, 1024, 11525}},
    {"a piece two squares before it", "4k3/4p3/8/4N3/4n3/8/4P3/4K3 b - -", {11, 141, 1597, 19185}},
    {"pins by rook, bishop and queen", "4k3/8/8/8/1b2r3/2N5/4R3/q2QK3 w - -", {8, 184, 3325}},
    {"promotes by taking either side", "1n1r4/2P5/8/8/8/5k2/6p1/K4B1N w - -", {23, 574, 10728}},
    {"promotions of both", "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", {24, 496, 9483}},
    {"two rooks each", "r2k3r/8/8/8/8/8/8/R2K3R w - -", {24, 482, 11522}},
    {"rooks and pawns", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", {14, 191, 2812, 43238}},
    {"stalemate already", "k7/2Q5/1K6/8/8/8/8/8 b - -", {0}},
    {"mate already", "k7/1Q6/1K6/8/8/8/8/8 b - -", {0}},
    {"in check, and only taking in passing is legal", "8/8/8/6pP/3k3K/8/6q1/8 w - g6", {1, 29, 96, 2691, 13995}},
    {"the same for Black", "8/2K1Q3/8/3k4/R3Pp2/8/8/8 b - e3", {1, 38, 75, 2796, 11672}},
    {"only taking in passing is legal, and uncovers a check", "8/7k/8/1r4pP/7K/7Q/6q1/8 w - g6", {1, 6, 94, 2841}},
    {"stalemate but for taking in passing", "8/7p/2q5/K1Pp4/2k5/8/8/8 w - d6", {1, 25, 52, 1391, 5769}},
    {"bishop against pawn", "8/1k6/5P2/8/8/8/2Kp4/5b2 w - -", {7, 125, 824, 14674}},
    {"three pawns on the seventh", "4K3/PP1P4/8/8/8/8/4k3/8 w - -", {16, 122, 2287, 14208}},
    {"rook against knight", "1R4k1/8/8/2n5/8/8/8/4K3 b - -", {3, 57, 699, 11898}},
    {"queen against knight and bishop", "K6k/8/8/8/4n2B/8/8/3Q4 b - -", {11, 323, 2993}},
    {"king and pawn", "8/8/8/8/8/2k5/4P3/4K3 w - -", {5, 32, 198, 1402, 9813}},
    {"king and pawn each", "7k/4p3/8/8/8/8/4P3/K7 w - -", {5, 25, 159, 1008, 7285}},
};

TEST(ChessMailbox, CountsMovesAsStockfishDoes) {
    MEXBASE_SKIP_IN_SANITIZERS();
    for (const Counted& position : counted) {
        const Board board = read(position.fen);
        for (unsigned plies = 1; plies <= position.moves.size(); ++plies)
            EXPECT_EQ(perft(board, plies), position.moves[plies - 1])
                << position.what << ": " << position.fen << ", " << plies << " plies";
    }
}

TEST(ChessMailbox, APawnThatHasJustAdvancedTwoSquaresIsTakenInPassing) {
    const std::string fen = write(play("4k3/8/8/8/3p4/8/2P5/4K3 w", "c2c4"));
    EXPECT_EQ(fen, "4k3/8/8/8/2Pp4/8/8/4K3 b - c3");
    EXPECT_EQ(write(play(fen, "d4c3")), "4k3/8/8/8/8/2p5/8/4K3 w - -");
    EXPECT_EQ(write(play(fen, "e8e7")), "8/4k3/8/8/2Pp4/8/8/4K3 w - -");
    EXPECT_FALSE(names(read("4k3/8/8/8/2Pp4/8/8/4K3 b - -")).contains("d4c3")) << "later";
    EXPECT_EQ(write(play("4k3/8/8/8/3p4/8/2P5/4K3 w", "c2c3")), "4k3/8/8/8/3p4/2P5/8/4K3 b - -");
    EXPECT_EQ(write(play("4k3/p7/8/8/8/8/8/4K3 b", "a7a5")), "4k3/8/8/p7/8/8/8/4K3 w - a6") << "though nobody can";
}

TEST(ChessMailbox, WritesMovesAsPeopleDo) {
    struct Case {
        const char* fen;
        const char* uci;
        const char* san;
    };
    const std::vector<Case> cases{
        {"8/6k1/8/8/8/4K3/8/R6R w", "a1d1", "Rad1"},        {"7k/8/8/8/8/R3K3/8/R7 w", "a1a2", "R1a2"},
        {"7k/8/8/8/8/R3K3/8/R7 w", "a1d1", "Rd1"},          {"8/8/1k6/8/4Q2Q/8/8/K6Q w", "h4e1", "Qh4e1"},
        {"8/8/1k6/8/4Q2Q/8/8/K6Q w", "e4e1", "Qee1"},       {"8/8/1k6/8/4Q2Q/8/8/K6Q w", "h1e1", "Q1e1"},
        {"8/8/8/8/1b6/2N1k3/8/4K1N1 w", "g1e2", "Ne2"},  // the other knight is pinned
        {"3k4/8/8/4p3/8/2NK4/8/6N1 w", "g1e2", "Nge2"},     {"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6"},
        {"4k3/8/8/3pP3/4K3/8/8/8 w", "e4d5", "Kxd5"},       {"4k3/8/8/3pP3/8/8/8/4K3 w", "e5e6", "e6"},
        {"8/P7/k7/8/8/8/8/K7 w", "a7a8q", "a8=Q+"},         {"8/P7/k7/8/8/8/8/K7 w", "a7a8n", "a8=N"},
        {"7K/8/8/8/8/7k/3p4/2R5 b", "d2c1b", "dxc1=B"},     {"k7/8/1K5R/8/8/8/8/8 w", "h6h8", "Rh8#"},
        {"1r5k/P5pp/8/6N1/8/8/8/K7 w", "a7b8q", "axb8=Q#"}, {"8/8/8/8/8/8/k1K5/8 b", "a2a1", "Ka1"},
    };
    for (const Case& wanted : cases) {
        const Board board = read(wanted.fen);
        EXPECT_EQ(san(board, named(board, wanted.uci)), wanted.san) << wanted.fen;
    }
}

TEST(ChessMailbox, ReadsWhatItWrites) {
    for (const Counted& position : counted) {
        const std::string fen = write(read(position.fen));
        EXPECT_EQ(fen, position.fen);
        EXPECT_EQ(read(fen), read(position.fen + std::string(" 0 1")));
    }
    EXPECT_EQ(write(read("8/8/8/8/8/k7/8/K7 b")), "8/8/8/8/8/k7/8/K7 b - -");
    for (const char* text : {"", "8/8/8/8/8/k7/8/K7", "8/8/8/8/8/k7/K7 w", "8/8/8/8/8/k8/8/K7 w", "9/8/8/8/8/k7/8/K7 w",
                             "8/8/8/8/8/k6/8/K7 w", "8/8/8/8/8/x7/8/K7 w", "8/8/8/8/8/k7/8/K7 x",
                             "8/8/8/8/8/k7/8/K7/8 w", "4k3/8/8/8/8/8/8/4K2R w K -", "8/8/8/8/8/k7/8/K7 w - i3"})
        EXPECT_THROW(read(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace mexbase::chess::mailbox
