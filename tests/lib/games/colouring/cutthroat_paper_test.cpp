// SPDX-License-Identifier: MIT
// McCurdy and Nowakowski, "Cutthroat, an all-small game on graphs", 2005: the paper's results on single stars, complete
// graphs, joins and paths, checked by the rules on boards.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "tests/lib/games/colouring/cutthroat_boards.hpp"

namespace mexbase::cutthroat_paper_test {

using cutthroat::alternating;
using cutthroat::confused;
using cutthroat::greater;
using cutthroat::star;

constexpr unsigned most_black = 6, most_white = 8;

/// The values of all stars with a black centre and a few leaves: [black][white].
struct Stars {
    GameArena arena;
    std::array<std::array<PartizanId, most_white + 1>, most_black + 1> of{};
    Stars() {
        for (unsigned n = 0; n <= most_black; ++n)
            for (unsigned m = 0; m <= most_white; ++m) of.at(n).at(m) = star(true, n, m).value(arena);
    }
    PartizanId operator()(unsigned n, unsigned m) const { return of.at(n).at(m); }
};

TEST(CutthroatPaper, TablesOneAndThree) {
    Stars stars;
    for (unsigned n = 0; n <= most_black; ++n)
        for (unsigned m = 0; m <= most_white; ++m) {
            EXPECT_EQ(letter(stars.arena.outcome(stars(n, m))), m == 0 ? 'P' : m == 1 ? 'N' : 'L');
            const PartizanId weight = *stars.arena.atomic_weight(stars(n, m));  // Lemma 4
            EXPECT_EQ(weight, stars.arena.number(m == 0 ? 0 : n == 0 ? int(m) - 1 : int(m))) << n << ' ' << m;
            EXPECT_EQ(star(false, m, n).value(stars.arena), stars.arena.negative(stars(n, m)));
        }
}

TEST(CutthroatPaper, TableTwo) {
    Stars stars;
    std::vector<std::string> column{"*", "^*", "{0,^*|0}", "{0,{0,^*|0}|0}", "{0,{0,{0,^*|0}|0}|0}"};
    for (unsigned n = 0; n < column.size(); ++n) {
        std::string text = column[n];
        for (unsigned m = 1; m <= 3; ++m, text = "{0|" + text + "}")
            if (n >= 2) {
                EXPECT_EQ(stars(n, m), parse_game(stars.arena, text)) << n << ' ' << m;
            }
        const std::array<const char*, 6> ups{"*", "^", "^^*", "^*", "^^", "^3*"};
        for (unsigned m = 1; m <= 3 && n < 2; ++m) EXPECT_EQ(to_text(stars.arena, stars(n, m)), ups.at(3 * n + m - 1));
    }
    EXPECT_EQ(to_text(stars.arena, stars(2, 1)), "^[2]*");
    EXPECT_EQ(to_text(stars.arena, stars(3, 2)), "{0|^[3]*}");
    // The four positions of one and two edges in the introduction; {0|*} is up.
    EXPECT_EQ(to_text(stars.arena, star(false, 1, 1).value(stars.arena)), "v*");
    EXPECT_EQ(to_text(stars.arena, alternating(3, false).value(stars.arena)), "^");
    EXPECT_EQ(parse_game(stars.arena, "{0|*}"), stars.arena.uptimal({0, 1, 0}));
    EXPECT_EQ(parse_game(stars.arena, "{0,*|0}"), stars.arena.uptimal({0, 1, 1}));
    EXPECT_EQ(parse_game(stars.arena, "{0|0,*}"), stars.arena.uptimal({0, -1, 1}));
}

// The display before Table 2 is the difference of these two, because the second is star(4,5) with the colours
// exchanged.
TEST(CutthroatPaper, TheSumOfTwoLargeStars) {
    GameArena arena;
    const PartizanId a = parse_game(arena, "{0,^*|0}");
    const PartizanId b = parse_game(arena, "{0,{0,^*|0}|0}");
    const auto under = [&](PartizanId g, int zeros) {
        for (int i = 0; i < zeros; ++i) g = arena.make(std::array{GameArena::zero}, std::array{g});
        return g;
    };
    const PartizanId zero_b_zero = arena.make(std::array{GameArena::zero, b}, std::array{GameArena::zero});
    EXPECT_EQ(star(true, 3, 4).value(arena),
              under(arena.make(std::array{GameArena::zero, a}, std::array{PartizanId{0}}), 3));
    EXPECT_EQ(star(true, 4, 5).value(arena), under(zero_b_zero, 4));
    EXPECT_EQ(arena.sum(star(true, 3, 4).value(arena), star(false, 5, 4).value(arena)),
              arena.difference(star(true, 3, 4).value(arena), star(true, 4, 5).value(arena)));
}

TEST(CutthroatPaper, LemmasOneTwoThreeAndSixCorollariesFiveAndSeven) {
    Stars stars;
    GameArena& arena = stars.arena;
    const PartizanId remote = arena.nimber(16);
    for (unsigned m = 0; m <= most_white; ++m) {
        const int ups = static_cast<int>(m);
        if (m > 0) {
            EXPECT_EQ(stars(0, m), arena.uptimal({0, ups - 1, m % 2}));
            EXPECT_EQ(stars(1, m), arena.uptimal({0, ups, m % 2}));
        }
        for (unsigned n = 0; n <= most_black; ++n) {
            if (m > 0 && n < most_black) {
                EXPECT_TRUE(greater(arena, stars(n + 1, m), stars(n, m)));  // Lemma 2
            }
            if (m > 0) {
                EXPECT_EQ(greater(arena, stars(n, m), remote), n > 0 || m > 1);  // Lemma 3
            }
            if (m < most_white) {
                EXPECT_TRUE(confused(arena, stars(n, m), stars(n, m + 1)));  // Lemma 6
            }
            for (unsigned more = m + 2; more <= most_white; ++more)
                EXPECT_TRUE(greater(arena, stars(n, more), stars(n, m)));  // Corollary 5
            for (unsigned n2 = n; n2 <= most_black && m + 2 <= most_white; ++n2)
                EXPECT_TRUE(greater(arena, stars(n, m + 2), stars(n2, m)));  // Corollary 7
            if (m >= 1 && m < most_white && n < most_black) {
                EXPECT_TRUE(greater(arena, stars(n + 1, m + 1), stars(n, m)));  // left to the reader
            }
        }
    }
}

TEST(CutthroatPaper, LemmaEightAndCorollaryNine) {
    GameArena arena;
    for (unsigned b = 0; b <= 5; ++b)
        for (unsigned w = 0; w <= 5; ++w) {
            if (b + w == 0) continue;
            const VertexSet black = just(b) - 1;
            const PartizanId expected = b == 0 || w == 0 ? GameArena::zero : cutthroat::ups_of(arena, b, w);
            EXPECT_EQ((cutthroat::Coloured{small::complete(b + w), black}.value(arena)), expected);
            small::Edges between;
            for (unsigned x = 0; x < b; ++x)
                for (unsigned y = b; y < b + w; ++y) between.emplace_back(x, y);
            EXPECT_EQ((cutthroat::Coloured{small::board_of(b + w, between), black}.value(arena)), expected);
        }
}

TEST(CutthroatPaper, CorollaryTen) {
    GameArena arena;
    for (unsigned b = 1; b <= 4; ++b)
        for (unsigned w = 1; w + b <= 6; ++w) {
            small::Edges all, inner;
            for (unsigned y = 1; y < b + w; ++y)
                for (unsigned x = 0; x < y; ++x) (x < b && y >= b ? all : inner).emplace_back(x, y);
            for (std::size_t chosen = 0; chosen >> inner.size() == 0; ++chosen) {
                small::Edges edges = all;
                for (std::size_t i = 0; i < inner.size(); ++i)
                    if (chosen >> i & 1) edges.push_back(inner[i]);
                ASSERT_EQ((cutthroat::Coloured{small::board_of(b + w, edges), just(b) - 1}.value(arena)),
                          cutthroat::ups_of(arena, b, w));
            }
        }
}

// Without the edges inside a set of black vertices a position is not better for Left; with white ones, for Right.
TEST(CutthroatPaper, TheoremEleven) {
    int checked = 0;
    for (const Board& board : small::connected_graphs_up_to(5)) {
        GameArena arena;
        const unsigned n = static_cast<unsigned>(board.vertex_count());
        for (VertexSet inside = 0; inside < just(n); ++inside) {
            small::Edges edges;
            for (Vertex v = 0; v < n; ++v)
                for (const Vertex w : board.successors(v))
                    if (v < w && (~inside & (just(v) | just(w))) != 0) edges.emplace_back(v, w);
            const Neighbours with(board), without(small::board_of(n, edges));
            ComponentGames g(ColouringGame::cutthroat, with, arena), less(ColouringGame::cutthroat, without, arena);
            for (VertexSet black = 0; black < just(n); ++black) {
                if ((inside & ~black) != 0) continue;
                const Colouring c{black, with.all() & ~black, 0};
                EXPECT_TRUE(arena.leq(less.value(c), g.value(c)));
                EXPECT_TRUE(arena.leq(g.value(c.swapped()), less.value(c.swapped())));
                ++checked;
            }
        }
    }
    EXPECT_EQ(checked, 3 + 9 + 2 * 27 + 6 * 81 + 21 * 243);
}

const std::array<std::string, 8> table_four{"{^,*|v,*}+*", "^<2>", "*", "v", "{^,*|v,*}", "^<2>*", "0", "v*"};

TEST(CutthroatPaper, TableFourAndTheoremTwelve) {
    GameArena arena;
    const std::array<std::string, 6> first{"0", "0", "*", "v", "{^,*|v,*}", "*"};
    for (unsigned n = 1; n <= 60; ++n) {
        const PartizanId value = alternating(n, true).value(arena);
        EXPECT_EQ(value, parse_game(arena, n < 6 ? first.at(n) : table_four.at(n % 8))) << n;
        EXPECT_EQ(alternating(n, false).value(arena), arena.negative(value));
        EXPECT_EQ(arena.negative(value) == value, n % 2 == 0 || n == 1 || n == 5) << n;
    }
    EXPECT_EQ(parse_game(arena, "{0|v*}"), arena.up_power(2));
    EXPECT_EQ(parse_game(arena, "{^*,0|v*,0}"), parse_game(arena, table_four[0]));
    EXPECT_TRUE(greater(arena, arena.up_power(2), GameArena::zero));
    for (int k = 1; k <= 20; ++k) {
        PartizanId sum = GameArena::zero;
        for (int i = 0; i < k; ++i) sum = arena.sum(sum, arena.up_power(2));
        EXPECT_TRUE(greater(arena, arena.uptimal({0, 1, 0}), sum));
    }
}

// Left's options of the alternating path of 8k vertices: an odd path with white ends and an even one.
TEST(CutthroatPaper, TheOptionsOfPathsOfEightK) {
    GameArena arena;
    const PartizanId up_star = arena.uptimal({0, 1, 1}), hot = parse_game(arena, "^+{^,*|v,*}");
    const PartizanId down_two = arena.negative(arena.up_power(2));
    for (const unsigned n : {24U, 32U}) {
        std::vector<PartizanId> options;
        for (unsigned odd = 1; odd < n; odd += 2) {
            const unsigned even = n - 1 - odd;
            PartizanId value = alternating(odd, false).value(arena);
            if (even > 0) value = arena.sum(value, alternating(even, true).value(arena));
            const PartizanId expected = odd == n - 1                   ? up_star
                                        : odd == 1 || odd == 5         ? GameArena::zero
                                        : odd % 8 == 3 || odd % 8 == 7 ? hot
                                                                       : down_two;
            EXPECT_EQ(value, expected) << odd << " and " << even;
            options.push_back(value);
        }
        EXPECT_EQ(alternating(n, true).value(arena), arena.switch_of(options));
        EXPECT_EQ(arena.switch_of(options), arena.switch_of(std::array{up_star, hot, GameArena::zero}));
    }
    EXPECT_TRUE(greater(arena, GameArena::zero, down_two));
    EXPECT_TRUE(confused(arena, hot, GameArena::zero));
    // The winning replies in the difference game.
    const PartizanId flip = parse_game(arena, "{^,*|v,*}");
    const PartizanId path = alternating(24, true).value(arena);
    EXPECT_EQ(arena.sum(path, parse_game(arena, "{^,*|v,*}+*")), GameArena::zero);
    EXPECT_EQ(arena.sum(hot, arena.sum(flip, arena.nimber(1))), up_star);
    EXPECT_EQ(arena.difference(arena.sum(path, flip), arena.nimber(1)), GameArena::zero);
}

}  // namespace mexbase::cutthroat_paper_test
