/// \file
/// Verification of an outcome table: every stored value is derived again from its options' values, by the definition.
/// Nothing of the solver takes part, only the rules and the reader.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "../jobs.hpp"
#include "../table_job.hpp"
#include "proven_bits.hpp"
#include "stored_outcomes.hpp"
#include "verify_positions.hpp"

namespace mexbase {

namespace detail {

/// What the options of a position say of it, gathered one by one.
class DerivedOutcome {
  public:
    void add(const OutcomeValue& option) {
        any_ = true;
        if (option.outcome == Outcome::loss) {
            shortest_ = won_ ? std::min(shortest_, option.remoteness) : option.remoteness;
            won_ = true;
        }
        if (option.outcome == Outcome::tie) {
            quickest_ = tied_ ? std::min(quickest_, option.remoteness) : option.remoteness;
            tied_ = true;
        }
        if (option.outcome == Outcome::win)
            longest_ = std::max(longest_, option.remoteness);
        else
            lost_ = false;
    }
    /// An option past the bound: nothing is known of it.
    void add_unknown() {
        any_ = true;
        lost_ = false;
    }

    /// Win, loss or tie where the options, or that there are none, decide it, else nothing.
    std::optional<OutcomeValue> decided(Play play) const {
        if (!any_) return OutcomeValue{play == Play::normal ? Outcome::loss : Outcome::win, 0};
        if (won_) return OutcomeValue{Outcome::win, shortest_ + 1};
        if (lost_) return OutcomeValue{Outcome::loss, longest_ + 1};
        if (tied_) return OutcomeValue{Outcome::tie, quickest_ + 1};
        return std::nullopt;
    }

  private:
    bool any_ = false, won_ = false, lost_ = true, tied_ = false;
    std::uint64_t shortest_ = 0, longest_ = 0, quickest_ = 0;
};

/// The value of p when `player` begins, from those of the options, `value_of(index)`; nothing where they leave open
/// whether it is drawn or unknown.
template <Ruleset R, class ValueOf>
std::optional<OutcomeValue> derive_outcome(const R& rules, Index i, const typename R::Position& p, Player player,
                                           Play play, ValueOf value_of) {
    if constexpr (HasTerminal<R>) {
        if (const auto value = rules.terminal(i, p, player)) return value;
    }
    DerivedOutcome gathered;
    rules.for_each_option(i, p, player, [&](Index to) { gathered.add(value_of(to)); });
    if constexpr (HasSettledOptions<R>)
        rules.for_each_settled_option(i, p, player, [&](const OutcomeValue& value) { gathered.add(value); });
    if constexpr (HasBound<R>) {
        if (rules.leaves_bound(i, p) != 0) gathered.add_unknown();
    }
    return gathered.decided(play);
}

}  // namespace detail

/// Checks every stored value of `table` against the rules, and all that its header says of them. Returns the number of
/// positions checked. Throws `Error{verification_failed}` at the first index whose value the rules do not give, and
/// what reading the table throws.
template <Ruleset R>
std::uint64_t verify_outcome_table(const R& rules, const Game& game, const Table& table, const JobOptions& options) {
    detail::check_table(table, game);
    const Play play = table.info().play;
    std::optional<ProvenBits<R>> proven;
    std::uint64_t taken = 0;
    if (is_cut_off(rules)) {
        taken = rules.size() * ProvenBits<R>::bytes;
        detail::check_memory(taken, options);
        proven.emplace(rules, play, options.threads, options.progress);
    }
    const StoredOutcomes values(table, options.memory - std::min(taken, options.memory));
    if (proven)
        proven->look_for_ties(rules, [look_up = values.reader()](Index i) mutable {
            const Outcome outcome = look_up(i).value.outcome;
            return outcome == Outcome::draw || outcome == Outcome::unknown;
        });
    return detail::verify_positions(rules, game, table, options, [&] {
        return [&, look_up = values.reader()](Index i, const typename R::Position& p) mutable {
            const StoredOutcome stored = look_up(i);
            const auto decided =
                detail::derive_outcome(rules, i, p, Player::left, play, [&](Index to) { return look_up(to).value; });
            // In a closed game whatever is neither won nor lost is drawn.
            ProvenOutcome derived{StoredOutcome::of(decided.value_or(OutcomeValue{Outcome::draw, 0}))};
            if (proven && decided) derived.exact = proven->is_exact(i, *decided);
            if (proven && !decided)
                derived.stored = StoredOutcome::undecided(proven->cannot_win(i), proven->cannot_lose(i));
            return std::pair(stored, derived);
        };
    });
}

}  // namespace mexbase
