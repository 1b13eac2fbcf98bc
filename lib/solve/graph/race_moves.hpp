// SPDX-License-Identifier: MIT
/// \file
/// Races: games in whose sums the first component to end decides.
#pragma once

#include <cstdint>
#include <vector>

#include "../../rules/game.hpp"
#include "kept_moves.hpp"

namespace mexbase {

/// A game of races: the player who ends a component of a sum wins. Only open positions remain, without those at which
/// play has ended (`over`) or can end with one move (`near`). Moving to a near position loses, and so does having no
/// other move. So the sum of the remaining games has the same winner as the race (Combinatorial Game Theory, lesson 5,
/// exercise 7).
///
/// Has the indices of the game, but fewer positions. Uses one byte per index. Borrows the game. Has none of the
/// optional slices, layers, parts and lines of `Moves`.
class RaceMoves final : public detail::KeptMoves<RaceMoves> {
  public:
    /// State of a position in the race: one move can end play at `near`. The numbers are those of `RaceValue::State`.
    enum State : std::uint8_t { open, near, over };

    /// Requires a game whose sums are races (`GameTraits::races`).
    explicit RaceMoves(const Game& game);

    /// Returns the state of a position; `open` for indices that are not positions.
    State state(Index i) const { return states_[i]; }

    bool keeps(Index i) const { return state(i) == open; }
    void predecessors(std::span<const Index> of, Player mover, Flat& out) const override;
    Index starts(Index first, Index last, Play play, Player mover, Starts& out) const override;

  private:
    std::vector<State> states_;
};

}  // namespace mexbase
