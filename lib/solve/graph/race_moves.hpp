// SPDX-License-Identifier: MIT
/// \file
/// Races: games in whose sums the first component to end decides.
#pragma once

#include <cstdint>
#include <vector>

#include "../../rules/game.hpp"
#include "kept_moves.hpp"

namespace mexbase {

/// A game whose sums are races: the player who ends a component wins. Leaves out the positions at which play has ended
/// (`over`) and those from which a move ends play (`near`). A player who moves to a near position loses, and so does a
/// player whose moves all lead to near positions. So the sum of the remaining games has the same winner as the race
/// (Combinatorial Game Theory, lesson 5, exercise 7).
///
/// Has the indices of the game, but fewer of them are positions. One byte per index. Borrows the game. Has no slices,
/// layers, parts or lines (optional in `Moves`).
class RaceMoves final : public detail::KeptMoves<RaceMoves> {
  public:
    /// The distance of a position from the end of the race; the numbers are those of `RaceValue::State`.
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
