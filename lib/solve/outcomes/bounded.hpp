// SPDX-License-Identifier: MIT
/// \file
/// Solves bounded games: finds the values that hold whatever is past the bound. All other values are unknown.
///
/// The plain pass finds the wins and losses; in it, an option past the bound is never decided. The doubled pass solves
/// the doubled graph: its vertices are pairs of a position and the player to move (`TurnMoves`). In it, everything past
/// the bound counts as won for one player A, whichever player is to move there. Impartial games are symmetric, so this
/// pass gives both extremes: the best case for the mover if A is to move, and the worst if the other player is.
#pragma once

#include <cstddef>
#include <span>

#include "../../value/outcome.hpp"
#include "solve.hpp"

namespace mexbase {

/// Solution of a bounded game, in which moves may lead past a bound. `solve_bounded` computes it. Movable; safe to read
/// from several threads.
class BoundedSolution {
  public:
    /// Proven wins and losses, whatever values positions past the bound have. Remotenesses are upper bounds. The cell
    /// of an undecided position has the sum of `may_win` and `may_lose`, so that 0 is a draw.
    OutcomeCells cells;
    Summary summary;    ///< summary of the plain pass; unknown outcomes count as draws
    Index draws = 0;    ///< positions proven drawn
    Index unknown = 0;  ///< positions without a proven outcome
    /// The smallest index whose remoteness is not proven exact, or `no_index`. An exact remoteness stays the same if
    /// all positions past the bound are won for the winner.
    Index first_inexact = no_index;

    /// `may_win`: the mover can force a win if all positions past the bound are won for him, or play may end in a tie.
    /// `may_lose`: the mover can be forced to lose if all positions past the bound are lost for him.
    static constexpr unsigned may_win = 1, may_lose = 2;

    /// Returns true if the mover of an undecided position cannot win, whatever is past the bound. Returns false if he
    /// cannot lose but play may end in a tie, because two results `true` would wrongly prove a draw.
    bool cannot_win(Index i) const { return (cell(i) & may_win) == 0; }
    /// Returns true if the mover of an undecided position cannot lose, whatever is past the bound.
    bool cannot_lose(Index i) const { return (cell(i) & may_lose) == 0; }
    /// Writes the values of consecutive positions: proven wins and losses, and draws or `unknown`.
    void read(Index first, std::span<OutcomeValue> values) const {
        cells.visit([&]<class T>(const T* all) {
            for (std::size_t k = 0; k < values.size(); ++k) {
                const T cell = all[first + k];
                values[k] = CellCode<T>::value(cell);
                if (cell != 0 && cell <= (may_win | may_lose)) values[k].outcome = Outcome::unknown;
            }
        });
    }
    OutcomeValue operator[](Index i) const {
        OutcomeValue value;
        read(i, {&value, 1});
        return value;
    }

  private:
    std::uint64_t cell(Index i) const {
        return cells.visit([i](const auto* all) { return std::uint64_t{all[i]}; });
    }
};

/// Returns the sizes that determine the memory for solving a bounded game. `packing` is `SolveOptions::packing`.
SolvingShapes bounded_shapes_of(const Moves& moves, unsigned threads, std::uint64_t packing);

/// Solves a bounded game, in which moves may lead past a bound, in two passes with child counters. The results of the
/// plain pass hold for any values past the bound. The doubled pass solves each position for both players (`TurnMoves`).
/// It assumes that all positions past the bound are won for Left.
///
/// The doubled pass takes four bytes per position, and its frontiers, in addition to the cells of the plain pass. The
/// cells of both are in files if the memory is too small. Throws as `solve`, and `Error{not_applicable}` for
/// `Strategy::forward`. Checkpointers may be null.
BoundedSolution solve_bounded(const Moves& moves, SolveOptions options, AnalysisListener& listener,
                              Checkpointer* plain_checkpointer = nullptr, Checkpointer* doubled_checkpointer = nullptr);

}  // namespace mexbase
