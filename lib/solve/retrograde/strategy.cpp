// SPDX-License-Identifier: MIT
#include "strategy.hpp"

#include <algorithm>
#include <array>

#include "../graph/transposed_moves.hpp"
#include "../spooled_list.hpp"

namespace mexbase {

std::string_view to_string(Strategy s) {
    constexpr std::array<std::string_view, 3> names = {"automatic", "child-counters", "forward"};
    return names[static_cast<std::size_t>(s)];
}

std::uint64_t memory_needed(Strategy strategy, const GraphShape& shape) {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    const std::uint64_t v = shape.positions;
    std::uint64_t solving = 0;
    if (strategy != Strategy::forward && !shape.has_predecessors) {
        if (!detail::TransposedMoves::fits(v)) return no_memory_suffices;
        solving += detail::TransposedMoves::bytes(v, shape.edges);
    }
    if (shape.range_log2 != 0) {
        const Index range = Index{1} << shape.range_log2;
        const std::uint64_t lists = 4 * detail::ChunkFile::chunk_bytes * ranges_of(v, shape.range_log2);
        solving += shape.threads * (2 * range + range / 4 * 3 + lists + (shape.below != 0 ? 16 : 1) * mebibyte);
    } else {
        solving += 2 * (v + shape.below) + (shape.threads > 1 ? 2 * mebibyte * shape.threads : mebibyte);
        if (strategy != Strategy::forward) solving += v / 2;  // frontiers
    }
    return std::max(solving, shape.packing);
}

namespace {

constexpr unsigned least_range_log2 = 10, most_range_log2 = 31;  // messages have 32 bits

}  // namespace

unsigned range_within(GraphShape shape, std::uint64_t memory) {
    constexpr Index ranges_per_thread = 8;
    unsigned found = 0;
    for (shape.range_log2 = most_range_log2; shape.range_log2 >= least_range_log2; --shape.range_log2) {
        if (memory_needed(Strategy::child_counters, shape) > memory) continue;
        found = std::max(found, shape.range_log2);
        if (ranges_of(shape.positions, shape.range_log2) >= ranges_per_thread * shape.threads) return shape.range_log2;
    }
    return found;
}

std::uint64_t least_memory_in_ranges(GraphShape shape) {
    shape.threads = 1;
    std::uint64_t least = no_memory_suffices;
    for (shape.range_log2 = least_range_log2; shape.range_log2 <= most_range_log2; ++shape.range_log2)
        least = std::min(least, memory_needed(Strategy::child_counters, shape));
    return least;
}

unsigned threads_within(Strategy strategy, GraphShape shape, std::uint64_t memory) {
    const auto fits = [&] {
        const std::uint64_t needed = memory_needed(strategy, shape);
        return memory == 0 ? needed != no_memory_suffices : needed <= memory;
    };
    while (shape.threads != 0 && !fits()) --shape.threads;
    return shape.threads;
}

}  // namespace mexbase
