// SPDX-License-Identifier: MIT
/// \file
/// First pass over the values: counts and checks them, and finds the chunks that vary.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "symbols.hpp"

namespace mexbase::detail {

/// Results of the first pass.
struct Survey {
    TableInfo info;                       ///< complete
    RemotenessHistogram by_remoteness;    ///< empty if the longest remoteness exceeds the maximum of a histogram
    std::vector<StoredStream> streams;    ///< in the order in which they are written
    std::optional<StoredStream> results;  ///< possible replacement of the first two of them, outcome and remoteness
};

/// Reads every value once. Throws `Error{bad_usage}` for invalid values.
Survey survey_values(const TableContents& contents, const StoredValues& values, unsigned threads,
                     const std::function<void(std::uint64_t positions)>& advance);

}  // namespace mexbase::detail
