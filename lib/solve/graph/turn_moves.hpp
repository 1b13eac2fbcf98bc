// SPDX-License-Identifier: MIT
/// \file
/// Position and player to move as one position, for solvers of impartial games.
#pragma once

#include "../../rules/moves.hpp"

namespace mexbase::detail {

/// An impartial game whose positions also store the player to move. Index 2 i + player is position i with `player` to
/// move. That player's moves lead to an option with the other player to move. The value of index 2 i + player is the
/// value of position i if `player` begins.
///
/// In a bounded game, moves may lead past a bound. Every position past the bound counts as a win for Left. If Left can
/// move past the bound, the position is terminal and Left has won with one move. `predecessors` lists such positions,
/// and `count_options` counts all their moves. Right never does so, and loses in one move if he has no other move.
///
/// Borrows the moves. Throws `Error{not_applicable}` from 2^63 - 1 positions on, and while reading if play of a
/// partizan game stops with a tie. Has none of the optional slices, layers, parts and lines of `Moves`.
class TurnMoves final : public Moves {
  public:
    explicit TurnMoves(const Moves& moves);

    static constexpr Index index(Index i, Player player) { return 2 * i + static_cast<Index>(player); }

    /// Throws `Error{not_applicable}` if the value is a tie. Partizan outcomes have no ties.
    static void refuse_tie(const OutcomeValue& value);

    void mark_positions(Index first, std::span<std::uint8_t> out) const override;
    Index options(Index first, Index last, Player, std::size_t enough, Options& out) const override;
    std::size_t options(std::span<const Index> of, Player, std::size_t enough, Options& out) const override;
    void count_options(std::span<const Index> of, Player, std::span<std::uint64_t> out) const override;
    void predecessors(std::span<const Index> of, Player, Flat& out) const override;
    Index starts(Index first, Index last, Play, Player, Starts& out) const override;

  private:
    /// Appends the options of a position with `player` to move. Converts them to indices of this class.
    void copy(const OptionRows& row, Player player, Options& out) const;
    OutcomeValue checked(const OutcomeValue& value) const;

    const Moves& moves_;
};

}  // namespace mexbase::detail
