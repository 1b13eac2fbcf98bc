// SPDX-License-Identifier: MIT
#include "kernel_raw.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace mexbase::bench {
namespace {

// Maximum number of predecessors of a vertex in both games.
constexpr std::size_t most_predecessors = 6;

// Calls `message(target)` for the predecessors of all vertices of a frontier, as listed by `predecessors(vertex,
// send)`. Returns their number.
template <Walk walk, class Cell, class Predecessors, class Message>
[[gnu::always_inline]] inline std::uint64_t expand(const std::vector<std::uint32_t>& frontier, Cell* cells,
                                                   const Predecessors& predecessors, const Message& message) {
    std::uint64_t head = 0;
    if constexpr (walk == Walk::bare) {
        for (const std::uint32_t v : frontier)
            predecessors(v, [&](std::uint32_t u) {
                message(u);
                ++head;
            });
    } else if constexpr (walk == Walk::ring) {
        constexpr std::uint64_t length = 64;
        std::uint32_t ring[length];
        const auto send = [&](std::uint32_t u) {
            __builtin_prefetch(cells + u, 1);
            if (head >= length) message(ring[head % length]);
            ring[head++ % length] = u;
        };
        for (const std::uint32_t v : frontier) predecessors(v, send);
        for (std::uint64_t k = head < length ? 0 : head - length; k < head; ++k) message(ring[k % length]);
    } else {
        constexpr std::size_t vertices = 256, ahead = 48;
        std::uint32_t list[vertices * most_predecessors + ahead];
        for (std::size_t first = 0; first < frontier.size(); first += vertices) {
            std::uint32_t* end = list;
            for (std::size_t k = first; k < std::min(first + vertices, frontier.size()); ++k)
                predecessors(frontier[k], [&](std::uint32_t u) { *end++ = u; });
            std::fill_n(end, ahead, 0U);
            for (const std::uint32_t* at = list; at != end; ++at) {
                __builtin_prefetch(cells + at[ahead], 1);
                message(*at);
            }
            head += static_cast<std::uint64_t>(end - list);
        }
    }
    return head;
}

}  // namespace

template <bool exits, Walk walk>
RawResult raw_local(std::uint32_t* cells, std::uint32_t size) {
    constexpr std::uint32_t decided = 1U << 31, win = 1U << 30;
    using Rules = LocalRules<exits>;
    std::vector<std::uint32_t> lost, won, next_lost, next_won;
    RawResult result;
    const auto degree = [size](std::uint32_t v) {
        if (v >= 11 && v + 10 < size) return v % 2 == 0 ? 6U : 4U;
        std::uint32_t n = (v >= 1) + (v >= 4) + (v >= 8) + (v >= 11);
        if (v % 2 == 0 && v != 0) n += (v + 4 < size) + (v + 10 < size);
        return n;
    };
    for (std::uint32_t v = 0; v < size; ++v)
        if (Rules::is_exit(v) || degree(v) == 0) {
            cells[v] = decided;
            lost.push_back(v);
        }
    for (std::uint32_t ply = 0; !lost.empty() || !won.empty(); ++ply, ++result.plies) {
        result.decided += lost.size() + won.size();
        const auto settle = [&](std::uint32_t u) {
            if (cells[u] < decided) {
                cells[u] = decided | win | (ply + 1);
                next_won.push_back(u);
            }
        };
        const auto count_down = [&](std::uint32_t u) {
            std::uint32_t c = cells[u];
            if (c >= decided) return;
            if (c == 0) c = degree(u);
            if (c > 1) {
                cells[u] = c - 1;
                return;
            }
            cells[u] = decided | (ply + 1);
            next_lost.push_back(u);
        };
        const auto predecessors = [size](std::uint32_t v, const auto& take) {
            const auto send = [&take](std::uint32_t u) {
                if (!Rules::is_exit(u)) take(u);
            };
            if (v + 1 < size) send(v + 1);
            if (v + 4 < size) send(v + 4);
            if (v + 8 < size) send(v + 8);
            if (v + 11 < size) send(v + 11);
            if (v % 2 == 0 && v > 4) send(v - 4);
            if (v % 2 == 0 && v > 10) send(v - 10);
        };
        result.edges += expand<walk>(lost, cells, predecessors, settle);
        result.edges += expand<walk>(won, cells, predecessors, count_down);
        lost.clear();
        won.clear();
        lost.swap(next_lost);
        won.swap(next_won);
    }
    return result;
}

template RawResult raw_local<false, Walk::ring>(std::uint32_t*, std::uint32_t);
template RawResult raw_local<false, Walk::bare>(std::uint32_t*, std::uint32_t);
template RawResult raw_local<false, Walk::listed>(std::uint32_t*, std::uint32_t);
template RawResult raw_local<true, Walk::ring>(std::uint32_t*, std::uint32_t);
template RawResult raw_local<true, Walk::bare>(std::uint32_t*, std::uint32_t);
template RawResult raw_local<true, Walk::listed>(std::uint32_t*, std::uint32_t);

template <Walk walk>
RawResult raw_scattered(std::uint16_t* cells) {
    constexpr std::uint16_t decided = 1U << 15, win = 1U << 14;
    using Rules = ScatteredRules;
    std::vector<std::uint32_t> lost, won, next_lost, next_won;
    RawResult result;
    for (std::uint32_t v = 0; v <= Rules::mask; ++v)
        if (Rules::open(v) == 0) {
            cells[v] = decided;
            lost.push_back(v);
        }
    for (std::uint32_t ply = 0; !lost.empty() || !won.empty(); ++ply, ++result.plies) {
        result.decided += lost.size() + won.size();
        const auto win_value = static_cast<std::uint16_t>(decided | win | (ply + 1));
        const auto loss_value = static_cast<std::uint16_t>(decided | (ply + 1));
        const auto settle = [&](std::uint32_t u) {
            if (cells[u] < decided) {
                cells[u] = win_value;
                next_won.push_back(u);
            }
        };
        const auto count_down = [&](std::uint32_t u) {
            std::uint32_t c = cells[u];
            if (c >= decided) return;
            if (c == 0) c = static_cast<std::uint32_t>(std::popcount(Rules::open(u)));
            if (c > 1) {
                cells[u] = static_cast<std::uint16_t>(c - 1);
                return;
            }
            cells[u] = loss_value;
            next_lost.push_back(u);
        };
        const auto predecessors = [](std::uint32_t y, const auto& send) {
            for (unsigned k = 0; k < Rules::moves; ++k) {
                const std::uint32_t x = ((y - Rules::summand[k]) * Rules::back[k]) & Rules::mask;
                if ((Rules::open(x) >> k & 1U) != 0) send(x);
            }
        };
        result.edges += expand<walk>(lost, cells, predecessors, settle);
        result.edges += expand<walk>(won, cells, predecessors, count_down);
        lost.clear();
        won.clear();
        lost.swap(next_lost);
        won.swap(next_won);
    }
    return result;
}

template RawResult raw_scattered<Walk::ring>(std::uint16_t*);
template RawResult raw_scattered<Walk::listed>(std::uint16_t*);

}  // namespace mexbase::bench
