// SPDX-License-Identifier: MIT
/// \file
/// Position and player to move as one position, for solvers of impartial games.
#pragma once

#include "../../rules/moves.hpp"

namespace mexbase::detail {

/// An impartial game whose positions are pairs: a position of the given game, and the player to move. Index 2 i +
/// player is position i with `player` to move; the moves of that player lead to (option, other player). The value of
/// index 2 i + player is the value of i if `player` begins.
///
/// In a bounded game (moves may lead past a bound), everything past the bound counts as won for Left. So one solution
/// gives both extremes for the player to move, the best and the worst. If a move of Left leads past the bound, Left has
/// won with that move, and the position is terminal. Right never moves past the bound, and has lost with one move if
/// there is no other move. `predecessors` also lists positions that are terminal because Left can move past the bound.
///
/// Borrows the moves. Throws `Error{not_applicable}` from 2^63 - 1 positions on, and while reading if play of a
/// partizan game stops with a tie. Has no slices, layers, parts or lines (optional in `Moves`).
class TurnMoves final : public Moves {
  public:
    explicit TurnMoves(const Moves& moves);

    static constexpr Index index(Index i, Player player) { return 2 * i + static_cast<Index>(player); }

    /// Throws `Error{not_applicable}` for a tie, which partizan outcomes do not have.
    static void refuse_tie(const OutcomeValue& value);

    void mark_positions(Index first, std::span<std::uint8_t> out) const override;
    Index options(Index first, Index last, Player, std::size_t enough, Options& out) const override;
    std::size_t options(std::span<const Index> of, Player, std::size_t enough, Options& out) const override;
    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const override;
    void predecessors(std::span<const Index> of, Player, Flat& out) const override;
    Index starts(Index first, Index last, Play, Player, Starts& out) const override;

  private:
    /// Appends the options of a position with `player` to move, as indices of this game.
    void copy(const OptionRows& row, Player player, Options& out) const;
    OutcomeValue checked(const OutcomeValue& value) const;

    const Moves& moves_;
};

}  // namespace mexbase::detail
