// SPDX-License-Identifier: MIT
#include "piece_drawing.hpp"

#include <algorithm>
#include <string_view>

namespace mexbase {

namespace {

constexpr std::string_view three_points = "\xe2\x80\xa6";
constexpr double number_size = 0.36;

// Heaps: stones in rows of five from below, or a triangle.
constexpr std::uint64_t most_stones = 60, stones_per_row = 5;
constexpr double stone_distance = 0.3, mound_size = 1.6;

double height_of_heap(std::uint64_t stones) {
    if (stones > most_stones) return mound_size;
    const std::uint64_t rows = (stones + stones_per_row - 1) / stones_per_row;
    return stone_distance * static_cast<double>(rows);
}

/// Returns the width of a heap's drawing: that of its stones, or of its number if the number is longer.
double width_of_heap(std::uint64_t stones) {
    constexpr double digit = 0.22;
    return std::max(mound_size, digit * static_cast<double>(std::to_string(stones).size()));
}

void draw_heap(Drawing& drawing, std::uint64_t stones, Drawing::Point bottom) {
    if (stones > most_stones) {
        drawing.shapes.emplace_back(Drawing::Polygon{{{bottom.x - mound_size / 2, bottom.y},
                                                      {bottom.x, bottom.y - mound_size},
                                                      {bottom.x + mound_size / 2, bottom.y}},
                                                     DrawingRole::green,
                                                     DrawingRole::line});
        return;
    }
    for (std::uint64_t k = 0; k < stones; ++k) {
        const std::uint64_t row = k / stones_per_row, in_row = std::min(stones_per_row, stones - row * stones_per_row);
        const double across = static_cast<double>(k % stones_per_row) - static_cast<double>(in_row - 1) / 2;
        const double up = static_cast<double>(row) + 0.5;
        drawing.shapes.emplace_back(Drawing::Disc{{bottom.x + stone_distance * across, bottom.y - stone_distance * up},
                                                  0.13,
                                                  DrawingRole::green,
                                                  DrawingRole::line});
    }
}

void draw_place(Drawing& drawing, const RowPlace& place, double left) {
    constexpr double middle = 0.5;
    switch (place.shape) {
        case RowPlace::Shape::square:
            drawing.shapes.emplace_back(Drawing::Rectangle{{left, 0}, 1, 1, place.inside, place.edge});
            break;
        case RowPlace::Shape::disc:
            drawing.shapes.emplace_back(Drawing::Disc{{left + middle, middle}, 0.34, place.inside, place.edge, 0.08});
            break;
        case RowPlace::Shape::domino:
            drawing.shapes.emplace_back(Drawing::Rectangle{{left + 0.3, 0}, 0.4, 1, place.inside, place.edge});
    }
}

}  // namespace

Drawing drawing_of_heaps(std::span<const std::uint64_t> all) {
    constexpr std::size_t most_heaps = 40;
    constexpr double gap = 0.3, below = 0.5, points_width = 0.6;
    const auto heaps = all.first(std::min(all.size(), most_heaps));
    double top = stone_distance;
    for (const std::uint64_t stones : heaps) top = std::max(top, height_of_heap(stones));
    Drawing drawing;
    drawing.height = top + below;
    double left = 0;
    for (const std::uint64_t stones : heaps) {
        const double width = width_of_heap(stones), middle = left + width / 2;
        draw_heap(drawing, stones, {middle, top});
        drawing.shapes.emplace_back(Drawing::Line{{left, top}, {left + width, top}});
        drawing.shapes.emplace_back(Drawing::Text{{middle, top + 0.3}, std::to_string(stones), number_size});
        left += width + gap;
    }
    if (heaps.size() < all.size()) {
        drawing.shapes.emplace_back(Drawing::Text{{left + points_width / 2, top}, std::string(three_points)});
        left += points_width + gap;
    }
    drawing.width = std::max(left - gap, points_width);
    return drawing;
}

Drawing drawing_of_row(std::uint64_t length, const std::function<RowPlace(std::uint64_t)>& place) {
    constexpr std::uint64_t most_places = 40;
    Drawing drawing;
    if (length == 0) {
        drawing.shapes.emplace_back(Drawing::Text{{0.5, 0.5}, "0"});
        return drawing;
    }
    const bool cut = length > most_places;
    const std::uint64_t drawn = cut ? most_places : length, before = cut ? most_places / 2 : length;
    drawing.width = static_cast<double>(drawn + (cut ? 1 : 0));
    const double end = static_cast<double>(before);
    if (place(0).shape == RowPlace::Shape::disc) {
        drawing.shapes.emplace_back(Drawing::Line{{0.5, 0.5}, {end - 0.5, 0.5}});
        if (cut) drawing.shapes.emplace_back(Drawing::Line{{end + 1.5, 0.5}, {drawing.width - 0.5, 0.5}});
    }
    for (std::uint64_t k = 0; k < before; ++k) draw_place(drawing, place(k), static_cast<double>(k));
    if (!cut) return drawing;
    drawing.height = 1.5;
    drawing.shapes.emplace_back(Drawing::Text{{end + 0.5, 0.5}, std::string(three_points)});
    for (std::uint64_t k = before; k < drawn; ++k)
        draw_place(drawing, place(length - drawn + k), static_cast<double>(k + 1));
    drawing.shapes.emplace_back(Drawing::Text{{drawing.width / 2, 1.3}, std::to_string(length), number_size});
    return drawing;
}

Drawing drawing_of_quarter_board(std::uint64_t x, std::uint64_t y, const std::string& piece) {
    constexpr std::uint64_t most = 16;
    constexpr double left = 0.9, small = 0.28;
    const auto first_of = [](std::uint64_t at) { return at < most ? 0 : at - most + 1; };
    const std::uint64_t first_x = first_of(x), first_y = first_of(y);
    const std::uint64_t columns = x - first_x + 1, rows = y - first_y + 1;
    Drawing drawing;
    drawing.width = left + static_cast<double>(columns);
    drawing.height = static_cast<double>(rows) + 0.5;
    for (std::uint64_t row = 0; row < rows; ++row)
        for (std::uint64_t column = 0; column < columns; ++column) {
            const bool shaded = (first_x + column + first_y + row) % 2 == 0;
            drawing.shapes.emplace_back(
                Drawing::Rectangle{{left + static_cast<double>(column), static_cast<double>(rows - 1 - row)},
                                   1,
                                   1,
                                   shaded ? DrawingRole::shade : DrawingRole::board,
                                   DrawingRole::none});
        }
    drawing.shapes.emplace_back(Drawing::Rectangle{{left, 0}, drawing.width - left, static_cast<double>(rows)});
    for (std::uint64_t row = 0; row < rows; ++row)
        drawing.shapes.emplace_back(Drawing::Text{{left / 2, static_cast<double>(rows - row) - 0.5},
                                                  std::to_string(first_y + row),
                                                  small,
                                                  DrawingRole::faint});
    for (std::uint64_t column = 0; column < columns; ++column)
        drawing.shapes.emplace_back(Drawing::Text{{left + static_cast<double>(column) + 0.5, drawing.height - 0.2},
                                                  std::to_string(first_x + column),
                                                  small,
                                                  DrawingRole::faint});
    const Drawing::Point at{drawing.width - 0.5, 0.5};
    drawing.shapes.emplace_back(Drawing::Disc{at, 0.36, DrawingRole::light, DrawingRole::dark});
    drawing.shapes.emplace_back(Drawing::Text{at, piece, 0.4, DrawingRole::dark});
    return drawing;
}

}  // namespace mexbase
