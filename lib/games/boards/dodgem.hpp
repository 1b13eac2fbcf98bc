/// \file
/// Dodgem, a game of cars on nine cells.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "../../board/drawing.hpp"
#include "../../rules/ruleset.hpp"
#include "shared/nine_cells.hpp"

namespace mexbase {

namespace detail {

/// A cell of three by three reflected so that right becomes up.
constexpr unsigned reflected_cell(unsigned cell) {
    return 3 * (2 - cell % 3) + (2 - cell / 3);
}

/// Every set of cells reflected.
constexpr std::array<std::uint16_t, 512> reflected_sets() {
    std::array<std::uint16_t, 512> sets{};
    for (unsigned set = 0; set < 512; ++set)
        for (unsigned cell = 0; cell < 9; ++cell)
            if ((set >> cell & 1) != 0) sets[set] |= static_cast<std::uint16_t>(1U << reflected_cell(cell));
    return sets;
}

}  // namespace detail

/// Dodgem (C. Vout; Winning Ways, chapter 22): each player has two cars on a board of three by three. o moves a car one
/// cell up, down or to the right, and leaves the board to the right; x moves one to the left, up or to the right, and
/// leaves it upwards. Whoever has no car left has won; whoever cannot move wins too, for to block is to lose.
///
/// The reflection that exchanges right and up exchanges the players. Index: the position as the player to move sees it
/// when it is o, in the order of `all_nine_cells`.
class Dodgem {
  public:
    struct Position {
        NineCells cells;       ///< bit 0 is the left end of the top row, bit 8 the right end of the lowest
        bool x_moves = false;  ///< `cells.mine` are x
        friend bool operator==(const Position&, const Position&) = default;
    };
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
    static const FamilyHelp& help();
    static Dodgem make(const Parameters&) { return Dodgem(); }

    Dodgem();

    Index size() const { return list_.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return {list_[i], false}; }
    Index rank(const Position& p) const { return list_.rank(p.x_moves ? reflected(p.cells) : p.cells); }
    /// `o:o../o../.xx`, the top row first. The player to move has one or two cars, the opponent at most two.
    Position parse(std::string_view text) const;
    /// Writes the same.
    std::string format(const Position& p) const;
    std::string picture(const Position& p) const;
    Drawing drawing(const Position& p) const;
    /// o in the two upper cells on the left, x in the two lower cells to the right of the corner, o to move.
    Position start() const { return {{0011, 0600}, false}; }

    /// Who is o does not matter.
    unsigned images() const { return 2; }
    Position position(Index i, unsigned g) const { return g == 0 ? unrank(i) : Position{reflected(list_[i]), true}; }
    unsigned image(const Position& p) const { return p.x_moves ? 1 : 0; }
    /// Nothing where the opponent has no car left.
    std::optional<Position> passed(const Position& p) const {
        if (p.cells.theirs == 0) return std::nullopt;
        return Position{{p.cells.theirs, p.cells.mine}, !p.x_moves};
    }

    /// Lost for whoever is left alone, and won by whoever is blocked.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        const NineCells& cells = p.x_moves ? reflected(p.cells) : p.cells;
        if (cells.theirs == 0) return OutcomeValue{Outcome::loss, 0};
        if ((steps(cells.mine) & cells.free()) == 0 && (cells.mine & right_edge) == 0)
            return OutcomeValue{Outcome::win, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        for_each_seen_move(p.cells, [&](const NineCells& after, unsigned, unsigned) { f(list_.rank(after)); });
    }
    template <class F>
    void for_each_predecessor(Index, const Position& p, Player, F&& f) const {
        const NineCells before = reflected(p.cells);  // as the opponent sees it, who has just moved `theirs`
        const unsigned free = before.free(), own = before.theirs;
        const auto name = [&](unsigned cars) { f(list_.rank({static_cast<std::uint16_t>(cars), before.mine})); };
        for (unsigned left = own; left != 0; left &= left - 1) {
            const unsigned car = left & ~(left - 1);
            for (unsigned from = steps_back(car) & free; from != 0; from &= from - 1)
                name((own ^ car) | (from & ~(from - 1)));
        }
        if (std::popcount(own) == 2) return;
        for (unsigned from = right_edge & free; from != 0; from &= from - 1) name(own | (from & ~(from - 1)));
    }
    /// Moves are named by where they begin and end, as `a3-b3` or `c2-out`: columns a to c from the left, rows 1 to 3
    /// from below.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        for_each_seen_move(
            p.x_moves ? reflected(p.cells) : p.cells, [&](const NineCells& after, unsigned from, unsigned to) {
                f(Position{p.x_moves ? after : reflected(after), !p.x_moves}, name_of_move(from, to, p.x_moves));
            });
    }

  private:
    static constexpr unsigned left_edge = 0111, right_edge = 0444;
    /// Where o's cars on a set of cells may step to, and where they may have come from.
    static constexpr unsigned steps(unsigned cars) {
        return cars >> 3 | (cars << 3 & 0777U) | (cars & ~right_edge) << 1;
    }
    static constexpr unsigned steps_back(unsigned cars) {
        return cars >> 3 | (cars << 3 & 0777U) | (cars & ~left_edge) >> 1;
    }
    static constexpr std::array<std::uint16_t, 512> reflections = detail::reflected_sets();
    static constexpr NineCells reflected(const NineCells& p) { return {reflections[p.mine], reflections[p.theirs]}; }

    /// Calls `f` with the position after each move as the opponent sees it when it is o, and with the cells where the
    /// move begins and ends, 9 for outside, as the player who moves sees them.
    template <class F>
    static void for_each_seen_move(const NineCells& p, F&& f) {
        const unsigned free = p.free();
        const auto name = [&](unsigned mine, unsigned from, unsigned to) {
            f(reflected({p.theirs, static_cast<std::uint16_t>(mine)}), from, to);
        };
        for (unsigned left = p.mine; left != 0; left &= left - 1) {
            const unsigned car = left & ~(left - 1), others = p.mine ^ car;
            const auto from = static_cast<unsigned>(std::countr_zero(left));
            for (unsigned to = steps(car) & free; to != 0; to &= to - 1)
                name(others | (to & ~(to - 1)), from, static_cast<unsigned>(std::countr_zero(to)));
            if ((car & right_edge) != 0) name(others, from, 9);
        }
    }
    static std::string name_of_move(unsigned from, unsigned to, bool x_moves);

    NineCellList list_;
};

}  // namespace mexbase
