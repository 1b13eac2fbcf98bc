// SPDX-License-Identifier: MIT
/// \file
/// Derives outcomes by their definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "../../lib/rules/moves.hpp"
#include "stored_outcomes.hpp"

namespace mexbase::detail {

/// Outcome of a position, derived from its options one by one.
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
    /// Adds an option past the bound, whose value is unknown.
    void add_unknown() {
        any_ = true;
        lost_ = false;
    }

    /// Returns the win, loss or tie that the options decide, or `std::nullopt`. A position without options is decided.
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

/// Derives the value of a position from those of its options, which `look_up` returns for the player to move there.
/// Returns `std::nullopt` if the options leave open whether it is drawn or unknown.
inline std::optional<OutcomeValue> derive_outcome(const OptionRows& row, Play play, StoredOutcomes::Reader& look_up,
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

}  // namespace mexbase::detail
