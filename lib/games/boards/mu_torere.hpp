// SPDX-License-Identifier: MIT
/// \file
/// Mū tōrere, a Māori game on an eight-pointed star.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>

#include "../../rank/subsets.hpp"
#include "../../rules/ruleset.hpp"
#include "shared/two_sides.hpp"

namespace mexbase {

namespace detail {

/// Returns the two neighbours that ring point 1..8 has on the ring, as a set.
constexpr unsigned ring_near(unsigned point) {
    return 1U << (point % 8 + 1) | 1U << ((point + 6) % 8 + 1);
}

/// Returns the set of neighbours of each point of the star.
constexpr std::array<unsigned, 9> star_neighbours() {
    std::array<unsigned, 9> sets{0x1fe};
    for (unsigned point = 1; point <= 8; ++point) sets[point] = 1U | ring_near(point);
    return sets;
}

}  // namespace detail

/// Mū tōrere (analysed by M. Ascher, Mathematics Magazine 60, 1987): four pieces of each player are on a ring of eight
/// points and the centre, so one point is empty. A piece moves into it: along the ring, from the centre, or from the
/// ring to the centre if an enemy piece is next to it on the ring. A player who cannot move loses.
///
/// The index describes the position as the player to move sees it. Its higher digit is the empty point; its lower digit
/// is the set of the mover's pieces among the eight occupied points.
///
/// A player's pieces are a set of points: bit 0 is the centre, bits 1 to 8 the ring in order.
class MuTorere : public RowsGame {
  public:
    static constexpr std::string_view family = "mu-torere";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true,
                             .start = true,
                             .named_moves = true,
                             .images = true,
                             .passed = true,
                             .picture = true,
                             .drawing = true,
                             .value_kinds = true};
    static constexpr std::array value_kinds{ValueKind::outcome, ValueKind::nimber};  // not obliged: play need not end
    static const FamilyHelp& help();
    static MuTorere make(const Parameters&) { return MuTorere(); }

    MuTorere() : RowsGame({"xo", ".xo", 1, 9, "x:.ooooxxxx"}, {Man::none, Man::light, Man::dark}) {}

    Index size() const { return Index{9} * ways; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        const auto empty = static_cast<unsigned>(i / ways), set = static_cast<unsigned>(i % ways);
        const unsigned mine = opened(SmallSubsets::shared().subset(set, 4), empty);
        return Position::seen_by(0, {mine, all & ~mine & ~(1U << empty)});
    }
    Index rank(const Position& p) const { return number(p.mine(), empty_point(p)); }
    /// Reads `x:.ooooxxxx`: the player to move, the centre, and the ring.
    Position parse(std::string_view text) const;
    std::string picture(const Position& p) const;
    Drawing drawing(const Position& p) const;
    /// Returns the position with o on ring points 1 to 4, x on 5 to 8, and x to move.
    Position start() const { return {{0x1e0, 0x01e}, 0}; }

    /// Returns the number of images (positions that have one index): x or o is to move.
    unsigned images() const { return 2; }
    Position position(Index i, unsigned g) const { return Position::seen_by(g, unrank(i).seen()); }
    unsigned image(const Position& p) const { return p.mover; }
    std::optional<Position> passed(const Position& p) const { return p.passed(); }

    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        const unsigned empty = empty_point(p);
        for_each_source(p, empty, [&](unsigned from) { f(number(p.theirs(), from)); });
    }
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        // An opponent's piece next to the empty point may have come from there. It goes back and leaves its point.
        const unsigned empty = empty_point(p);
        for (unsigned left = near[empty] & p.theirs(); left != 0; left &= left - 1) {
            const auto to = static_cast<unsigned>(std::countr_zero(left));
            if (to == 0 && (ring_near(empty) & p.mine()) == 0) continue;
            f(number((p.theirs() ^ 1U << to) | 1U << empty, to));
        }
    }
    /// Names moves by their first and last point, as `5-c`: the centre is c, the ring 1 to 8.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        const unsigned empty = empty_point(p);
        for_each_source(p, empty, [&](unsigned from) {
            const unsigned moved = (p.mine() ^ 1U << from) | 1U << empty;
            const char name[] = {point_name(from), '-', point_name(empty)};
            f(Position::seen_by(1U - p.mover, {p.theirs(), moved}), std::string_view(name, 3));
        });
    }

  private:
    static constexpr unsigned all = 0x1ff;
    /// Number of ways to choose the mover's four points among the eight occupied points.
    static constexpr auto ways = static_cast<unsigned>(binomial(8, 4));

    static unsigned ring_near(unsigned point) { return detail::ring_near(point); }
    static constexpr std::array<unsigned, 9> near = detail::star_neighbours();

    static unsigned empty_point(const Position& p) {
        return static_cast<unsigned>(std::countr_zero(all & ~(p.mine() | p.theirs())));
    }
    /// `opened` inserts a gap at the empty point into a set of the eight occupied points; `closed` removes the gap.
    static constexpr unsigned opened(unsigned set, unsigned empty) {
        const unsigned below = (1U << empty) - 1;
        return (set & below) | (set & ~below) << 1;
    }
    static constexpr unsigned closed(unsigned set, unsigned empty) {
        const unsigned below = (1U << empty) - 1;
        return (set & below) | (set >> 1 & ~below);
    }
    static Index number(unsigned mine, unsigned empty) {
        return Index{empty} * ways + SmallSubsets::shared().rank(closed(mine, empty));
    }
    static char point_name(unsigned point) { return point == 0 ? 'c' : static_cast<char>('0' + point); }

    /// Calls `f` with the point of each piece of the mover that can move.
    template <class F>
    static void for_each_source(const Position& p, unsigned empty, F&& f) {
        for (unsigned left = near[empty] & p.mine(); left != 0; left &= left - 1) {
            const auto from = static_cast<unsigned>(std::countr_zero(left));
            if (empty != 0 || (ring_near(from) & p.theirs()) != 0) f(from);
        }
    }
};

}  // namespace mexbase
