#include <algorithm>
#include <optional>

#include "../table_job.hpp"
#include "proven_bits.hpp"
#include "stored_values.hpp"
#include "verify_positions.hpp"
#include "verify_tables.hpp"

namespace mexbase::detail {

namespace {

/// The outcome of a position, derived from its options one by one.
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

    /// Returns a win, loss or tie if the options decide it, or nothing. A position without options is decided.
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

/// The value of a position from those of its options, as `look_up` has them for the player who moves there; nothing if
/// they leave open whether it is drawn or unknown.
std::optional<OutcomeValue> derive_outcome(const OptionRows& row, Play play, StoredOutcomes::Reader& look_up,
                                           Player next = Player::left) {
    if (row.stop() != nullptr) return *row.stop();
    constexpr std::size_t ahead = 32;
    static_assert(ahead <= Flat::slack);
    DerivedOutcome gathered;
    for (const Index& to : row.targets()) {
        look_up.prefetch((&to)[ahead], next);
        gathered.add(look_up(to, next).value);
    }
    for (const auto& option : row.unindexed()) gathered.add(option.value);
    if (row.beyond() != 0) gathered.add_unknown();
    return gathered.decided(play);
}

}  // namespace

std::uint64_t verify_outcome_table(const Game& game, const Table& table, const JobOptions& options) {
    check_table(table, game);
    const Play play = table.info().play;
    std::optional<ProvenBits> proven;
    std::uint64_t taken = 0;
    if (is_cut_off(game)) {
        taken = game.size() * ProvenBits::bytes;
        check_memory(taken, options);
        proven.emplace(game, play, options.threads, options.progress);
    }
    const StoredOutcomes values(table, options.memory - std::min(taken, options.memory));
    if (proven) {
        auto look_up = values.reader();
        proven->look_for_ties(game, [&look_up](Index i) {
            const Outcome outcome = look_up(i).value.outcome;
            return outcome == Outcome::draw || outcome == Outcome::unknown;
        });
    }
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        auto look_up = values.reader();
        for_each_row(game, first, last, Player::left, [&](const OptionRows& row) {
            const Index i = row.position();
            const StoredOutcome stored = look_up(i);
            const auto decided = derive_outcome(row, play, look_up);
            // In a closed game whatever is neither won nor lost is drawn.
            StoredOutcome derived = StoredOutcome::of(decided.value_or(OutcomeValue{Outcome::draw, 0}));
            if (proven && !decided)
                derived = StoredOutcome::undecided(proven->cannot_win(i), proven->cannot_lose(i));
            else if (proven && has_remoteness(decided->outcome) && i < findings.queryable &&
                     !proven->is_exact(i, *decided))
                findings.counts.add_inexact();
            return record(findings, i, stored, derived);
        });
    });
}

std::uint64_t verify_partizan_outcome_table(const Game& game, const Table& table, const JobOptions& options) {
    check_table(table, game);
    refuse_cut_off(game);
    const Play play = table.info().play;
    const StoredOutcomes values(table, options.memory);
    return verify_ranges(game, table, options, [&](unsigned, Index first, Index last, Findings& findings) {
        auto look_up = values.reader();
        const auto derive = [&](const OptionRows& row, Player player) {
            return derive_outcome(row, play, look_up, other(player)).value_or(OutcomeValue{Outcome::draw, 0});
        };
        for_each_row_of_both(game, first, last, [&](const OptionRows& left, const OptionRows& right) {
            const Index i = left.position();
            const PartizanOutcome stored{look_up(i, Player::left).value, look_up(i, Player::right).value};
            const PartizanOutcome derived{derive(left, Player::left), derive(right, Player::right)};
            return record(findings, i, stored, derived);
        });
    });
}

}  // namespace mexbase::detail
