// SPDX-License-Identifier: MIT
#include "mu_torere.hpp"

namespace mexbase {

const FamilyHelp& MuTorere::help() {
    static constexpr FamilyHelp text{
        "four pieces each on a ring of eight points and its centre: move one to the only empty point",
        "who is to move, the centre, and the ring in order, such as x:.ooooxxxx",
        "a Maori game; M. Ascher, Mu torere: an analysis of a Maori game, Mathematics Magazine 60 (1987)",
        {},
        "mu-torere"};
    return text;
}

MuTorere::Position MuTorere::parse(std::string_view text) const {
    const Position p = read(text);
    if (std::popcount(p.of[0]) != 4 || std::popcount(p.of[1]) != 4)
        throw_no_board(text, "it has " + std::to_string(std::popcount(p.of[0])) + " x and " +
                                 std::to_string(std::popcount(p.of[1])) +
                                 " o, expected four of each and one empty point");
    return p;
}

std::string MuTorere::picture(const Position& p) const {
    const auto cells = p.cells();
    // Ring point 1 is at the top, and the ring is clockwise.
    std::string text =
        "      1\n"
        "  8   *   2\n"
        "    * | *\n"
        "7 *-- * --* 3\n"
        "    * | *\n"
        "  6   *   4\n"
        "      5      ";
    static constexpr std::array<unsigned, 9> order{1, 8, 2, 7, 0, 3, 6, 4, 5};
    std::size_t at = 0;
    for (const unsigned point : order) {
        at = text.find('*', at);
        text[at] = form_.cells[cells[point]];
    }
    return text.append(1, form_.players[p.mover]).append(" to move");
}

Drawing MuTorere::drawing(const Position& p) const {
    // Both coordinates of a point on the diagonal of a circle with radius 1.
    constexpr double diagonal = 0.7071, radius = 1.9;
    constexpr std::array<double, 9> across{0, 0, diagonal, 1, diagonal, 0, -diagonal, -1, -diagonal},
        down{0, -1, -diagonal, 0, diagonal, 1, diagonal, 0, -diagonal};
    constexpr Drawing::Point centre{2.6, 2.6};
    const auto at = [&](unsigned point, double distance) {
        return Drawing::Point{centre.x + distance * across[point], centre.y + distance * down[point]};
    };
    Drawing drawing;
    drawing.width = 5.2;
    drawing.height = 5.8;
    Drawing::Polygon ring{{}, DrawingRole::board, DrawingRole::line};
    for (unsigned point = 1; point <= 8; ++point) ring.corners.push_back(at(point, radius));
    drawing.shapes.emplace_back(std::move(ring));
    for (unsigned point = 1; point <= 8; ++point) {
        drawing.shapes.emplace_back(Drawing::Line{centre, at(point, radius)});
        draw_name(drawing, at(point, radius + 0.55), std::to_string(point));
    }
    draw_name(drawing, {centre.x + 0.52, centre.y - 0.22}, "c");
    const auto cells = p.cells();
    for (unsigned point = 0; point < 9; ++point) {
        drawing.shapes.emplace_back(Drawing::Disc{at(point, radius), 0.07, DrawingRole::line, DrawingRole::none});
        draw_man(drawing, men_[cells[point]], at(point, radius));
    }
    draw_mover(drawing, men_[1U + p.mover], {centre.x, 5.5});
    return drawing;
}

}  // namespace mexbase
