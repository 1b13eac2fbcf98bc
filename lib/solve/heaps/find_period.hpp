/// \file
/// Periods of the values of taking-and-breaking games.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "../../rules/take_and_break.hpp"

namespace mexbase {

/// The period of the values of heaps 0, 1, ..., values.size()-1 of `game`: nimbers, or Obliged::code.
///
/// If the values prove periods (`period_theorem`), the least one, with the least preperiod of it: 0 only where heap 0
/// fits too.
///
/// Otherwise one that is only seen: the least that holds for the last three periods, half of the values and 32 values
/// at least. Where moves leave three heaps, or different ones, that may be arithmetic, with a saltus; it is never
/// called proven. Nothing if there is none of either.
///
/// Time is proportional to the number of values, and memory is four bytes (eight for 2^32 values or more) for each
/// period that can be proven: half of the values for moves that leave two heaps.
///
/// For values of 8, 16 and 32 bits.
template <class T>
std::optional<Period> find_period(std::span<const T> values, const TakeAndBreak& game);

}  // namespace mexbase
