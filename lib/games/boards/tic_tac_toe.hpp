// SPDX-License-Identifier: MIT
/// \file
/// Tic-tac-toe, also called noughts and crosses.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <string_view>

#include "../../rules/ruleset.hpp"
#include "shared/two_sides.hpp"

namespace mexbase {

/// Tic-tac-toe: X and O take turns to mark one of nine cells, X first. Three in a row win; a full board without three
/// is a tie.
///
/// Positions are exactly the reachable ones. The marks determine the player to move: X has as many marks as O if X is
/// to move, else one more. Positions with the same number of marks form a slice. Slices with more marks have lower
/// indices. Within a slice, positions are in the order of `all_nine_cells`.
class TicTacToe : public RowsGame {
  public:
    static constexpr std::string_view family = "tic-tac-toe";
    static constexpr unsigned rules_version = 1;
    static constexpr Has has{
        .terminal = true, .slices = true, .start = true, .named_moves = true, .picture = true, .drawing = true};
    static const FamilyHelp& help() {
        static constexpr FamilyHelp text{
            "mark a free cell of nine: three in a row win, a full board without them is a tie",
            "who is to move and three rows, the top one first, such as X:.X./..O/...",
            "an old game, in any book of them; also called noughts and crosses",
            {},
            "tic-tac-toe"};
        return text;
    }
    static TicTacToe make(const Parameters&) { return TicTacToe(); }

    TicTacToe() : RowsGame({"XO", ".XO", 3, 3, "X:.X./..O/..."}, {Man::none, Man::cross, Man::ring}), list_(reached()) {
        for (Index i = 0; i < size(); ++i) ++first_[10 - marks(list_[i])];
        for (std::size_t k = 1; k < first_.size(); ++k) first_[k] += first_[k - 1];
    }

    Index size() const { return list_.size(); }
    bool legal(Index i) const { return i < size(); }
    Position unrank(Index i) const { return Position::seen_by(marks(list_[i]) % 2, list_[i]); }
    Index rank(const Position& p) const { return list_.rank(p.seen()); }
    /// Reads `X:.X./..O/...`, the top row first. Throws `Error{bad_position}` for unreachable positions.
    Position parse(std::string_view text) const {
        const Position p = read(text);
        if (const int x = std::popcount(p.of[0]), o = std::popcount(p.of[1]); x - o != p.mover)
            throw_no_board(text, (p.mover == 0 ? "X is to move, so X must have as many marks as O; X has "
                                               : "O is to move, so X must have one mark more than O; X has ") +
                                     std::to_string(x) + " and O " + std::to_string(o));
        if (has_three(p.mine()))
            throw_no_board(text, "the player to move has three in a row, so play ended before the last move");
        return p;
    }
    Position start() const { return {}; }

    Index slices() const { return 10; }
    /// Returns slice k, the positions with 9-k marks, whose name is the number of marks.
    Slice slice(Index k) const { return {first_[k], first_[k + 1] - first_[k], true, no_index, std::to_string(9 - k)}; }

    /// Returns a loss if the opponent has three in a row, else a tie if the board is full.
    std::optional<OutcomeValue> terminal(Index, const Position& p, Player) const {
        if (has_three(p.theirs())) return OutcomeValue{Outcome::loss, 0};
        if (free_cells(p) == 0) return OutcomeValue{Outcome::tie, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(Index, const Position& p, Player, F&& f) const {
        for (unsigned left = free_cells(p); left != 0; left &= left - 1) f(rank(marked(p, left & ~(left - 1))));
    }
    /// Names moves by their cells, as `b2`: columns a to c from the left, rows 1 to 3 from below.
    template <class F>
    void for_each_named_move(const Position& p, Player, F&& f) const {
        for (unsigned left = free_cells(p); left != 0; left &= left - 1)
            f(marked(p, left & ~(left - 1)), cell_name(form_, static_cast<unsigned>(std::countr_zero(left))));
    }

  private:
    static constexpr std::array<unsigned, 8> rows_of_three{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    static bool has_three(unsigned marks) {
        for (const unsigned row : rows_of_three)
            if ((marks & row) == row) return true;
        return false;
    }
    static unsigned free_cells(const Position& p) { return 0777 & ~(p.mine() | p.theirs()); }
    static Position marked(const Position& p, unsigned cell) {
        return Position::seen_by(1U - p.mover, {p.theirs(), p.mine() | cell});
    }
    static unsigned marks(const Position::Seen& p) { return static_cast<unsigned>(std::popcount(p.first | p.second)); }
    static NineCellList reached() {
        std::vector<Position::Seen> positions = all_nine_cells();
        std::erase_if(positions, [](const Position::Seen& p) {
            const int more = std::popcount(p.second) - std::popcount(p.first);
            return more < 0 || more > 1 || has_three(p.first);
        });
        std::stable_sort(positions.begin(), positions.end(),
                         [](const auto& a, const auto& b) { return marks(a) > marks(b); });
        return NineCellList(std::move(positions));
    }

    NineCellList list_;
    std::array<Index, 11> first_{};
};

}  // namespace mexbase
