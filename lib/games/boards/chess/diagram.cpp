#include "diagram.hpp"

#include <string>
#include <utility>
#include <vector>

#include "../shared/drawings.hpp"
#include "squares.hpp"

namespace mexbase::chess {

namespace {

using Point = Drawing::Point;

/// Draws a man into a square with the upper left corner `corner`. Edges and strokes are of the other side's ink, which
/// stands against the man on any paper.
class Artist {
  public:
    Artist(Drawing& drawing, Point corner, bool black)
        : drawing_(drawing),
          corner_(corner),
          inside_(black ? Ink::dark : Ink::light),
          edge_(black ? Ink::light : Ink::dark) {}

    void draw(Kind kind) const {
        switch (kind) {
            case king:
                return draw_king();
            case queen:
                return draw_queen();
            case rook:
                return draw_rook();
            case bishop:
                return draw_bishop();
            case knight:
                return draw_knight();
            case pawn:
                return draw_pawn();
        }
    }

  private:
    Point at(Point p) const { return {corner_.x + p.x, corner_.y + p.y}; }

    void polygon(std::vector<Point> corners) const {
        for (Point& p : corners) p = at(p);
        drawing_.shapes.emplace_back(Drawing::Polygon{std::move(corners), inside_, edge_});
    }
    /// What is its own mirror image, by the left half of its corners.
    void mirrored(std::vector<Point> left) const {
        for (std::size_t k = left.size(); k-- > 0;)
            if (left[k].x != 0.5) left.push_back({1 - left[k].x, left[k].y});
        polygon(std::move(left));
    }
    void disc(Point centre, double radius) const {
        drawing_.shapes.emplace_back(Drawing::Disc{at(centre), radius, inside_, edge_});
    }
    /// A stroke on a man.
    void stroke(Point from, Point to) const {
        drawing_.shapes.emplace_back(Drawing::Line{at(from), at(to), 0.04, edge_});
    }
    void base(double half_width) const { mirrored({{0.5 - half_width, 0.76}, {0.46 - half_width, 0.88}}); }

    void draw_king() const {
        mirrored({{0.46, 0.08}, {0.46, 0.14}, {0.4, 0.14}, {0.4, 0.21}, {0.46, 0.21}, {0.46, 0.36}});
        mirrored({{0.5, 0.32}, {0.42, 0.42}, {0.31, 0.35}, {0.2, 0.37}, {0.15, 0.47}, {0.19, 0.59}, {0.29, 0.76}});
        stroke({0.5, 0.42}, {0.5, 0.66});
        stroke({0.29, 0.67}, {0.71, 0.67});
        base(0.24);
    }
    void draw_queen() const {
        mirrored({{0.5, 0.22}, {0.41, 0.5}, {0.31, 0.22}, {0.27, 0.5}, {0.11, 0.32}, {0.26, 0.76}});
        for (const Point tip : {Point{0.11, 0.3}, {0.31, 0.2}, {0.5, 0.17}, {0.69, 0.2}, {0.89, 0.3}}) disc(tip, 0.055);
        stroke({0.27, 0.67}, {0.73, 0.67});
        base(0.26);
    }
    void draw_rook() const {
        mirrored({{0.37, 0.4}, {0.34, 0.76}});
        mirrored({{0.46, 0.24},
                  {0.46, 0.18},
                  {0.38, 0.18},
                  {0.38, 0.24},
                  {0.33, 0.24},
                  {0.33, 0.18},
                  {0.25, 0.18},
                  {0.25, 0.34},
                  {0.33, 0.42}});
        base(0.24);
    }
    void draw_bishop() const {
        mirrored({{0.42, 0.6}, {0.36, 0.76}});
        mirrored({{0.5, 0.18}, {0.41, 0.27}, {0.34, 0.4}, {0.33, 0.51}, {0.39, 0.62}});
        stroke({0.5, 0.38}, {0.58, 0.27});
        disc({0.5, 0.14}, 0.055);
        base(0.22);
    }
    void draw_knight() const {
        polygon({{0.44, 0.12},
                 {0.52, 0.2},
                 {0.66, 0.28},
                 {0.74, 0.42},
                 {0.76, 0.58},
                 {0.74, 0.76},
                 {0.32, 0.76},
                 {0.36, 0.64},
                 {0.47, 0.53},
                 {0.48, 0.47},
                 {0.38, 0.5},
                 {0.3, 0.57},
                 {0.22, 0.56},
                 {0.19, 0.49},
                 {0.28, 0.36},
                 {0.33, 0.27},
                 {0.41, 0.22}});
        stroke({0.4, 0.33}, {0.4, 0.33});
        stroke({0.58, 0.32}, {0.65, 0.46});
        base(0.24);
    }
    void draw_pawn() const {
        mirrored({{0.44, 0.44}, {0.4, 0.62}, {0.31, 0.76}});
        disc({0.5, 0.36}, 0.13);
        base(0.22);
    }

    Drawing& drawing_;
    Point corner_;
    Ink inside_, edge_;
};

}  // namespace

Drawing drawing_of(const Diagram& board) {
    constexpr double left = 0.5, side = 8;
    Drawing drawing;
    drawing.width = left + side;
    drawing.height = side + 1;
    const auto add = [&drawing](const auto& shape) { drawing.shapes.emplace_back(shape); };
    const auto corner = [](unsigned s) { return Point{left + file_of(s), 7.0 - rank_of(s)}; };
    add(Drawing::Rectangle{{left, 0}, side, side, Ink::board, Ink::none});
    for (unsigned s = 0; s < square_count; ++s)
        if ((file_of(s) + rank_of(s)) % 2 == 0) add(Drawing::Rectangle{corner(s), 1, 1, Ink::shade, Ink::none});
    add(Drawing::Rectangle{{left, 0}, side, side, Ink::none, Ink::line});
    for (unsigned s = 0; s < square_count; ++s) {
        const char man = board.men[s];
        if (man == 0) continue;
        const bool black = man >= 'a';
        const std::size_t kind = std::string_view(kind_letters).find(static_cast<char>(black ? man - 'a' + 'A' : man));
        Artist(drawing, corner(s), black).draw(static_cast<Kind>(kind));
    }
    if (board.passed != 0) {
        const auto [x, y] = corner(board.passed);
        add(Drawing::Disc{{x + 0.5, y + 0.5}, 0.12, Ink::mark, Ink::none});
    }
    for (unsigned k = 0; k < side; ++k) {
        draw_name(drawing, {0.22, k + 0.5}, std::string(1, static_cast<char>('8' - k)));
        draw_name(drawing, {left + k + 0.5, side + 0.26}, std::string(1, static_cast<char>('a' + k)));
    }
    draw_man(drawing, board.black_moves ? Man::dark : Man::light, {left + side / 2 - 1.52, side + 0.74}, 0.2);
    add(Drawing::Text{
        {left + side / 2 + 0.2, side + 0.74}, board.black_moves ? "Black to move" : "White to move", 0.38});
    return drawing;
}

}  // namespace mexbase::chess
