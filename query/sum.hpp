/// \file
/// Sums of positions from any tables: who wins, and by which move.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// Who wins a sum: of nimbers the outcome for the player to move, of obliged pairs their pair, of partizan values the
/// class.
using SumValue = std::variant<Outcome, Obliged, OutcomeClass>;

/// A move in a sum.
struct SumMove {
    std::size_t component = 0;  ///< its number, from 0
    std::vector<Index> parts;   ///< what the component becomes
    friend bool operator==(const SumMove&, const SumMove&) = default;
};

/// A sum of positions of tables, which it borrows. What the tables hold says how it is played:
///
/// - Nimbers, loopy ones included: the disjunctive sum, in normal play. Of tables with `is_race` it is a race.
/// - Canonical forms: the disjunctive sum of partizan games. Beside them there may be finite nimbers of loop-free
///   games, up to *1023, which are partizan values too.
/// - Obliged pairs: the obliged sum, in normal and in misère play (Ferguson, Theorem 1).
///
/// Other mixtures are `not_applicable`; the empty sum is lost. Nothing is looked up, imported or searched for before it
/// is asked for, and what has been found out is kept. A sum that was moved from is empty. For one thread at a time.
///
///     mexbase::Sum sum;
///     sum.add(kayles, "5+3").value();  // `value` throws; or look first whether it is `ok`
///     sum.add(island, "p4").value();
///     if (sum.value().value() == mexbase::SumValue(mexbase::Outcome::win)) play(sum.best_move().value());
class Sum {
  public:
    Sum() noexcept;
    Sum(Sum&&) noexcept;
    Sum& operator=(Sum&&) noexcept;
    ~Sum();

    /// Adds a component: a position as people write it, or several that are themselves a sum, as `3+4`. Errors: those
    /// of `Table::parts_of`. Where moves lead past what a table may be asked for, as the knight's do, the positions
    /// there are taken too, so that whoever makes the move that `best_move` gives can go on.
    Result<void> add(const Table& table, std::string_view position) noexcept;
    /// The same by the indices of the parts. `bad_usage` where there are none. Whether the table has them is seen when
    /// the sum is asked for its value.
    Result<void> add(const Table& table, std::span<const Index> parts) noexcept;
    Result<void> add(const Table& table, Index position) noexcept { return add(table, std::span(&position, 1)); }
    /// Says that a component of an obliged sum has been begun: it is finished before others are touched, and after
    /// those that were said to be begun before it. The parts of one component are all finished before another component
    /// is begun in any case. Errors: `not_applicable` where the component is no obliged one; `bad_usage` where there is
    /// none of that number, or it is begun already.
    Result<void> mark_begun(std::size_t component) noexcept;
    /// Takes all components out. To fill a sum again is faster than to make another one.
    void clear() noexcept;

    std::size_t size() const noexcept;
    /// A component, by its number from 0 in the order in which they were added.
    const Table& table(std::size_t component) const noexcept;
    std::span<const Index> parts(std::size_t component) const noexcept;

    /// Who wins. Nimbers and obliged pairs take a lookup a part. Partizan values are decided as `SumSearch` says, all
    /// that one sum is asked in at most `SumSearch::most_steps` steps, a few seconds. Errors: `not_applicable` for what
    /// does not add up, where the steps do not suffice, and where a value is out of the bounds of `GameArena`;
    /// `out_of_memory`; those of `Table::at`.
    Result<SumValue> value() noexcept;

    /// A move for the player to move. `mover` is heard in sums of partizan values only, and misère play is
    /// `not_applicable` but in obliged sums. Further errors: those of `value`, `out_of_domain` for more moves than can
    /// be looked through, and the reason why a table's game cannot be made.
    ///
    /// Nimbers: a move that wins, or else one that keeps a draw; nothing where the sum is lost. Of the winning moves it
    /// is one with the least sum of nimbers after it, one a component, and among these with the least sum of counters.
    /// Whoever always makes this move wins a won sum in finitely many moves: against each reply the pair is less than
    /// before, or equal when a loop-free component, which ends by itself, has come nearer to its end (Fraenkel and
    /// Yesha 1986; `docs/theory.md`).
    ///
    /// Partizan values: a winning move, if there is one. It is in the first component in which there is one; there, of
    /// the winning moves in the order of the rules, the first, or the first that is better than all found before it:
    /// the value of the component after it is greater (for Right, less). So no other move in that component is better.
    /// Where comparing takes too long, an earlier one stands. Whoever always makes such a move wins: all the games end.
    ///
    /// Obliged pairs: the first winning move in that play, in the order of components and of options, if there is one.
    Result<std::optional<SumMove>> best_move(Player mover = Player::left, Play play = Play::normal) noexcept;

  private:
    struct State;
    State& state() { return state_ ? *state_ : make_state(); }
    State& make_state();
    std::unique_ptr<State> state_;  // null: empty
};

}  // namespace mexbase
