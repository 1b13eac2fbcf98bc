// SPDX-License-Identifier: MIT
/// \file
/// Periods of the values of taking-and-breaking games.
#pragma once

#include <optional>
#include <span>

#include "../../rules/take_and_break.hpp"

namespace mexbase {

/// Returns the period of the values of heaps 0, 1, ..., values.size()-1 of `game`: nimbers, or Obliged::code.
///
/// If the values prove a period (`period_theorem`), returns the smallest proven period with its smallest preperiod. The
/// preperiod is 0 only if heap 0 fits too. Otherwise returns the smallest observed period, which is never marked as
/// proven. It must hold for the last three periods, half of the values and at least 32 values. If a move may leave
/// three heaps or must leave different heaps, the observed period may be arithmetic, with a saltus. Returns
/// `std::nullopt` if no period is proven or observed.
///
/// Time is proportional to the number of values. Memory is four bytes (eight for 2^32 values or more) for each period
/// to test. There are at most as many of these as values. Values have 8, 16 or 32 bits.
template <class T>
std::optional<Period> find_period(std::span<const T> values, const TakeAndBreak& game);

}  // namespace mexbase
