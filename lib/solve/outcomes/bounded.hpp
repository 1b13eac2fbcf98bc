/// \file
/// Games without a bound, solved within one: what is proven whatever lies beyond, and what is unknown.
///
/// Wins and losses come from the plain pass, in which an option past the bound is never decided. For the rest, the
/// extremes belong to a *player*, not to a vertex: everything past the bound is taken as won for one named player A,
/// whoever moves there. Impartial games are symmetric, so that one pass over (position, whose turn) gives both
/// extremes: A to move is the best that can lie beyond for the mover, B to move the worst.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "../../value/outcome.hpp"
#include "solve.hpp"

namespace mexbase {

/// A cut-off game, solved. Movable; any number of threads may read.
class BoundedSolution {
  public:
    OutcomeCells cells;     ///< wins and losses that hold whatever lies beyond, with an upper bound of their remoteness
    TwoBitStates extremes;  ///< of the doubled graph
    Summary summary;        ///< of the plain pass: what it calls drawn is drawn or unknown
    Index draws = 0;        ///< positions proven drawn
    Index unknown = 0;      ///< positions of which nothing is proven
    Strategy strategy = Strategy::child_counters;  ///< of the plain pass
    /// The least index whose remoteness is not proven exact, or `no_index`. A remoteness is exact if even the extreme
    /// that is the best for who wins gives no less.
    Index first_inexact = no_index;

    /// Where ties may lie past the bound: positions of which play may lead there, as long as nothing is decided.
    std::vector<bool> may_tie;

    /// Not even with everything past the bound in his favour can the mover force a win. Not said of what cannot be lost
    /// either, and may be tied: both together say that it is a draw.
    bool cannot_win(Index i) const {
        if (extremes.state(2 * i) == TwoBitStates::win) return false;
        return may_tie.empty() || !may_tie[static_cast<std::size_t>(i)] || !cannot_lose(i);
    }
    /// Not even with everything past the bound against him can the mover be forced to lose.
    bool cannot_lose(Index i) const { return extremes.state(2 * i + 1) != TwoBitStates::loss; }
    /// Returns the outcome of a position that the plain pass does not decide: a draw if the mover can neither win nor
    /// lose, else unknown.
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

/// Solves a cut-off game: the plain pass by `options.strategy`, the doubled pass by two bits a vertex.
///
/// Memory beside the plain pass: half a byte and a bit a position, and the frontiers of the doubled pass. Throws as
/// `solve`. Each pass has a checkpointer, which may be null.
BoundedSolution solve_bounded(const Moves& moves, const SolveOptions& options, AnalysisListener& listener,
                              Checkpointer* plain_checkpointer = nullptr, Checkpointer* doubled_checkpointer = nullptr);

}  // namespace mexbase
