#include "parallel_for_ranges.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace mexbase {

void parallel_for_ranges(Index count, unsigned threads, const ProgressSink& progress, std::string_view phase,
                         const std::function<bool(unsigned, Index, Index)>& work) {
    constexpr Index range = Index{1} << 14;
    const Index ranges = (count + range - 1) / range;
    std::atomic<Index> next{0}, done{0};
    std::atomic<bool> stop{false};
    std::mutex failing;
    Index failed_range = no_index;
    std::exception_ptr failure;

    const auto run = [&](unsigned thread) {
        while (!stop.load(std::memory_order_relaxed)) {
            const Index r = next.fetch_add(1, std::memory_order_relaxed);
            if (r >= ranges) return;
            try {
                if (!work(thread, r * range, std::min(count, (r + 1) * range))) stop = true;
            } catch (...) {
                stop = true;
                const std::lock_guard lock(failing);
                if (r < failed_range) {
                    failed_range = r;
                    failure = std::current_exception();
                }
            }
            const Index so_far = done.fetch_add(1, std::memory_order_relaxed) + 1;
            if (thread == 0 && progress) progress(phase, std::min(count, so_far * range), count);
        }
    };
    std::vector<std::jthread> others;
    for (unsigned thread = 1; thread < threads && thread < ranges; ++thread) others.emplace_back(run, thread);
    run(0);
    others.clear();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace mexbase
