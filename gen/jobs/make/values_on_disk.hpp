// SPDX-License-Identifier: MIT
/// \file
/// Values that are in a file if they do not fit into the memory of a job.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>

#include "../../../lib/solve/sweep/in_order.hpp"
#include "../jobs.hpp"

namespace mexbase::detail {

/// Memory that a sweep takes in bytes.
struct SweepMemory {
    std::uint64_t values = 0;  ///< the values, which may be in a file (`SweepOptions::scratch`)
    std::uint64_t beside = 0;  ///< other memory, which is free when the values are packed
};
/// Returns the memory of a job that sweeps.
JobMemory job_memory(const Game& game, const JobOptions& options, const SweepMemory& sweep);
/// Returns the options of the sweep of a job. The values are in a file in `options.scratch` if memory is too small.
SweepOptions sweep_options(const Game& game, const JobOptions& options, const SweepMemory& sweep);

/// Returns the maximum bytes of memory for the pages of a file of `bytes` bytes of values, while they are computed or
/// packed.
inline std::uint64_t mapped_memory(std::uint64_t bytes) {
    return std::min(std::uint64_t{16} << 20, bytes / 2);
}
/// Returns a function that is called with the number of values that were read from a file. Now and then it calls
/// `let_go`, so that the pages take at most `mapped_memory` bytes. Thread-safe.
std::function<void(Index count)> reading_from_file(Index size, std::function<void()> let_go);

}  // namespace mexbase::detail
