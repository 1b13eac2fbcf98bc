// SPDX-License-Identifier: MIT
/// \file
/// Values of loop-free games in one sweep.
#pragma once

#include <span>

#include "../../value/nimber.hpp"
#include "../../value/obliged.hpp"
#include "../pages.hpp"
#include "in_order.hpp"

namespace mexbase {

/// Returns the value of each index of a loop-free game, computed by `Fold` (`NimberFold` or `ObligedFold`); 0 for
/// indices that are not positions. `order` lists all indices, options first; it is needed if the rules give no order.
/// Memory is `sizeof(Fold::Value)` bytes per index, unless they are in a file (`SweepOptions::scratch`).
template <class Fold>
PagedArray<typename Fold::Value> sweep(const Moves& moves, const SweepOptions& options = {},
                                       std::span<const Index> order = {});

}  // namespace mexbase
