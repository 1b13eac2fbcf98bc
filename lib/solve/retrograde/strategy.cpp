// SPDX-License-Identifier: MIT
#include "strategy.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "../../error.hpp"
#include "../graph/transposed_moves.hpp"
#include "../spooled_list.hpp"

namespace mexbase {

namespace {

constexpr std::array<std::string_view, 4> names = {"automatic", "child-counters", "two-bit", "forward"};

// The transpose numbers vertices by 32 bits, so larger games without predecessors can only be solved forward.
bool possible(Strategy s, const GraphShape& shape) {
    if (s == Strategy::two_bit && shape.below != 0) return false;
    return s == Strategy::forward || shape.has_predecessors || detail::TransposedMoves::fits(shape.positions);
}

struct Choice {
    std::optional<Strategy> strategy;  // the fastest that fits into the memory
    std::uint64_t least = 0;           // if no strategy fits: bytes that would suffice, or 0 if no strategy is possible
};

Choice choice_of(Strategy wanted, const GraphShape& shape, std::uint64_t memory) {
    constexpr std::array<Strategy, 3> by_speed = {Strategy::child_counters, Strategy::two_bit, Strategy::forward};
    Choice choice;
    for (const Strategy s : by_speed) {
        if (wanted != Strategy::automatic && wanted != s) continue;
        if (!possible(s, shape)) continue;
        // Forward passes are never the best choice for a graph that lists predecessors.
        if (s == Strategy::forward && shape.has_predecessors && wanted == Strategy::automatic) continue;
        const std::uint64_t needed = memory_needed(s, shape);
        if (memory == 0 || needed <= memory) {
            choice.strategy = s;
            break;
        }
        choice.least = choice.least == 0 ? needed : std::min(choice.least, needed);
    }
    return choice;
}

}  // namespace

std::string_view to_string(Strategy s) {
    return names[static_cast<std::size_t>(s)];
}

std::uint64_t memory_needed(Strategy strategy, const GraphShape& shape) {
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    const std::uint64_t threads = shape.threads > 1 ? 2 * mebibyte * shape.threads : mebibyte;
    const std::uint64_t v = shape.positions;
    // Pages of cells in a file that are in memory while they are packed.
    const std::uint64_t mapped = std::min(8 * mebibyte, shape.on_disk);
    if (strategy == Strategy::child_counters && shape.range_log2 != 0) {
        const Index range = Index{1} << shape.range_log2;
        const std::uint64_t lists = 4 * detail::ChunkFile::chunk_bytes * ranges_of(v, shape.range_log2);
        const std::uint64_t each = 2 * range + range / 4 * 3 + lists + 16 * mebibyte;
        return std::max(shape.threads * each, shape.packing + mapped);
    }
    const std::uint64_t values = strategy == Strategy::two_bit ? v / 4 : 2 * (v + shape.below);
    std::uint64_t solving = threads;
    if (strategy != Strategy::forward) solving += v / 2;  // frontiers
    if (strategy != Strategy::forward && !shape.has_predecessors)
        solving += detail::TransposedMoves::bytes(v, shape.edges);
    if (shape.packing == 0) return values + solving;
    if (strategy == Strategy::two_bit) {
        const std::uint64_t spool = v / 12 + std::min(8 * mebibyte, 16 * v);
        return spool + std::max(values + solving, shape.packing);
    }
    return std::max(values + solving, shape.packing + (shape.on_disk != 0 ? mapped : values));
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
    std::uint64_t least = ~std::uint64_t{0};
    for (shape.range_log2 = least_range_log2; shape.range_log2 <= most_range_log2; ++shape.range_log2)
        least = std::min(least, memory_needed(Strategy::child_counters, shape));
    return least;
}

std::uint64_t least_memory(Strategy wanted, GraphShape shape) {
    shape.threads = 1;
    return choice_of(wanted, shape, 1).least;
}

unsigned threads_within(Strategy wanted, GraphShape shape, std::uint64_t memory) {
    while (shape.threads > 1 && !choice_of(wanted, shape, memory).strategy) --shape.threads;
    return shape.threads;
}

Strategy choose_strategy(Strategy wanted, const GraphShape& shape, std::uint64_t memory) {
    const Choice choice = choice_of(wanted, shape, memory);
    if (choice.strategy) return *choice.strategy;
    if (choice.least == 0) {
        if (wanted == Strategy::two_bit && shape.below != 0)
            throw Error(ErrorCode::not_applicable,
                        "strategy two-bit cannot solve a game in slices (parts that are solved one after another)");
        throw Error(ErrorCode::not_applicable,
                    "strategy " + std::string(to_string(wanted)) +
                        " must reverse the moves, which is possible for fewer than 2^32 positions");
    }
    constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
    throw Error(ErrorCode::out_of_memory,
                "solving " + std::to_string(shape.positions + shape.below) + " positions needs about " +
                    std::to_string((choice.least + mebibyte - 1) / mebibyte) + " MiB of memory");
}

}  // namespace mexbase
