// SPDX-License-Identifier: MIT
/// \file
/// Searches for an order of the digits of indices (mixed-radix numbers) in which a table compresses better.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "../../lib/rules/ruleset.hpp"
#include "../../query/format/digit_orders.hpp"
#include "../encode/table_writer.hpp"

namespace mexbase {

/// Maximum number of consecutive indices that an order may permute. A larger group would be decoded more than once when
/// a range is read.
inline constexpr Index most_in_group = Index{1} << 24;

/// Function that writes the value of each index in a list, or `dont_care` for an index that is not a position. Must be
/// safe to call from several threads.
using ValuesAt = std::function<void(std::span<const Index> indices, std::span<std::uint32_t> values)>;

/// Chooses the order of the digits in each range of indices. Ranges that are small or pack best in index order get no
/// order. The search packs small samples of the values. The result depends only on the values. If `on_this_thread` is
/// true, `values` is called only on the calling thread. Throws `Error{bad_usage}` if the ranges do not fit a table of
/// `size` indices.
std::vector<DigitOrder> choose_orders(std::span<const DigitRange> ranges, const ValuesAt& values, Index size,
                                      unsigned threads, bool on_this_thread = false);

/// Makes `contents` store positions in these orders. Its sources must take indices. They are replaced by slower sources
/// that take stored indices.
void store_in_orders(TableContents& contents, std::vector<DigitOrder> orders);

}  // namespace mexbase
