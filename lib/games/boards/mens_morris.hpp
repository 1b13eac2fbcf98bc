// SPDX-License-Identifier: MIT
/// \file
/// Three to Six Men's Morris on two squares.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../../board/drawing.hpp"
#include "../../rank/orbits.hpp"
#include "../../rules/ruleset.hpp"
#include "shared/seen_indices.hpp"

namespace mexbase {

namespace detail {

/// The points of each square in cyclic order; points at even positions are corners.
inline constexpr std::array<std::array<std::uint8_t, 8>, 2> morris_squares{
    {{0, 1, 2, 9, 15, 14, 13, 6}, {3, 4, 5, 8, 12, 11, 10, 7}}};

struct MorrisLines {
    std::array<std::uint16_t, 16> near{};
    /// The other two points of each mill (side of a square) through a point. A middle point lists its only mill twice.
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

    /// Returns the points that a line joins to this point.
    static unsigned near(unsigned point) { return lines.near[point]; }
    /// Returns true if a man on `point`, which is not in `men`, completes a mill: three men on one side of a square.
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
    /// Returns the sixteen symmetries, the identity first: those of a square, with or without exchanging both squares.
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
    /// Returns the name of a point: columns a to e from the left and rows 1 to 5 from below; point 0 is a5.
    static std::string_view name(unsigned point) { return names[point]; }

  private:
    static constexpr std::array<std::string_view, points> names{"a5", "c5", "e5", "b4", "c4", "d4", "a3", "b3",
                                                                "d3", "e3", "b2", "c2", "d2", "a1", "c1", "e1"};
    static constexpr detail::MorrisLines lines{};
};

/// Men's Morris on two squares (`MorrisBoard`), with three to six men per player. White begins. While a player has men
/// in hand, a move places one of them on an empty point; after that it slides a man along a line to an adjacent empty
/// point. A move that completes a mill (three men on a side of a square) removes an enemy man. This man is not in a
/// mill, unless all are in mills. A player to move who has two men left in hand and on the board, or cannot move, has
/// lost.
///
/// Index: the position as the mover sees it, up to the sixteen symmetries of the board. Indices are divided into
/// slices. A move that leaves a slice leads to a lower slice. From the lowest:
/// - positions lost because the mover has two men and none in hand;
/// - no men in hand: one slice per pair 3 <= a <= b, sorted by a + b and then by a. One player has a men, the other b;
/// - men in hand: one slice per number of men in both hands. No move leads to a position of the same slice.
/// A slice consists of blocks, sorted by the number of the mover's men on the board and then of the opponent's. A block
/// numbers the orbits of the two sets of men (`OrbitPairs`), the mover's set first.
///
/// The third and each later man that a player places may complete a mill, which removes one man. So a player who has
/// placed p men has removed at most p - 2 while men are in hand. Positions that break this rule cannot be reached, and
/// have no index.
class MensMorris {
  public:
    struct Position {
        std::uint16_t mine = 0;       ///< points with men of the player to move, as in `MorrisBoard`
        std::uint16_t theirs = 0;     ///< points with men of the opponent
        std::uint8_t my_hand = 0;     ///< men that the player to move has not yet placed
        std::uint8_t their_hand = 0;  ///< men in the opponent's hand: as many as `my_hand`, or one less if Black moves
        bool black_moves = false;
        friend bool operator==(const Position&, const Position&) = default;
    };
    static constexpr std::string_view family = "mens-morris";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true,
                             .terminal = true,
                             .slices = true,
                             .start = true,
                             .named_moves = true,
                             .images = true,
                             .compose = true,
                             .passed = true,
                             .picture = true,
                             .drawing = true};
    static constexpr unsigned fewest = 3, most = 6;
    static const FamilyHelp& help();
    static MensMorris make(const Parameters& p) {
        return MensMorris(static_cast<unsigned>(p.number("men", fewest, most)));
    }

    /// Takes the number of men of each player, `fewest` to `most`.
    explicit MensMorris(unsigned men);

    /// Returns the number of men of each player.
    unsigned men() const { return men_; }
    Index size() const { return tables_->size; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        const Block& block = tables_->block_of(i);
        const OrbitPairs::Pair pair = pairs_.unrank(block.mine, block.theirs, i - block.first);
        return {static_cast<std::uint16_t>(pair.first), static_cast<std::uint16_t>(pair.second),
                static_cast<std::uint8_t>((block.hands + 1) / 2), static_cast<std::uint8_t>(block.hands / 2),
                block.hands % 2 == 1};
    }
    Index rank(const Position& p) const {
        const unsigned b = count(p.theirs);
        return start_of(p.my_hand + p.their_hand, count(p.mine), b) + pairs_.rank({p.mine, p.theirs}, b);
    }
    /// Reads `W:................:66`: the player to move, the points, and the men in hand, White's first.
    Position parse(std::string_view text) const;
    std::string format(const Position& p) const;
    std::string picture(const Position& p) const;
    Drawing drawing(const Position& p) const;
    /// Returns the position with an empty board, White to move.
    Position start() const {
        const auto hand = static_cast<std::uint8_t>(men_);
        return {0, 0, hand, hand, false};
    }

    Index slices() const { return tables_->slices.size(); }
    Slice slice(Index k) const { return tables_->slices[k]; }

    /// Returns the number of images (positions that have one index): sixteen symmetries with White to move, then with
    /// Black. While men are in hand, they determine the player to move, and the second half repeats the first.
    unsigned images() const { return 32; }
    Position position(Index i, unsigned g) const { return turned(unrank(i), g); }
    unsigned image(const Position& p) const;
    unsigned compose(unsigned g, unsigned h) const { return ((g ^ h) & 16) + pairs_.orbits().compose(g % 16, h % 16); }

    /// Returns the position with the other player to move. Returns `std::nullopt` if men are in hand, because their
    /// number determines the player to move. Also returns `std::nullopt` if the player to move has only two men left.
    std::optional<Position> passed(const Position& p) const {
        if (p.my_hand + p.their_hand > 0 || count(p.mine) == 2) return std::nullopt;
        return Position{p.theirs, p.mine, 0, 0, !p.black_moves};
    }

    /// Returns a loss if the mover has only two men left, or cannot move.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        if (p.my_hand + count(p.mine) == 2) return OutcomeValue{Outcome::loss, 0};
        if (p.my_hand == 0 && !MorrisBoard::can_slide(p.mine, empty_points(p))) return OutcomeValue{Outcome::loss, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        const unsigned b = count(p.theirs);
        unsigned a = count(p.mine), hands = 0;
        if (p.my_hand + a == 2) return;
        if (p.my_hand > 0) {
            ++a;
            hands = p.my_hand + p.their_hand - 1U;
        }
        const Index quiet = start_of(hands, b, a);
        SeenTargets once(has_symmetry(p.theirs));
        visit_moves(
            p,
            [&](unsigned, unsigned, unsigned mine) {
                once(quiet + pairs_.rank({p.theirs, mine}, a), f);
            },
            [&](unsigned, unsigned, unsigned mine, unsigned removed) {
                f(start_of(hands, b - 1, a) + pairs_.rank({p.theirs ^ removed, mine}, a));
            });
    }
    /// Lists the positions from which a slide without a capture leads to p.
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        const unsigned a = count(p.mine), b = count(p.theirs);
        // If the player to move has two men left, the last move was a capture, not a slide.
        if (p.my_hand + p.their_hand > 0 || a == 2) return;
        const Index start = start_of(0, b, a);
        const unsigned empty = empty_points(p);
        SeenTargets once(has_symmetry(p.mine));
        for (unsigned left = p.theirs; left != 0; left &= left - 1) {
            const auto to = static_cast<unsigned>(std::countr_zero(left));
            const unsigned rest = p.theirs ^ 1U << to;
            if (MorrisBoard::makes_mill(rest, to)) continue;
            for (unsigned from = MorrisBoard::near(to) & empty; from != 0; from &= from - 1)
                once(start + pairs_.rank({rest | lowest(from), p.mine}, a), f);
        }
    }
    /// Names moves by points: `c5` places a man, `a5-c5` slides one, and `xd4` after either removes one.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        const auto name = [&](unsigned from, unsigned to, unsigned mine, unsigned removed) {
            Position after{static_cast<std::uint16_t>(p.theirs ^ removed), static_cast<std::uint16_t>(mine),
                           p.their_hand, p.my_hand, !p.black_moves};
            if (p.my_hand > 0) --after.their_hand;
            f(static_cast<const Position&>(after), name_of_move(from, to, removed));
        };
        visit_moves(
            p, [&](unsigned from, unsigned to, unsigned mine) { name(from, to, mine, 0); }, name);
    }

  private:
    /// A range of indices with given numbers of men in hand and on the board.
    struct Block {
        std::uint32_t first = 0;
        std::uint8_t hands = 0;  ///< men in both hands together
        std::uint8_t mine = 0, theirs = 0;
    };
    struct Tables {
        Index size = 0;
        std::vector<Block> blocks;  ///< in order; the last entry marks the end and begins at `size`
        std::vector<Slice> slices;
        /// First index of each block, by `hands`, `mine` and `theirs`.
        std::array<std::array<std::array<std::uint32_t, most + 1>, most + 1>, 2 * most + 1> start{};
        const Block& block_of(Index i) const;
    };
    /// Returns true if a symmetry other than the identity maps the set `still` of men to itself. These men do not move.
    /// Two moves of the other men may then lead to the same index, which must be listed once.
    bool has_symmetry(unsigned still) const {
        return pairs_.orbits().stabiliser(pairs_.orbits().entry(still).orbit) != 1;
    }
    /// A set of targets. Its capacity suffices for six men that slide along three lines each, and for sixteen points on
    /// which a man may be placed.
    using SeenTargets = SeenIndices<3 * most>;

    static unsigned lowest(unsigned set) { return set & ~(set - 1); }
    static unsigned empty_points(const Position& p) {
        return MorrisBoard::all & ~static_cast<unsigned>(p.mine | p.theirs);
    }
    unsigned count(unsigned men) const { return pairs_.orbits().entry(men).size; }
    Index start_of(unsigned hands, unsigned mine, unsigned theirs) const { return tables_->start[hands][mine][theirs]; }
    bool has_block(unsigned hands, unsigned mine, unsigned theirs) const;
    /// Calls `quiet(from, to, mine)` for each move without a capture and `mill(from, to, mine, removed)` for the
    /// others. `mine` are the mover's men after the move; `from` is `MorrisBoard::points` if a man is placed.
    template <class Quiet, class Mill>
    void visit_moves(const Position& p, Quiet&& quiet, Mill&& mill) const {
        const unsigned empty = empty_points(p);
        unsigned victims = 0;
        const auto move = [&](unsigned from, unsigned to, unsigned rest) {
            const unsigned mine = rest | 1U << to;
            if (p.theirs == 0 || !MorrisBoard::makes_mill(rest, to)) return quiet(from, to, mine);
            if (victims == 0) victims = p.theirs & ~MorrisBoard::in_mills(p.theirs);
            if (victims == 0) victims = p.theirs;
            for (unsigned left = victims; left != 0; left &= left - 1) mill(from, to, mine, lowest(left));
        };
        if (p.my_hand > 0) {
            for (unsigned left = empty; left != 0; left &= left - 1)
                move(MorrisBoard::points, static_cast<unsigned>(std::countr_zero(left)), p.mine);
            return;
        }
        for (unsigned men = p.mine; men != 0; men &= men - 1) {
            const auto from = static_cast<unsigned>(std::countr_zero(men));
            for (unsigned left = MorrisBoard::near(from) & empty; left != 0; left &= left - 1)
                move(from, static_cast<unsigned>(std::countr_zero(left)), p.mine ^ 1U << from);
        }
    }
    /// Returns image g of a position that `unrank` returns.
    Position turned(Position p, unsigned g) const;
    static std::string name_of_move(unsigned from, unsigned to, unsigned removed);

    unsigned men_;
    OrbitPairs pairs_;
    std::shared_ptr<const Tables> tables_;
};

}  // namespace mexbase
