// SPDX-License-Identifier: MIT
/// \file
/// Sums of positions from any tables: who wins, and by which move.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "table.hpp"

namespace mexbase {

/// Result of a sum. A sum of nimbers has an outcome for the player to move. A sum of obliged pairs has an obliged pair,
/// and a sum of partizan values an outcome class.
using SumValue = std::variant<Outcome, Obliged, OutcomeClass>;

/// A move in a sum.
struct SumMove {
    std::size_t component = 0;  ///< number of the component, from 0
    std::vector<Index> parts;   ///< parts of the component after the move; `Sum::text_of` gives their text
    friend bool operator==(const SumMove&, const SumMove&) = default;
};

/// Sum of positions of tables. Borrows the tables. Their kind of value determines the rules of the sum:
///
/// - Nimbers, also of loopy games: the disjunctive sum, in normal play. If `Table::is_race` of the tables is true, the
/// sum is a race.
/// - Canonical forms: the disjunctive sum of partizan games. Finite nimbers of loop-free games up to *1023 may be
/// added, because they are partizan values too.
/// - Obliged pairs: the obliged sum, in normal and in misère play (Ferguson, Theorem 1).
///
/// Written values, such as `*3` or `{2|-1}`, may be added to the first two. If a written value is not a nimber, the sum
/// is one of partizan games.
///
/// Other mixtures of kinds are `not_applicable`. The empty sum is a loss. Values are looked up and imported at first
/// use and then cached. A moved-from sum is empty. For one thread at a time.
///
///     mexbase::Sum sum;
///     sum.add(island, "p4").value();  // `value` throws if the call failed
///     if (sum.value().value() == mexbase::SumValue(mexbase::Outcome::win)) play(sum.best_move().value());
class Sum {
  public:
    Sum() noexcept;
    Sum(Sum&&) noexcept;
    Sum& operator=(Sum&&) noexcept;
    ~Sum();

    /// Adds a component: one position in text form, or several that form a sum, such as `3+4`. Errors: those of
    /// `Table::parts_of`. Also accepts positions past `queryable_size` that moves lead to, as in the knight games. So
    /// the result of `best_move` can always be added.
    Result<void> add(const Table& table, std::string_view position) noexcept;
    /// Overload for the indices of the parts. Returns `bad_usage` if `parts` is empty. An index that the table lacks is
    /// an error only in `value`.
    Result<void> add(const Table& table, std::span<const Index> parts) noexcept;
    Result<void> add(const Table& table, Index position) noexcept { return add(table, std::span(&position, 1)); }
    /// Adds a component that is a written value (`parse_game` in lib/value/partizan/notation/text.hpp). Returns the
    /// errors of `parse_game`.
    Result<void> add_value(std::string_view text) noexcept;
    /// Marks a component of an obliged sum as begun. In such a sum, players must finish a begun component before they
    /// begin another one. They finish the marked components in the order of marking, each with all its parts.
    /// Errors: `not_applicable` if the component has no obliged values; `bad_usage` if no component has this number, or
    /// if it is already marked.
    Result<void> mark_begun(std::size_t component) noexcept;
    /// Removes all components. Refilling a sum is faster than making a new one.
    void clear() noexcept;

    std::size_t size() const noexcept;
    /// Returns true if a component is a written value. Components are numbered from 0 in the order of adding.
    bool is_written(std::size_t component) const noexcept;
    /// Returns the table of a component that is not a written value.
    const Table& table(std::size_t component) const noexcept;
    /// Returns the indices of the parts of a component. A written value has one part, whose number only `text_of`
    /// reads.
    std::span<const Index> parts(std::size_t component) const noexcept;
    /// Returns the text of a component that has these parts: those of `parts`, or of a `SumMove` in this component.
    Result<std::string> text_of(std::size_t component, std::span<const Index> parts) const noexcept;

    /// Returns the result. Nimbers and obliged pairs take one lookup per part. Sums of partizan values are decided by
    /// `SumSearch`, in at most `SumSearch::most_steps` steps, which take a few seconds. Errors: `not_applicable` for
    /// mixtures of kinds, too many steps, or values too large for `GameArena`; `out_of_memory`; those of `Table::at`.
    Result<SumValue> value() noexcept;

    /// Returns a best move for the player to move, or `std::nullopt` if no move wins or keeps a draw. Only sums of
    /// partizan values use `mover`. Misère play is `not_applicable` except in obliged sums. Other errors: those of
    /// `value`, `out_of_domain` for too many moves, and the reason why a table's game cannot be made. The move depends
    /// on the kind of sum:
    /// - Nimbers: a move that wins, or else a move that keeps a draw. Among these it minimises the sum of the
    /// components' nimbers after the move, then the sum of the counters. A player who always makes such moves wins a
    /// won sum in finitely many moves. This pair of sums never increases, and if it stays equal, a loop-free component
    /// has come nearer to its end (Fraenkel and Yesha 1986; `docs/theory.md`).
    /// - Partizan values: a winning move in the first component that has one. The search goes through the winning moves
    /// in the order of the rules. It takes a later move if its value is greater (for Right, less) than that of the move
    /// taken so far. So no other winning move in that component is better, unless a comparison took too long. A player
    /// who always makes such moves wins, because all these games end.
    /// - Obliged pairs: the first move that wins in `play`, in the order of components and of options.
    Result<std::optional<SumMove>> best_move(Player mover = Player::left, Play play = Play::normal) noexcept;

  private:
    struct State;
    State& state() { return state_ ? *state_ : make_state(); }
    State& make_state();
    std::unique_ptr<State> state_;  // null: empty
};

}  // namespace mexbase
