/// \file
/// What a table says of its values, counted again.
#pragma once

#include <cstdint>
#include <vector>

#include "../../../lib/value/partizan_outcome.hpp"
#include "../../../query/table.hpp"
#include "stored_values.hpp"

namespace mexbase::detail {

/// Counts of values of one kind, those of the queryable positions.
class ValueCounts {
  public:
    /// A nimber or an obliged pair.
    void add(const Value& value);
    void add(const StoredOutcome& value);
    /// A remoteness may be less, by what lies past a bound.
    void add_inexact() { info_.remoteness_exact = false; }
    void add(const PartizanOutcome& value);
    /// A canonical form, by its number in the table's list, of that class.
    void add(std::uint32_t form, OutcomeClass value);
    void add(const ValueCounts& other);
    /// Throws `Error{verification_failed}` unless the table has these counts and no others, in its header and in its
    /// histogram. What its header says of anything else than values must have been compared before.
    void compare(const Table& table) const;

  private:
    void add_remoteness(const OutcomeValue& value);

    TableInfo info_;                     // what it says of values; all nimbers below histogram_limit are listed
    RemotenessHistogram by_remoteness_;  // of impartial games, as long as any table has one
    std::vector<bool> forms_;            // by number, whether a position has it
};

}  // namespace mexbase::detail
