/// \file
/// A range of indices, shared out to threads in order.
#pragma once

#include <functional>
#include <string_view>

#include "../../lib/index.hpp"
#include "progress.hpp"

namespace mexbase {

/// Calls `work(thread, first, last)` for consecutive ranges that cover [0, count), each once, taken in ascending order
/// by threads 0..threads-1. Once a call returns false or throws, no new range is begun; ranges begun are finished, so
/// every range below the one that failed has been worked through. The first exception, by range, is thrown again.
/// `progress` is called from the calling thread.
void parallel_for_ranges(Index count, unsigned threads, const ProgressSink& progress, std::string_view phase,
                         const std::function<bool(unsigned thread, Index first, Index last)>& work);

}  // namespace mexbase
