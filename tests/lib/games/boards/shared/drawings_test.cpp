// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "lib/games/boards/dao.hpp"
#include "lib/games/boards/dobutsu_shogi.hpp"
#include "lib/games/boards/dodgem.hpp"
#include "lib/games/boards/mens_morris.hpp"
#include "lib/games/boards/mu_torere.hpp"
#include "lib/games/boards/quixo.hpp"
#include "lib/games/boards/shared/rows.hpp"
#include "lib/games/boards/tic_tac_toe.hpp"

namespace mexbase::drawings_test {

/// The pieces in a drawing, and the player to move: a cross is two lines.
struct Men {
    int crosses = 0, rings = 0, light = 0, dark = 0;
    friend bool operator==(const Men&, const Men&) = default;
};

template <class R>
Men men_of(const R& rules, const char* text) {
    const Drawing drawing = rules.drawing(rules.parse(text));
    Men men;
    int strokes = 0;
    const auto is_inside = [&](const Drawing::Point& p, double reach) {
        return p.x - reach >= 0 && p.y - reach >= 0 && p.x + reach <= drawing.width && p.y + reach <= drawing.height;
    };
    for (const Drawing::Shape& shape : drawing.shapes) {
        if (const auto* line = std::get_if<Drawing::Line>(&shape)) {
            EXPECT_TRUE(is_inside(line->from, 0) && is_inside(line->to, 0)) << text;
            strokes += line->ink == DrawingRole::blue ? 1 : 0;
        } else if (const auto* disc = std::get_if<Drawing::Disc>(&shape)) {
            EXPECT_TRUE(is_inside(disc->centre, disc->radius)) << text;
            men.rings += disc->edge == DrawingRole::red ? 1 : 0;
            men.light += disc->inside == DrawingRole::light ? 1 : 0;
            men.dark += disc->inside == DrawingRole::dark ? 1 : 0;
        } else if (const auto* words = std::get_if<Drawing::Text>(&shape)) {
            EXPECT_TRUE(is_inside(words->centre, 0.3 * words->size)) << text << ' ' << words->text;
        } else if (const auto* polygon = std::get_if<Drawing::Polygon>(&shape)) {
            for (const auto& corner : polygon->corners) EXPECT_TRUE(is_inside(corner, 0)) << text;
        }
    }
    EXPECT_EQ(strokes % 2, 0);
    men.crosses = strokes / 2;
    return men;
}

TEST(Drawings, HaveAllMenAndWhoIsToMove) {
    EXPECT_EQ(men_of(TicTacToe(), "X:.X./..O/..."), (Men{2, 1, 0, 0}));
    EXPECT_EQ(men_of(TicTacToe(), "O:.X./..O/..X"), (Men{2, 2, 0, 0}));
    EXPECT_EQ(men_of(Quixo(3), "O:X.X/..O/X.."), (Men{3, 2, 0, 0}));
    EXPECT_EQ(men_of(Quixo(4), "X:X..O/..../O.../..OO"), (Men{2, 4, 0, 0}));
    EXPECT_EQ(men_of(Dao(), "X:X..O/.XO./.OX./O..X"), (Men{0, 0, 5, 4}));
    EXPECT_EQ(men_of(Dodgem(), "x:o../o../.xx"), (Men{0, 0, 2, 3}));
    EXPECT_EQ(men_of(MuTorere(), "o:.ooooxxxx"), (Men{0, 0, 4, 5}));
    EXPECT_EQ(men_of(MensMorris(6), "W:................:66"), (Men{0, 0, 2, 1})) << "one of each for those in hand";
    EXPECT_EQ(men_of(MensMorris(6), "B:.W..............:56"), (Men{0, 0, 2, 2}));
}

TEST(Drawings, ShogiPiecesPointToWhereTheyGo) {
    const DobutsuShogi rules;
    const Drawing drawing = rules.drawing(rules.parse("G/gl-/--e/-R-/EL-/Gc"));
    std::string upright, turned;
    int shields = 0, lions = 0;
    for (const Drawing::Shape& shape : drawing.shapes) {
        if (const auto* polygon = std::get_if<Drawing::Polygon>(&shape)) {
            ++shields;
            lions += polygon->inside == DrawingRole::mark ? 1 : 0;
        }
        const auto* words = std::get_if<Drawing::Text>(&shape);
        if (words != nullptr && words->ink == DrawingRole::dark) (words->upside_down ? turned : upright) += words->text;
    }
    EXPECT_EQ(shields, 9) << "eight pieces, and who is to move";
    EXPECT_EQ(lions, 2);
    EXPECT_EQ(upright, "RELG");
    EXPECT_EQ(turned, "GLEC");
    EXPECT_EQ(men_of(rules, "S/gle/-c-/-C-/ELG/-"), Men{});
}

}  // namespace mexbase::drawings_test
