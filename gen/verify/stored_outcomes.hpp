/// \file
/// The outcomes of a table, decoded once for random access.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../../query/table.hpp"

namespace mexbase::detail {

/// One stored value with what is proven of it.
struct StoredOutcome {
    OutcomeValue value;
    bool cannot_win = false;
    bool cannot_lose = false;

    /// A value with the bits that follow from it.
    static StoredOutcome of(const OutcomeValue& v) {
        const bool even = v.outcome == Outcome::draw || v.outcome == Outcome::tie;
        return {v, even || v.outcome == Outcome::loss, even || v.outcome == Outcome::win};
    }
    /// A value that is neither won nor lost, from what is proven of it.
    static StoredOutcome undecided(bool cannot_win, bool cannot_lose) {
        return {{cannot_win && cannot_lose ? Outcome::draw : Outcome::unknown, 0}, cannot_win, cannot_lose};
    }
    friend bool operator==(const StoredOutcome&, const StoredOutcome&) = default;
};

/// All values of a table in 2 bytes a position, 4 of partizan outcomes, twice as much where a remoteness does not fit,
/// or, where `memory` does not allow that, the table itself behind a cursor. Safe for any number of readers; each
/// thread takes a reader of its own. Borrows the table.
class StoredOutcomes {
  public:
    /// Throws `Error{corrupt}` and `Error{io}` as the table does.
    StoredOutcomes(const Table& table, std::uint64_t memory);

    class Reader {
      public:
        /// The result when `player` begins, with nothing proven of it but the value; of an impartial game, whose
        /// players are alike, that of Left, with all that is proven.
        StoredOutcome operator()(Index i, Player player = Player::left) {
            const Index at = i * starters_ + static_cast<Index>(player);
            if (narrow_ != nullptr) return unpack(narrow_[at]);
            return wide_ != nullptr ? unpack(wide_[at]) : from_table(i, player);
        }
        /// Brings the value of an index into the cache. Any number will do.
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
    /// False, and no cells, where a remoteness does not fit.
    template <class Cell>
    bool fill(std::vector<Cell>& cells) const;

    /// The outcome in the lowest three bits, above them the remoteness, or the proven bits of what is unknown.
    static std::uint64_t pack(const StoredOutcome& value);
    static StoredOutcome unpack(std::uint32_t cell) {
        const auto outcome = static_cast<Outcome>(cell & 7U);
        if (outcome == Outcome::unknown) return StoredOutcome::undecided((cell & 8U) != 0, (cell & 16U) != 0);
        return StoredOutcome::of({outcome, cell >> 3});
    }

    const Table& table_;
    unsigned starters_;  // values a position
    std::vector<std::uint16_t> narrow_;
    std::vector<std::uint32_t> wide_;
};

}  // namespace mexbase::detail
