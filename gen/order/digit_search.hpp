/// \file
/// Finds orders of digits in which a table packs better than in that of its indices.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "../../lib/rules/ruleset.hpp"
#include "../../query/format/digit_orders.hpp"
#include "../encode/table_writer.hpp"

namespace mexbase {

/// At most so many indices change places among themselves: who reads runs of indices then reads no more than some of
/// them again.
inline constexpr Index most_in_group = Index{1} << 24;

/// Writes what the table says of each of these indices, as one number, or `dont_care`; for any number of threads.
using ValuesAt = std::function<void(std::span<const Index> indices, std::span<std::uint32_t> values)>;

/// The order of the digits, for each range where one other than the index's own takes fewer bytes by samples; the
/// others are left out. The samples are small: trying all orders of a range takes a small part of the time of packing
/// it, and small ranges are not worth it. The orders depend on the values only. Throws `Error{bad_usage}` for ranges
/// that are none of a table of `size` indices.
std::vector<DigitOrder> choose_orders(std::span<const DigitRange> ranges, const ValuesAt& values, Index size,
                                      unsigned threads);

/// Makes `contents`, whose streams say what they hold by index, hold it in these orders. Each value is asked for by
/// itself.
void store_in_orders(TableContents& contents, std::vector<DigitOrder> orders);

}  // namespace mexbase
