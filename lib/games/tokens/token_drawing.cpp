// SPDX-License-Identifier: MIT
#include "token_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace mexbase {

namespace {

constexpr std::uint64_t most_squares = 400, usual_columns = 10;

/// Places of squares in rows that run to the right and to the left in turn, from below.
struct Track {
    std::uint64_t first, rows, columns;

    Drawing::Point corner(std::uint64_t square) const {
        const std::uint64_t row = (square - first) / columns, along = (square - first) % columns;
        return {static_cast<double>(row % 2 == 0 ? along : columns - 1 - along), static_cast<double>(rows - 1 - row)};
    }
    Drawing::Point middle(std::uint64_t square) const {
        const Drawing::Point at = corner(square);
        return {at.x + 0.5, at.y + 0.5};
    }
};

/// Returns the arrows that moves use, by the squares where they begin. An advance to a square without a vertex ends at
/// the head of the arrow there. The arcs of a vertex are its advances of 1, 2, 3 and 4 squares, in this order.
std::map<std::uint64_t, std::uint64_t> arrows_of(const Board& board, std::uint64_t first, std::uint64_t last) {
    std::map<std::uint64_t, std::uint64_t> arrows;
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        const std::uint64_t square = number_of_name(board.name(v)).value_or(0);
        if (square + 4 < first || square >= last) continue;
        const auto to = board.successors(v);
        for (std::size_t k = 0; k < to.size(); ++k) {
            const std::uint64_t head = number_of_name(board.name(to[k])).value_or(0);
            if (head != square + k + 1) arrows.emplace(square + k + 1, head);
        }
    }
    return arrows;
}

void draw_arrow(Drawing& drawing, Drawing::Point from, Drawing::Point to, DrawingRole ink) {
    constexpr double short_of = 0.2, length = 0.3, half_width = 0.13, stroke = 0.08;
    const double distance = std::hypot(to.x - from.x, to.y - from.y);
    const double x = (to.x - from.x) / distance, y = (to.y - from.y) / distance;
    const Drawing::Point tip{to.x - short_of * x, to.y - short_of * y};
    const Drawing::Point base{tip.x - length * x, tip.y - length * y};
    drawing.shapes.emplace_back(Drawing::Line{from, base, stroke, ink});
    drawing.shapes.emplace_back(Drawing::Polygon{
        {tip, {base.x - half_width * y, base.y + half_width * x}, {base.x + half_width * y, base.y - half_width * x}},
        ink,
        ink});
}

}  // namespace

BoardDrawing token_on_board(const Board& board, Vertex token) {
    BoardDrawing drawn = drawing_of_board(board, token);
    if (GraphDrawing::Node* const node = drawn.node(token)) node->inside = DrawingRole::mark;
    for (std::size_t k = 0; k < drawn.vertices.size(); ++k) drawn.graph.nodes[k].index = drawn.vertices[k];
    return drawn;
}

Drawing counter_on_squares(const Board& board, Vertex counter, const PositionLabel& label) {
    const std::uint64_t here = number_of_name(board.name(counter)).value_or(1);
    const std::uint64_t home = number_of_name(board.name(static_cast<Vertex>(board.vertex_count() - 1))).value_or(1);
    std::uint64_t first = 1, last = home;
    if (home > most_squares) {
        first = here > most_squares / 2 ? here - most_squares / 2 : 1;
        last = std::min(home, first + most_squares - 1);
    }
    const std::uint64_t columns = std::min(usual_columns * (last - first + 1 > 100 ? 2 : 1), last - first + 1);
    const Track track{first, (last - first + columns) / columns, columns};
    const auto arrows = arrows_of(board, first, last);
    Drawing drawing;
    drawing.width = static_cast<double>(track.columns);
    drawing.height = static_cast<double>(track.rows);
    for (std::uint64_t square = first; square <= last; ++square) {
        const Drawing::Point at = track.corner(square);
        const std::uint64_t vertex = board.find(std::to_string(square));
        const bool begins = vertex == board.vertex_count();
        drawing.shapes.emplace_back(
            Drawing::Rectangle{at, 1, 1, begins ? DrawingRole::shade : DrawingRole::board, DrawingRole::line});
        drawing.shapes.emplace_back(Drawing::Text{{at.x + (square == home ? 0.4 : 0.25), at.y + 0.2},
                                                  square == home ? "HOME" : std::to_string(square),
                                                  0.24});
        if (label && !begins) drawing.shapes.emplace_back(Drawing::Text{{at.x + 0.5, at.y + 0.87}, label(vertex), 0.2});
    }
    for (const auto& [tail, head] : arrows) {
        if (tail < first || tail > last || head < first || head > last) continue;
        // Neighbouring arrows are drawn at different heights, so that arrows along one row do not hide each other.
        const double down = 0.2 * (static_cast<double>(tail % 3) - 1);
        const Drawing::Point from = track.middle(tail), to = track.middle(head);
        draw_arrow(drawing, {from.x, from.y + down}, {to.x, to.y + down},
                   head > tail ? DrawingRole::green : DrawingRole::red);
    }
    const Drawing::Point at = track.middle(here);
    drawing.shapes.emplace_back(Drawing::Disc{{at.x, at.y + 0.1}, 0.28, DrawingRole::mark, DrawingRole::line});
    return drawing;
}

}  // namespace mexbase
