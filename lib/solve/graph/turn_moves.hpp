/// \file
/// Position and player to move as one position, for solvers that know no players.
#pragma once

#include "../../rules/moves.hpp"

namespace mexbase::detail {

/// The impartial game of a position and the player to move. Index 2 i + player is position i with `player` to move; the
/// moves of that player lead to (option, other player). The value of (i, player) is that of i for the player who
/// begins.
///
/// A game with a bound has two more indices, for everything past it: 2 size with Left to move, won at once, and
/// 2 size + 1 with Right to move, lost at once. So one solution gives both extremes: everything past the bound is won
/// for Left.
///
/// Borrows the moves. Throws `Error{not_applicable}` from 2^63 - 1 positions on, and while reading if play of a
/// partizan game stops with a tie. Has no slices, layers, parts or lines.
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
    /// Appends a row with `player` to move.
    void copy(const OptionRows& row, Player player, Options& out) const;
    /// Index of everything past the bound with Left to move.
    Index beyond() const { return 2 * moves_.size(); }
    OutcomeValue checked(const OutcomeValue& value) const;

    const Moves& moves_;
};

}  // namespace mexbase::detail
