// SPDX-License-Identifier: MIT
/// \file
/// Range of indices of a table.
#pragma once

#include "../lib/index.hpp"

namespace mexbase {

/// Queryable indices from `first` to `last` - 1.
struct IndexRange {
    Index first = 0, last = no_index;
    bool contains(Index i) const { return i >= first && i < last; }
    friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

}  // namespace mexbase
