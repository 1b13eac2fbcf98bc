// SPDX-License-Identifier: MIT
/// \file
/// Drawings of positions: plain shapes, and their rendering in SVG.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mexbase {

/// The role of a shape in a drawing. It determines the colours on light and on dark paper.
enum class DrawingRole : std::uint8_t {
    none,   ///< not drawn: an edge or an inside
    line,   ///< lines, letters, edges: contrasts with the paper and the board
    faint,  ///< faint parts: coordinates, empty points
    board,  ///< the inside of a board
    shade,  ///< dark squares of a board
    light,  ///< pieces of one player, light on any paper
    dark,   ///< pieces of the other player, dark on any paper
    blue,   ///< Left's colour, for coloured pieces
    red,    ///< Right's colour
    green,  ///< colour of pieces that either player may use
    mark,   ///< highlighted part
};

/// A list of shapes in a rectangle of `width` by `height` units. Later shapes cover earlier ones. A unit is for example
/// a cell of the board. x grows to the right and y downwards, from 0 in the upper left corner.
struct Drawing {
    struct Point {
        double x = 0, y = 0;
    };
    struct Line {
        Point from, to;
        double width = 0.04;
        DrawingRole ink = DrawingRole::line;
    };
    struct Disc {
        Point centre;
        double radius = 0.4;
        DrawingRole inside = DrawingRole::light;
        DrawingRole edge = DrawingRole::line;
        double edge_width = 0.04;
    };
    struct Rectangle {
        Point corner;  ///< upper left
        double width = 1, height = 1;
        DrawingRole inside = DrawingRole::none;
        DrawingRole edge = DrawingRole::line;
    };
    struct Polygon {
        std::vector<Point> corners;
        DrawingRole inside = DrawingRole::none;
        DrawingRole edge = DrawingRole::line;
    };
    /// One line of text in a plain font, its middle at `centre`.
    struct Text {
        Point centre;
        std::string text;
        double size = 0.5;  ///< height of the font
        DrawingRole ink = DrawingRole::line;
        bool upside_down = false;  ///< turned by half a turn
    };
    /// Lines of text in a monospaced font, from the upper left corner of the drawing on. One character is 0.6 units
    /// wide, and one line 1.2 units high.
    struct Block {
        std::string lines;
    };
    using Shape = std::variant<Line, Disc, Rectangle, Polygon, Text, Block>;

    double width = 1, height = 1;
    std::vector<Shape> shapes;
};

/// Makes a drawing that shows these lines of text.
Drawing drawing_of_text(std::string lines);

/// Puts drawings side by side, the middles of their heights on one line, with the text `between` them.
Drawing side_by_side(std::span<const Drawing> drawings, std::string_view between);

/// Returns the drawing as a self-contained SVG 1.1 file: no scripts, external fonts or images; it has colours for light
/// and dark screens. `title` describes the drawing, for screen readers and tooltips. Texts may hold any bytes:
/// characters that XML forbids become U+FFFD.
std::string to_svg(const Drawing& drawing, std::string_view title);

}  // namespace mexbase
