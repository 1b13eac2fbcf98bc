// SPDX-License-Identifier: MIT
#include "drawings.hpp"

#include <utility>

namespace mexbase {

void draw_man(Drawing& drawing, Man man, Drawing::Point at, double radius) {
    constexpr double stroke = 0.09;
    const double arm = 0.8 * radius;
    switch (man) {
        case Man::none:
            return;
        case Man::cross:
            for (const double slope : {1.0, -1.0})
                drawing.shapes.emplace_back(Drawing::Line{
                    {at.x - arm, at.y - slope * arm}, {at.x + arm, at.y + slope * arm}, stroke, DrawingRole::blue});
            return;
        case Man::ring:
            drawing.shapes.emplace_back(Drawing::Disc{at, 0.9 * radius, DrawingRole::none, DrawingRole::red, stroke});
            return;
        case Man::light:
        case Man::dark:
            drawing.shapes.emplace_back(Drawing::Disc{
                at, radius, man == Man::light ? DrawingRole::light : DrawingRole::dark, DrawingRole::line});
            return;
    }
}

void draw_mover(Drawing& drawing, Man man, Drawing::Point at) {
    draw_man(drawing, man, {at.x - 0.92, at.y}, 0.2);
    drawing.shapes.emplace_back(Drawing::Text{{at.x + 0.2, at.y}, "to move", 0.38});
}

void draw_name(Drawing& drawing, Drawing::Point at, std::string name) {
    drawing.shapes.emplace_back(Drawing::Text{at, std::move(name), 0.32, DrawingRole::faint});
}

Drawing drawing_of_rows(const RowsForm& form, std::span<const Man, 3> men, unsigned mover,
                        std::span<const std::uint8_t> cells) {
    constexpr double left = 0.5, below = 1;
    const double columns = form.columns, rows = form.rows;
    Drawing drawing;
    drawing.width = left + columns;
    drawing.height = rows + below;
    drawing.shapes.emplace_back(Drawing::Rectangle{{left, 0}, columns, rows, DrawingRole::board, DrawingRole::line});
    for (unsigned column = 1; column < form.columns; ++column)
        drawing.shapes.emplace_back(Drawing::Line{{left + column, 0}, {left + column, rows}});
    for (unsigned row = 1; row < form.rows; ++row)
        drawing.shapes.emplace_back(Drawing::Line{{left, 1.0 * row}, {left + columns, 1.0 * row}});
    for (unsigned cell = 0; cell < form.rows * form.columns; ++cell)
        draw_man(drawing, men[cells[cell]], {left + cell % form.columns + 0.5, cell / form.columns + 0.5});
    for (unsigned row = 0; row < form.rows; ++row)
        draw_name(drawing, {0.22, row + 0.5}, cell_name(form, row * form.columns).substr(1));
    for (unsigned column = 0; column < form.columns; ++column)
        draw_name(drawing, {left + column + 0.5, rows + 0.26}, cell_name(form, column).substr(0, 1));
    draw_mover(drawing, men[1 + mover], {left + columns / 2, rows + 0.74});
    return drawing;
}

}  // namespace mexbase
