// SPDX-License-Identifier: MIT
/// \file
/// The boards of Men's Morris: two or three squares inside each other.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace mexbase {

/// The lines of a board of Men's Morris with 8 points per square. Sets of points are bit masks.
template <unsigned squares>
struct MorrisLines {
    static constexpr unsigned points = 8 * squares;
    /// A set of points.
    using Points = std::conditional_t<(points <= 16), std::uint16_t, std::uint32_t>;

    /// The points of each square, the outermost first, clockwise from the upper left corner. Corners are at even
    /// places.
    std::array<std::array<std::uint8_t, 8>, squares> square{};
    std::array<std::array<char, 2>, points> names{};  ///< column and row
    std::array<Points, points> near{};                ///< the points that a line joins to each point
    /// The other two points of each mill through a point. A point with fewer mills repeats one of them.
    std::array<std::array<Points, squares>, points> mates{};
    std::array<Points, 4 * squares + 8> mills{};  ///< the rest is 0
    unsigned mill_count = 0;

    /// `diagonals` adds four lines, which join the corners of the squares.
    constexpr explicit MorrisLines(bool diagonals) {
        constexpr unsigned middle = squares, last = 2 * squares;
        constexpr std::array<std::array<int, 2>, 8> ways{
            {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}};
        unsigned next = 0;
        for (unsigned y = 0; y <= last; ++y)
            for (unsigned x = 0; x <= last; ++x)
                for (unsigned s = 0; s < squares; ++s)
                    for (unsigned place = 0; place < 8; ++place) {
                        const int reach = static_cast<int>(squares - s);
                        if (static_cast<int>(x) != static_cast<int>(middle) + ways[place][0] * reach ||
                            static_cast<int>(y) != static_cast<int>(middle) + ways[place][1] * reach)
                            continue;
                        square[s][place] = static_cast<std::uint8_t>(next);
                        names[next++] = {static_cast<char>('a' + x), static_cast<char>('1' + (last - y))};
                    }
        for (unsigned s = 0; s < squares; ++s)
            for (unsigned place = 0; place < 8; place += 2) {
                const unsigned corner = square[s][place], edge = square[s][place + 1], end = square[s][(place + 2) % 8];
                join(corner, edge);
                join(edge, end);
                add_mill(corner, edge, end);
            }
        for (unsigned place = diagonals ? 0 : 1; place < 8; place += diagonals ? 1 : 2) {
            for (unsigned s = 0; s + 1 < squares; ++s) join(square[s][place], square[s + 1][place]);
            if constexpr (squares == 3) add_mill(square[0][place], square[1][place], square[2][place]);
        }
        for (unsigned point = 0; point < points; ++point) {
            unsigned count = 0;
            for (unsigned k = 0; k < mill_count; ++k)
                if ((mills[k] >> point & 1) != 0) mates[point][count++] = static_cast<Points>(mills[k] ^ 1U << point);
            for (; count < squares; ++count) mates[point][count] = mates[point][0];
        }
    }

  private:
    constexpr void join(unsigned one, unsigned other) {
        near[one] = static_cast<Points>(near[one] | 1U << other);
        near[other] = static_cast<Points>(near[other] | 1U << one);
    }
    constexpr void add_mill(unsigned one, unsigned two, unsigned three) {
        mills[mill_count++] = static_cast<Points>(1U << one | 1U << two | 1U << three);
    }
};

/// A board of Men's Morris: two or three squares inside each other. Lines join the middles of their sides; on a board
/// with diagonals, other lines join their corners. Points are numbered row by row from the top:
///
///     0 ---- 1 ---- 2        0 ------- 1 ------- 2
///     |  3 - 4 - 5  |        |  3 ---- 4 ---- 5  |
///     6--7       8--9        |  |  6 - 7 - 8  |  |
///     | 10 - 11- 12 |        9-10-11      12-13-14
///     13 --- 14 --- 15       …
///
/// A mill is three men on one side of a square. If there are three squares, three men on a line that joins the squares
/// are a mill, too.
template <unsigned squares>
class MorrisBoard {
  public:
    using Lines = MorrisLines<squares>;
    using Points = typename Lines::Points;
    static constexpr unsigned points = Lines::points;
    static constexpr std::uint32_t all = (std::uint32_t{1} << points) - 1;

    explicit MorrisBoard(bool diagonals = false) : lines_(diagonals ? &with_diagonals : &plain) {}

    const Lines& lines() const { return *lines_; }
    /// Returns the points that a line joins to this point.
    std::uint32_t near(unsigned point) const { return lines_->near[point]; }
    /// Returns true if a man on `point`, which is not in `men`, completes a mill.
    bool makes_mill(std::uint32_t men, unsigned point) const {
        bool found = false;
        for (const std::uint32_t mates : lines_->mates[point]) found |= (men & mates) == mates;
        return found;
    }
    /// Returns the men that are in a mill.
    std::uint32_t in_mills(std::uint32_t men) const {
        std::uint32_t found = 0;
        for (unsigned k = 0; k < lines_->mill_count; ++k) {
            const std::uint32_t mill = lines_->mills[k];
            if ((men & mill) == mill) found |= mill;
        }
        return found;
    }
    /// Returns true if any of `men` has an adjacent point in `empty`.
    bool can_slide(std::uint32_t men, std::uint32_t empty) const {
        for (unsigned point = 0; point < points; ++point)
            if ((men >> point & 1) != 0 && (lines_->near[point] & empty) != 0) return true;
        return false;
    }
    /// Returns the sixteen symmetries, the identity first: those of a square, with or without turning the board inside
    /// out, which exchanges the outermost and the innermost square.
    template <class Permutation>
    static std::array<Permutation, 16> symmetries() {
        std::array<Permutation, 16> made{};
        for (unsigned g = 0; g < made.size(); ++g)
            for (unsigned s = 0; s < squares; ++s)
                for (unsigned place = 0; place < 8; ++place) {
                    const unsigned turned = (g & 4) != 0 ? 8 - place : place;
                    made[g][plain.square[s][place]] =
                        plain.square[g < 8 ? s : squares - 1 - s][(turned + 2 * (g & 3)) % 8];
                }
        return made;
    }
    /// Returns the name of a point, such as `a5`: columns from the left and rows from below.
    static std::string_view name(unsigned point) { return {plain.names[point].data(), 2}; }

  private:
    static constexpr Lines plain{false}, with_diagonals{true};

    const Lines* lines_;
};

}  // namespace mexbase
