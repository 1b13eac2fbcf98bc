// SPDX-License-Identifier: MIT
// Whole tables of chess endings, compared with the definition and with published numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "../board_values.hpp"
#include "mailbox.hpp"
#include "solved_chess.hpp"

namespace mexbase::chess {
namespace {

using mailbox::without_idle_square;

/// Returns the longest win and loss of a slice, in plies.
std::pair<std::uint64_t, std::uint64_t> longest(const SolvedChess& solved, Index slice) {
    std::pair<std::uint64_t, std::uint64_t> found{};
    const Slice s = solved.rules.slice(slice);
    for (Index i = s.first; i < s.first + s.size; ++i) {
        const OutcomeValue v = solved.value(i);
        if (v.outcome == Outcome::win) found.first = std::max(found.first, v.remoteness);
        if (v.outcome == Outcome::loss) found.second = std::max(found.second, v.remoteness);
    }
    return found;
}

// Converts published moves to mate (K. Thompson, Retrograde analysis of certain endgames, 1986, and later sources).
constexpr std::pair<std::uint64_t, std::uint64_t> in_moves(std::uint64_t moves) {
    return {2 * moves - 1, 2 * moves};
}

/// Expects the moves of the mailbox, and where play stops; without the names of the moves.
void expect_targets_of_the_mailbox(const Chess& rules, Index i, const mailbox::Board& board) {
    std::multiset<std::string> expected, named;
    for (const mailbox::Move& move : mailbox::legal_moves(board))
        expected.insert(mailbox::write(without_idle_square(mailbox::after(board, move))));
    const auto p = rules.unrank(i);
    const auto stopped = rules.terminal(i, p, Player::left);
    ASSERT_EQ(stopped.has_value(), expected.empty()) << i;
    if (stopped) {
        ASSERT_EQ(stopped->outcome, mailbox::is_checkmate(board) ? Outcome::loss : Outcome::draw) << i;
    }
    rules.for_each_named_move(p, Player::left,
                              [&](const Chess::Position& to, std::string_view) { named.insert(rules.format(to)); });
    ASSERT_EQ(named, expected) << i;
}

// Two kings and at most one piece, by the definition.
TEST(Chess, OfThreeMenHasTheRulesOfAMailboxAndThePublishedMates) {
    const SolvedChess solved("KPK");
    const std::vector<OutcomeValue> values = brute::solve(solved.rules);
    std::map<char, std::uint64_t> longest;        // wins of the strong side, in plies, by its piece
    std::map<std::string, std::size_t> of_rooks;  // positions with the weak side to move, by value
    for_each_position(solved.rules, 0, solved.rules.size(), [&](Index i, const Chess::Position& p) {
        const mailbox::Board board = mailbox::read(solved.rules.format(p));
        ASSERT_NO_FATAL_FAILURE(expect_targets_of_the_mailbox(solved.rules, i, board));
        ASSERT_EQ(solved.value(i), values[i]) << i;
        for (const char man : board.men) {
            if (man == mailbox::empty || mailbox::kind_of(man) == 'K') continue;
            const bool strong_moves = mailbox::belongs(man, board.mover);
            ASSERT_NE(values[i].outcome, strong_moves ? Outcome::loss : Outcome::win) << i;
            std::uint64_t& most = longest[mailbox::kind_of(man)];
            if (strong_moves) most = std::max(most, values[i].remoteness);
            if (!strong_moves && mailbox::kind_of(man) == 'R') ++of_rooks[to_string(values[i])];
        }
    });
    // In moves 10, 16 and 28; a bishop or a knight alone never mates.
    EXPECT_EQ(longest, (std::map<char, std::uint64_t>{{'Q', 19}, {'R', 31}, {'B', 0}, {'N', 0}, {'P', 55}}));
    // Data set krkopt of the UCI Machine Learning Repository (Bain and Hoff, 1994), 28,056 positions: draws, and the
    // number of White's moves to mate, from 0.
    constexpr std::array<std::size_t, 17> krkopt{27,   78,   246,  81,   198,  471,  592,  683, 1433,
                                                 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390};
    std::map<std::string, std::size_t> published{{"draw", 2796}};
    for (std::size_t moves = 0; moves < krkopt.size(); ++moves)
        published["loss " + std::to_string(2 * moves)] = krkopt[moves];
    EXPECT_EQ(of_rooks, published);
}

TEST(Chess, OfTwoPiecesTakesThePublishedNumbersOfMoves) {
    for (const auto& [name, moves] : {std::pair{"KQKR", 35U}, {"KRKN", 40U}, {"KBNK", 33U}, {"KBBK", 19U}}) {
        const SolvedChess solved(name);
        EXPECT_EQ(longest(solved, solved.rules.slices() - 1), in_moves(moves)) << name;
    }
}

}  // namespace
}  // namespace mexbase::chess
