#include "kernel_raw.hpp"

#include <bit>
#include <cstdint>
#include <vector>

namespace mexbase::bench {

template <bool exits, bool bare>
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
        const auto expand = [&](const std::vector<std::uint32_t>& frontier, const auto& message) {
            constexpr std::uint64_t length = 64;
            std::uint32_t ring[length];
            std::uint64_t head = 0;
            const auto send = [&](std::uint32_t u) {
                if (Rules::is_exit(u)) return;
                if constexpr (bare) {
                    message(u);
                } else {
                    __builtin_prefetch(cells + u, 1);
                    if (head >= length) message(ring[head % length]);
                    ring[head % length] = u;
                }
                ++head;
            };
            for (const std::uint32_t v : frontier) {
                if (v + 1 < size) send(v + 1);
                if (v + 4 < size) send(v + 4);
                if (v + 8 < size) send(v + 8);
                if (v + 11 < size) send(v + 11);
                if (v % 2 == 0 && v > 4) send(v - 4);
                if (v % 2 == 0 && v > 10) send(v - 10);
            }
            if constexpr (!bare)
                for (std::uint64_t k = head < length ? 0 : head - length; k < head; ++k) message(ring[k % length]);
            result.edges += head;
        };
        expand(lost, settle);
        expand(won, count_down);
        lost.clear();
        won.clear();
        lost.swap(next_lost);
        won.swap(next_won);
    }
    return result;
}

template RawResult raw_local<false, false>(std::uint32_t*, std::uint32_t);
template RawResult raw_local<false, true>(std::uint32_t*, std::uint32_t);
template RawResult raw_local<true, false>(std::uint32_t*, std::uint32_t);
template RawResult raw_local<true, true>(std::uint32_t*, std::uint32_t);

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
        const auto expand = [&](const std::vector<std::uint32_t>& frontier, const auto& message) {
            constexpr std::uint64_t length = 64;
            std::uint32_t ring[length];
            std::uint64_t head = 0;
            for (const std::uint32_t y : frontier)
                for (unsigned k = 0; k < Rules::moves; ++k) {
                    const std::uint32_t x = ((y - Rules::summand[k]) * Rules::back[k]) & Rules::mask;
                    if ((Rules::open(x) >> k & 1U) == 0) continue;
                    __builtin_prefetch(cells + x, 1);
                    if (head >= length) message(ring[head % length]);
                    ring[head++ % length] = x;
                }
            for (std::uint64_t k = head < length ? 0 : head - length; k < head; ++k) message(ring[k % length]);
            result.edges += head;
        };
        expand(lost, settle);
        expand(won, count_down);
        lost.clear();
        won.clear();
        lost.swap(next_lost);
        won.swap(next_won);
    }
    return result;
}

}  // namespace mexbase::bench
