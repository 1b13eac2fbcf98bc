// SPDX-License-Identifier: MIT
// McCurdy and Nowakowski, "Cutthroat, an all-small game on graphs", 2005: the values of stars and paths by the
// recursions of the paper.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "lib/value/partizan/notation/text.hpp"

namespace mexbase::partizan_cutthroat_test {

/// Stars with a black centre, `black` and `white` leaves.
class Stars {
  public:
    PartizanId operator()(int black, int white) {
        if (white == 0) return GameArena::zero;
        const auto found = known_.find({black, white});
        if (found != known_.end()) return found->second;
        std::vector<PartizanId> left{GameArena::zero};
        if (black > 0) left.push_back((*this)(black - 1, white));
        const PartizanId right = (*this)(black, white - 1);
        return known_[{black, white}] = arena.make(left, {&right, 1});
    }

    GameArena arena;

  private:
    std::map<std::pair<int, int>, PartizanId> known_;
};

TEST(CutthroatStars, HaveTheOutcomesOfTableOne) {
    Stars stars;
    for (int black = 0; black <= 8; ++black)
        for (int white = 0; white <= 8; ++white) {
            const char expected = white == 0 ? 'P' : white == 1 ? 'N' : 'L';
            EXPECT_EQ(letter(stars.arena.outcome(stars(black, white))), expected) << black << ' ' << white;
        }
}

TEST(CutthroatStars, HaveTheValuesOfTableTwo) {
    Stars stars;
    const std::string a = "{0,^*|0}";
    const std::string b = "{0," + a + "|0}";
    const std::string c = "{0," + b + "|0}";
    const std::vector<std::array<std::string, 3>> table{
        {"*", "^", "^^*"},
        {"^*", "^^", "^3*"},
        {a, "{0|" + a + "}", "{0|{0|" + a + "}}"},
        {b, "{0|" + b + "}", "{0|{0|" + b + "}}"},
        {c, "{0|" + c + "}", "{0|{0|" + c + "}}"},
    };
    for (int black = 0; black < 5; ++black)
        for (int white = 1; white <= 3; ++white) {
            const std::string& text = table.at(static_cast<std::size_t>(black)).at(static_cast<std::size_t>(white - 1));
            EXPECT_EQ(stars(black, white), parse_game(stars.arena, text)) << black << ' ' << white;
        }
    EXPECT_EQ(to_text(stars.arena, stars(2, 1)), "^[2]*");
    EXPECT_EQ(to_text(stars.arena, stars(3, 2)), "{0|^[3]*}");
}

TEST(CutthroatStars, HaveTheAtomicWeightsOfTableThree) {
    Stars stars;
    for (int black = 0; black <= 8; ++black)
        for (int white = 0; white <= 12; ++white) {
            const int weight = white == 0 ? 0 : black == 0 ? white - 1 : white;
            const PartizanId star = stars(black, white);
            EXPECT_EQ(to_text(stars.arena, *stars.arena.atomic_weight(star)), std::to_string(weight));
            const PartizanId mirrored = stars.arena.negative(star);
            EXPECT_EQ(to_text(stars.arena, *stars.arena.atomic_weight(mirrored)), std::to_string(-weight));
        }
}

// Lemmas 1, 2, 3 and 6, Corollaries 5 and 7.
TEST(CutthroatStars, AreOrderedAsThePaperProves) {
    Stars stars;
    GameArena& arena = stars.arena;
    const auto greater = [&](PartizanId g, PartizanId h) { return g != h && arena.leq(h, g); };
    const PartizanId remote = arena.nimber(32);
    for (int white = 1; white <= 6; ++white) {
        EXPECT_EQ(stars(0, white), arena.uptimal({0, white - 1, white % 2 == 1 ? 1U : 0U}));
        EXPECT_EQ(stars(1, white), arena.uptimal({0, white, white % 2 == 1 ? 1U : 0U}));
        for (int black = 0; black <= 6; ++black) {
            const PartizanId star = stars(black, white);
            EXPECT_TRUE(greater(stars(black + 1, white), star));
            EXPECT_EQ(greater(star, remote), black > 0 || white > 1);
            EXPECT_FALSE(arena.leq(star, stars(black, white + 1)) || arena.leq(stars(black, white + 1), star));
            EXPECT_TRUE(greater(stars(black + 1, white + 1), star));
            for (int more = 0; more <= 4; ++more) {
                EXPECT_TRUE(greater(stars(black, white + 2 + more), star));
                EXPECT_TRUE(greater(stars(black, white + 2), stars(black + more, white)));
            }
        }
    }
}

/// Paths whose colours alternate, by length and the colour of the first vertex.
class Paths {
  public:
    PartizanId operator()(int length, bool black) {
        if (length <= 1) return GameArena::zero;
        const auto found = known_.find({length, black});
        if (found != known_.end()) return found->second;
        std::vector<PartizanId> left;
        std::vector<PartizanId> right;
        for (int i = 0; i < length; ++i) {
            const bool is_black = black == (i % 2 == 0);
            const PartizanId rest = arena.sum((*this)(i, black), (*this)(length - i - 1, !is_black));
            (is_black ? left : right).push_back(rest);
        }
        return known_[{length, black}] = arena.make(left, right);
    }

    GameArena arena;

  private:
    std::map<std::pair<int, bool>, PartizanId> known_;
};

// Section 5; Theorem 12 and Table 4 hold from 6 vertices on.
TEST(CutthroatPaths, HaveTheValuesOfTableFour) {
    Paths paths;
    const std::array<std::string, 6> first{"0", "0", "*", "v", "+-{*,^}", "*"};
    for (int n = 0; n < 6; ++n)
        EXPECT_EQ(to_text(paths.arena, paths(n, true)), first.at(static_cast<std::size_t>(n))) << n;
    const std::array<std::string, 8> table{"+-{0,^*}", "^<2>", "*", "v", "+-{*,^}", "^<2>*", "0", "v*"};
    for (int n = 6; n <= 60; ++n) {
        const PartizanId path = paths(n, true);
        EXPECT_EQ(to_text(paths.arena, path), table.at(static_cast<std::size_t>(n % 8))) << n;
        EXPECT_EQ(paths(n, false), paths.arena.negative(path));
    }
}

}  // namespace mexbase::partizan_cutthroat_test
