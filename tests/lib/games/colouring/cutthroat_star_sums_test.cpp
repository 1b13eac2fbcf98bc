// SPDX-License-Identifier: MIT
// McCurdy and Nowakowski, "Cutthroat, an all-small game on graphs", 2005, section 3: sums of stars.
#include "tests/lib/games/colouring/cutthroat_star_sums.hpp"

#include <gtest/gtest.h>

#include "tests/lib/games/colouring/cutthroat_boards.hpp"

namespace mexbase::cutthroat_star_sums_test {

using cutthroat::for_each_star_sum;
using cutthroat::left_moves;
using cutthroat::right_moves;
using cutthroat::Star;
using cutthroat::StarPlay;
using cutthroat::StarSum;
using cutthroat::weight;

std::string picture(const StarSum& sum) {
    std::string text;
    for (const Star& s : sum)
        text += (s.black_centre ? " B" : " W") + std::to_string(s.black) + ',' + std::to_string(s.white);
    return text;
}

bool odd_edges_only(const StarSum& sum) {
    for (const Star& s : sum)
        if (!s.edge()) return false;
    return sum.size() % 2 == 1;
}

/// Returns true if the strategy has a move for Left.
bool in_hand(const StarSum& sum) {
    return weight(sum) >= 1 || odd_edges_only(sum);
}

// The moves and the weights are those of boards.
TEST(CutthroatStarSums, AreTheGameOnBoards) {
    GameArena arena;
    StarPlay play;
    for_each_star_sum(2, 3, [&](const StarSum& sum) {
        PartizanId value = GameArena::zero;
        for (const Star& s : sum)
            value = arena.sum(
                value, cutthroat::star(s.black_centre, static_cast<unsigned>(s.black), static_cast<unsigned>(s.white))
                           .value(arena));
        EXPECT_EQ(*arena.atomic_weight(value), arena.number(weight(sum)));
        const bool left = play.left_first(sum), right = play.right_first(sum);
        const char expected = left ? (right ? 'L' : 'N') : (right ? 'P' : 'R');
        EXPECT_EQ(letter(arena.outcome(value)), expected) << picture(sum);
    });
}

// Whatever Right's reply, Left again has a move of the strategy. Every play ends, so Left wins.
TEST(CutthroatStarSums, AreWonByTheStrategyAgainstEveryReply) {
    int checked = 0, choices = 0;
    const auto check = [&](const StarSum& sum) {
        if (!in_hand(sum)) return;
        ++checked;
        const auto moves = cutthroat::strategy(sum);
        EXPECT_FALSE(moves.empty()) << picture(sum);
        const auto legal = left_moves(sum);
        for (const StarSum& to : moves) {
            ++choices;
            EXPECT_NE(std::find(legal.begin(), legal.end(), to), legal.end()) << picture(sum);
            for (const StarSum& reply : right_moves(to))
                EXPECT_TRUE(in_hand(reply)) << picture(sum) << " to" << picture(to) << " to" << picture(reply);
        }
    };
    for_each_star_sum(4, 3, check);
    for_each_star_sum(3, 5, check);
    EXPECT_GT(checked, 15000);
    EXPECT_GT(choices, checked);
}

// If Right begins at weight 2, the weight is at least 1 afterwards. With the colours exchanged all holds for Right.
TEST(CutthroatStarSums, OfWeightTwoAreWonByLeftWhoeverBegins) {
    StarPlay play;
    for_each_star_sum(3, 3, [&](const StarSum& sum) {
        const int total = weight(sum);
        for (const StarSum& to : right_moves(sum)) EXPECT_GE(weight(to), total - 1);
        for (const StarSum& to : left_moves(sum)) EXPECT_LE(weight(to), total + 1);
        if (total >= 1) {
            EXPECT_TRUE(play.left_first(sum)) << picture(sum);
        }
        if (total >= 2) {
            EXPECT_TRUE(play.right_first(sum)) << picture(sum);
        }
        if (total <= -2) {
            EXPECT_FALSE(play.left_first(sum)) << picture(sum);
        }
    });
}

// Final positions at weight 1: k edges and one star. Right takes the white leaf of star(n,1).
TEST(CutthroatStarSums, OfWeightOneEndAsThePaperSaysCorrected) {
    StarPlay play;
    for (std::size_t edges = 0; edges <= 7; ++edges) {
        StarSum sum(edges, {true, 0, 1});
        sum.push_back({true, 0, 2});
        EXPECT_TRUE(play.left_first(sum));
        EXPECT_EQ(play.right_first(sum), edges % 2 == 0);
        for (int n = 1; n <= 4; ++n) {
            sum.back() = {true, n, 1};
            EXPECT_TRUE(play.left_first(sum));
            EXPECT_EQ(play.right_first(sum), edges % 2 == 1);
            const auto rest = right_moves(sum);
            EXPECT_NE(std::find(rest.begin(), rest.end(), StarSum(edges, {true, 0, 1})), rest.end());
        }
    }
}

// A result that is not in the paper: with S_n = up + up^2 + ... + up^n + *, a star of n >= 1 black and m white leaves
// is m S_n, and one without black leaves is (m - 1) S_1 + *.
TEST(CutthroatStars, AreMultiplesOfSumsOfPowersOfUp) {
    GameArena arena;
    for (unsigned n = 0; n <= 5; ++n) {
        PartizanId one = arena.nimber(1);
        for (unsigned k = 1; k <= std::max(n, 1U); ++k) one = arena.sum(one, arena.up_power(static_cast<int>(k)));
        PartizanId expected = n == 0 ? arena.nimber(1) : one;
        for (unsigned m = 1; m <= 5; ++m, expected = arena.sum(expected, one))
            EXPECT_EQ(cutthroat::star(true, n, m).value(arena), expected) << n << ' ' << m;
    }
}

/// The data that decide a sum of stars. The rank of a star is the number of leaves of its centre's colour, but at least
/// 1. It has as many copies as its atomic weight. `odd`: the parity of isolated edges and of stars without such leaves.
struct Ranks {
    bool odd = false;
    std::vector<int> black, white;  // ascending

    explicit Ranks(const StarSum& sum) {
        for (const Star& s : sum) {
            const int own = s.black_centre ? s.black : s.white;
            if (own == 0) odd = !odd;
            auto& ranks = s.black_centre ? black : white;
            ranks.insert(ranks.end(), static_cast<std::size_t>(std::abs(s.weight())), std::max(own, 1));
        }
        std::sort(black.begin(), black.end());
        std::sort(white.begin(), white.end());
    }
    /// Returns true if the first list, without its last rank, comes no later than the second in lexicographic order.
    static bool all_but_one_within(std::vector<int> first, const std::vector<int>& second) {
        first.pop_back();
        return first <= second;
    }
    /// Returns true if Left wins moving first.
    bool left_first() const {
        if (black.size() == white.size()) return odd || black > white;
        return black.size() > white.size() ||
               (black.size() + 1 == white.size() && !odd && all_but_one_within(white, black));
    }
    /// Returns true if the lists differ only in the last rank, Left's is larger, and both parities are even.
    bool last_alone_is_larger() const {
        return !odd && black.size() == white.size() && !black.empty() && black.back() > white.back() &&
               std::equal(black.begin(), black.end() - 1, white.begin());
    }
};

TEST(CutthroatStarSums, AreDecidedByTheRanksOfStars) {
    StarPlay play;
    int checked = 0;
    const auto check = [&](const StarSum& sum) {
        ++checked;
        ASSERT_EQ(play.left_first(sum), Ranks(sum).left_first()) << picture(sum);
        ASSERT_EQ(!play.right_first(sum), Ranks(cutthroat::mirrored(sum)).left_first()) << picture(sum);
    };
    for_each_star_sum(4, 3, check);
    for_each_star_sum(3, 4, check);
    EXPECT_GT(checked, 25000);
}

// At weight 0 the paper's heuristic is to change the weight in one's favour. It fails exactly if the lists of ranks
// differ only in the last place. Then a leaf of the star with most leaves of its own wins; else a leaf of an opponent's
// star of the highest rank.
TEST(CutthroatStarSums, OfWeightZeroAreWonByRanks) {
    StarPlay play;
    int won = 0, failures = 0;
    for_each_star_sum(4, 3, [&](const StarSum& sum) {
        if (weight(sum) != 0 || odd_edges_only(sum) || !play.left_first(sum)) return;
        ++won;
        bool heuristic_wins = false;
        std::size_t best_white = sum.size(), best_black = sum.size();
        for (std::size_t i = 0; i < sum.size(); ++i) {
            if (sum[i].edge()) continue;
            std::size_t& best = sum[i].black_centre ? best_black : best_white;
            const auto own = [&](std::size_t j) { return sum[j].black_centre ? sum[j].black : sum[j].white; };
            if (best == sum.size() || own(i) > own(best)) best = i;
            if (!sum[i].black_centre) heuristic_wins |= play.right_first(cutthroat::without_leaf(sum, i));
        }
        const bool tempo = Ranks(sum).last_alone_is_larger();
        EXPECT_EQ(heuristic_wins, !tempo) << picture(sum);
        failures += tempo ? 1 : 0;
        EXPECT_TRUE(play.right_first(cutthroat::without_leaf(sum, tempo ? best_black : best_white))) << picture(sum);
    });
    EXPECT_EQ(won, 1074);
    EXPECT_EQ(failures, 56);
    const StarSum smallest{{false, 1, 1}, {true, 2, 1}};
    EXPECT_TRUE(Ranks(smallest).last_alone_is_larger());
}

}  // namespace mexbase::cutthroat_star_sums_test
