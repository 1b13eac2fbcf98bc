// SPDX-License-Identifier: MIT
/// \file
/// Connected graphs of at most 8 vertices up to isomorphism, with their symmetries, for reports.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <unordered_set>
#include <vector>

#include "lib/board/neighbours.hpp"

namespace mexbase::report {

/// A permutation of at most 8 vertices.
using Order = std::array<std::uint8_t, 8>;

/// A simple graph; bit w of of[v]: v and w are neighbours.
struct SmallGraph {
    unsigned n = 0;
    std::array<std::uint8_t, 8> of{};

    bool joined(unsigned v, unsigned w) const { return (of[v] >> w & 1) != 0; }
    /// Returns the upper triangle of the adjacency matrix by columns, with the vertices in this order; first bit
    /// highest.
    std::uint32_t code(const Order& order) const {
        std::uint32_t bits = 0;
        for (unsigned j = 1; j < n; ++j)
            for (unsigned i = 0; i < j; ++i) bits = bits << 1 | (joined(order[i], order[j]) ? 1U : 0U);
        return bits;
    }
    SmallGraph renamed(const Order& order) const {
        SmallGraph g{n, {}};
        for (unsigned i = 0; i < n; ++i)
            for (unsigned j = 0; j < n; ++j)
                if (joined(order[i], order[j])) g.of[i] = static_cast<std::uint8_t>(g.of[i] | 1U << j);
        return g;
    }
    Neighbours neighbours() const {
        Neighbours found;
        found.vertices = n;
        for (unsigned v = 0; v < n; ++v) found.of[v] = of[v];
        return found;
    }
};

/// Returns the graph in the format of nauty (B. D. McKay, "graph6 and sparse6 graph formats"), for at most 62 vertices.
inline std::string graph6(const SmallGraph& g) {
    std::string text(1, static_cast<char>(g.n + 63));
    unsigned bits = 0, count = 0;
    for (unsigned j = 1; j < g.n; ++j)
        for (unsigned i = 0; i < j; ++i) {
            bits = bits << 1 | (g.joined(i, j) ? 1U : 0U);
            if (++count % 6 == 0) text += static_cast<char>((bits & 63) + 63);
        }
    if (count % 6 != 0) text += static_cast<char>((bits << (6 - count % 6) & 63) + 63);
    return text;
}

/// One order of the vertices per symmetry of the graph: the orders with the least code among all that respect
/// invariants of the vertices.
class LeastOrders {
  public:
    explicit LeastOrders(const SmallGraph& g) : g_(g) {
        std::array<std::uint64_t, 8> mark{}, next{};
        for (unsigned round = 0; round < g.n; ++round) {
            for (unsigned v = 0; v < g.n; ++v) {
                std::uint64_t sum = 0;
                for_each_vertex(g.of[v], [&](unsigned w) { sum += splitmix64(mark[w]); });
                next[v] = splitmix64(mark[v] ^ splitmix64(sum + static_cast<unsigned>(std::popcount(g.of[v]))));
            }
            mark = next;
        }
        std::iota(start_.begin(), start_.end(), std::uint8_t{0});
        for (unsigned v = g.n; v < 8; ++v) mark[v] = ~std::uint64_t{0};
        std::sort(start_.begin(), start_.end(),
                  [&](unsigned a, unsigned b) { return mark[a] != mark[b] ? mark[a] < mark[b] : a < b; });
        for (unsigned i = 0; i < g.n; ++i) {
            begin_[i] = i > 0 && mark[start_[i]] == mark[start_[i - 1]] ? begin_[i - 1] : static_cast<std::uint8_t>(i);
            if (begin_[i] != i) continue;
            unsigned end = i;
            while (end < g.n && mark[start_[end]] == mark[start_[i]]) ++end;
            for (unsigned j = i; j < end; ++j) end_[j] = static_cast<std::uint8_t>(end);
        }
        search(0, 0);
    }
    std::uint32_t code() const { return least_; }
    const std::vector<Order>& orders() const { return orders_; }

  private:
    static std::uint64_t splitmix64(std::uint64_t x) {
        x = ((x + 0x9e3779b97f4a7c15) ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
        x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
        return x ^ (x >> 31);
    }
    /// Places a vertex of the right class at place i and at every later place.
    void search(unsigned i, unsigned used) {
        if (i == g_.n) {
            const std::uint32_t code = g_.code(order_);
            if (code < least_) orders_.clear();
            least_ = std::min(least_, code);
            if (code == least_) orders_.push_back(order_);
            return;
        }
        for (unsigned j = begin_[i]; j < end_[i]; ++j) {
            const unsigned v = start_[j];
            if ((used >> v & 1) != 0) continue;
            order_[i] = static_cast<std::uint8_t>(v);
            search(i + 1, used | 1U << v);
        }
    }

    const SmallGraph& g_;
    Order start_{}, begin_{}, end_{}, order_{};
    std::uint32_t least_ = ~std::uint32_t{0};
    std::vector<Order> orders_;
};

/// Returns all connected graphs of n vertices up to isomorphism, 1 <= n <= 8, from `smaller`, those of n - 1. Every
/// connected graph has a vertex without which it stays connected. OEIS A001349 counts them.
inline std::vector<SmallGraph> connected_graphs(unsigned n, const std::vector<SmallGraph>& smaller) {
    if (n < 2 || n > 8) return {SmallGraph{1, {}}};
    std::vector<SmallGraph> found;
    std::unordered_set<std::uint32_t> codes;
    for (const SmallGraph& g : smaller)
        for (unsigned around = 1; around < 1U << (n - 1); ++around) {
            SmallGraph larger = g;
            larger.n = n;
            larger.of[n - 1] = static_cast<std::uint8_t>(around);
            for (unsigned v = 0; v + 1 < n; ++v)
                if ((around >> v & 1) != 0) larger.of[v] = static_cast<std::uint8_t>(larger.of[v] | 1U << (n - 1));
            const LeastOrders least(larger);
            if (codes.insert(least.code()).second) found.push_back(larger.renamed(least.orders().front()));
        }
    return found;
}

/// Counts the connected graphs of n <= 8 vertices up to isomorphism, with every vertex of one of `colours` colours.
/// Uses Burnside's lemma over the cycle types of permutations (Polya 1937) and the inverse Euler transform (Harary
/// 1955). With 2 colours these are the connected graphs with loops allowed.
inline std::uint64_t connected_count(unsigned n, unsigned colours) {
    std::vector<std::uint64_t> all{1}, connected{0};
    for (unsigned size = 1; size <= n; ++size) {
        std::uint64_t fixed = 0, permutations = 1;
        for (unsigned i = 2; i <= size; ++i) permutations *= i;
        std::vector<unsigned> cycles;
        const auto split = [&](auto&& self, unsigned left, unsigned most) -> void {
            if (left == 0) {
                std::uint64_t stabiliser = 1, orbits = 1;
                unsigned pairs = 0, alike = 0;
                for (std::size_t i = 0; i < cycles.size(); ++i) {
                    alike = i > 0 && cycles[i] == cycles[i - 1] ? alike + 1 : 1;
                    stabiliser *= cycles[i] * std::uint64_t{alike};
                    orbits *= colours;
                    pairs += cycles[i] / 2;
                    for (std::size_t j = 0; j < i; ++j) pairs += std::gcd(cycles[i], cycles[j]);
                }
                fixed += (permutations / stabiliser * orbits) << pairs;
            }
            for (unsigned cycle = std::min(left, most); cycle > 0; --cycle) {
                cycles.push_back(cycle);
                self(self, left - cycle, cycle);
                cycles.pop_back();
            }
        };
        split(split, size, size);
        all.push_back(fixed / permutations);
        // size all[size] = the sum over k of all[size - k] times the sum of d connected[d] over the divisors d of k
        std::uint64_t known = 0;
        for (unsigned k = 1; k <= size; ++k)
            for (unsigned d = 1; d < std::min(k + 1, size); ++d)
                if (k % d == 0) known += all[size - k] * d * connected[d];
        connected.push_back((size * all[size] - known) / size);
    }
    return connected[n];
}

/// Calls `f(digits)` for one colouring of every class under the symmetries of `g`. A colouring is a number in base
/// `colours`: the colour of vertex v is the digit of weight colours^v.
template <class F>
void for_each_colouring(const SmallGraph& g, unsigned colours, F&& f) {
    const LeastOrders least(g);
    const auto& orders = least.orders();
    std::array<unsigned, 8> weight{};
    unsigned count = 1;
    for (unsigned v = 0; v < g.n; ++v, count *= colours) weight[v] = count;
    std::vector<bool> seen(count);
    Order digits{};
    for (unsigned number = 0; number < count; ++number) {
        if (seen[number]) continue;
        for (unsigned v = 0; v < g.n; ++v) digits[v] = static_cast<std::uint8_t>(number / weight[v] % colours);
        for (const Order& order : orders) {
            // The symmetry maps the vertex at place i of the first order to that at place i of this one.
            unsigned image = 0;
            for (unsigned i = 0; i < g.n; ++i) image += digits[orders.front()[i]] * weight[order[i]];
            seen[image] = true;
        }
        f(static_cast<const Order&>(digits));
    }
}

}  // namespace mexbase::report
