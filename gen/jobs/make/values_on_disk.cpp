// SPDX-License-Identifier: MIT
#include "values_on_disk.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "../table_job.hpp"

namespace mexbase::detail {

JobMemory job_memory(const Game& game, const JobOptions& options, const SweepMemory& sweep) {
    JobMemory memory = job_memory(game, options, sweep.values + sweep.beside, sweep.values);
    if (options.scratch.empty()) return memory;
    const std::uint64_t mapped = mapped_memory(sweep.values);
    memory.least = std::min(memory.least, mapped + std::max(sweep.beside, least_packing_memory(game)));
    memory.scratch = sweep.values;
    return memory;
}

SweepOptions sweep_options(const Game& game, const JobOptions& options, const SweepMemory& sweep) {
    SweepOptions sweeping;
    sweeping.threads = options.threads;
    sweeping.memory = options.memory;
    sweeping.packing = least_packing_memory(game);
    sweeping.scratch_if_wide = options.scratch;
    const JobMemory in_memory = job_memory(game, options, sweep.values + sweep.beside, sweep.values);
    if (options.memory != 0 && in_memory.least > options.memory) sweeping.scratch = options.scratch;
    if (!sweeping.scratch.empty()) check_room(sweeping.scratch, sweep.values);
    if (options.progress)
        sweeping.progress = [&options](Index done, Index total) { options.progress("sweeping", done, total); };
    return sweeping;
}

std::function<void(Index)> reading_from_file(Index size, std::function<void()> let_go) {
    auto read = std::make_shared<std::atomic<Index>>(0);
    return [size, read, let_go = std::move(let_go)](Index count) {
        const Index kept = std::clamp(size / 16, Index{1} << 14, Index{1} << 21);
        if (const Index before = read->fetch_add(count); (before + count) / kept != before / kept) let_go();
    };
}

}  // namespace mexbase::detail
