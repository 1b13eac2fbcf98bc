/// \file
/// What a table says of its values, counted again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "../../../lib/value/partizan_outcome.hpp"
#include "../../../query/table.hpp"
#include "stored_outcomes.hpp"

namespace mexbase::detail {

/// Counts of values of one kind, those of the queryable positions.
class ValueCounts {
  public:
    /// A nimber or an obliged pair.
    void add(const Value& value);
    void add(const ProvenOutcome& value);
    void add(const PartizanOutcome& value);
    /// A canonical form of that class.
    void add(OutcomeClass value) {
        ++info_.positions;
        ++info_.classes[static_cast<std::size_t>(value)];
    }
    void add(const ValueCounts& other);
    /// How many different canonical forms there were.
    void set_distinct(std::uint64_t values) { info_.distinct_values = values; }
    /// Throws `Error{verification_failed}` unless the table has these counts and no others, in its header and in its
    /// histogram. What its header says of anything else than values must have been compared before.
    void compare(const Table& table) const;

  private:
    void add_remoteness(const OutcomeValue& value);

    TableInfo info_;                     // what it says of values; all nimbers below histogram_limit are listed
    RemotenessHistogram by_remoteness_;  // of impartial games, as long as any table has one
};

}  // namespace mexbase::detail
