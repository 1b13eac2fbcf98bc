/// \file
/// Sums of positions from several tables: who wins, and by which move.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// One component of a sum: a position of a table, or several that are themselves a sum. Borrows the table.
struct SumComponent {
    const Table* table = nullptr;
    std::vector<Index> parts;
};

/// A move in a sum.
struct SumMove {
    std::size_t component = 0;  ///< its number, from 0
    std::vector<Index> parts;   ///< what the component becomes
    friend bool operator==(const SumMove&, const SumMove&) = default;
};

/// Who wins the disjunctive sum of positions from tables of nimbers, loopy ones included, for the player to move
/// (`sum_outcome` of nimbers). Of tables with `is_race` it is a race, and does not mix with others. A lookup a part,
/// and no more. Errors: `not_applicable` for tables of another kind, and those of `Table::at`.
Result<Outcome> sum_outcome(std::span<const SumComponent> sum) noexcept;

/// A move that wins the sum, or else one that keeps a draw; nothing where the sum is lost.
///
/// Of the winning moves it is one with the least sum of nimbers after it, one a component, and among these with the
/// least sum of counters. Whoever always makes this move wins a won sum in finitely many moves: against each reply the
/// pair is less than before, or equal when a loop-free component, which ends by itself, has come nearer to its end
/// (Fraenkel and Yesha 1986; `docs/decisions.md`). Errors as above, and the reason why a table's game cannot be made.
Result<std::optional<SumMove>> best_sum_move(std::span<const SumComponent> sum) noexcept;

/// The value of an obliged sum of positions from obliged tables (Ferguson, Theorem 1). The first `begun` components
/// have been begun and must be finished in this order before the others are touched; the parts of one component must
/// all be finished before another component is begun. Errors as for `sum_outcome`.
Result<Obliged> obliged_sum_value(std::span<const SumComponent> sum, std::size_t begun = 0) noexcept;

/// Moves in an obliged sum that win in normal and in misère play, where there are such.
struct ObligedMoves {
    std::optional<SumMove> normal, misere;
};

/// The first winning moves of an obliged sum, in the order of components and of options. Errors as for
/// `best_sum_move`.
Result<ObligedMoves> obliged_sum_moves(std::span<const SumComponent> sum, std::size_t begun = 0) noexcept;

}  // namespace mexbase
