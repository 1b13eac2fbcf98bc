// SPDX-License-Identifier: MIT
// The L game with the rules of data/programs/l_game.py, compared with brute force and with published values
// (docs/results/l-game.md).
#include <array>
#include <set>
#include <unordered_map>

#include "lib/rules/game.hpp"
#include "program.hpp"
#include "query/table.hpp"
#include "tests/lib/games/boards/board_brute.hpp"
#include "tests/sanitized.hpp"

namespace mexbase::test {
namespace l_game_test {

/// Squares of an L: square 4 r + c is in row r and column c.
using Place = std::array<std::size_t, 4>;

/// Returns the Ls: three squares in a line, and one next to either end of it.
std::vector<Place> all_places() {
    std::vector<Place> places;
    for (int line = 0; line < 4; ++line)
        for (int along = 0; along < 2; ++along)
            for (const int end : {along, along + 2})
                for (const int side : {line - 1, line + 1})
                    for (const bool upright : {false, true}) {
                        if (side < 0 || side > 3) continue;
                        const auto square = [upright](int l, int a) {
                            return static_cast<std::size_t>(upright ? 4 * a + l : 4 * l + a);
                        };
                        places.push_back(
                            {square(line, along), square(line, along + 1), square(line, along + 2), square(side, end)});
                    }
    return places;
}

/// Returns the options of a board without regard to symmetry. Squares are A for the L of the player to move, B for the
/// other one, o for a neutral piece, or empty.
std::vector<std::string> options_of(const std::string& board) {
    static const std::vector<Place> places = all_places();
    std::vector<std::string> options;
    for (const Place& place : places) {
        std::string after = board;
        std::ranges::replace(after, 'A', '.');
        if (std::ranges::any_of(place, [&](std::size_t square) { return after[square] != '.'; })) continue;
        for (const std::size_t square : place) after[square] = 'A';
        if (after == board) continue;
        for (char& c : after) c = c == 'A' ? 'B' : c == 'B' ? 'A' : c;
        options.push_back(after);
        for (std::size_t from = 0; from < 16; ++from)
            for (std::size_t to = 0; to < 16; ++to) {
                if (after[from] != 'o' || after[to] != '.') continue;
                options.push_back(after);
                std::swap(options.back()[from], options.back()[to]);
            }
    }
    return options;
}

const std::string start = "...oAAABABBBo...";

const std::unordered_map<std::string, OutcomeValue>& solved() {
    static const auto values =
        brute::solve(start, options_of, [](const std::string&) { return std::optional<OutcomeValue>(); }).values;
    return values;
}

/// Reflects in the diagonal, or else left to right: these two generate all eight symmetries.
std::string image(const std::string& board, bool diagonal) {
    std::string out(16, '.');
    for (std::size_t r = 0; r < 4; ++r)
        for (std::size_t c = 0; c < 4; ++c) out[diagonal ? 4 * c + r : 4 * r + 3 - c] = board[4 * r + c];
    return out;
}

TEST(LGame, HasThePublishedCounts) {
    MEXBASE_SKIP_IN_SANITIZERS();
    EXPECT_EQ(all_places().size(), 48U);
    EXPECT_EQ(solved().size(), 18368U);
    // Times eight: 15 final positions, and 14 that are lost later.
    std::array<std::uint64_t, 10> decided{};
    for (const auto& [board, value] : solved())
        if (value.outcome != Outcome::draw) ++decided[value.remoteness];
    EXPECT_EQ(decided[0], 8 * 15U);
    EXPECT_EQ(decided[2] + decided[4] + decided[6] + decided[8], 8 * 14U);
    EXPECT_EQ(options_of(start).size(), 65U);
    EXPECT_EQ(solved().at(start).outcome, Outcome::draw);
    // All are reachable with either player to move, in at most six moves.
    std::unordered_map<std::string, std::array<bool, 2>> reached{{start, {true, false}}};
    std::vector<std::string> level{start};
    for (std::size_t move = 1; move <= 6; ++move) {
        std::vector<std::string> next;
        for (const std::string& board : level)
            for (const std::string& option : options_of(board))
                if (!std::exchange(reached[option][move % 2], true)) next.push_back(option);
        level.swap(next);
    }
    EXPECT_EQ(reached.size(), 18368U);
    EXPECT_EQ(std::ranges::count_if(reached, [](const auto& each) { return each.second[0] && each.second[1]; }), 18368);
}

TEST(LGame, AsAProgramIsTheGameOfBruteForceUpToSymmetry) {
    MEXBASE_SKIP_IN_SANITIZERS();
    const Scratch scratch;
    const Ran made = run(scratch, "mexgen",
                         {"program:name=l-game", "-o", scratch.path("t.mxb"), "--arcs", "--quiet", "--threads", "1",
                          "--command", "exec python3 '" + std::string(MEXBASE_DATA) + "/programs/l_game.py'"});
    ASSERT_EQ(made.status, 0) << made.err;
    const Table table = Table::open(scratch.path("t.mxb")).value();
    const Game& explored = table.game().value();
    ASSERT_EQ(explored.size(), 2296U);
    EXPECT_EQ(explored.format(*explored.start()), "...o/AAAB/ABBB/o...");
    std::set<std::string> seen;
    for (Index i = 0; i < explored.size(); ++i) {
        std::string board = explored.format(i);
        std::erase(board, '/');
        const OutcomeValue value = table.at(i).value().outcome;
        for (int k = 0; k < 8; ++k) {
            EXPECT_TRUE(seen.insert(board).second) << board;
            ASSERT_TRUE(solved().contains(board)) << board;
            EXPECT_EQ(value, solved().at(board)) << board;
            board = image(board, k % 2 == 0);
        }
    }
    EXPECT_EQ(seen.size(), 18368U);

    // All are reachable in three moves.
    std::set<Index> reached{*explored.start()};
    std::vector<Index> options;
    for (int move = 0; move < 3; ++move)
        for (const Index p : std::set(reached)) {
            explored.options(p, Player::left, options);
            reached.insert(options.begin(), options.end());
        }
    EXPECT_EQ(reached.size(), 2296U);
}

}  // namespace l_game_test
}  // namespace mexbase::test
