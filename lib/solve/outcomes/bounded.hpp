// SPDX-License-Identifier: MIT
/// \file
/// Solves bounded games: finds the values that hold whatever is past the bound. All other values are unknown.
///
/// The plain pass finds the wins and losses; in it, an option past the bound is never decided. The doubled pass solves
/// the doubled graph: its vertices are pairs of a position and the player to move (`TurnMoves`). In it, everything past
/// the bound counts as won for one player A, whichever player is to move there. Impartial games are symmetric, so this
/// pass gives both extremes: the best case for the mover if A is to move, and the worst if the other player is.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "../../value/outcome.hpp"
#include "solve.hpp"

namespace mexbase {

/// Solution of a bounded game, in which moves may lead past a bound. `solve_bounded` computes it. Movable; safe to read
/// from several threads.
class BoundedSolution {
  public:
    /// Proven wins and losses, whatever values positions past the bound have. Remotenesses are upper bounds.
    OutcomeCells cells;
    TwoBitStates extremes;                         ///< states of `TurnMoves`: 2 i with Left to move, 2 i + 1 with Right
    Summary summary;                               ///< summary of the plain pass; unknown outcomes count as draws
    Index draws = 0;                               ///< positions proven drawn
    Index unknown = 0;                             ///< positions without a proven outcome
    Strategy strategy = Strategy::child_counters;  ///< strategy of the plain pass
    /// The smallest index whose remoteness is not proven exact, or `no_index`. An exact remoteness stays the same if
    /// all positions past the bound are won for the winner.
    Index first_inexact = no_index;

    /// True if play from this index may reach a tie past the bound through undecided positions. Empty without ties.
    std::vector<bool> may_tie;

    /// Returns true if the mover cannot force a win even if all positions past the bound are won for him. Returns false
    /// if he cannot lose but play may end in a tie, because two results `true` would wrongly prove a draw.
    bool cannot_win(Index i) const {
        if (extremes.state(2 * i) == TwoBitStates::win) return false;
        return may_tie.empty() || !may_tie[static_cast<std::size_t>(i)] || !cannot_lose(i);
    }
    /// Returns true if the mover cannot be forced to lose, even if all positions past the bound are lost for him.
    bool cannot_lose(Index i) const { return extremes.state(2 * i + 1) != TwoBitStates::loss; }
    /// Returns the outcome of a position without a proven win or loss: a draw if the mover can neither win nor lose,
    /// else unknown.
    Outcome undecided_outcome(Index i) const {
        if (!may_tie.empty() && may_tie[static_cast<std::size_t>(i)]) return Outcome::unknown;
        // A table lookup, because a branch would be mispredicted.
        static constexpr auto outcomes = [] {
            std::array<Outcome, 16> of{};
            for (unsigned pair = 0; pair < of.size(); ++pair)
                of[pair] =
                    pair % 4 == TwoBitStates::win || pair / 4 == TwoBitStates::loss ? Outcome::unknown : Outcome::draw;
            return of;
        }();
        return outcomes[extremes.pair(2 * i)];
    }
    /// Returns a proven win or loss, else `undecided_outcome(i)`.
    OutcomeValue operator[](Index i) const {
        const OutcomeValue value = cells[i];
        return value.outcome == Outcome::draw ? OutcomeValue{undecided_outcome(i), 0} : value;
    }
};

/// Solves a bounded game, in which moves may lead past a bound, in two passes. The plain pass uses `options.strategy`.
/// Its results hold for any values past the bound. The doubled pass solves each position for both players
/// (`TurnMoves`). It assumes that all positions past the bound are won for Left.
///
/// The doubled pass takes a little over half a byte per position, and its frontiers, in addition to the plain pass.
/// With `Strategy::forward` it takes over 4.5 bytes per position. Throws as `solve`. Checkpointers may be null.
BoundedSolution solve_bounded(const Moves& moves, const SolveOptions& options, AnalysisListener& listener,
                              Checkpointer* plain_checkpointer = nullptr, Checkpointer* doubled_checkpointer = nullptr);

}  // namespace mexbase
