// SPDX-License-Identifier: MIT
#include "cell_rows.hpp"

#include <algorithm>
#include <map>

#include "../error.hpp"
#include "../text_parts.hpp"

namespace mexbase {

namespace {

constexpr std::string_view empty_cell = ".";

std::vector<std::vector<std::string_view>> cells_of(std::string_view board) {
    std::vector<std::vector<std::string_view>> rows;
    for_each_word(board, '/', [&rows](std::string_view row) {
        auto& cells = rows.emplace_back();
        while (!row.empty()) {
            const std::size_t length = std::max<std::size_t>(1, utf8_length(row));
            cells.push_back(row.substr(0, length));
            row.remove_prefix(length);
        }
    });
    return rows;
}

std::size_t columns_of(const CellRows& board) {
    std::size_t columns = 0;
    for (const auto& row : board.rows) columns = std::max(columns, row.size());
    return columns;
}

std::string column_letters(std::size_t column) {
    std::string letters;
    for (std::size_t left = column + 1; left > 0; left = (left - 1) / 26)
        letters.insert(letters.begin(), static_cast<char>('a' + (left - 1) % 26));
    return letters;
}

/// The cells that a move changes: those that become empty, and the others with their new contents.
struct Changes {
    std::string vacated, filled, contents;
    std::size_t cells = 0;

    std::string name() const { return vacated + (vacated.empty() || filled.empty() ? "" : "-") + filled; }
};

/// Returns the changes between two boards, or `std::nullopt` if their forms differ.
std::optional<Changes> changes_between(const CellRows& before, const CellRows& after) {
    const std::size_t rows = before.rows.size();
    if (after.rows.size() != rows) return std::nullopt;
    Changes changes;
    for (std::size_t row = 0; row < rows; ++row) {
        if (before.rows[row].size() != after.rows[row].size()) return std::nullopt;
        for (std::size_t column = 0; column < before.rows[row].size(); ++column) {
            const std::string_view now = after.rows[row][column];
            if (before.rows[row][column] == now) continue;
            ++changes.cells;
            (now == empty_cell ? changes.vacated : changes.filled) += cell_name(rows - row, column);
            if (now != empty_cell) changes.contents += now;
        }
    }
    return changes;
}

void draw_cell(Drawing& drawing, std::string_view cell, Drawing::Point at) {
    constexpr double arm = 0.29, stroke = 0.09, radius = 0.36;
    if (cell == empty_cell || cell == " ") return;
    const auto is = [cell](std::string_view capital, std::string_view small) {
        return cell == capital || cell == small;
    };
    if (is("X", "x")) {
        for (const double slope : {1.0, -1.0})
            drawing.shapes.emplace_back(Drawing::Line{
                {at.x - arm, at.y - slope * arm}, {at.x + arm, at.y + slope * arm}, stroke, DrawingRole::blue});
    } else if (is("O", "o")) {
        drawing.shapes.emplace_back(Drawing::Disc{at, 0.9 * radius, DrawingRole::none, DrawingRole::red, stroke});
    } else if (is("B", "b") || is("W", "w")) {
        const DrawingRole inside = is("B", "b") ? DrawingRole::dark : DrawingRole::light;
        drawing.shapes.emplace_back(Drawing::Disc{at, radius, inside, DrawingRole::line});
    } else if (cell == "#") {
        drawing.shapes.emplace_back(
            Drawing::Rectangle{{at.x - 0.5, at.y - 0.5}, 1, 1, DrawingRole::shade, DrawingRole::line});
    } else {
        drawing.shapes.emplace_back(Drawing::Text{at, std::string(cell), 0.6});
    }
}

}  // namespace

CellRows cell_rows(std::string_view text) {
    std::vector<std::string_view> parts;
    for_each_word(text, ':', [&parts](std::string_view part) { parts.push_back(part); });
    const auto has_rows = [](std::string_view part) { return part.find('/') != std::string_view::npos; };
    auto board = std::find_if(parts.begin(), parts.end(), has_rows);
    if (board == parts.end()) --board;
    CellRows found{cells_of(*board), {}};
    for (auto part = parts.begin(); part != parts.end(); ++part)
        if (part != board) found.caption += (found.caption.empty() ? "" : ":") + std::string(*part);
    return found;
}

std::string cell_name(std::size_t row_from_below, std::size_t column) {
    return column_letters(column) + std::to_string(row_from_below);
}

std::string picture_of_cells(std::string_view text) {
    const CellRows board = cell_rows(text);
    const std::size_t rows = board.rows.size(), margin = std::to_string(rows).size();
    std::string picture;
    for (std::size_t row = 0; row < rows; ++row) {
        const std::string number = std::to_string(rows - row);
        picture += std::string(margin - number.size(), ' ') + number;
        for (const std::string_view cell : board.rows[row]) picture.append(1, ' ').append(cell);
        picture += '\n';
    }
    picture.append(margin, ' ');
    for (std::size_t column = 0; column < columns_of(board); ++column) picture += ' ' + column_letters(column);
    return board.caption.empty() ? picture : picture + "   " + board.caption;
}

Drawing drawing_of_cells(std::string_view text) {
    const CellRows board = cell_rows(text);
    constexpr double left = 0.5;
    const auto rows = static_cast<double>(board.rows.size()), columns = static_cast<double>(columns_of(board));
    Drawing drawing;
    drawing.width = left + columns;
    drawing.height = rows + (board.caption.empty() ? 0.5 : 1);
    for (std::size_t row = 0; row < board.rows.size(); ++row) {
        const double y = static_cast<double>(row);
        drawing.shapes.emplace_back(
            Drawing::Text{{0.22, y + 0.5}, std::to_string(board.rows.size() - row), 0.32, DrawingRole::faint});
        for (std::size_t column = 0; column < board.rows[row].size(); ++column) {
            const Drawing::Point corner{left + static_cast<double>(column), y};
            drawing.shapes.emplace_back(Drawing::Rectangle{corner, 1, 1, DrawingRole::board, DrawingRole::line});
            draw_cell(drawing, board.rows[row][column], {corner.x + 0.5, corner.y + 0.5});
        }
    }
    for (std::size_t column = 0; column < columns_of(board); ++column)
        drawing.shapes.emplace_back(Drawing::Text{
            {left + static_cast<double>(column) + 0.5, rows + 0.26}, column_letters(column), 0.32, DrawingRole::faint});
    if (!board.caption.empty())
        drawing.shapes.emplace_back(Drawing::Text{{left + columns / 2, rows + 0.74}, board.caption, 0.38});
    return drawing;
}

std::vector<std::string> move_names_of_cells(std::string_view text, std::span<const std::string> targets) {
    constexpr std::size_t most_changes = 8;
    const CellRows before = cell_rows(text);
    std::vector<std::string> names;
    std::vector<std::optional<Changes>> changes;
    std::map<std::string, int> uses;
    for (const std::string& target : targets) {
        changes.push_back(changes_between(before, cell_rows(target)));
        if (changes.back() && (changes.back()->cells == 0 || changes.back()->cells > most_changes)) changes.back() = {};
        if (changes.back()) ++uses[changes.back()->name()];
    }
    std::map<std::string, int> named;
    for (std::size_t k = 0; k < targets.size(); ++k) {
        std::string name = changes[k] ? changes[k]->name() : targets[k];
        if (changes[k] && uses[name] > 1) name += '=' + changes[k]->contents;
        ++named[name];
        names.push_back(std::move(name));
    }
    for (std::size_t k = 0; k < targets.size(); ++k)
        if (named[names[k]] > 1) names[k] = targets[k];
    return names;
}

}  // namespace mexbase
