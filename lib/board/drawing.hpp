/// \file
/// Drawings of positions: plain shapes, and how they become a picture in SVG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mexbase {

/// What something is drawn with, by its part in the drawing: the renderer has a colour for each, on light and on dark
/// paper.
enum class DrawingRole : std::uint8_t {
    none,   ///< nothing: an edge or an inside that is not drawn
    line,   ///< lines, letters, edges: against the paper and the board
    faint,  ///< what stands back: coordinates, empty points
    board,  ///< the inside of a board
    shade,  ///< its dark squares
    light,  ///< the pieces of the one player, light on any paper
    dark,   ///< those of the other, dark on any paper
    blue,   ///< Left's colour, where pieces have colours
    red,    ///< Right's
    green,  ///< either player's
    mark,   ///< what is to be seen first
};

/// A drawing: shapes, each over those before it, in a rectangle of `width` by `height` units of the board, such as a
/// cell. x grows to the right and y downwards, from 0 in the upper left corner. A plain value.
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
    /// Lines of text in a font whose characters are all as wide, from the upper left corner of the drawing on. One
    /// character is 0.6 units wide, and one line 1.2 units high.
    struct Block {
        std::string lines;
    };
    using Shape = std::variant<Line, Disc, Rectangle, Polygon, Text, Block>;

    double width = 1, height = 1;
    std::vector<Shape> shapes;
};

/// The drawing of a picture in characters.
Drawing drawing_of_text(std::string lines);

/// The drawing as a file in SVG 1.1 that stands alone: no scripts, no fonts or images from elsewhere, light on a dark
/// screen by its own style. `title` says what it shows, for those who hear and for what floats over it. Texts may hold
/// anything: what XML does not allow is written as U+FFFD.
std::string to_svg(const Drawing& drawing, std::string_view title);

}  // namespace mexbase
