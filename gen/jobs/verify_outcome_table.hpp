/// \file
/// Verification of an outcome table: every stored value is derived again from its options' values, by the definition.
/// Nothing of the solver takes part, only the rules and the reader.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "../../lib/error.hpp"
#include "jobs.hpp"
#include "proven_bits.hpp"
#include "stored_outcomes.hpp"
#include "table_job.hpp"
#include "work_shares.hpp"

namespace mexbase {

namespace detail {

/// What the options of a position say of it, gathered one by one.
class DerivedOutcome {
  public:
    void add(const StoredOutcome& option) {
        any_ = true;
        if (option.value.outcome == Outcome::loss) {
            shortest_ = won_ ? std::min(shortest_, option.value.remoteness) : option.value.remoteness;
            won_ = true;
        }
        if (option.value.outcome == Outcome::win)
            longest_ = std::max(longest_, option.value.remoteness);
        else
            lost_ = false;
    }
    /// An option past the bound: nothing is known of it.
    void add_unknown() { lost_ = false; }

    /// Win or loss where the options decide it, else nothing.
    std::optional<OutcomeValue> decided() const {
        if (won_) return OutcomeValue{Outcome::win, shortest_ + 1};
        if (lost_ && any_) return OutcomeValue{Outcome::loss, longest_ + 1};
        return std::nullopt;
    }

  private:
    bool any_ = false, won_ = false, lost_ = true;
    std::uint64_t shortest_ = 0, longest_ = 0;
};

/// Counts of one range, to compare with what the table says of itself.
struct OutcomeCounts {
    std::array<std::uint64_t, outcome_count> outcomes{};
    std::uint64_t positions = 0;
    std::uint64_t checked = 0;
    std::optional<std::uint64_t> longest;

    void add(const OutcomeValue& value) {
        ++positions;
        ++outcomes[static_cast<std::size_t>(value.outcome)];
        if (has_remoteness(value.outcome)) longest = std::max(longest.value_or(0), value.remoteness);
    }
    void add(const OutcomeCounts& other) {
        for (std::size_t o = 0; o < outcomes.size(); ++o) outcomes[o] += other.outcomes[o];
        positions += other.positions;
        checked += other.checked;
        if (other.longest) longest = std::max(longest.value_or(0), *other.longest);
    }
};

void compare_with_info(const OutcomeCounts& counts, const TableInfo& info);
[[noreturn]] void throw_wrong_value(const Game& game, Index index, const StoredOutcome& stored,
                                    const StoredOutcome& derived);

}  // namespace detail

/// Checks every stored value of `table` against the rules, and its counts against its header. Returns the number of
/// positions checked. Throws `Error{verification_failed}` at the first index whose value the rules do not give, and
/// what reading the table throws.
template <Ruleset R>
std::uint64_t verify_outcome_table(const R& rules, const Game& game, const Table& table, const JobOptions& options) {
    table.check().value();
    const TableInfo& info = table.info();
    detail::check_board(table);
    detail::check_rules(table, game);

    struct Share {
        detail::OutcomeCounts counts;
        Index wrong = no_index;
        StoredOutcome stored, derived;
    };
    const StoredOutcomes values(table, options.memory);
    std::optional<ProvenBits<R>> proven;
    if (is_cut_off(rules)) proven.emplace(rules, info.play, options.threads, options.progress);
    std::vector<Share> shares(options.threads);
    share_work(info.indices, options.threads, options.progress, "verifying",
               [&](unsigned thread, Index first, Index last) {
                   Share& share = shares[thread];
                   auto look_up = values.reader();
                   for_each_position(rules, first, last, [&](Index i, const typename R::Position& p) {
                       if (share.wrong != no_index) return;
                       const StoredOutcome stored = look_up(i);
                       ++share.counts.checked;
                       if (i < info.admitted) share.counts.add(stored.value);
                       StoredOutcome derived;
                       if (const auto value = terminal_value(rules, i, p, info.play)) {
                           derived = StoredOutcome::of(*value);
                       } else {
                           detail::DerivedOutcome gathered;
                           rules.for_each_option(i, p, Player::left, [&](Index to) { gathered.add(look_up(to)); });
                           if constexpr (HasBound<R>) {
                               if (rules.leaves_bound(i, p) != 0) gathered.add_unknown();
                           }
                           if (const auto decided = gathered.decided())
                               derived = StoredOutcome::of(*decided);
                           else if (proven)
                               derived = StoredOutcome::undecided(proven->cannot_win(i), proven->cannot_lose(i));
                           else  // In a closed game whatever is neither won nor lost is drawn.
                               derived = StoredOutcome::of({Outcome::draw, 0});
                       }
                       if (stored == derived) return;
                       share.wrong = i;
                       share.stored = stored;
                       share.derived = derived;
                   });
                   return share.wrong == no_index;
               });

    detail::OutcomeCounts counts;
    const Share* first_wrong = nullptr;
    for (const Share& share : shares) {
        counts.add(share.counts);
        if (share.wrong != no_index && (first_wrong == nullptr || share.wrong < first_wrong->wrong))
            first_wrong = &share;
    }
    if (first_wrong != nullptr)
        detail::throw_wrong_value(game, first_wrong->wrong, first_wrong->stored, first_wrong->derived);
    detail::compare_with_info(counts, info);
    return counts.checked;
}

}  // namespace mexbase
