/// \file
/// Verification of a table of partizan outcomes: every stored value is derived again from its options' values, by the
/// definition. Nothing of the solver takes part, only the rules and the reader.
#pragma once

#include <utility>

#include "../jobs.hpp"
#include "../table_job.hpp"
#include "../values_that_add.hpp"
#include "stored_outcomes.hpp"
#include "verify_outcome_table.hpp"
#include "verify_positions.hpp"

namespace mexbase {

/// Checks every stored value of `table` against the rules, and all that its header says of them. Returns the number of
/// positions checked. Throws `Error{verification_failed}` at the first index whose value the rules do not give, and
/// what reading the table throws.
///
/// Where every value follows from those of the options, it is the value of the game, loopy or not. By induction on the
/// remoteness: loss 0 and win 0 stand only where play stops; from win n a move leads to loss n - 1 and none to a
/// shorter loss; from loss n every move leads to a win of at most n - 1, and one to win n - 1. So each player can keep
/// to the plies that are stored. At a draw no move leads to a loss for the opponent, and one leads to a draw: either
/// player can stay among draws, where play never stops, and neither can leave them to his advantage.
template <Ruleset R>
std::uint64_t verify_partizan_outcome_table(const R& rules, const Game& game, const Table& table,
                                            const JobOptions& options) {
    detail::check_table(table, game);
    detail::refuse_cut_off(rules);
    const Play play = table.info().play;
    const StoredOutcomes values(table, options.memory);
    return detail::verify_positions(rules, game, table, options, [&] {
        return [&, look_up = values.reader()](Index i, const typename R::Position& p) mutable {
            const PartizanOutcome stored{look_up(i, Player::left).value, look_up(i, Player::right).value};
            const auto derive_for = [&](Player player) {
                const auto value_of = [&](Index to) { return look_up(to, other(player)).value; };
                return detail::derive_outcome(rules, i, p, player, play, value_of)
                    .value_or(OutcomeValue{Outcome::draw, 0});
            };
            return std::pair(stored, PartizanOutcome{derive_for(Player::left), derive_for(Player::right)});
        };
    });
}

}  // namespace mexbase
