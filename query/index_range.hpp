/// \file
/// A part of a table.
#pragma once

#include "../lib/index.hpp"

namespace mexbase {

/// Indices from `first` on and below `last`, of those that are queryable.
struct IndexRange {
    Index first = 0, last = no_index;
    bool contains(Index i) const { return i >= first && i < last; }
    friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

}  // namespace mexbase
