// SPDX-License-Identifier: MIT
// The C functions for a folder of chess endings, compared with the tables in it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "../../gen/jobs/tables.hpp"
#include "../test_tables.hpp"
#include "lib/games/boards/chess.hpp"
#include "lib/rules/game_of.hpp"
#include "plain.h"
#include "query/best_play.hpp"
#include "query/chess/zeroing.hpp"
#include "tests/sanitized.hpp"
#include "tests/scratch.hpp"

namespace mexbase::chess_endings_test {

using namespace test;

std::vector<std::byte> bytes_of(std::string_view spec, Distance distance = Distance::end) {
    return make_table_bytes(*make_game_from_files(stock_registry(), spec, ValueKind::outcome, 0, distance));
}

/// Handle of a folder, closed at the end of its scope.
struct Endings {
    mexquery_chess* handle = nullptr;
    explicit Endings(const std::string& folder) {
        mexquery_error error;
        EXPECT_EQ(mexquery_chess_open(folder.c_str(), nullptr, &handle, &error), MEXQUERY_OK) << error.message;
    }
    ~Endings() { mexquery_chess_close(handle); }
    Endings(const Endings&) = delete;
    Endings& operator=(const Endings&) = delete;
};

/// A folder with both distances of KPK and of the endings it leads to, a smaller table of KRK, a table of heaps and a
/// text.
struct Folder {
    Scratch scratch;
    Table mates = Table::from_memory(bytes_of("chess:KPK")).value();
    Table exits = Table::from_memory(bytes_of("chess:KPK", Distance::exit)).value();
    Folder() {
        scratch.write("pawn.mxb", bytes_of("chess:KPK"));
        scratch.write("pawn-exit.mxb", bytes_of("chess:KPK", Distance::exit));
        scratch.write("rook.mxb", bytes_of("chess:KRK"));
        scratch.write("heaps.mxb", make_table_bytes("square:max=9"));
        scratch.write("notes.txt", "These are tables of chess endings, and this is not one of them.");
    }
};

const Folder& folder() {
    static const Folder shared;
    return shared;
}

mexquery_chess_board board_of(std::string_view fen, std::int32_t rule50 = -1) {
    const chess::Diagram diagram = chess::Diagram::parse(fen);
    mexquery_chess_board board{};
    const std::array kinds{&board.kings, &board.queens, &board.rooks, &board.bishops, &board.knights, &board.pawns};
    for (unsigned square = 0; square < chess::square_count; ++square) {
        const char man = diagram.men[square];
        if (man == 0) continue;
        const bool black = man >= 'a';
        (black ? board.black : board.white) |= chess::bit(square);
        *kinds[std::string_view(black ? "kqrbnp" : "KQRBNP").find(man)] |= chess::bit(square);
    }
    board.rule50 = rule50;
    board.turn = diagram.black_moves ? 0 : 1;
    board.ep = diagram.passed;
    return board;
}

/// Returns the name of a move in the notation of engines.
std::string name_of(const mexquery_chess_move& move) {
    std::string name = chess::name_of(move.move & 63) + chess::name_of(move.move >> 6 & 63);
    if (const auto promotion = move.move >> 12; promotion != 0) name += "?qrbn"[promotion];
    return name;
}

std::vector<mexquery_chess_move> root(const Endings& endings, const mexquery_chess_board& board) {
    std::vector<mexquery_chess_move> moves(MEXQUERY_CHESS_MOST_MOVES);
    std::size_t count = 0;
    mexquery_error error;
    EXPECT_EQ(mexquery_chess_root(endings.handle, &board, moves.data(), moves.size(), &count, &error), MEXQUERY_OK)
        << error.message;
    moves.resize(count);
    return moves;
}

/// Returns the result in C of a value in a table of distances to an exit, for the player to move there.
std::int32_t wdl_of(const OutcomeValue& value, std::int32_t rule50) {
    if (value.outcome == Outcome::draw) return MEXQUERY_CHESS_DRAW;
    const bool wins = value.outcome == Outcome::win;
    const bool drawn = rule50 >= 0 && value.remoteness + static_cast<std::uint64_t>(rule50) > 100;
    if (wins) return drawn ? MEXQUERY_CHESS_CURSED_WIN : MEXQUERY_CHESS_WIN;
    return drawn ? MEXQUERY_CHESS_BLESSED_LOSS : MEXQUERY_CHESS_LOSS;
}

std::int32_t signed_plies(const OutcomeValue& value) {
    const auto plies = static_cast<std::int32_t>(value.remoteness);
    return value.outcome == Outcome::loss ? -plies : plies;
}

/// Texts of random positions of KPK and of the endings that it leads to, for both colours.
std::vector<std::string> some_positions(std::size_t count) {
    const Chess& rules = *rules_of<Chess>(folder().mates.game().value());
    std::mt19937_64 random(7);
    std::vector<std::string> texts;
    while (texts.size() < count) {
        const Index i = random() % rules.size();
        if (rules.legal(i))
            texts.push_back(rules.format(rules.position(i, static_cast<unsigned>(random() % rules.images()))));
    }
    return texts;
}

TEST(ChessEndings, HaveTheValuesOfTheirTables) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Endings endings(folder().scratch.path());
    EXPECT_EQ(mexquery_chess_most_men(endings.handle), 3);
    std::mt19937_64 random(8);
    std::size_t results[5] = {};
    for (const std::string& text : some_positions(5000)) {
        const OutcomeValue mate = folder().mates.probe(text).value().outcome,
                           exit = folder().exits.probe(text).value().outcome;
        for (const std::int32_t rule50 : {-1, 0, static_cast<std::int32_t>(80 + random() % 22)}) {
            const mexquery_chess_board board = board_of(text, rule50);
            std::int32_t wdl = -1, dtm = -1, dtz = -1;
            ASSERT_EQ(mexquery_chess_wdl(endings.handle, &board, &wdl, nullptr), MEXQUERY_OK) << text;
            ASSERT_EQ(mexquery_chess_dtm(endings.handle, &board, &dtm, nullptr), MEXQUERY_OK) << text;
            ASSERT_EQ(mexquery_chess_dtz(endings.handle, &board, &dtz, nullptr), MEXQUERY_OK) << text;
            ASSERT_EQ(wdl, wdl_of(exit, rule50)) << text << ' ' << rule50;
            ASSERT_EQ(dtm, signed_plies(mate)) << text;
            ASSERT_EQ(dtz, syzygy_distance(exit)) << text;
            ++results[wdl];
        }
    }
    for (const std::size_t positions : results) EXPECT_GT(positions, 100U);
}

TEST(ChessEndings, RankTheMovesOfTheirTables) {
    const Endings endings(folder().scratch.path());
    std::mt19937_64 random(9);
    for (const std::string& text : some_positions(1000)) {
        const auto rule50 = static_cast<std::int32_t>(random() % 102) - 1;
        const auto moves = root(endings, board_of(text, rule50));
        std::map<std::string, std::string> targets;
        for (const Move& move : best_moves(folder().mates, folder().mates.resolve(text).value()).value())
            targets[move.engine_name] = move.to.text;
        ASSERT_EQ(moves.size(), targets.size()) << text;
        const chess::Diagram before = chess::Diagram::parse(text);
        for (std::size_t k = 0; k < moves.size(); ++k) {
            const mexquery_chess_move& move = moves[k];
            const std::string name = name_of(move);
            ASSERT_EQ(targets.count(name), 1U) << text << ' ' << name;
            const OutcomeValue mate = folder().mates.probe(targets[name]).value().outcome,
                               exit = folder().exits.probe(targets[name]).value().outcome;
            const unsigned from = move.move & 63, to = move.move >> 6 & 63;
            const bool zeroes = before.men[from] == 'P' || before.men[from] == 'p' || before.men[to] != 0;
            const std::int32_t clock = rule50 < 0 ? rule50 : zeroes ? 0 : rule50 + 1;
            ASSERT_EQ(move.wdl, 4 - wdl_of(exit, clock)) << text << ' ' << name;
            const std::int32_t sign = exit.outcome == Outcome::loss ? 1 : exit.outcome == Outcome::win ? -1 : 0;
            ASSERT_EQ(move.dtm, sign * static_cast<std::int32_t>(mate.remoteness + 1)) << text << ' ' << name;
            ASSERT_EQ(move.dtz, sign * static_cast<std::int32_t>(zeroes ? 1 : exit.remoteness + 1)) << text << name;
            if (k == 0) continue;
            ASSERT_GE(moves[k - 1].wdl, move.wdl) << text << ' ' << name;
            if (moves[k - 1].wdl == move.wdl) {
                ASSERT_LE(moves[k - 1].dtz, move.dtz) << text << ' ' << name;
            }
        }
        // The best move keeps the distance and the result of the position.
        const OutcomeValue exit = folder().exits.probe(text).value().outcome;
        if (moves.empty()) continue;
        ASSERT_EQ(moves[0].dtz, signed_plies(exit)) << text;
        if (rule50 < 100) {
            ASSERT_EQ(moves[0].wdl, wdl_of(exit, rule50)) << text << ' ' << rule50;
        }
    }
}

TEST(ChessEndings, EncodeMovesAsTheHeaderSays) {
    const Endings endings(folder().scratch.path());
    const auto moves = root(endings, board_of("7k/4P3/6K1/8/8/8/8/8 w"));
    EXPECT_EQ(moves[0].move, 52U | 60U << 6 | 1U << 12);  // e8=Q, before e8=R
    EXPECT_EQ(moves[1].move, 52U | 60U << 6 | 2U << 12);
    EXPECT_EQ(moves[0].dtm, 1);
    EXPECT_EQ(moves[0].wdl, MEXQUERY_CHESS_WIN);
    const mexquery_chess_board board = board_of("7k/4P3/6K1/8/8/8/8/8 w");
    mexquery_chess_move first;
    std::size_t count = 0;
    ASSERT_EQ(mexquery_chess_root(endings.handle, &board, &first, 1, &count, nullptr), MEXQUERY_OK);
    EXPECT_EQ(count, moves.size());
    EXPECT_EQ(first.move, moves[0].move);
    EXPECT_TRUE(root(endings, board_of("7k/6Q1/6K1/8/8/8/8/8 b")).empty());
}

TEST(ChessEndings, PutCheckmateFirst) {
    const Scratch scratch;
    scratch.write("pawn.mxb", bytes_of("chess:KPK", Distance::exit));
    const Endings exits(scratch.path());
    std::size_t mates = 0, among_others = 0;
    for (Index i = 0; i < folder().mates.info().indices; ++i) {
        const auto value = folder().mates.at(i);
        if (!value || value->outcome != OutcomeValue{Outcome::win, 1}) continue;
        const std::string text = folder().mates.text_of(i).value();
        const auto moves = root(exits, board_of(text, 0));
        std::map<std::string, std::string> targets;
        for (const Move& move : best_moves(folder().mates, folder().mates.resolve(text).value()).value())
            targets[move.engine_name] = move.to.text;
        ASSERT_EQ(to_string(folder().mates.probe(targets[name_of(moves[0])]).value()), "loss 0") << text;
        ++mates;
        for (const mexquery_chess_move& move : moves)
            if (move.dtz == 1 && to_string(folder().mates.probe(targets[name_of(move)]).value()) != "loss 0") {
                ++among_others;
                break;
            }
    }
    EXPECT_GT(mates, 20U);
    EXPECT_GT(among_others, 0U);
}

TEST(ChessEndings, MayLackOneDistance) {
    const Scratch scratch;
    scratch.write("rook.mxb", bytes_of("chess:KRK"));
    const mexquery_chess_board board = board_of("7k/8/6K1/8/8/8/8/R7 w", 100);
    std::int32_t wdl = -1, dtm = -1, dtz = 7;
    mexquery_error error;
    {
        const Endings mates(scratch.path());
        EXPECT_EQ(mexquery_chess_wdl(mates.handle, &board, &wdl, &error), MEXQUERY_OK) << error.message;
        EXPECT_EQ(wdl, MEXQUERY_CHESS_WIN) << "without the rule of fifty moves";
        EXPECT_EQ(mexquery_chess_dtm(mates.handle, &board, &dtm, &error), MEXQUERY_OK) << error.message;
        EXPECT_EQ(dtm, 1);
        EXPECT_EQ(mexquery_chess_dtz(mates.handle, &board, &dtz, &error), MEXQUERY_NOT_FOUND);
        EXPECT_EQ(std::string(error.message),
                  "no table of distances to zeroing in " + in_quotes(scratch.path()) + " has the pieces KRK");
        EXPECT_EQ(dtz, 7);
        const auto moves = root(mates, board);
        EXPECT_EQ(name_of(moves.front()), "a1a8");
        EXPECT_EQ(moves.front().dtm, 1);
        EXPECT_EQ(moves.front().dtz, 0);
        EXPECT_EQ(moves.front().wdl, MEXQUERY_CHESS_WIN);
    }
    scratch.write("rook.mxb", bytes_of("chess:KRK", Distance::exit));
    const Endings exits(scratch.path());
    EXPECT_EQ(mexquery_chess_wdl(exits.handle, &board, &wdl, &error), MEXQUERY_OK) << error.message;
    EXPECT_EQ(wdl, MEXQUERY_CHESS_CURSED_WIN);
    EXPECT_EQ(mexquery_chess_dtz(exits.handle, &board, &dtz, &error), MEXQUERY_OK) << error.message;
    EXPECT_EQ(dtz, 1);
    EXPECT_EQ(mexquery_chess_dtm(exits.handle, &board, &dtm, &error), MEXQUERY_NOT_FOUND);
    EXPECT_EQ(std::string(error.message),
              "no table of distances to mate in " + in_quotes(scratch.path()) + " has the pieces KRK");
    EXPECT_EQ(root(exits, board_of("7k/8/6K1/8/8/8/8/R7 w", 99)).front().wdl, MEXQUERY_CHESS_WIN);
}

TEST(ChessEndings, NameTheMissingTable) {
    const Endings endings(folder().scratch.path());
    const std::string in = " in " + in_quotes(folder().scratch.path());
    std::int32_t wdl = 9;
    mexquery_error error;
    const auto refuse = [&](const mexquery_chess_board& board, int code) {
        EXPECT_EQ(mexquery_chess_wdl(endings.handle, &board, &wdl, &error), code) << error.message;
        EXPECT_EQ(mexquery_chess_wdl(endings.handle, &board, &wdl, nullptr), code);
        EXPECT_EQ(error.code, code);
        EXPECT_EQ(wdl, 9);
        return std::string(error.message);
    };
    for (const char* text : {"8/8/1k1r4/8/8/8/1Q6/K7 w", "8/8/1K1R4/8/8/8/1q6/k7 w"})
        EXPECT_EQ(refuse(board_of(text), MEXQUERY_NOT_FOUND), "no table" + in + " has the pieces KQKR");
    EXPECT_EQ(refuse(board_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"), MEXQUERY_NOT_FOUND),
              "no table" + in + " has the pieces KQRRBBNNPPPPPPPPKQRRBBNNPPPPPPPP");
    mexquery_chess_board board = board_of("8/8/8/4k3/8/8/4P3/4K3 w");
    board.castling = 1;
    EXPECT_EQ(refuse(board, MEXQUERY_NOT_FOUND), "no table has positions in which a player may castle");
    board = board_of("8/8/8/4k3/8/8/4P3/4K3 w");
    board.ep = 64;
    EXPECT_EQ(refuse(board, MEXQUERY_BAD_USAGE), "the en passant square is not one of 0 (a1, for none) to 63 (h8)");
    board.ep = 20;
    EXPECT_EQ(refuse(board, MEXQUERY_BAD_POSITION),
              "the board is not a position: no pawn can have just moved two squares over e3");
    const std::string overlap =
        "the board is not a position: the sets of pieces overlap, or a piece has no colour or no kind";
    board = board_of("8/8/8/4k3/8/8/4P3/4K3 w");
    board.queens = board.pawns;
    EXPECT_EQ(refuse(board, MEXQUERY_BAD_POSITION), overlap);
    board.queens = 0;
    board.black |= board.pawns;
    EXPECT_EQ(refuse(board, MEXQUERY_BAD_POSITION), overlap);
    board.black ^= board.pawns;
    board.white ^= board.pawns;
    EXPECT_EQ(refuse(board, MEXQUERY_BAD_POSITION), overlap);
    EXPECT_EQ(refuse(board_of("8/8/8/8/8/8/4P3/4K3 w"), MEXQUERY_BAD_POSITION),
              "the board is not a position: Black does not have exactly one king");
    EXPECT_EQ(refuse(board_of("4k3/4Q3/8/8/8/8/8/4K3 w"), MEXQUERY_BAD_POSITION),
              "the board is not a position: Black is in check, but White is to move");
}

TEST(ChessEndings, ReportFoldersWithoutThem) {
    mexquery_chess* handle = nullptr;
    mexquery_error error;
    const Scratch scratch;
    EXPECT_EQ(mexquery_chess_open(scratch.path("none").c_str(), nullptr, &handle, &error), MEXQUERY_NOT_FOUND);
    scratch.write("heaps.mxb", make_table_bytes("square:max=9"));
    EXPECT_EQ(mexquery_chess_open(scratch.path().c_str(), nullptr, &handle, &error), MEXQUERY_NOT_FOUND);
    EXPECT_EQ(std::string(error.message), "there is no table of chess endings in " + in_quotes(scratch.path()));
    auto bytes = bytes_of("chess:KNK");
    bytes.resize(bytes.size() / 2);
    const std::string damaged = scratch.write("knight.mxb", bytes);
    EXPECT_EQ(mexquery_chess_open(scratch.path().c_str(), nullptr, &handle, &error), MEXQUERY_CORRUPT);
    EXPECT_NE(std::string(error.message).find(damaged), std::string::npos) << error.message;
    EXPECT_EQ(handle, nullptr);
}

TEST(ChessEndings, AnswerSeveralThreads) {
    const Endings endings(folder().scratch.path());
    const std::vector<std::string> texts = some_positions(1000);
    std::vector<std::vector<mexquery_chess_move>> expected;
    for (const std::string& text : texts) expected.push_back(root(endings, board_of(text, 20)));
    const Endings fresh(folder().scratch.path());
    in_threads(4, [&](unsigned t) {
        for (std::size_t k = 0; k < texts.size(); ++k) {
            const std::size_t at = (k + t * 250) % texts.size();
            const auto moves = root(fresh, board_of(texts[at], 20));
            ASSERT_TRUE(std::equal(moves.begin(), moves.end(), expected[at].begin(), expected[at].end(),
                                   [](const mexquery_chess_move& a, const mexquery_chess_move& b) {
                                       return a.move == b.move && a.wdl == b.wdl && a.dtz == b.dtz && a.dtm == b.dtm;
                                   }))
                << texts[at];
        }
    });
}

TEST(ChessEndings, PlainCReadsThem) {
    EXPECT_EQ(capi_reads_endings(folder().scratch.path().c_str()), 0) << "the line of chess_plain.c that failed";
}

}  // namespace mexbase::chess_endings_test
