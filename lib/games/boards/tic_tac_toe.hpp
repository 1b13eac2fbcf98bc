/// \file
/// Tic-tac-toe, also called noughts and crosses.
#pragma once

#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>

#include "../../board/drawing.hpp"
#include "../../rules/ruleset.hpp"
#include "shared/nine_cells.hpp"

namespace mexbase {

/// Tic-tac-toe: X and O take turns to mark a free cell of nine, X first; three in a row win, and a full board without
/// them is a tie.
///
/// Positions are exactly those that play reaches. X has as many marks as O when it is to move, and one more when O is,
/// so that the marks say whose turn it is. Slices by the number of marks, most first; in a slice the cells are a number
/// with those of the player to move as its higher part.
class TicTacToe {
  public:
    /// `mine` are the marks of the player to move.
    using Position = NineCells;
    static constexpr std::string_view family = "tic-tac-toe";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .terminal = true, .slices = true, .start = true, .named_moves = true, .picture = true, .drawing = true};
    static const FamilyHelp& help();
    static TicTacToe make(const Parameters&) { return TicTacToe(); }

    TicTacToe();

    Index size() const { return list_.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return list_[i]; }
    Index rank(const Position& p) const { return list_.rank(p); }
    /// `X:.X./..O/...`, the top row first. Throws `Error{bad_position}` for what play cannot reach.
    Position parse(std::string_view text) const;
    /// Writes the same.
    std::string format(const Position& p) const;
    std::string picture(const Position& p) const;
    Drawing drawing(const Position& p) const;
    /// Nine free cells, X to move.
    Position start() const { return {}; }

    /// One slice for each number of marks.
    Index slices() const { return 10; }
    /// Slice k holds the positions of 9-k marks.
    Slice slice(Index k) const { return {first_[k], first_[k + 1] - first_[k], true}; }

    /// Lost for whoever faces three in a row; tied when the board is full without.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        if (has_three(p.theirs)) return OutcomeValue{Outcome::loss, 0};
        if (p.free() == 0) return OutcomeValue{Outcome::tie, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        for (unsigned left = p.free(); left != 0; left &= left - 1) f(rank(marked(p, left & ~(left - 1))));
    }
    /// Moves are named by their cells, as `b2`: columns a to c from the left, rows 1 to 3 from below.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        for (unsigned left = p.free(); left != 0; left &= left - 1)
            f(marked(p, left & ~(left - 1)), name_of_cell(static_cast<unsigned>(std::countr_zero(left))));
    }

  private:
    static constexpr std::array<unsigned, 8> rows_of_three{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    static bool has_three(unsigned marks) {
        for (const unsigned row : rows_of_three)
            if ((marks & row) == row) return true;
        return false;
    }
    static Position marked(const Position& p, unsigned cell) {
        return {p.theirs, static_cast<std::uint16_t>(p.mine | cell)};
    }
    static std::string name_of_cell(unsigned cell);

    NineCellList list_;
    std::array<Index, 11> first_{};
};

}  // namespace mexbase
