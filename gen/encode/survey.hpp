/// \file
/// The first pass over the values: counts them, checks them, and sees where they vary.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "symbols.hpp"

namespace mexbase::detail {

/// What the first pass finds.
struct Survey {
    TableInfo info;                       ///< complete
    RemotenessHistogram by_remoteness;    ///< empty where the longest remoteness is too long for one
    std::vector<StoredStream> streams;    ///< in the order in which they are written
    std::optional<StoredStream> results;  ///< what may stand for the first two of them, outcome and remoteness
};

/// Reads every value once. Throws `Error{bad_usage}` for values that make no table.
Survey survey_values(const TableContents& contents, const StoredValues& values, unsigned threads,
                     const std::function<void(std::uint64_t positions)>& advance);

}  // namespace mexbase::detail
