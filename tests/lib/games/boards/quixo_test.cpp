// SPDX-License-Identifier: MIT
#include "lib/games/boards/quixo.hpp"

#include <array>
#include <bit>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "board_values.hpp"
#include "lib/rank/orbits.hpp"

namespace mexbase::quixo_test {

// Rules on the text: cell (r, c) of a board is character 2 + (side + 1) r + c.
unsigned side_of(const std::string& text) {
    return static_cast<unsigned>(text.find('/')) - 2;
}

bool has_line(const std::string& text, char mark) {
    const unsigned side = side_of(text);
    const auto full = [&](unsigned first, unsigned step) {
        for (unsigned k = 0; k < side; ++k)
            if (text[first + k * step] != mark) return false;
        return true;
    };
    for (unsigned k = 0; k < side; ++k)
        if (full(2 + (side + 1) * k, 1) || full(2 + k, side + 1)) return true;
    return full(2, side + 2) || full(2 + side - 1, side);
}

std::optional<OutcomeValue> stopped(const std::string& text) {
    const char mover = text[0];
    if (has_line(text, mover)) return OutcomeValue{Outcome::win, 0};
    if (has_line(text, mover == 'X' ? 'O' : 'X')) return OutcomeValue{Outcome::loss, 0};
    return std::nullopt;
}

/// Returns the result of every move: the cube at (row, column) is taken and its line moves up from one end.
std::vector<std::string> options(const std::string& text) {
    const int side = static_cast<int>(side_of(text));
    const char mover = text[0];
    const auto at = [side](int row, int column) { return static_cast<std::size_t>(2 + (side + 1) * row + column); };
    std::vector<std::string> all;
    const int directions[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
    for (int row = 0; row < side; ++row)
        for (int column = 0; column < side; ++column) {
            const bool border = row == 0 || column == 0 || row == side - 1 || column == side - 1;
            if (!border || (text[at(row, column)] != '.' && text[at(row, column)] != mover)) continue;
            for (const auto& [down, right] : directions) {
                std::string after = text;
                after[0] = mover == 'X' ? 'O' : 'X';
                int r = row, c = column;
                const auto inside = [side](int k) { return k >= 0 && k < side; };
                for (; inside(r + down) && inside(c + right); r += down, c += right)
                    after[at(r, c)] = text[at(r + down, c + right)];
                after[at(r, c)] = mover;
                if (r != row || c != column) all.push_back(after);
            }
        }
    return all;
}

TEST(Quixo, KeepsItsPromises) {
    expect_board_conformance(Quixo(3));
    expect_board_conformance(Quixo(4), {.count = 150});
}

// Totals of a public solver.
TEST(Quixo, HasThePublishedTotals) {
    const std::string start = "X:.../.../...";
    const brute::Solved solved = brute::solve(start, options, stopped);
    EXPECT_EQ(solved.totals.positions, 32027U);
    EXPECT_EQ(solved.totals.wins, 20247U);
    EXPECT_EQ(solved.totals.losses, 11780U);
    EXPECT_EQ(solved.values.at(start), (OutcomeValue{Outcome::win, 7}));
    expect_values_of(Quixo(3), solved, options, stopped);
}

TEST(Quixo, NumbersAreOrbits) {
    EXPECT_EQ(Quixo(3).size(), 2862U);
    EXPECT_EQ(Quixo(4).size(), 5'398'083U);
    const Quixo rules(4);
    EXPECT_EQ(rules.rank(rules.parse("X:X.../..O./..../....")), rules.rank(rules.parse("O:..../..../.X../...O")));
    EXPECT_NE(rules.rank(rules.parse("X:X.../..O./..../....")), rules.rank(rules.parse("O:X.../..O./..../....")));
    EXPECT_EQ(rules.image(rules.parse("X:..../..../..../....")), 0U);
    EXPECT_EQ(rules.image(rules.parse("O:..../..../..../....")), 8U);
}

/// Returns a random position that one or two symmetries map to itself.
TwoSides symmetric_position(const Orbits& orbits, std::mt19937_64& random) {
    std::vector<int> owner(16);
    for (int& each : owner) each = static_cast<int>(random() % 3);
    for (int k = 0; k < 2; ++k) {
        const auto g = static_cast<unsigned>(random() % 8);
        for (unsigned cell = 0; cell < 16; ++cell)
            for (std::uint32_t to = orbits.image(g, 1U << cell); to != 1U << cell; to = orbits.image(g, to))
                owner[static_cast<unsigned>(std::countr_zero(to))] = owner[cell];
    }
    TwoSides p;
    for (unsigned cell = 0; cell < 16; ++cell)
        if (owner[cell] != 0) {
            std::uint16_t& marks = p.of[static_cast<unsigned>(owner[cell] - 1)];
            marks = static_cast<std::uint16_t>(marks | 1U << cell);
        }
    return p;
}

TEST(Quixo, MovesOfSymmetricPositionsCountAlikeForwardsAndBack) {
    const Quixo rules(4);
    const Orbits orbits(16, square_symmetries(4));
    std::mt19937_64 random(1);
    int symmetric = 0, edges_between = 0;
    for (int sample = 0; sample < 500; ++sample) {
        const Index i = rules.rank(symmetric_position(orbits, random));
        std::set<std::string> images;
        for (unsigned g = 0; g < 8; ++g) images.insert(rules.format(rules.position(i, g)));
        if (images.size() == 8 || rules.terminal(i, rules.unrank(i), Player::left)) continue;
        ++symmetric;
        for (const auto& [to, times] : detail::options_of(rules, i)) {
            ASSERT_EQ(detail::predecessors_of(rules, to)[i], times);
            edges_between += times;
        }
        for (const auto& [from, times] : detail::predecessors_of(rules, i))
            ASSERT_EQ(detail::options_of(rules, from)[i], times);
        ASSERT_EQ(option_count(rules, i, rules.unrank(i)), [&] {
            std::uint64_t n = 0;
            for (const auto& [to, times] : detail::options_of(rules, i)) n += static_cast<std::uint64_t>(times);
            return n;
        }());
    }
    EXPECT_GT(symmetric, 100);
    EXPECT_GT(edges_between, 1000);
}

TEST(Quixo, OptionsAreCounted) {
    const Quixo rules(3);
    for (Index i = 0; i < rules.size(); ++i) {
        const auto p = rules.unrank(i);
        std::uint64_t n = 0;
        rules.for_each_option(i, p, Player::left, [&n](Index) { ++n; });
        ASSERT_EQ(option_count(rules, i, p), n);
    }
}

TEST(Quixo, OptionsAreThoseOfTheRulesOnFourByFour) {
    const Quixo rules(4);
    for (const Index i : sampled_indices(rules, {.count = 300})) {
        const auto p = rules.position(i, static_cast<unsigned>(i % 16));
        const std::string text = rules.format(p);
        const auto value = rules.terminal(i, rules.unrank(i), Player::left);
        ASSERT_EQ(value, stopped(text)) << text;
        std::set<Index> expected, named;
        for (const std::string& option : options(text)) expected.insert(rules.rank(rules.parse(option)));
        rules.for_each_option(i, rules.unrank(i), Player::left, [&](Index to) { named.insert(to); });
        ASSERT_EQ(named, expected) << text;
    }
}

TEST(Quixo, OwnLinesCountFirst) {
    const Quixo rules(3);
    const auto value = [&](const std::string& text) {
        const Index i = rules.rank(rules.parse(text));
        return rules.terminal(i, rules.unrank(i), Player::left);
    };
    EXPECT_EQ(value("X:XXX/OOO/..."), (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(value("O:XXX/OOO/..."), (OutcomeValue{Outcome::win, 0}));
    EXPECT_EQ(value("X:O../.O./XXO"), (OutcomeValue{Outcome::loss, 0}));
    EXPECT_EQ(value("X:O../.../XXO"), std::nullopt);
}

TEST(Quixo, NamesMovesByCubeAndPlace) {
    const Quixo rules(3);
    EXPECT_EQ(names_of_moves(rules, "X:XOO/O.O/OO."), "a3-c3 a3-a1 c1-a1 c1-c3");
    EXPECT_EQ(names_of_moves(rules, "X:OXO/O.O/OOO"), "b3-a3 b3-c3 b3-b1");
    EXPECT_EQ(rules.picture(rules.parse("O:X../.O./...")), "3 X . .\n2 . O .\n1 . . .\n  a b c   O to move");
}

TEST(Quixo, RefusesOtherBoards) {
    EXPECT_EQ(refusal(Quixo(3), "X:..../..../..../....").substr(0, 41), "\"X:..../..../..../....\" is not a position");
    EXPECT_EQ(refusal(Quixo(4), "X:.../.../...").substr(0, 33), "\"X:.../.../...\" is not a position");
    EXPECT_EQ(spec_error<Quixo>("quixo:size=5").first, ErrorCode::bad_spec);
}

}  // namespace mexbase::quixo_test
