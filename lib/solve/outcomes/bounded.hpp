// SPDX-License-Identifier: MIT
/// \file
/// Solves bounded games: finds the values that hold whatever is past the bound. All other values are unknown.
///
/// The plain pass finds the wins and losses; in it, an option past the bound is never decided. The doubled pass solves
/// the doubled graph: its vertices are pairs of a position and the player to move (`TurnMoves`). In it, everything past
/// the bound counts as won for one named player A, whichever player is to move there. Impartial games are symmetric, so
/// this pass gives both extremes: A to move is the best case for the mover, B to move the worst.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "../../value/outcome.hpp"
#include "solve.hpp"

namespace mexbase {

/// A solved bounded game (moves may lead past a bound). Movable; any number of threads may read. The plain and the
/// doubled pass are those of `solve_bounded`.
class BoundedSolution {
  public:
    /// wins and losses that hold whatever is past the bound, with an upper bound of their remotenesses
    OutcomeCells cells;
    TwoBitStates extremes;                         ///< states of `TurnMoves`: 2 i with Left to move, 2 i + 1 with Right
    Summary summary;                               ///< summary of the plain pass; unknown outcomes count as draws
    Index draws = 0;                               ///< positions proven drawn
    Index unknown = 0;                             ///< positions without a proven outcome
    Strategy strategy = Strategy::child_counters;  ///< strategy of the plain pass
    /// The smallest index whose remoteness is not proven exact, or `no_index`. A remoteness is exact if it is the same
    /// when everything past the bound is won for the winner.
    Index first_inexact = no_index;

    /// True for positions from which play through undecided positions may reach ties past the bound; empty without
    /// ties.
    std::vector<bool> may_tie;

    /// Returns true if the mover cannot force a win even with everything past the bound in his favour. Returns false
    /// for a position that may be tied and cannot be lost, because this and `cannot_lose` together prove a draw.
    bool cannot_win(Index i) const {
        if (extremes.state(2 * i) == TwoBitStates::win) return false;
        return may_tie.empty() || !may_tie[static_cast<std::size_t>(i)] || !cannot_lose(i);
    }
    /// Returns true if the mover cannot be forced to lose even with everything past the bound against him.
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

/// Solves a bounded game (moves may lead past a bound) in two passes. The plain pass, by `options.strategy`, finds
/// results that hold whatever is past the bound. The doubled pass solves every position for both players (`TurnMoves`),
/// with everything past the bound won for one of them.
///
/// Memory in addition to the plain pass: a little over half a byte per position, and the frontiers of the doubled pass.
/// With `Strategy::forward`: over 4.5 bytes per position. Throws as `solve`. Checkpointers may be null.
BoundedSolution solve_bounded(const Moves& moves, const SolveOptions& options, AnalysisListener& listener,
                              Checkpointer* plain_checkpointer = nullptr, Checkpointer* doubled_checkpointer = nullptr);

}  // namespace mexbase
