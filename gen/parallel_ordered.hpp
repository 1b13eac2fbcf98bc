/// \file
/// Work done by several threads, its results taken in order.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

namespace mexbase::detail {

/// For i = 0..count-1: `produce(worker, i)` in any thread, then `consume(i, result)` in the calling one, in order.
///
/// `worker` is below `threads`, and no two calls at once have the same. At most 2·threads results wait. What is thrown,
/// by the first i that throws, comes out here once all threads have ended.
template <class Produce, class Consume>
void parallel_ordered(std::uint64_t count, unsigned threads, Produce&& produce, Consume&& consume) {
    using Item = decltype(produce(0u, std::uint64_t{0}));
    threads = static_cast<unsigned>(std::clamp<std::uint64_t>(threads, 1, std::max<std::uint64_t>(count, 1)));
    if (threads == 1) {
        for (std::uint64_t i = 0; i < count; ++i) consume(i, produce(0u, i));
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

    std::vector<std::thread> pool;
    std::exception_ptr error;
    try {
        for (unsigned worker = 0; worker < threads; ++worker) pool.emplace_back(work, worker);
        for (std::uint64_t i = 0; i < count; ++i) {
            std::unique_lock lock(mutex);
            Slot& slot = slots[i % window];
            produced.wait(lock, [&] { return slot.item || slot.error; });
            if (slot.error) std::rethrow_exception(slot.error);
            Item item = std::move(*slot.item);
            slot.item.reset();
            ++taken;
            lock.unlock();
            consumed.notify_all();
            consume(i, std::move(item));
        }
    } catch (...) {
        error = std::current_exception();
    }
    {
        const std::scoped_lock lock(mutex);
        stop = true;
    }
    consumed.notify_all();
    for (std::thread& thread : pool) thread.join();
    if (error) std::rethrow_exception(error);
}

}  // namespace mexbase::detail
