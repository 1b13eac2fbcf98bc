/// \file
/// What a table says of its values, counted again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "../../query/info.hpp"
#include "stored_outcomes.hpp"

namespace mexbase::detail {

/// Counts of values of one kind, any but canonical forms.
class ValueCounts {
  public:
    /// A nimber or an obliged pair.
    void add(const Value& value);
    void add(const StoredOutcome& value) {
        ++positions_;
        ++outcomes_[static_cast<std::size_t>(value.value.outcome)];
        add_remoteness(value.value);
    }
    void add(const PartizanOutcome& value);
    void add(const ValueCounts& other);
    /// Throws `Error{verification_failed}` unless these are the counts of `info`.
    void compare(const TableInfo& info) const;

  private:
    void add_remoteness(const OutcomeValue& value) {
        if (has_remoteness(value.outcome)) longest_ = std::max(longest_.value_or(0), value.remoteness);
    }

    std::uint64_t positions_ = 0, infinite_ = 0;
    std::vector<std::uint64_t> nimbers_;  // below histogram_limit
    std::optional<std::uint64_t> largest_, longest_;
    std::array<std::uint64_t, 4> obliged_{};
    std::array<std::uint64_t, outcome_count> outcomes_{};
    std::array<std::uint64_t, partizan_codes> pairs_{};
};

}  // namespace mexbase::detail
