// SPDX-License-Identifier: MIT
/// \file
/// Runs work on several threads and consumes the results in order.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "../lib/thread_team.hpp"

namespace mexbase::detail {

/// Computes results on several threads and consumes them in order on the calling thread. `produce(worker, i)` computes
/// result i, for i = 0..count-1. `consume(i, result)` may return false to stop.
///
/// `worker` is below `threads` and differs between concurrent calls. At most 2·threads results wait to be consumed. If
/// calls throw, all threads end, and the exception of the smallest i is thrown.
template <class Produce, class Consume>
void parallel_ordered(std::uint64_t count, unsigned threads, Produce&& produce, Consume&& consume) {
    using Item = decltype(produce(0u, std::uint64_t{0}));
    const auto take_result = [&consume](std::uint64_t i, Item&& item) {
        if constexpr (std::is_same_v<decltype(consume(i, std::move(item))), bool>)
            return consume(i, std::move(item));
        else
            return consume(i, std::move(item)), true;
    };
    threads = static_cast<unsigned>(std::clamp<std::uint64_t>(threads, 1, std::max<std::uint64_t>(count, 1)));
    ThreadTeam team(threads == 1 ? 1 : threads + 1);  // thread 0 consumes
    if (team.size() == 1) {
        for (std::uint64_t i = 0; i < count && take_result(i, produce(0u, i));) ++i;
        return;
    }

    struct Slot {
        std::optional<Item> item;
        std::exception_ptr error;
    };
    const std::uint64_t window = 2 * std::uint64_t{threads};
    std::vector<Slot> slots(static_cast<std::size_t>(window));
    std::mutex mutex;
    std::condition_variable produced, consumed;
    std::uint64_t next = 0, taken = 0;
    bool stop = false;

    const auto work = [&](unsigned worker) {
        for (std::unique_lock lock(mutex);;) {
            consumed.wait(lock, [&] { return stop || next >= count || next < taken + window; });
            if (stop || next >= count) return;
            const std::uint64_t i = next++;
            lock.unlock();
            Slot made;
            try {
                made.item.emplace(produce(worker, i));
            } catch (...) {
                made.error = std::current_exception();
            }
            lock.lock();
            slots[i % window] = std::move(made);
            produced.notify_one();
        }
    };
    const auto take = [&](std::uint64_t i) {
        std::unique_lock lock(mutex);
        Slot& slot = slots[i % window];
        produced.wait(lock, [&] { return slot.item || slot.error; });
        if (slot.error) std::rethrow_exception(slot.error);
        Item item = std::move(*slot.item);
        slot.item.reset();
        ++taken;
        lock.unlock();
        consumed.notify_all();
        return take_result(i, std::move(item));
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
