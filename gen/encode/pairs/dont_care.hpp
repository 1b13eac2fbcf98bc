// SPDX-License-Identifier: MIT
/// \file
/// Marker for an index whose value does not matter.
#pragma once

#include <cstdint>

namespace mexbase {

/// Marks an index without a value, such as one that is not a position. The writer stores any number that packs well.
inline constexpr std::uint32_t dont_care = 0xffffffff;

}  // namespace mexbase
