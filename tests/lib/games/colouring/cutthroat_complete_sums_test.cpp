// SPDX-License-Identifier: MIT
// McCurdy and Nowakowski, "Cutthroat, an all-small game on graphs", 2005, section 4: sums of complete graphs by brute
// force, and counterexamples to the paper's rules for them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "tests/lib/games/colouring/cutthroat_boards.hpp"

namespace mexbase::cutthroat_complete_sums_test {

/// A complete graph of two colours. Every move keeps it complete.
struct Complete {
    int black = 0, white = 0;
    friend auto operator<=>(const Complete&, const Complete&) = default;
};
/// In ascending order.
using Sum = std::vector<Complete>;

Sum normal(Sum sum) {
    std::erase_if(sum, [](const Complete& k) { return k.black == 0 || k.white == 0; });
    std::sort(sum.begin(), sum.end());
    return sum;
}

Sum removed(Sum sum, std::size_t i, bool left) {
    --(left ? sum[i].black : sum[i].white);
    return normal(sum);
}

class Play {
  public:
    /// Returns true if the player to move wins.
    bool wins(const Sum& sum, bool left) {
        if (const auto known = known_.find({sum, left}); known != known_.end()) return known->second;
        bool won = false;
        for (std::size_t i = 0; i < sum.size(); ++i) won = won || !wins(removed(sum, i, left), !left);
        return known_[{sum, left}] = won;
    }
    char outcome(const Sum& sum) {
        const bool left = wins(sum, true), right = wins(sum, false);
        return left ? (right ? 'N' : 'L') : (right ? 'R' : 'P');
    }

  private:
    std::map<std::pair<Sum, bool>, bool> known_;
};

/// Returns the outcome by the numbers of vertices B and W and of components alone.
char rule(const Sum& sum) {
    int difference = 0;
    for (const Complete& k : sum) difference += k.white - k.black;
    const bool odd = sum.size() % 2 == 1;
    if (difference == 0) return odd ? 'N' : 'P';
    if (std::abs(difference) == 1 && !odd) return 'N';
    return difference > 0 ? 'L' : 'R';
}

/// The paper's rule: the player with fewer vertices wins, and with equal numbers the first player.
char fewer_wins(const Sum& sum) {
    int difference = 0;
    for (const Complete& k : sum) difference += k.white - k.black;
    return difference == 0 ? 'N' : difference > 0 ? 'L' : 'R';
}

template <class F>
void for_each_sum(std::size_t most, int vertices, F&& f) {
    std::vector<Complete> graphs;
    for (int b = 1; b < vertices; ++b)
        for (int w = 1; b + w <= vertices; ++w) graphs.push_back({b, w});
    const auto extend = [&](auto&& self, Sum& sum, std::size_t from) -> void {
        f(static_cast<const Sum&>(sum));
        if (sum.size() == most) return;
        for (std::size_t i = from; i < graphs.size(); ++i) {
            sum.push_back(graphs[i]);
            self(self, sum, i);
            sum.pop_back();
        }
    };
    Sum sum;
    extend(extend, sum, 0);
}

TEST(CutthroatCompleteSums, AreDecidedByCounts) {
    Play play;
    int checked = 0, paper_wrong = 0;
    for_each_sum(4, 5, [&](const Sum& sum) {
        ++checked;
        ASSERT_EQ(play.outcome(sum), rule(sum));
        if (!sum.empty() && rule(sum) != fewer_wins(sum)) ++paper_wrong;
    });
    for_each_sum(3, 8, [&](const Sum& sum) { ASSERT_EQ(play.outcome(sum), rule(sum)); });
    EXPECT_EQ(checked, 1001);  // multisets of at most 4 of 10
    EXPECT_GT(paper_wrong, 100);
}

TEST(CutthroatCompleteSums, AreTheGameOnBoards) {
    GameArena arena;
    for_each_sum(3, 3, [&](const Sum& sum) {
        if (sum.empty()) return;
        small::Edges edges;
        VertexSet black = 0;
        unsigned n = 0;
        for (const Complete& k : sum) {
            const unsigned begin = n;
            for (int i = 0; i < k.black + k.white; ++i, ++n) {
                for (unsigned v = begin; v < n; ++v) edges.emplace_back(v, n);
                if (i < k.black) black |= just(n);
            }
        }
        EXPECT_EQ(letter(arena.outcome(cutthroat::Coloured{small::board_of(n, edges), black}.value(arena))), rule(sum));
    });
}

TEST(CutthroatCompleteSums, AreNotWonByFewerVerticesAlone) {
    Play play;
    EXPECT_EQ(play.outcome({{1, 1}, {1, 1}}), 'P');  // equal numbers, but the second player wins
    EXPECT_EQ(play.outcome({{1, 1}, {1, 2}}), 'N');  // fewer black ones, but Right wins if she begins
}

TEST(CutthroatCompleteSums, AreNotAlwaysWonInTheSmallest) {
    Play play;
    const Sum sum{{1, 1}, {1, 1}, {1, 2}};
    EXPECT_TRUE(play.wins(sum, true));
    EXPECT_TRUE(play.wins(removed(sum, 0, true), false));   // the smallest: Right wins
    EXPECT_FALSE(play.wins(removed(sum, 2, true), false));  // the largest
}

}  // namespace mexbase::cutthroat_complete_sums_test
