// SPDX-License-Identifier: MIT
#include "brute_force.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "mailbox.hpp"
#include "solved_chess.hpp"

namespace mexbase::chess::brute {
namespace {

// Returns true if no image of the board under the eight symmetries of the square has a smaller text.
bool first_of_its_images(const Board& board) {
    for (unsigned image = 1; image < 8; ++image) {
        Board turned;
        for (std::size_t s = 0; s < 64; ++s) {
            mailbox::Square to = mailbox::square_of(s);
            if ((image & 1U) != 0) to.file = 7 - to.file;
            if ((image & 2U) != 0) to.rank = 7 - to.rank;
            if ((image & 4U) != 0) std::swap(to.file, to.rank);
            turned.at(to) = board.men[s];
        }
        if (turned.men < board.men) return false;
    }
    return true;
}

// Compares the ruleset with published results for one colour: solving takes seconds, and each test of a release build
// is a separate process.
void expect_published(Colour strong) {
    const ThreeMen& all = three_men(strong);
    const SolvedChess solved("KPK");
    std::map<char, std::uint64_t> longest;        // wins of the strong side, in plies, by its piece
    std::map<char, std::size_t> weak_to_move;     // positions, by the piece
    std::map<std::string, std::size_t> of_rooks;  // of these up to symmetry, by value
    for (std::size_t n = 0; n < ThreeMen::positions; ++n) {
        const std::optional<Board> board = all.board_of(n);
        if (!board) continue;
        const OutcomeValue found = value(*board);
        const std::string text = mailbox::write(*board);
        const OutcomeValue kernels = solved.value(solved.rules.rank(solved.rules.parse(text)));
        ASSERT_TRUE(kernels == found) << text << ": " << to_string(kernels) << ", not " << to_string(found);
        const char kind = ThreeMen::kind_of(n);
        if (board->mover == strong) {
            ASSERT_NE(found.outcome, Outcome::loss) << text;
            if (found.outcome == Outcome::win) longest[kind] = std::max(longest[kind], found.remoteness);
        } else {
            ASSERT_NE(found.outcome, Outcome::win) << text;
            ++weak_to_move[kind];
            if (kind == 'R' && first_of_its_images(*board)) ++of_rooks[to_string(found)];
        }
    }
    // In moves 10, 16 and 28; a bishop or a knight alone never mates.
    EXPECT_EQ(longest, (std::map<char, std::uint64_t>{{'Q', 19}, {'R', 31}, {'P', 55}}));
    // 3,612 placements of kings that are not adjacent leave 62 squares; for a pawn 48, minus those occupied by kings.
    EXPECT_EQ(weak_to_move,
              (std::map<char, std::size_t>{{'Q', 223944}, {'R', 223944}, {'B', 223944}, {'N', 223944}, {'P', 168024}}));
    // Data set krkopt of the UCI Machine Learning Repository (Bain and Hoff, 1994), 28,056 positions: draws, and the
    // number of White's moves to mate, from 0.
    constexpr std::array<std::size_t, 17> krkopt{27,   78,   246,  81,   198,  471,  592,  683, 1433,
                                                 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390};
    std::map<std::string, std::size_t> published{{"draw", 2796}};
    for (std::size_t moves = 0; moves < krkopt.size(); ++moves)
        published["loss " + std::to_string(2 * moves)] = krkopt[moves];
    EXPECT_EQ(of_rooks, published);
}

// Ten seconds together: CI runs them.
TEST(ChessBruteForce, DISABLED_HasThePublishedMatesByWhite) {
    expect_published(Colour::white);
    EXPECT_EQ(value(mailbox::read("8/8/8/8/8/k7/8/K7 w")), (OutcomeValue{Outcome::draw, 0}));
    EXPECT_THROW(value(mailbox::read("8/8/8/8/8/k7/8/KQ5Q w")), std::invalid_argument);
}

TEST(ChessBruteForce, DISABLED_HasThePublishedMatesByBlack) {
    expect_published(Colour::black);
}

}  // namespace
}  // namespace mexbase::chess::brute
