// SPDX-License-Identifier: MIT
/// \file
/// Finds orders of digits in which a table packs better than in index order.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "../../lib/rules/ruleset.hpp"
#include "../../query/format/digit_orders.hpp"
#include "../encode/table_writer.hpp"

namespace mexbase {

/// Maximum number of indices that an order permutes among themselves. It limits how much is decoded twice when a range
/// is read.
inline constexpr Index most_in_group = Index{1} << 24;

/// Function that writes the values at these indices, each as one number, or `dont_care`. Must be safe to call from
/// several threads.
using ValuesAt = std::function<void(std::span<const Index> indices, std::span<std::uint32_t> values)>;

/// Returns the order of the digits for each range in which samples pack better than in index order. The samples are
/// small: all trials of a range take a small part of the time of packing it. Small ranges are skipped. The orders
/// depend on the values only. Throws `Error{bad_usage}` if the ranges do not fit a table of `size` indices.
std::vector<DigitOrder> choose_orders(std::span<const DigitRange> ranges, const ValuesAt& values, Index size,
                                      unsigned threads);

/// Changes `contents` so that it is stored in these orders. Its sources must take indices. They are replaced by sources
/// that take stored indices and read values one by one.
void store_in_orders(TableContents& contents, std::vector<DigitOrder> orders);

}  // namespace mexbase
