// SPDX-License-Identifier: MIT
/// \file
/// Runs work on several threads and consumes the results in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace mexbase::detail {

/// Runs the threads of `parallel_ordered`, whose results are in 2·threads slots. `produce(worker, i, slot)` writes
/// result i to an empty slot. `consume(i, slot)` empties the slot, and returns false to stop.
void run_ordered(std::uint64_t count, unsigned threads,
                 const std::function<void(unsigned worker, std::uint64_t i, std::size_t slot)>& produce,
                 const std::function<bool(std::uint64_t i, std::size_t slot)>& consume);

/// Computes results on several threads and consumes them in order on the calling thread. `produce(worker, i)` computes
/// result i, for i = 0..count-1. `consume(i, result)` may return false to stop.
///
/// `worker` is below `threads` and differs between concurrent calls. At most 2·threads results are computed and not
/// consumed. If calls throw, all threads end, and the exception of the smallest i is thrown.
template <class Produce, class Consume>
void parallel_ordered(std::uint64_t count, unsigned threads, Produce&& produce, Consume&& consume) {
    using Item = decltype(produce(0u, std::uint64_t{0}));
    threads = static_cast<unsigned>(std::clamp<std::uint64_t>(threads, 1, std::max<std::uint64_t>(count, 1)));
    std::vector<std::optional<Item>> slots(2 * std::size_t{threads});
    run_ordered(
        count, threads,
        [&](unsigned worker, std::uint64_t i, std::size_t slot) { slots[slot].emplace(produce(worker, i)); },
        [&](std::uint64_t i, std::size_t slot) {
            Item item = std::move(*slots[slot]);
            slots[slot].reset();
            if constexpr (std::is_same_v<decltype(consume(i, std::move(item))), bool>)
                return consume(i, std::move(item));
            else
                return consume(i, std::move(item)), true;
        });
}

}  // namespace mexbase::detail
