/// \file
/// Games in whose sums the first component to end decides.
#pragma once

#include <cstdint>
#include <vector>

#include "../../rules/game.hpp"
#include "kept_moves.hpp"

namespace mexbase {

/// What is left of a race without the positions that end it: those at which it has ended, and those from which a move
/// ends it (Combinatorial Game Theory, lesson 5, exercise 7). A player who moves to one of the latter loses, and so
/// does a player whose every move leads to one; the sum of what is left has the winner of the race.
///
/// Has the indices of the game, of which fewer are positions. One byte a position. Borrows the game. Has no slices,
/// layers, parts or lines.
class RaceMoves final : public detail::KeptMoves<RaceMoves> {
  public:
    /// How far a position is from the end of the race; the numbers are those of `RaceValue::State`.
    enum State : std::uint8_t { open, near, over };

    /// For games with races.
    explicit RaceMoves(const Game& game);

    /// The state of a position; `open` for indices that are not positions.
    State state(Index i) const { return states_[i]; }

    bool keeps(Index i) const { return state(i) == open; }
    void predecessors(std::span<const Index> of, Player mover, Flat& out) const override;
    Index starts(Index first, Index last, Play play, Player mover, Starts& out) const override;

  private:
    std::vector<State> states_;
};

}  // namespace mexbase
