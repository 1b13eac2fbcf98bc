/// \file
/// The moves of Quixo, forwards and back, on sets of cells.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "../../rank/orbits.hpp"

namespace mexbase {

/// What Quixo's moves do on a square of 3 x 3 or 4 x 4 cubes. Pairs of sets are the cubes marked by the player to move
/// and those marked by the opponent.
///
/// Cubes go one of four ways: to greater or to smaller cells, in rows or in columns. What a cube that is taken leaves
/// behind is filled from the end where it is pushed in.
class QuixoPushes {
  public:
    using Pair = OrbitPairs::Pair;
    /// A position has at most so many ways to take a move back.
    static constexpr std::size_t most_pulls = 64;

    explicit QuixoPushes(unsigned side);

    /// Whether a row, a column or a diagonal lies in the set.
    bool has_line(std::uint32_t set) const { return (with_line_[set >> 6] >> (set & 63) & 1) != 0; }

    /// Calls `f(from_mine, after)` for every move but those of equal effect in one line: `from_mine` says that the cube
    /// was the mover's and not blank; `after` is what the opponent sees then.
    template <class F>
    void for_each_push(const Pair& seen, F&& f) const {
        for (const PushDirection& direction : directions_)
            for (std::uint32_t left = taken(direction, seen); left != 0; left &= left - 1) {
                const auto cell = static_cast<unsigned>(std::countr_zero(left));
                f((seen.first >> cell & 1) != 0, pushed(direction, cell, seen));
            }
    }
    /// Calls `f` with sets of together as many cells as `for_each_push` names moves.
    template <class F>
    void for_each_way(const Pair& seen, F&& f) const {
        for (const PushDirection& direction : directions_) f(taken(direction, seen));
    }

    /// Calls `f(before, cell, was_blank, was_mine)` for every move taken back: `before` is what the player saw who has
    /// moved, but for the cube that was taken, which is left blank; that was so if `was_blank`, and if `was_mine` there
    /// is another move taken back for which it bore the player's mark. As with `for_each_push`, of equal effects in one
    /// line the last counts.
    template <class F>
    void for_each_pull(const Pair& seen, F&& f) const {
        const std::uint32_t mine = seen.second, theirs = seen.first;  // of the player who has moved
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

    /// Calls `f(cell, end, after)` for every move: the cell where a cube is taken, and where it is pushed in.
    template <class F>
    void for_each_move(const Pair& seen, F&& f) const {
        for (unsigned cell = 0; cell < 16; ++cell)
            for (const PushDirection& direction : directions_)
                if (((direction.allowed & ~seen.second) >> cell & 1) != 0)
                    f(cell, static_cast<unsigned>(std::countr_zero(direction.pushes[cell].end)),
                      pushed(direction, cell, seen));
    }

  private:
    /// What a cube that is taken at a cell does.
    struct Push {
        std::uint32_t kept = 0;    ///< cells whose cubes stay
        std::uint32_t before = 0;  ///< cells whose cubes move on
        std::uint32_t after = 0;   ///< the cells they move to
        std::uint32_t end = 0;     ///< where the cube is pushed in, as a set
    };
    /// All moves in which cubes go one way.
    struct PushDirection {
        unsigned up = 0, down = 0;     ///< by how much cells grow and shrink: one of the two is 0
        std::uint32_t allowed = 0;     ///< cells whose cube may be taken
        std::uint32_t next = 0;        ///< of these, those before another of their line
        unsigned end_shift = 0;        ///< where the cubes are pushed in: `first_ends` moved up by this
        std::uint32_t first_ends = 0;  ///< the first row or column
        std::uint32_t line = 0;        ///< a cell of `first_ends` times this is its line
        std::array<Push, 16> pushes{};

        std::uint32_t on(std::uint32_t set) const { return set << up >> down; }
        std::uint32_t back(std::uint32_t set) const { return set << down >> up; }
    };

    /// The cells whose cubes are taken: of neighbours that may be and are equal the last.
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
    std::vector<std::uint64_t> with_line_;  ///< a bit for each set
};

}  // namespace mexbase
