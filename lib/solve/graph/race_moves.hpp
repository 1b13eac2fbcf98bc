/// \file
/// Games in whose sums the first component to end decides.
#pragma once

#include <cstdint>
#include <vector>

#include "../../rules/game.hpp"

namespace mexbase {

/// What is left of a race without the positions that end it: those at which it has ended, and those from which a move
/// ends it (Combinatorial Game Theory, lesson 5, exercise 7). A player who moves to one of the latter loses, and so
/// does a player whose every move leads to one; the sum of what is left has the winner of the race.
///
/// Has the indices of the game, of which fewer are positions. One byte a position. Borrows the game. Has no slices,
/// layers, parts or lines.
class RaceMoves final : public Moves {
  public:
    /// How far a position is from the end of the race; the numbers are those of `RaceValue::State`.
    enum State : std::uint8_t { open, near, over };

    /// For games with races.
    explicit RaceMoves(const Game& game);

    /// The state of a position; `open` for indices that are not positions.
    State state(Index i) const { return states_[i]; }

    void mark_positions(Index first, std::span<std::uint8_t> out) const override;
    Index options(Index first, Index last, Player mover, std::size_t enough, Options& out) const override;
    std::size_t options(std::span<const Index> of, Player mover, std::size_t enough, Options& out) const override;
    void count_options(std::span<const Index> of, Player mover, std::span<std::uint64_t> out) const override;
    void predecessors(std::span<const Index> of, Player mover, Flat& out) const override;
    Index starts(Index first, Index last, Play play, Player mover, Starts& out) const override;

  private:
    const Moves& moves_;
    std::vector<State> states_;
};

}  // namespace mexbase
