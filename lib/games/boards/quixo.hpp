// SPDX-License-Identifier: MIT
/// \file
/// Quixo on small boards.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "../../rank/orbits.hpp"
#include "../../rules/ruleset.hpp"
#include "shared/two_sides.hpp"

namespace mexbase {

/// The effects of Quixo's moves on a square of 3 x 3 or 4 x 4 cubes. The first set of a pair has the cubes marked by
/// the player to move, the second those marked by the opponent.
///
/// A move shifts cubes right, left, down or up. The taken cube is pushed in at one end of its line, and the cubes from
/// there to its old cell shift by one.
class QuixoPushes {
  public:
    using Pair = OrbitPairs::Pair;
    /// Maximum number of reverse moves of a position.
    static constexpr std::size_t most_pulls = 64;

    explicit QuixoPushes(unsigned side);

    /// Returns true if the set contains a row, a column or a diagonal.
    bool has_line(std::uint32_t set) const { return (with_line_[set >> 6] >> (set & 63) & 1) != 0; }

    /// Calls `f(from_mine, after)` for every move. Moves of equal effect in the same line (row or column) are listed
    /// once. The taken cube had the mover's mark if `from_mine`, and was blank otherwise. `after` is the position as
    /// the opponent sees it.
    template <class F>
    void for_each_push(const Pair& seen, F&& f) const {
        for (const PushDirection& direction : directions_)
            for (std::uint32_t left = taken(direction, seen); left != 0; left &= left - 1) {
                const auto cell = static_cast<unsigned>(std::countr_zero(left));
                f((seen.first >> cell & 1) != 0, pushed(direction, cell, seen));
            }
    }
    /// Calls `f` with sets of cells. Their total size is the number of moves that `for_each_push` lists.
    template <class F>
    void for_each_way(const Pair& seen, F&& f) const {
        for (const PushDirection& direction : directions_) f(taken(direction, seen));
    }

    /// Calls `f(before, cell, was_blank, was_mine)` for every reverse move. `before` is the position before the move,
    /// as its mover saw it, with a blank cube on `cell`. It is a predecessor if `was_blank`. If `was_mine`, the
    /// position with the mover's mark on `cell` is a predecessor. Reverse moves of equal effect in one line are listed
    /// once.
    template <class F>
    void for_each_pull(const Pair& seen, F&& f) const {
        const std::uint32_t mine = seen.second, theirs = seen.first;  // `mine`: of the player who has moved
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

    /// Calls `f(cell, end, after)` for every move. A cube is taken from `cell` and pushed in at `end`.
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
        std::uint32_t after = 0;   ///< the cells to which these cubes shift
        std::uint32_t end = 0;     ///< cell where the cube is pushed in, as a set
    };
    /// All moves that shift cubes in one direction.
    struct PushDirection {
        unsigned up = 0, down = 0;     ///< shift of the cells up and down: one of the two is 0
        std::uint32_t allowed = 0;     ///< cells whose cube may be taken
        std::uint32_t next = 0;        ///< cells of `allowed` whose next cell in this direction is in `allowed` too
        unsigned end_shift = 0;        ///< shift from `first_ends` to the cells where cubes are pushed in
        std::uint32_t first_ends = 0;  ///< the first row or column
        std::uint32_t line = 0;        ///< a cell of `first_ends`, as a bit, times `line` is the cell's line
        std::array<Push, 16> pushes{};

        std::uint32_t on(std::uint32_t set) const { return set << up >> down; }
        std::uint32_t back(std::uint32_t set) const { return set << down >> up; }
    };

    /// Returns the cells from which moves are listed. Taking any of several adjacent equal cubes has the same effect,
    /// so only the last of them is listed.
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
    std::vector<std::uint64_t> with_line_;  ///< one bit per set of cells: it contains a line
};

/// Quixo (T. Chapeau, 1995) on a square of 3 x 3 or 4 x 4 cubes. A player takes a cube of the border that is blank or
/// has his mark. He marks it and pushes it in at another end of its row or column. The cubes between shift. A full row,
/// column or diagonal of a player's marks wins. If a move completes lines of both players, the player who moved loses.
///
/// Positions are all ways to mark cubes, with either player to move. Indices are sorted by the number of marks of the
/// player to move, then of the opponent, then by the orbit, as in `SquareGame`.
class Quixo : public SquareGame {
  public:
    static constexpr std::string_view family = "quixo";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true,
                             .terminal = true,
                             .start = true,
                             .named_moves = true,
                             .images = true,
                             .compose = true,
                             .passed = true,
                             .picture = true,
                             .drawing = true,
                             .option_count = true};
    static const FamilyHelp& help();
    static Quixo make(const Parameters& p) { return Quixo(static_cast<unsigned>(p.number("size", 3, 4))); }

    /// Takes the number of cubes in a row, 3 or 4.
    explicit Quixo(unsigned side);

    Index size() const { return tables_->layers.back().first; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        const Layer& l = tables_->layers[layer_of(i)];
        return Position::seen_by(0, pairs().unrank(l.mine, l.theirs, i - l.first));
    }
    Index rank(const Position& p) const {
        const unsigned b = count(p.theirs());
        return first(count(p.mine()), b) + pairs().rank(p.seen(), b);
    }
    /// Reads `X:..../..../..../....`: the player to move, then the rows from the top.
    Position parse(std::string_view text) const { return read(text); }
    /// Returns the position with all cubes blank, X to move.
    Position start() const { return {}; }

    Position position(Index i, unsigned g) const { return image_of(unrank(i).seen(), g); }
    unsigned image(const Position& p) const { return least_image(unrank(rank(p)).seen(), p); }

    /// Returns a win if the mover has a full line, else a loss if the opponent has one.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        if (pushes().has_line(p.mine())) return OutcomeValue{Outcome::win, 0};
        if (pushes().has_line(p.theirs())) return OutcomeValue{Outcome::loss, 0};
        return std::nullopt;
    }
    /// Calls `f` once for moves of equal effect in the same line (row or column).
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        const unsigned a = count(p.mine()), b = count(p.theirs());
        const std::array<Index, 2> firsts{first(b, a + 1), first(b, a)};
        pushes().for_each_push(p.seen(), [&](bool from_mine, const OrbitPairs::Pair& after) {
            f(firsts[from_mine ? 1 : 0] + pairs().rank(after, from_mine ? a : a + 1));
        });
    }
    std::uint64_t option_count(Index, const Position& p) const {
        std::uint64_t n = 0;
        pushes().for_each_way(p.seen(), [&](std::uint32_t cells) { n += count(cells); });
        return n;
    }
    /// Lists each predecessor q once per move from q to an image of p. The number of these moves is (reverse moves from
    /// p to images of q) * (symmetries that fix q) / (symmetries that fix p).
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        const unsigned symmetries = pairs().symmetries(p.seen());
        if (symmetries == 1)
            for_each_pull(p, [&](Index from, unsigned symmetries_before) {
                for (f(from); symmetries_before > 1; --symmetries_before) f(from);
            });
        else
            for_each_pull_of_symmetric(p, symmetries, f);
    }
    /// Names moves by the taken cube and the place where it is pushed in, as `a1-d1`: columns from the left, rows from
    /// below. Several moves may have the same effect.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        pushes().for_each_move(p.seen(), [&](unsigned cell, unsigned end, const OrbitPairs::Pair& after) {
            f(Position::seen_by(1U - p.mover, after), name_of_move(cell, end));
        });
    }

  private:
    /// Calls `f` with the index and the number of symmetries of each non-terminal position that a reverse move gives.
    template <class F>
    void for_each_pull(const Position& p, F&& f) const {
        const unsigned a = count(p.mine()), b = count(p.theirs());
        if (b == 0) return;
        const Index first_blank = first(b - 1, a), first_mine = first(b, a);
        const auto name = [&](Index first, const OrbitPairs::Pair& before) {
            if (!pushes().has_line(before.first)) f(first + pairs().rank(before, a), pairs().symmetries(before));
        };
        pushes().for_each_pull(p.seen(),
                               [&](const OrbitPairs::Pair& before, unsigned cell, bool was_blank, bool was_mine) {
                                   if (pushes().has_line(before.second)) return;
                                   if (was_blank) name(first_blank, before);
                                   if (was_mine) name(first_mine, {before.first | 1U << cell, before.second});
                               });
    }
    template <class F>
    void for_each_pull_of_symmetric(const Position& p, unsigned symmetries, F&& f) const {
        std::array<std::pair<Index, unsigned>, QuixoPushes::most_pulls> all;
        std::size_t n = 0;
        for_each_pull(p, [&](Index from, unsigned symmetries_before) { all[n++] = {from, symmetries_before}; });
        std::sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(n));
        for (std::size_t k = 0, times = 0; k < n; ++k) {
            times += all[k].second;
            for (; times >= symmetries; times -= symmetries) f(all[k].first);
        }
    }

    /// The positions with given numbers of marks of each player.
    struct Layer {
        Index first = 0;
        unsigned mine = 0, theirs = 0;
    };
    static constexpr unsigned chunk_bits = 10;
    struct Tables {
        Tables(unsigned side, const OrbitPairs& pairs);
        QuixoPushes pushes;
        std::array<std::array<Index, 18>, 18> firsts{};  ///< first index of each layer, by marks; 0 for other pairs
        std::vector<Layer> layers;                       ///< in order; the last entry only marks the end
        std::vector<std::uint8_t> layer_of_chunk;        ///< layer of the first index of each chunk
    };

    const QuixoPushes& pushes() const { return tables_->pushes; }
    unsigned count(std::uint32_t set) const { return pairs().orbits().entry(set).size; }
    Index first(unsigned mine, unsigned theirs) const { return tables_->firsts[mine][theirs]; }
    unsigned layer_of(Index i) const {
        unsigned layer = tables_->layer_of_chunk[i >> chunk_bits];
        while (tables_->layers[layer + 1].first <= i) ++layer;
        return layer;
    }

    std::shared_ptr<const Tables> tables_;
};

}  // namespace mexbase
