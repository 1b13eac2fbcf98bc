// SPDX-License-Identifier: MIT
#include "rows.hpp"

#include <algorithm>
#include <utility>

#include "../../../error.hpp"

namespace mexbase {

namespace {

/// Lists the characters of `letters`, as `X, O or .`.
std::string listed(std::string_view letters) {
    std::string text;
    for (std::size_t at = 0; at < letters.size(); ++at) {
        if (at > 0) text += at + 1 == letters.size() ? " or " : ", ";
        text += letters[at];
    }
    return text;
}

std::string counted(std::size_t count, std::string_view one, std::string_view more) {
    return std::to_string(count) + ' ' + std::string(count == 1 ? one : more);
}

char column_letter(unsigned column) {
    return static_cast<char>('a' + column);
}

}  // namespace

void throw_no_board(std::string_view text, std::string_view reason) {
    throw_bad_position(text, "is not a position: " + std::string(reason));
}

Rows read_rows(std::string_view text, const RowsForm& form) {
    const auto fail = [&](const std::string& reason) { throw_no_board(text, reason); };
    Rows read;
    const std::size_t mover = text.empty() ? std::string_view::npos : form.players.find(text.front());
    if (mover == std::string_view::npos || text.size() < 2 || text[1] != ':')
        fail("expected the player to move, " + listed(form.players) + ", and a colon at the start, such as " +
             std::string(form.example));
    read.mover = static_cast<unsigned>(mover);
    std::string_view board = text.substr(2);
    const std::size_t colon = board.find(':');
    if (!form.tail.empty() && colon == std::string_view::npos)
        fail("expected the board, a colon and " + std::string(form.tail) + ", such as " + std::string(form.example));
    if (!form.tail.empty()) {
        read.tail = board.substr(colon + 1);
        board = board.substr(0, colon);
    }
    const auto rows = static_cast<std::size_t>(std::count(board.begin(), board.end(), '/')) + 1;
    if (rows != form.rows)
        fail("it has " + counted(rows, "row", "rows") + ", expected " + std::to_string(form.rows) + ", such as " +
             std::string(form.example));
    std::size_t to = 0;
    for (unsigned row = 1; row <= form.rows; ++row) {
        const std::string_view cells = board.substr(0, board.find('/'));
        board.remove_prefix(std::min(cells.size() + 1, board.size()));
        const std::string where = form.rows == 1 ? "the board" : "row " + std::to_string(row);
        for (std::size_t at = 0; at < cells.size(); ++at) {
            const std::size_t cell = form.cells.find(cells[at]);
            if (cell == std::string_view::npos) {
                const std::string_view rest = cells.substr(at);
                fail(where + " has " + in_quotes(rest.substr(0, std::max<std::size_t>(1, utf8_length(rest)))) +
                     ", expected " + listed(form.cells));
            }
            if (at < form.columns) read.cells[to + at] = static_cast<std::uint8_t>(cell);
        }
        if (cells.size() != form.columns)
            fail(where + " has " + counted(cells.size(), "cell", "cells") + ", expected " +
                 std::to_string(form.columns) + ", such as " + std::string(form.example));
        to += form.columns;
    }
    return read;
}

std::string write_rows(const RowsForm& form, unsigned mover, std::span<const std::uint8_t> cells,
                       std::string_view tail) {
    std::string text{form.players[mover], ':'};
    for (unsigned row = 0; row < form.rows; ++row) {
        if (row > 0) text += '/';
        for (const std::uint8_t cell : cells.subspan(std::size_t{row} * form.columns, form.columns))
            text += form.cells[cell];
    }
    if (!form.tail.empty()) text.append(1, ':').append(tail);
    return text;
}

std::string picture_of_rows(const RowsForm& form, unsigned mover, std::span<const std::uint8_t> cells) {
    std::string text;
    for (unsigned row = 0; row < form.rows; ++row) {
        text += std::to_string(form.rows - row);
        for (unsigned column = 0; column < form.columns; ++column)
            text.append(1, ' ').append(1, form.cells[cells[std::size_t{row} * form.columns + column]]);
        text += '\n';
    }
    text += ' ';
    for (unsigned column = 0; column < form.columns; ++column) text.append(1, ' ').append(1, column_letter(column));
    return text.append("   ").append(1, form.players[mover]).append(" to move");
}

std::string cell_name(const RowsForm& form, unsigned cell) {
    return column_letter(cell % form.columns) + std::to_string(form.rows - cell / form.columns);
}

void draw_man(Drawing& drawing, Man man, Drawing::Point at, double radius) {
    constexpr double stroke = 0.09;
    const double arm = 0.8 * radius;
    if (man == Man::cross) {
        for (const double slope : {1.0, -1.0})
            drawing.shapes.emplace_back(Drawing::Line{
                {at.x - arm, at.y - slope * arm}, {at.x + arm, at.y + slope * arm}, stroke, DrawingRole::blue});
    } else if (man == Man::ring) {
        drawing.shapes.emplace_back(Drawing::Disc{at, 0.9 * radius, DrawingRole::none, DrawingRole::red, stroke});
    } else if (man != Man::none) {
        const DrawingRole inside = man == Man::light ? DrawingRole::light : DrawingRole::dark;
        drawing.shapes.emplace_back(Drawing::Disc{at, radius, inside, DrawingRole::line});
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
