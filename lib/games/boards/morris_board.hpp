// SPDX-License-Identifier: MIT
/// \file
/// The board of Five and of Six Men's Morris: two squares, one inside the other, joined in the middle of their sides.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "../../rank/orbits.hpp"

namespace mexbase {

namespace detail {

/// The points of either square in cyclic order; those at even positions are corners.
inline constexpr std::array<std::array<std::uint8_t, 8>, 2> morris_squares{
    {{0, 1, 2, 9, 15, 14, 13, 6}, {3, 4, 5, 8, 12, 11, 10, 7}}};

struct MorrisLines {
    std::array<std::uint16_t, 16> near{};
    /// The other two points of each mill through a point: a corner is on two sides, a middle on one, listed twice.
    std::array<std::array<std::uint16_t, 2>, 16> mates{};
    std::array<std::uint16_t, 8> mills{};

    constexpr MorrisLines() {
        for (unsigned square = 0; square < 2; ++square)
            for (unsigned place = 0; place < 8; ++place) {
                const auto bit = [&](unsigned ahead) { return 1U << morris_squares[square][(place + ahead) % 8]; };
                const unsigned point = morris_squares[square][place];
                const bool corner = place % 2 == 0;
                const unsigned spoke = corner ? 0 : 1U << morris_squares[1 - square][place];
                near[point] = static_cast<std::uint16_t>(bit(1) | bit(7) | spoke);
                mates[point][0] = static_cast<std::uint16_t>(corner ? bit(1) | bit(2) : bit(1) | bit(7));
                mates[point][1] = static_cast<std::uint16_t>(corner ? bit(6) | bit(7) : bit(1) | bit(7));
                if (corner) mills[4 * square + place / 2] = static_cast<std::uint16_t>(bit(0) | bit(1) | bit(2));
            }
    }
};

}  // namespace detail

/// The sixteen points of two squares, 0 to 15 row by row from the top. Sets of points are bit masks.
///
///     0 ---- 1 ---- 2
///     |  3 - 4 - 5  |
///     6--7       8--9
///     | 10 - 11- 12 |
///     13 --- 14 --- 15
class MorrisBoard {
  public:
    static constexpr unsigned points = 16;
    static constexpr unsigned all = 0xffff;

    /// Returns the points that a line joins to this one.
    static unsigned near(unsigned point) { return lines.near[point]; }
    /// Returns true if a man on `point`, which is not in `men`, completes a mill: three on one side of a square.
    static bool makes_mill(unsigned men, unsigned point) {
        const auto& [one, other] = lines.mates[point];
        return (men & one) == one || (men & other) == other;
    }
    /// Returns the men that are in a mill.
    static unsigned in_mills(unsigned men) {
        unsigned found = 0;
        for (const unsigned mill : lines.mills)
            if ((men & mill) == mill) found |= mill;
        return found;
    }
    /// Returns true if any of `men` has an adjacent point in `empty`.
    static bool can_slide(unsigned men, unsigned empty) {
        for (unsigned point = 0; point < points; ++point)
            if ((men >> point & 1) != 0 && (lines.near[point] & empty) != 0) return true;
        return false;
    }
    /// Returns the sixteen symmetries: those of a square, with and without exchanging the two squares. The identity is
    /// first.
    static const std::array<CellPermutation, 16>& symmetries() {
        static const std::array<CellPermutation, 16> group = [] {
            std::array<CellPermutation, 16> made{};
            for (unsigned g = 0; g < made.size(); ++g)
                for (unsigned square = 0; square < 2; ++square)
                    for (unsigned place = 0; place < 8; ++place) {
                        const unsigned turned = (g & 4) != 0 ? 8 - place : place;
                        made[g][detail::morris_squares[square][place]] =
                            detail::morris_squares[square ^ (g >> 3)][(turned + 2 * (g & 3)) % 8];
                    }
            return made;
        }();
        return group;
    }
    /// Returns the name: columns a to e from the left and rows 1 to 5 from below; point 0 is a5, point 15 is e1.
    static std::string_view name(unsigned point) { return names[point]; }

  private:
    static constexpr std::array<std::string_view, points> names{"a5", "c5", "e5", "b4", "c4", "d4", "a3", "b3",
                                                                "d3", "e3", "b2", "c2", "d2", "a1", "c1", "e1"};
    static constexpr detail::MorrisLines lines{};
};

}  // namespace mexbase
