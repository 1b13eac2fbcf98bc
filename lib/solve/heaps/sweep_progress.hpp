/// \file
/// What a sweep over heaps tells while it works.
#pragma once

#include <cstdint>
#include <functional>

namespace mexbase {

/// Called now and then by a sweep, with the number of heaps whose values are known. It may throw to stop the sweep,
/// which keeps what it knows and can go on later.
using SweepProgress = std::function<void(std::uint64_t heaps)>;

}  // namespace mexbase
