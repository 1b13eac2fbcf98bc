// SPDX-License-Identifier: MIT
#include "parallel_ordered.hpp"

#include <condition_variable>
#include <exception>
#include <mutex>

#include "../lib/thread_team.hpp"

namespace mexbase::detail {

void run_ordered(std::uint64_t count, unsigned threads,
                 const std::function<void(unsigned worker, std::uint64_t i, std::size_t slot)>& produce,
                 const std::function<bool(std::uint64_t i, std::size_t slot)>& consume) {
    ThreadTeam team(threads == 1 ? 1 : threads + 1);  // thread 0 consumes
    if (team.size() == 1) {
        for (std::uint64_t i = 0; i < count; ++i) {
            produce(0, i, 0);
            if (!consume(i, 0)) return;
        }
        return;
    }

    struct Slot {
        bool full = false;
        std::exception_ptr error;
    };
    std::vector<Slot> slots(2 * std::size_t{threads});
    std::mutex mutex;
    std::condition_variable produced, consumed;
    std::uint64_t next = 0, taken = 0;
    bool stop = false;

    const auto work = [&](unsigned worker) {
        for (std::unique_lock lock(mutex);;) {
            consumed.wait(lock, [&] { return stop || next >= count || next < taken + slots.size(); });
            if (stop || next >= count) return;
            const std::uint64_t i = next++;
            const auto slot = static_cast<std::size_t>(i % slots.size());
            lock.unlock();
            std::exception_ptr error;
            try {
                produce(worker, i, slot);
            } catch (...) {
                error = std::current_exception();
            }
            lock.lock();
            slots[slot] = {!error, error};
            produced.notify_one();
        }
    };
    const auto take = [&](std::uint64_t i) {
        const auto slot = static_cast<std::size_t>(i % slots.size());
        std::unique_lock lock(mutex);
        produced.wait(lock, [&] { return slots[slot].full || slots[slot].error; });
        if (slots[slot].error) std::rethrow_exception(slots[slot].error);
        lock.unlock();
        const bool go_on = consume(i, slot);
        lock.lock();
        slots[slot].full = false;
        ++taken;
        lock.unlock();
        consumed.notify_all();
        return go_on;
    };
    const auto end_workers = [&] {
        const std::scoped_lock lock(mutex);
        stop = true;
        consumed.notify_all();
    };
    team.run([&](unsigned k) {
        if (k > 0) return work(k - 1);
        try {
            for (std::uint64_t i = 0; i < count && take(i);) ++i;
        } catch (...) {
            end_workers();
            throw;
        }
        end_workers();
    });
}

}  // namespace mexbase::detail
