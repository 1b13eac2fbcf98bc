/// \file
/// Every value stored in a table, in order.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "../../../query/table.hpp"

namespace mexbase::detail {

/// Calls `take(i, value)` for every index stored. Throws what reading the table throws.
template <class Take>
void read_all(const Table& table, Take take) {
    Cursor cursor = table.cursor().value();
    std::vector<Value> values(4096);
    const Index count = table.info().indices;
    for (Index first = 0; first < count; first += values.size()) {
        const auto n = static_cast<std::size_t>(std::min<Index>(values.size(), count - first));
        cursor.read(first, std::span(values).first(n)).value();
        for (std::size_t k = 0; k < n; ++k) take(first + k, values[k]);
    }
}

}  // namespace mexbase::detail
