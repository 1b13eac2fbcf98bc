// SPDX-License-Identifier: MIT
/// \file
/// The moves of Quixo, forwards and backwards, on sets of cells.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "../../rank/orbits.hpp"

namespace mexbase {

/// The effects of Quixo's moves on a square of 3 x 3 or 4 x 4 cubes. Pairs of sets are the cubes marked by the player
/// to move and those marked by the opponent.
///
/// Cubes move in one of four directions: to greater or to smaller cells, in rows or in columns. The gap of the taken
/// cube is filled from the end where it is pushed in.
class QuixoPushes {
  public:
    using Pair = OrbitPairs::Pair;
    /// Maximum number of reverse moves of a position.
    static constexpr std::size_t most_pulls = 64;

    explicit QuixoPushes(unsigned side);

    /// Returns true if the set contains a row, a column or a diagonal.
    bool has_line(std::uint32_t set) const { return (with_line_[set >> 6] >> (set & 63) & 1) != 0; }

    /// Calls `f(from_mine, after)` for every move, once for moves of equal effect in one line. `from_mine` is true if
    /// the cube was the mover's, not blank; `after` is the position as the opponent sees it.
    template <class F>
    void for_each_push(const Pair& seen, F&& f) const {
        for (const PushDirection& direction : directions_)
            for (std::uint32_t left = taken(direction, seen); left != 0; left &= left - 1) {
                const auto cell = static_cast<unsigned>(std::countr_zero(left));
                f((seen.first >> cell & 1) != 0, pushed(direction, cell, seen));
            }
    }
    /// Calls `f` with sets whose total size is the number of moves that `for_each_push` lists.
    template <class F>
    void for_each_way(const Pair& seen, F&& f) const {
        for (const PushDirection& direction : directions_) f(taken(direction, seen));
    }

    /// Calls `f(before, cell, was_blank, was_mine)` for every reverse move. `before` is the position as its mover saw
    /// it, with the taken cube left blank. The cube was really blank if `was_blank`; if `was_mine`, there is another
    /// reverse move in which it had the player's mark. As with `for_each_push`, the last of equal effects in one line
    /// counts.
    template <class F>
    void for_each_pull(const Pair& seen, F&& f) const {
        const std::uint32_t mine = seen.second, theirs = seen.first;  // marks of the player who has moved
        for (const PushDirection& direction : directions_) {
            const std::uint32_t in_reach =
                (mine >> direction.end_shift & direction.first_ends) * direction.line & direction.allowed;
            const std::uint32_t blank = in_reach & ~(direction.next & ~direction.back(mine | theirs));
            const std::uint32_t own = in_reach & ~(direction.next & direction.back(mine));
            for (std::uint32_t left = blank | own; left != 0; left &= left - 1) {
                const auto cell = static_cast<unsigned>(std::countr_zero(left));
                const Push& push = direction.pushes[cell];
                const auto pulled = [&](std::uint32_t set) {
                    return (set & push.kept) | direction.back(set & push.after);
                };
                f(Pair{pulled(mine), pulled(theirs)}, cell, (blank >> cell & 1) != 0, (own >> cell & 1) != 0);
            }
        }
    }

    /// Calls `f(cell, end, after)` for every move: the cell from which a cube is taken, and the cell where it is pushed
    /// in.
    template <class F>
    void for_each_move(const Pair& seen, F&& f) const {
        for (unsigned cell = 0; cell < 16; ++cell)
            for (const PushDirection& direction : directions_)
                if (((direction.allowed & ~seen.second) >> cell & 1) != 0)
                    f(cell, static_cast<unsigned>(std::countr_zero(direction.pushes[cell].end)),
                      pushed(direction, cell, seen));
    }

  private:
    /// The effect of taking a cube from a cell.
    struct Push {
        std::uint32_t kept = 0;    ///< cells whose cubes stay
        std::uint32_t before = 0;  ///< cells whose cubes shift
        std::uint32_t after = 0;   ///< the cells they shift to
        std::uint32_t end = 0;     ///< cell where the cube is pushed in, as a set
    };
    /// All moves with one direction of the cubes.
    struct PushDirection {
        unsigned up = 0, down = 0;     ///< shift of the cells up and down: one of the two is 0
        std::uint32_t allowed = 0;     ///< cells whose cube may be taken
        std::uint32_t next = 0;        ///< of these, those before another of their line
        unsigned end_shift = 0;        ///< shift from `first_ends` to the cells where cubes are pushed in
        std::uint32_t first_ends = 0;  ///< the first row or column
        std::uint32_t line = 0;        ///< a cell of `first_ends` times this is its line
        std::array<Push, 16> pushes{};

        std::uint32_t on(std::uint32_t set) const { return set << up >> down; }
        std::uint32_t back(std::uint32_t set) const { return set << down >> up; }
    };

    /// Returns the cells whose cubes are taken: the last of adjacent equal cubes that may be taken.
    static std::uint32_t taken(const PushDirection& direction, const Pair& seen) {
        const std::uint32_t as_next =
            ~(seen.first ^ direction.back(seen.first)) & ~direction.back(seen.second) & direction.next;
        return direction.allowed & ~seen.second & ~as_next;
    }
    static Pair pushed(const PushDirection& direction, unsigned cell, const Pair& seen) {
        const Push& push = direction.pushes[cell];
        return {(seen.second & push.kept) | direction.on(seen.second & push.before),
                (seen.first & push.kept) | direction.on(seen.first & push.before) | push.end};
    }

    std::array<PushDirection, 4> directions_;
    std::vector<std::uint64_t> with_line_;  ///< one bit per set
};

}  // namespace mexbase
