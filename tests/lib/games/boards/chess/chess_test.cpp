// SPDX-License-Identifier: MIT
#include "lib/games/boards/chess.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../board_values.hpp"
#include "mailbox.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::chess {
namespace {

/// Returns a random placement of the pieces of a material, legal or not; in every fourth one a pawn has just advanced
/// two squares, if possible.
mailbox::Board random_board(const Material& material, std::mt19937& random) {
    mailbox::Board board;
    const bool exchanged = random() % 2 == 0;
    for (unsigned side = 0; side < 2; ++side)
        for (unsigned kind = 0; kind < kind_count; ++kind)
            for (unsigned n = 0; n < material.count[side][kind]; ++n) {
                std::size_t s = random() % 64;
                while (board.men[s] != mailbox::empty) s = random() % 64;
                const bool black = (side == 1) != exchanged;
                board.men[s] =
                    mailbox::coloured(kind_letters[kind], black ? mailbox::Colour::black : mailbox::Colour::white);
            }
    board.mover = random() % 2 == 0 ? mailbox::Colour::white : mailbox::Colour::black;
    if (random() % 4 == 0) {
        const int rank = board.mover == mailbox::Colour::white ? 5 : 2,
                  step = board.mover == mailbox::Colour::white ? 1 : -1;
        for (int file = 0; file < 8; ++file) {
            const mailbox::Square at{file, rank - step}, over{file, rank}, home{file, rank + step};
            if (board.at(at) == mailbox::coloured('P', mailbox::opponent(board.mover)) &&
                board.at(over) == mailbox::empty && board.at(home) == mailbox::empty)
                board.en_passant = over;
        }
    }
    return board;
}

/// Returns the board as a `Diagram`.
Diagram squares_of(const mailbox::Board& board) {
    Diagram squares;
    for (std::size_t s = 0; s < 64; ++s)
        if (board.men[s] != mailbox::empty) squares.men[s] = board.men[s];
    squares.black_moves = board.mover == mailbox::Colour::black;
    if (board.en_passant) squares.passed = static_cast<Square>(mailbox::number_of(*board.en_passant));
    return squares;
}

/// Compares index, text, moves and targets of a position with the mailbox.
void expect_as_on_the_mailbox(const Chess& rules, const mailbox::Board& board) {
    const std::string text = mailbox::write(mailbox::without_idle_square(board));
    const auto p = rules.parse(mailbox::write(board));
    ASSERT_EQ(rules.format(p), text);
    BoardError fault = BoardError::check;
    ASSERT_EQ(rules.position_of(squares_of(board), &fault), p) << text;
    ASSERT_EQ(fault, BoardError::none) << text;
    const Index i = rules.rank(p);
    ASSERT_TRUE(rules.legal(i)) << text;
    ASSERT_EQ(rules.rank(rules.unrank(i)), i) << text;
    ASSERT_EQ(rules.position(i, rules.image(p)), p) << text;
    std::set<std::tuple<std::string, std::string, std::string>> expected, found;
    std::set<Index> options, named;
    for (const mailbox::Move& move : mailbox::legal_moves(board))
        expected.emplace(mailbox::san(board, move), mailbox::uci(move),
                         mailbox::write(mailbox::without_idle_square(mailbox::after(board, move))));
    const std::vector<std::string> engine_names = rules.engine_names(p, Player::left);
    std::size_t moves = 0;
    rules.for_each_named_move(p, Player::left, [&](const Chess::Position& to, std::string_view name) {
        ASSERT_LT(moves, engine_names.size()) << text;
        found.emplace(name, engine_names[moves++], rules.format(to));
        named.insert(rules.rank(to));
    });
    ASSERT_EQ(found, expected) << text;
    ASSERT_EQ(moves, engine_names.size()) << text;
    rules.for_each_option(i, rules.unrank(i), Player::left, [&](Index to) { options.insert(to); });
    ASSERT_EQ(options, named) << text;
    const auto stopped = rules.terminal(i, rules.unrank(i), Player::left);
    ASSERT_EQ(stopped.has_value(), expected.empty()) << text;
    if (stopped) {
        ASSERT_EQ(*stopped, (OutcomeValue{mailbox::is_checkmate(board) ? Outcome::loss : Outcome::draw, 0})) << text;
    }
}

TEST(Chess, HasTheMovesOfAMailbox) {
    MEXBASE_SKIP_IN_SANITIZERS();
    // Repeated and shuffled, as in CI, it uses other boards each time.
    std::mt19937 random(20261123U + static_cast<unsigned>(testing::UnitTest::GetInstance()->random_seed()));
    std::size_t boards = 0, refused = 0, passing = 0;
    for (const char* name : {"KRKN", "KQKQ", "KBBK", "KPKP", "KPPKP", "KQPKR", "KRPKP", "KNNNK", "KBPKB", "KRRRK"}) {
        const Material material = parse_material(name);
        const Chess rules({material});
        for (unsigned n = 0; n < 10000; ++n) {
            const mailbox::Board board = random_board(material, random);
            bool pawns_stand = true;
            for (std::size_t s = 0; s < 64; ++s)
                pawns_stand = pawns_stand && (mailbox::kind_of(board.men[s]) != 'P' || (s >= 8 && s < 56));
            const bool kings_safe = !mailbox::in_check(board, mailbox::opponent(board.mover));
            if (!pawns_stand || !kings_safe) {
                BoardError fault = BoardError::none;
                EXPECT_FALSE(rules.position_of(squares_of(board), &fault));
                EXPECT_EQ(
                    refusal(rules, mailbox::write(board)),
                    in_quotes(mailbox::write(board)) + " is not a position: " + to_string(fault, squares_of(board)));
                if (pawns_stand) {
                    EXPECT_TRUE(fault == BoardError::kings || fault == BoardError::check) << mailbox::write(board);
                } else {
                    EXPECT_EQ(fault, BoardError::pawn) << mailbox::write(board);
                }
                ++refused;
                continue;
            }
            ASSERT_NO_FATAL_FAILURE(expect_as_on_the_mailbox(rules, board));
            passing += mailbox::without_idle_square(board).en_passant ? 1 : 0;
            ++boards;
        }
    }
    EXPECT_GT(boards, 50000U);
    RecordProperty("boards", std::to_string(boards));
    EXPECT_GT(refused, 10000U);
    EXPECT_GT(passing, 10U);
}

TEST(Chess, CountsThePublishedPositions) {
    MEXBASE_SKIP_IN_SANITIZERS();
    // Counts every placement, with pieces of a kind not distinguished and the side not to move not in check; by mover,
    // and with a pawn to be taken en passant. No placement with pawns is its own mirror image.
    using Counts = std::array<std::uint64_t, 3>;
    const auto count = [](const char* name) {
        const Chess rules({parse_material(name)});
        const Slice slice = rules.slice(rules.slices() - 1);
        Counts counts{};
        for_each_position(rules, slice.first, slice.first + slice.size, [&](Index i, const Chess::Position& p) {
            std::uint64_t images = 0;
            if (rules.layouts()[p.material].has_pawns())
                images = 2;
            else
                for (unsigned g = 0; g < rules.images() / 2; ++g)
                    images += rules.image(rules.position(i, g)) == g ? 1 : 0;
            counts[p.view.pushed != 0 ? 2 : p.view.mover] += images;
        });
        return counts;
    };
    EXPECT_EQ(count("KQK"), (Counts{144508, 223944, 0}));
    EXPECT_EQ(count("KPKP"), (Counts{7436088, 0, 43786}));
    // Kings that are not adjacent leave 62 squares, and 48 less those that they occupy for a pawn.
    for (const char* name : {"KRK", "KBK", "KNK"}) EXPECT_EQ(count(name)[1], 223944U) << name;
    EXPECT_EQ(count("KPK")[1], 168024U);
}

TEST(Chess, ReadsWhatPeopleWrite) {
    const Chess rules({parse_material("KPKP")});
    const auto text = [&](const char* written) { return rules.format(rules.parse(written)); };
    EXPECT_EQ(text("8/8/8/8/3pP2k/8/8/K7 b - e3 0 1"), "8/8/8/8/3pP2k/8/8/K7 b - e3");
    // Tabs and `_` separate fields too, and EPD has operations after four fields.
    for (const char* written :
         {"8/8/8/8/3pP2k/8/8/K7_b_-_e3_0_1", "8/8/8/8/3pP2k/8/8/K7\tb\t-\te3\t0\t1", " 8/8/8/8/3pP2k/8/8/K7  b - e3 ",
          "8/8/8/8/3pP2k/8/8/K7 b - e3 bm dxe3+; id \"a; b_c\";", "8/8/8/8/3pP2k/8/8/K7 b - e3 0 1 noop;",
          "8/8/8/8/3pP2k/8/8/K7_b_-_e3_bm_dxe3", "8/8/8/8/3pP2k/8/8/K7 b - e3 hmvc 3; fmvn 7;",
          "8/8/8/8/3pP2k/8/8/K7 b KQkq e3 0 1"})
        EXPECT_EQ(text(written), "8/8/8/8/3pP2k/8/8/K7 b - e3") << written;
    // No pawn can capture: as if no square were given.
    EXPECT_EQ(text("8/8/8/8/4P2k/8/7p/K7 b - e3"), "8/8/8/8/4P2k/8/7p/K7 b - -");
    EXPECT_EQ(text("8/8/8/8/4P2k/8/7p/K7 b"), "8/8/8/8/4P2k/8/7p/K7 b - -");
    for (const auto& [written, reason] : {
             std::pair{"", "expected Forsyth-Edwards notation"},
             {"8/8/8/8/4P2k/8/7p/K7", "expected Forsyth-Edwards notation"},
             {"8/8/8/8/4P2k/8/7p/K7 x - -", "the second field is \"x\", expected w or b"},
             {"8/8/8/8/4P2k/8/7p/K7 w X -", "the castling field is \"X\", expected - or letters of KQkq"},
             {"8/8/8/8/4P2k/8/7p/4K2R w K -", "castling is not supported"},
             {"r3k3/8/8/8/4P3/8/7p/K7 b KQkq -", "castling is not supported"},
             {"8/8/8/8/4P2k/8/7p/K7 w - - x", "it has \"x\", expected two numbers of moves or operations of EPD"},
             {"8/8/8/8/4P2k/8/7p/K7 w - - 0 1 2", "it has \"2\", expected two numbers"},
             {"8/8/8/8/4P2k/8/7p/K7 w - e3", "the en passant field is \"e3\", expected - or a square of rank 6"},
             {"8/8/8/8/4P2k/8/7p/K7 b - d3", "no pawn can have just moved"},
             {"8/8/8/8/4P2k/8/7p/K7 w - - -1 1", "it has \"-1\", expected two numbers of moves"},
             {"8/8/8/8/4P2k/7/7p/K7 w - -", "rank 3 has 7 squares, expected eight"},
             {"8/8/8/8/4P2k/8/16p/K7 w - -", "rank 2 has two adjacent numbers"},
             {"8/8/8/8/4P2k/8/7p/K8 w - -", "rank 1 has more than eight squares"},
             {"8/8/8/8/4P2k/8/K6p w - -", "it has 7 ranks, expected 8"},
             {"8/8/8/8/4P2k/8/7p/K7/8 w - -", "it has more than eight ranks"},
             {"8/8/8/8/4X2k/8/7p/K7 w - -", "is not a piece: expected one of KQRBNP for White or kqrbnp for Black"},
             {"8/8/8/8/4P3/8/7p/K7 w - -", "Black does not have exactly one king"},
             {"8/8/8/8/4P2k/8/7K/K7 w - -", "White does not have exactly one king"},
             {"8/8/8/8/4P2k/8/8/K6p w - -", "a pawn is on the first or last rank"},
             {"8/8/8/8/4P3/8/k6p/K7 w - -", "next to each other"},
             {"8/8/8/8/7k/6P1/7p/K7 w - -", "Black is in check, but White is to move"},
             {"8/8/8/8/7k/6PP/7p/K7 b - -", "this table has no positions with the pieces KPPKP"},
         })
        EXPECT_NE(refusal(rules, written).find(reason), std::string::npos)
            << written << ": " << refusal(rules, written);
}

TEST(Chess, ReadsWhatStandsOnABoard) {
    const Chess rules({parse_material("KQPKP")});
    Diagram board = Diagram::parse("8/8/8/8/3pP2k/8/8/K7 b - e3");
    EXPECT_EQ(rules.format(rules.position_of(board).value()), "8/8/8/8/3pP2k/8/8/K7 b - e3");
    const auto fault_of = [&](const Diagram& asked) {
        BoardError fault = BoardError::none;
        const bool read = rules.position_of(asked, &fault).has_value();
        EXPECT_EQ(read, fault == BoardError::none);
        EXPECT_FALSE(to_string(fault, asked).empty());
        return fault;
    };
    // No other square can be the passed one: not one of the other side, an occupied one, or one off the board.
    for (unsigned s = 1; s < 256; ++s) {
        board.passed = static_cast<Square>(s);
        EXPECT_EQ(fault_of(board), s == 20 ? BoardError::none : BoardError::passed) << s;
    }
    board.passed = 0;
    for (const auto& [square, man, fault] : {std::tuple{8, 'x', BoardError::letter},
                                             {8, '.', BoardError::letter},
                                             {8, '\xff', BoardError::letter},
                                             {8, 'K', BoardError::white_king},
                                             {0, '\0', BoardError::white_king},
                                             {8, 'k', BoardError::black_king},
                                             {31, '\0', BoardError::black_king},
                                             {8, 'R', BoardError::material},
                                             {8, 'p', BoardError::material},
                                             {63, 'P', BoardError::material},
                                             {8, 'Q', BoardError::none},
                                             {27, 'Q', BoardError::none}}) {
        Diagram changed = board;
        changed.men[static_cast<std::size_t>(square)] = man;
        EXPECT_EQ(fault_of(changed), fault) << square << man;
    }
    // Any number of pieces is counted right.
    Diagram full;
    full.men.fill('Q');
    full.men[0] = 'K';
    full.men[63] = 'k';
    EXPECT_EQ(fault_of(full), BoardError::material);
    full.men.fill('k');
    EXPECT_EQ(fault_of(full), BoardError::white_king);
    for (unsigned queens = 0; queens < 62; ++queens) {
        Diagram some;
        some.men[0] = 'K';
        some.men[63] = 'k';
        std::fill_n(some.men.begin() + 1, queens, 'q');
        EXPECT_EQ(fault_of(some) == BoardError::material, queens > 2) << queens;  // two by promotion
    }
}

TEST(Chess, IsNamedByItsMenInAnyOrder) {
    const Registry& games = stock_registry();
    EXPECT_EQ(make_game(games, "chess:KRKQ")->spec(), "chess:KQKR");
    EXPECT_EQ(make_game(games, "chess:material=KNBK")->spec(), "chess:KBNK");
    EXPECT_EQ(make_game(games, "chess:men=3")->spec(), "chess:men=3");
    EXPECT_EQ(make_game(games, "chess:men=4")->size(), 157876530U);
    for (const char* spec : {"chess", "chess:KQ", "chess:KQKK", "chess:QKK", "chess:KQXK", "chess:KQQQKQQQ",
                             "chess:men=9", "chess:KQK,men=3", "chess:KQK,material=KQK", "chess:men=3,KQK", "nim:KQK"})
        EXPECT_EQ(error_of([&] { make_game(games, spec); }).first, ErrorCode::bad_spec) << spec;
}

}  // namespace
}  // namespace mexbase::chess
