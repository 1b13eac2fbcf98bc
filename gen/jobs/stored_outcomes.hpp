/// \file
/// The values of an outcome table, decoded once for random access.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "../../query/table.hpp"

namespace mexbase {

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

/// All values of a table in 4 bytes a position, or, where `memory` does not allow that or a remoteness does not fit,
/// the table itself behind a cursor. Safe for any number of readers; each thread takes a reader of its own. Borrows the
/// table.
class StoredOutcomes {
  public:
    /// Throws `Error{corrupt}` and `Error{io}` as the table does.
    StoredOutcomes(const Table& table, std::uint64_t memory);

    class Reader {
      public:
        StoredOutcome operator()(Index i) { return cells_ != nullptr ? unpack(cells_[i]) : from_table(i); }

      private:
        friend class StoredOutcomes;
        StoredOutcome from_table(Index i);
        const std::uint32_t* cells_ = nullptr;
        std::optional<Cursor> cursor_;
    };
    Reader reader() const;

  private:
    // Outcome in the three highest bits, then the two proven bits, then the remoteness.
    static constexpr unsigned remoteness_bits = 27;
    static std::uint32_t pack(const Value& value);
    static StoredOutcome unpack(std::uint32_t cell) {
        return {{static_cast<Outcome>(cell >> 29), cell & ((1u << remoteness_bits) - 1)},
                ((cell >> 28) & 1) != 0,
                ((cell >> 27) & 1) != 0};
    }

    const Table& table_;
    std::vector<std::uint32_t> cells_;
};

}  // namespace mexbase
