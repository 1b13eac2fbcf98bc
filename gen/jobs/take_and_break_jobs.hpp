/// \file
/// Jobs of taking-and-breaking games on heaps: sweeps with periods and checkpoints, and a verification that is fast
/// enough for millions of heaps.
#pragma once

#include <concepts>

#include "../../lib/solve/take_and_break.hpp"
#include "jobs.hpp"

namespace mexbase {

/// A game whose index i is worth what heap i + shift of a taking-and-breaking game is.
struct HeapGame {
    TakeAndBreak game;
    Index shift = 0;
};

/// A ruleset that is such a game: it has `take_and_break()`, and `heap_shift` where that is not 0.
template <class R>
concept HasTakeAndBreak = requires(const R& rules) {
    { rules.take_and_break() } -> std::same_as<TakeAndBreak>;
};

/// The heaps behind the indices of `rules`.
template <HasTakeAndBreak R>
HeapGame heaps_of(const R& rules) {
    if constexpr (requires { R::heap_shift; })
        return {rules.take_and_break(), R::heap_shift};
    else
        return {rules.take_and_break(), 0};
}

/// Makes a table of nimbers or obliged pairs, as `options.value` says. When what is known proves a period, the rest
/// follows from it, and the table says so. Throws `Error`.
JobReport make_take_and_break_table(const HeapGame& heaps, const Game& game, Sink& sink, const JobOptions& options);

/// Checks every value of such a table: those that a proven period does not give by the definition, from the values of
/// all options, the others by the period, whose proof is checked too. Returns the number of positions checked. Throws
/// `Error{verification_failed}`, and what reading the table throws.
std::uint64_t verify_take_and_break_table(const HeapGame& heaps, const Game& game, const Table& table,
                                          const JobOptions& options);

}  // namespace mexbase
