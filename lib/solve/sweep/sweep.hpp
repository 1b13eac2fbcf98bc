/// \file
/// Values in sums of loop-free games in one sweep.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "in_order.hpp"

namespace mexbase {

/// Nimbers of a loop-free game, by index. `order` lists all indices, options first; it is needed if the rules give no
/// order. Four bytes a position. Indices that are not positions get 0.
std::vector<std::uint32_t> sweep_nimbers(const Moves& moves, const SweepOptions& options = {},
                                         std::span<const Index> order = {});

/// Obliged values of a loop-free game, by index, as `Obliged::code`; the parts of an option are played as an obliged
/// sum. `order` as above. One byte a position.
std::vector<std::uint8_t> sweep_obliged(const Moves& moves, const SweepOptions& options = {},
                                        std::span<const Index> order = {});

}  // namespace mexbase
