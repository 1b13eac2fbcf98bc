// SPDX-License-Identifier: MIT
/// \file
/// Outcomes of a table, decoded once for random access, and outcomes derived by their definition.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "../../lib/rules/moves.hpp"
#include "../../query/table.hpp"

namespace mexbase::detail {

/// Stored outcome with the facts that are proven about it.
struct StoredOutcome {
    OutcomeValue value;
    bool cannot_win = false;
    bool cannot_lose = false;

    /// Returns a stored outcome with the facts that follow from its value.
    static StoredOutcome of(const OutcomeValue& v) {
        const bool even = v.outcome == Outcome::draw || v.outcome == Outcome::tie;
        return {v, even || v.outcome == Outcome::loss, even || v.outcome == Outcome::win};
    }
    /// Returns the stored outcome of a position that is neither won nor lost, from the facts proven about it.
    static StoredOutcome undecided(bool cannot_win, bool cannot_lose) {
        return {{cannot_win && cannot_lose ? Outcome::draw : Outcome::unknown, 0}, cannot_win, cannot_lose};
    }
    friend bool operator==(const StoredOutcome&, const StoredOutcome&) = default;
};

/// All outcomes of a table in memory. They take 2 bytes per position, 4 in a partizan game, and twice as much if a
/// remoteness does not fit. If this exceeds `memory` bytes, a cursor reads the table instead. Safe to use from several
/// threads, each with its own reader. Borrows the table.
class StoredOutcomes {
  public:
    /// Reads all outcomes. Throws `Error{corrupt}` and `Error{io}` as the table does.
    StoredOutcomes(const Table& table, std::uint64_t memory);

    class Reader {
      public:
        /// Returns the outcome of index i. In a partizan game, `player` begins, and only the member `value` has a
        /// meaning. For an impartial game, `player` must be Left.
        StoredOutcome operator()(Index i, Player player = Player::left) {
            const Index at = i * starters_ + static_cast<Index>(player);
            if (narrow_ != nullptr) return unpack(narrow_[at]);
            return wide_ != nullptr ? unpack(wide_[at]) : from_table(i, player);
        }
        /// Prefetches the value of an index into the cache. Accepts any index, valid or not.
        [[gnu::always_inline]] void prefetch(Index i, Player player = Player::left) const {
            const Index at = i * starters_ + static_cast<Index>(player);
            if (narrow_ != nullptr) __builtin_prefetch(narrow_ + at);
        }

      private:
        friend class StoredOutcomes;
        StoredOutcome from_table(Index i, Player player);
        const std::uint16_t* narrow_ = nullptr;
        const std::uint32_t* wide_ = nullptr;
        unsigned starters_ = 1;
        std::optional<Cursor> cursor_;
    };
    Reader reader() const;

  private:
    /// Reads all outcomes into `cells`. Returns false and empties `cells` if a remoteness does not fit into a cell.
    template <class Cell>
    bool fill(std::vector<Cell>& cells) const;

    /// Packs the outcome into the lowest three bits, and the remoteness or the proven facts above them.
    static std::uint64_t pack(const StoredOutcome& value);
    static StoredOutcome unpack(std::uint32_t cell) {
        const auto outcome = static_cast<Outcome>(cell & 7U);
        if (outcome == Outcome::unknown) return StoredOutcome::undecided((cell & 8U) != 0, (cell & 16U) != 0);
        return StoredOutcome::of({outcome, cell >> 3});
    }

    const Table& table_;
    unsigned starters_;  // values per position
    std::vector<std::uint16_t> narrow_;
    std::vector<std::uint32_t> wide_;
};

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

/// Derives the value of a position from the values of its options. `look_up` returns these values if player `next`
/// moves next. Returns `std::nullopt` if the options do not decide the value; it is then drawn or unknown.
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

/// Derives the value of a position in a table of distances to an exit. An option outside the slice counts 0 plies, or
/// `exit_limit` plies if its own distance exceeds this limit; options inside count their own distance.
inline std::optional<OutcomeValue> derive_exit_outcome(const GameTraits& traits, const OptionRows& row, Play play,
                                                       StoredOutcomes::Reader& look_up) {
    if (row.stop() != nullptr) return *row.stop();
    const Index first = traits.order.first_of_slice(row.position());
    DerivedOutcome gathered;
    const auto leave = [&](OutcomeValue value) {
        value.remoteness = value.remoteness > traits.exit_limit ? traits.exit_limit : 0;
        gathered.add(value);
    };
    for (const Index to : row.targets()) {
        if (to < first)
            leave(look_up(to).value);
        else
            gathered.add(look_up(to).value);
    }
    for (const auto& option : row.unindexed()) leave(option.value);
    return gathered.decided(play);
}

}  // namespace mexbase::detail
