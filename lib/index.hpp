// SPDX-License-Identifier: MIT
/// \file
/// The number of a position.
#pragma once

#include <cstdint>

namespace mexbase {

/// A position's number, 0..size-1 of its ruleset. Always 64 bits: tables of a billion positions are in scope.
using Index = std::uint64_t;

/// Marks the absence of a position.
inline constexpr Index no_index = ~Index{0};

}  // namespace mexbase
