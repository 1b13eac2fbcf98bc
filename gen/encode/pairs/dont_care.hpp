/// \file
/// The number of an index whose value does not matter.
#pragma once

#include <cstdint>

namespace mexbase {

/// Marks an index without a value, such as one that is not a position: the writer stores the number that packs best.
inline constexpr std::uint32_t dont_care = 0xffffffff;

}  // namespace mexbase
