// SPDX-License-Identifier: MIT
/// \file
/// Three to Twelve Men's Morris on two or three squares.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../board/drawing.hpp"
#include "../../rank/large_orbits.hpp"
#include "../../rank/orbits.hpp"
#include "../../rules/game.hpp"
#include "../../rules/ruleset.hpp"
#include "morris_board.hpp"
#include "shared/rows.hpp"
#include "shared/seen_indices.hpp"

namespace mexbase {

/// The form of Men's Morris that one table holds.
struct MorrisForm {
    unsigned men = 6;        ///< men of each player, at most 12
    bool diagonals = false;  ///< if lines join the corners of the squares
    bool jumping = false;    ///< if a player who has three men left may move them to any empty point
    /// If not 0, only the positions without men in hand in which one player has at most `larger` men and the other at
    /// most `smaller`. `smaller` is 3 to `larger`, and `larger` is at most `men`.
    unsigned larger = 0, smaller = 0;
};

/// Men's Morris on two or three squares (`MorrisBoard`), with 3 to 12 men per player. White begins. While a player has
/// men in hand, a move places one of them on an empty point; after that it slides a man along a line to an adjacent
/// empty point. With `MorrisForm::jumping`, a player who has three men left may instead move a man to any empty point.
/// A move that completes a mill removes one enemy man, even if it completes two mills. This man is not in a mill,
/// unless all are in mills. A player to move who has two men left in hand and on the board, or cannot move, has lost.
/// If the board is full after all men are placed, the game is a draw. For Nine Men's Morris the rules and the division
/// in slices are those of R. Gasser, "Solving Nine Men's Morris", Games of No Chance, 1996.
///
/// Index: the position as the mover sees it, up to the sixteen symmetries of the board. Indices are divided into
/// slices. A move that leaves a slice leads to a lower slice. From the lowest:
/// - `over`: positions lost because the mover has two men and none in hand;
/// - no men in hand: one slice `b-a` per pair 3 <= a <= b, sorted by a + b and then by a. One player has a men, the
///   other b;
/// - men in hand: one slice `handN` per number of men in both hands. No move leads to a position of the same slice.
/// A slice consists of blocks, sorted by the number of the mover's men on the board and then of the opponent's. A block
/// numbers the orbits of the two sets of men (`OrbitPairs`), the mover's set first.
///
/// The third and each later man that a player places may complete a mill, which removes one man. So a player who has
/// placed p men has removed at most p - 2 while men are in hand. Positions that break this rule cannot be reached, and
/// have no index.
template <unsigned squares>
class MensMorrisOn {
  public:
    using Board = MorrisBoard<squares>;
    using Points = typename Board::Points;
    struct Position {
        Points mine = 0;              ///< points with men of the player to move, as in `MorrisBoard`
        Points theirs = 0;            ///< points with men of the opponent
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
                             .drawing = true,
                             .normalise = true,
                             .make_game = true};
    static constexpr unsigned fewest = 3, most = squares == 2 ? 6 : 12;
    static const FamilyHelp& help();
    static MensMorrisOn make(const Parameters& p);
    static void normalise(Parameters& p);
    /// Chooses the number of squares.
    static std::unique_ptr<Game> make_game(Parameters p);

    /// Takes a form with `fewest` to `most` men.
    explicit MensMorrisOn(const MorrisForm& form);
    /// Takes the number of men of each player.
    explicit MensMorrisOn(unsigned men) : MensMorrisOn(MorrisForm{men, false, squares == 3, 0, 0}) {}

    /// Returns the number of men of each player.
    unsigned men() const { return form_.men; }
    Index size() const { return tables_->size; }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const {
        const Block& block = tables_->block_of(i);
        const auto pair = pairs_.unrank(block.mine, block.theirs, i - block.first);
        return {static_cast<Points>(pair.first), static_cast<Points>(pair.second),
                static_cast<std::uint8_t>((block.hands + 1) / 2), static_cast<std::uint8_t>(block.hands / 2),
                block.hands % 2 == 1};
    }
    Index rank(const Position& p) const {
        const unsigned a = count(p.mine), b = count(p.theirs);
        return start_of(p.my_hand + p.their_hand, a, b) + rank_of(p.mine, p.theirs, a, b);
    }
    /// Reads `W:................:66`: the player to move, the points, and the men in hand, White's first. Digits past 9
    /// are `a`, `b` and `c`.
    Position parse(std::string_view text) const;
    std::string format(const Position& p) const;
    std::string picture(const Position& p) const;
    Drawing drawing(const Position& p) const;
    /// Returns the position with an empty board, White to move. If all positions have no men in hand, returns the one
    /// with the greatest index.
    Position start() const {
        if (form_.larger != 0) return unrank(size() - 1);
        const auto hand = static_cast<std::uint8_t>(men());
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

    /// Returns a loss if the mover has only two men left, or cannot move. Returns a draw if the board is full.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        if (p.my_hand + count(p.mine) == 2) return OutcomeValue{Outcome::loss, 0};
        if (empty_points(p) == 0) return OutcomeValue{Outcome::draw, 0};
        if (p.my_hand == 0 && !jumps(count(p.mine)) && !board_.can_slide(p.mine, empty_points(p)))
            return OutcomeValue{Outcome::loss, 0};
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
        SeenTargets once(has_symmetry(p.theirs, b));
        visit_moves(
            p,
            [&](unsigned, unsigned, std::uint32_t mine) {
                once(rank_of(p.theirs, mine, b, a), [&](Index k) { f(quiet + k); });
            },
            [&](unsigned, unsigned, std::uint32_t mine, std::uint32_t removed) {
                f(start_of(hands, b - 1, a) + rank_of(p.theirs ^ removed, mine, b - 1, a));
            });
    }
    /// Lists the positions from which a slide without a capture leads to p.
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        const unsigned a = count(p.mine), b = count(p.theirs);
        // If the player to move has two men left, the last move was a capture, not a slide.
        if (p.my_hand + p.their_hand > 0 || a == 2) return;
        const Index start = start_of(0, b, a);
        const std::uint32_t empty = empty_points(p);
        SeenTargets once(has_symmetry(p.mine, a));
        for (std::uint32_t left = p.theirs; left != 0; left &= left - 1) {
            const auto to = static_cast<unsigned>(std::countr_zero(left));
            const std::uint32_t rest = p.theirs ^ 1U << to;
            if (board_.makes_mill(rest, to)) continue;
            for (std::uint32_t from = jumps(b) ? empty : board_.near(to) & empty; from != 0; from &= from - 1)
                once(rank_of(rest | lowest(from), p.mine, b, a), [&](Index k) { f(start + k); });
        }
    }
    /// Names moves by points: `c5` places a man, `a5-c5` slides one, and `xd4` after either removes one.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        const auto name = [&](unsigned from, unsigned to, std::uint32_t mine, std::uint32_t removed) {
            Position after{static_cast<Points>(p.theirs ^ removed), static_cast<Points>(mine), p.their_hand, p.my_hand,
                           !p.black_moves};
            if (p.my_hand > 0) --after.their_hand;
            f(static_cast<const Position&>(after), name_of_move(from, to, removed));
        };
        visit_moves(
            p, [&](unsigned from, unsigned to, std::uint32_t mine) { name(from, to, mine, 0); }, name);
    }

  private:
    using Pairs = std::conditional_t<squares == 2, OrbitPairs, LargeOrbitPairs>;

    /// A range of indices with given numbers of men in hand and on the board.
    struct Block {
        Index first = 0;
        std::uint8_t hands = 0;  ///< men in both hands together
        std::uint8_t mine = 0, theirs = 0;
    };
    struct Tables {
        Index size = 0;
        std::vector<Block> blocks;  ///< in order; the last entry marks the end and begins at `size`
        std::vector<Slice> slices;
        /// First index of each block, by `hands`, `mine` and `theirs`.
        std::array<std::array<std::array<Index, most + 1>, most + 1>, 2 * most + 1> start{};
        const Block& block_of(Index i) const;
    };
    static MorrisForm form_of(const Parameters& p);
    static Pairs make_pairs(const MorrisForm& form);
    /// Returns true if a symmetry other than the identity maps the set `still` of k men to itself. These men do not
    /// move. Two moves of the other men may then lead to the same index, which must be listed once.
    bool has_symmetry(std::uint32_t still, [[maybe_unused]] unsigned k) const {
        if constexpr (squares == 2)
            return pairs_.orbits().stabiliser(pairs_.orbits().entry(still).orbit) != 1;
        else
            return pairs_.symmetric(still, k);
    }
    /// A set of targets, which are numbers in one block. Its capacity suffices for three men that jump to any point,
    /// for twelve that slide along four lines each, and for the points on which a man may be placed.
    using SeenTargets = SeenIndices<3 * Board::points>;

    static std::uint32_t lowest(std::uint32_t set) { return set & ~(set - 1); }
    static std::uint32_t empty_points(const Position& p) {
        return Board::all & ~static_cast<std::uint32_t>(p.mine | p.theirs);
    }
    unsigned count(std::uint32_t men) const {
        if constexpr (squares == 2)
            return pairs_.orbits().entry(men).size;
        else
            return HalvedSubsets::shared().size(men);
    }
    /// Returns the number of a pair of sets in its block. `a` and `b` are their sizes.
    Index rank_of(std::uint32_t mine, std::uint32_t theirs, [[maybe_unused]] unsigned a, unsigned b) const {
        if constexpr (squares == 2)
            return pairs_.rank({mine, theirs}, b);
        else
            return pairs_.rank({mine, theirs}, a, b);
    }
    Index start_of(unsigned hands, unsigned mine, unsigned theirs) const { return tables_->start[hands][mine][theirs]; }
    bool has_block(unsigned hands, unsigned mine, unsigned theirs) const;
    /// Returns true if a player without men in hand who has k men may jump.
    bool jumps(unsigned k) const { return k == 3 && form_.jumping; }
    /// Calls `quiet(from, to, mine)` for each move without a capture and `mill(from, to, mine, removed)` for the
    /// others. `mine` are the mover's men after the move; `from` is `Board::points` if a man is placed.
    template <class Quiet, class Mill>
    void visit_moves(const Position& p, Quiet&& quiet, Mill&& mill) const {
        const std::uint32_t empty = empty_points(p);
        std::uint32_t victims = 0;
        const auto move = [&](unsigned from, unsigned to, std::uint32_t rest) {
            const std::uint32_t mine = rest | 1U << to;
            if (p.theirs == 0 || !board_.makes_mill(rest, to)) return quiet(from, to, mine);
            if (victims == 0) victims = p.theirs & ~board_.in_mills(p.theirs);
            if (victims == 0) victims = p.theirs;
            for (std::uint32_t left = victims; left != 0; left &= left - 1) mill(from, to, mine, lowest(left));
        };
        if (p.my_hand > 0) {
            for (std::uint32_t left = empty; left != 0; left &= left - 1)
                move(Board::points, static_cast<unsigned>(std::countr_zero(left)), p.mine);
            return;
        }
        const bool jumping = jumps(count(p.mine));
        for (std::uint32_t men = p.mine; men != 0; men &= men - 1) {
            const auto from = static_cast<unsigned>(std::countr_zero(men));
            for (std::uint32_t left = jumping ? empty : board_.near(from) & empty; left != 0; left &= left - 1)
                move(from, static_cast<unsigned>(std::countr_zero(left)), p.mine ^ 1U << from);
        }
    }
    /// Returns image g of a position that `unrank` returns.
    Position turned(Position p, unsigned g) const;
    static std::string name_of_move(unsigned from, unsigned to, std::uint32_t removed);
    RowsForm text_form() const;

    MorrisForm form_;
    Board board_;
    std::string example_;  ///< the text of the start position
    Pairs pairs_;
    std::shared_ptr<const Tables> tables_;
};

using MensMorris = MensMorrisOn<2>;
using LargeMensMorris = MensMorrisOn<3>;
extern template class MensMorrisOn<2>;
extern template class MensMorrisOn<3>;

}  // namespace mexbase
