// SPDX-License-Identifier: MIT
/// \file
/// Dodgem, a game of cars on nine cells.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string_view>

#include "../../rules/ruleset.hpp"
#include "shared/two_sides.hpp"

namespace mexbase {

namespace detail {

/// Reflects a cell of the board of three by three so that right becomes up.
constexpr unsigned reflected_cell(unsigned cell) {
    return 3 * (2 - cell % 3) + (2 - cell / 3);
}

/// Returns the reflection of each set of cells, indexed by the set.
constexpr std::array<std::uint16_t, 512> reflected_sets() {
    std::array<std::uint16_t, 512> sets{};
    for (unsigned set = 0; set < 512; ++set)
        for (unsigned cell = 0; cell < 9; ++cell)
            if ((set >> cell & 1) != 0) sets[set] |= static_cast<std::uint16_t>(1U << reflected_cell(cell));
    return sets;
}

}  // namespace detail

/// Dodgem (C. Vout; Winning Ways, chapter 22): each player has two cars on a board of three by three. o moves a car one
/// cell up, down or to the right, and leaves the board to the right; x moves a car to the left, up or to the right, and
/// leaves the board upwards. A player without cars has won. A player who cannot move wins too, because players must not
/// block each other.
///
/// If x is to move, the board is reflected before it is ranked: right and up are exchanged, so the player to move plays
/// as o. Indices follow the order of `all_nine_cells`.
class Dodgem : public RowsGame {
  public:
    static constexpr std::string_view family = "dodgem";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{.predecessors = true,
                             .terminal = true,
                             .start = true,
                             .named_moves = true,
                             .images = true,
                             .passed = true,
                             .picture = true,
                             .drawing = true};
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{
            "two cars each on three by three cells: leave the board first, and never block the opponent",
            "who is to move and three rows, the top one first, such as o:o../o../.xx",
            "C. Vout; Berlekamp, Conway and Guy, Winning Ways, chapter 22",
            {},
            "dodgem"};
        return text;
    }
    static Dodgem make(const Parameters&) { return Dodgem(); }

    Dodgem() : RowsGame({"ox", ".ox", 3, 3, "o:o../o../.xx"}, {Man::none, Man::light, Man::dark}), list_(not_over()) {}

    Index size() const { return list_.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return Position::seen_by(0, list_[i]); }
    Index rank(const Position& p) const { return list_.rank(seen_as_o(p)); }
    /// Reads `o:o../o../.xx`: the player to move, then the rows from the top. The player to move has one or two cars,
    /// the opponent at most two.
    Position parse(std::string_view text) const {
        const Position p = read(text);
        if (std::popcount(p.mine()) > 2 || std::popcount(p.theirs()) > 2)
            throw_no_board(text, "a player has more than two cars");
        if (p.mine() == 0)
            throw_no_board(text, "the player to move has no car left, so play ended before the last move");
        return p;
    }
    /// Returns the position with o on the two upper cells on the left, x on the two lower right cells, o to move.
    Position start() const { return {{0011, 0600}, 0}; }

    /// Returns the number of images (positions that have one index): o or x is to move.
    unsigned images() const { return 2; }
    Position position(Index i, unsigned g) const { return as_seen_by(g, list_[i]); }
    unsigned image(const Position& p) const { return p.mover; }
    /// Returns the position with the other player to move, or `std::nullopt` if the opponent has no car left.
    std::optional<Position> passed(const Position& p) const {
        if (p.theirs() == 0) return std::nullopt;
        return p.passed();
    }

    /// Returns a loss if the opponent has no car left, a win if the mover cannot move.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        const auto [mine, theirs] = seen_as_o(p);
        if (theirs == 0) return OutcomeValue{Outcome::loss, 0};
        if ((steps(mine) & ~(mine | theirs)) == 0 && (mine & right_edge) == 0) return OutcomeValue{Outcome::win, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        for_each_seen_move(seen_as_o(p), [&](const Seen& after, unsigned, unsigned) { f(list_.rank(after)); });
    }
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        const auto [others, own] = reflected(seen_as_o(p));  // as seen by the opponent, who has just moved
        const unsigned free = 0777 & ~(others | own);
        const auto name = [&, stood = others](unsigned cars) { f(list_.rank({cars, stood})); };
        for (unsigned left = own; left != 0; left &= left - 1) {
            const unsigned car = left & ~(left - 1);
            for (unsigned from = steps_back(car) & free; from != 0; from &= from - 1)
                name((own ^ car) | (from & ~(from - 1)));
        }
        if (std::popcount(own) == 2) return;
        for (unsigned from = right_edge & free; from != 0; from &= from - 1) name(own | (from & ~(from - 1)));
    }
    /// Names moves by their first and last cell, as `a3-b3` or `c2-out`: columns a to c from the left, rows 1 to 3 from
    /// below.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        const auto cell = [&](unsigned seen) { return p.mover == 0 ? seen : detail::reflected_cell(seen); };
        for_each_seen_move(seen_as_o(p), [&](const Seen& after, unsigned from, unsigned to) {
            f(as_seen_by(1U - p.mover, after),
              to == outside ? cell_name(form_, cell(from)) + "-out" : name_of_move(cell(from), cell(to)));
        });
    }

  private:
    using Seen = Position::Seen;
    static constexpr unsigned left_edge = 0111, right_edge = 0444, outside = 9;
    /// `steps` returns the cells that o's cars may step to, `steps_back` the cells from which they may have come.
    static constexpr unsigned steps(unsigned cars) {
        return cars >> 3 | (cars << 3 & 0777U) | (cars & ~right_edge) << 1;
    }
    static constexpr unsigned steps_back(unsigned cars) {
        return cars >> 3 | (cars << 3 & 0777U) | (cars & ~left_edge) >> 1;
    }
    static constexpr std::array<std::uint16_t, 512> reflections = detail::reflected_sets();
    static constexpr Seen reflected(const Seen& p) { return {reflections[p.first], reflections[p.second]}; }
    /// Returns the position as the player to move sees it, reflected if x is to move, so that the mover plays as o.
    static Seen seen_as_o(const Position& p) { return p.mover == 0 ? p.seen() : reflected(p.seen()); }
    /// Returns the position with `mover` to move for which `seen_as_o` returns `seen`.
    static Position as_seen_by(unsigned mover, const Seen& seen) {
        return Position::seen_by(mover, mover == 0 ? seen : reflected(seen));
    }
    /// Lists all positions in which the player to move has a car left.
    static NineCellList not_over() {
        std::vector<Seen> positions = all_nine_cells();
        std::erase_if(positions, [](const Seen& p) {
            return p.first == 0 || std::popcount(p.first) > 2 || std::popcount(p.second) > 2;
        });
        return NineCellList(std::move(positions));
    }

    /// Calls `f(after, from, to)` for each move. `p` and `after` are in the form that `seen_as_o` returns. `from` and
    /// `to` are cells of `p`. `to` is `outside` if the car leaves the board.
    template <class F>
    static void for_each_seen_move(const Seen& p, F&& f) {
        const auto [mine, theirs] = p;
        const unsigned free = ~(mine | theirs);
        const auto name = [&, stood = theirs](unsigned cars, unsigned from, unsigned to) {
            f(reflected({stood, cars}), from, to);
        };
        for (unsigned left = mine; left != 0; left &= left - 1) {
            const unsigned car = left & ~(left - 1), others = mine ^ car;
            const auto from = static_cast<unsigned>(std::countr_zero(left));
            for (unsigned to = steps(car) & free; to != 0; to &= to - 1)
                name(others | (to & ~(to - 1)), from, static_cast<unsigned>(std::countr_zero(to)));
            if ((car & right_edge) != 0) name(others, from, outside);
        }
    }

    NineCellList list_;
};

}  // namespace mexbase
