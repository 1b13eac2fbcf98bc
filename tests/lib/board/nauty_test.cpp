// SPDX-License-Identifier: MIT
// Automorphisms of random graphs, compared with those of nauty (Debian's libnauty2-dev, if it is installed).
#include <gtest/gtest.h>

#ifdef MEXBASE_NAUTY
#include <nauty.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lib/board/automorphisms.hpp"
#include "tests/sanitized.hpp"

namespace mexbase {
namespace nauty_test {

using Random = std::mt19937;

/// A simple graph.
struct Graph {
    explicit Graph(unsigned n) : joined(n, std::vector<bool>(n)) {}
    unsigned size() const { return static_cast<unsigned>(joined.size()); }
    void join(unsigned v, unsigned w) { joined[v][w] = joined[w][v] = true; }

    std::vector<std::vector<bool>> joined;
};

/// Joins each pair with probability 1 / `sparsity`.
Graph scattered(unsigned n, unsigned sparsity, Random& random) {
    Graph graph(n);
    for (unsigned v = 0; v < n; ++v)
        for (unsigned w = v + 1; w < n; ++w)
            if (random() % sparsity == 0) graph.join(v, w);
    return graph;
}

/// Joins vertices at random distances around a circle.
Graph circulant(unsigned n, Random& random) {
    Graph graph(n);
    for (unsigned distance = 1; distance <= n / 2; ++distance)
        if (random() % 3 == 0)
            for (unsigned v = 0; v < n; ++v) graph.join(v, (v + distance) % n);
    return graph;
}

/// Copies of one graph, whose vertices are joined to those of the next copy with the same number, or not at all.
Graph copies(const Graph& one, unsigned count, bool joined) {
    Graph graph(one.size() * count);
    for (unsigned k = 0; k < count; ++k)
        for (unsigned v = 0; v < one.size(); ++v) {
            if (joined && k > 0) graph.join((k - 1) * one.size() + v, k * one.size() + v);
            for (unsigned w = 0; w < v; ++w)
                if (one.joined[v][w]) graph.join(k * one.size() + v, k * one.size() + w);
        }
    return graph;
}

Graph random_graph(Random& random) {
    const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
    switch (below(3)) {
        case 0:
            return scattered(1 + below(20), 2 + below(4), random);
        case 1:
            return circulant(3 + below(30), random);
        default:
            return copies(scattered(2 + below(6), 2, random), 2 + below(3), below(2) == 0);
    }
}

/// Numbers the vertices at random.
Graph shuffled(const Graph& graph, Random& random) {
    std::vector<unsigned> number(graph.size());
    std::iota(number.begin(), number.end(), 0U);
    std::shuffle(number.begin(), number.end(), random);
    Graph out(graph.size());
    for (unsigned v = 0; v < graph.size(); ++v)
        for (unsigned w = 0; w < v; ++w)
            if (graph.joined[v][w]) out.join(number[v], number[w]);
    return out;
}

/// The number of automorphisms, and the least vertex in the orbit of each vertex.
struct Group {
    double order = 0;
    std::vector<int> orbits;
};

Group group_by_nauty(const Graph& graph) {
    const int n = static_cast<int>(graph.size()), m = SETWORDSNEEDED(n);
    std::vector<::graph> rows(graph.size() * static_cast<std::size_t>(m));
    for (unsigned v = 0; v < graph.size(); ++v)
        for (unsigned w = 0; w < v; ++w)
            if (graph.joined[v][w]) ADDONEEDGE(rows.data(), v, w, static_cast<std::size_t>(m));
    std::vector<int> lab(graph.size()), ptn(graph.size());
    Group group{0, std::vector<int>(graph.size())};
    DEFAULTOPTIONS_GRAPH(options);
    statsblk stats;
    densenauty(rows.data(), lab.data(), ptn.data(), group.orbits.data(), &options, &stats, m, n, nullptr);
    group.order = stats.grpsize1;
    for (int k = 0; k < stats.grpsize2; ++k) group.order *= 10;
    return group;
}

Board board_of(const Graph& graph) {
    std::vector<std::string> names;
    std::vector<Board::Arc> arcs;
    for (Vertex v = 0; v < graph.size(); ++v) {
        names.push_back("v" + std::to_string(v));
        for (Vertex w = 0; w < graph.size(); ++w)
            if (graph.joined[v][w]) arcs.emplace_back(v, w);
    }
    return Board(false, std::move(names), arcs);
}

TEST(Automorphisms, HaveTheOrdersAndOrbitsThatNautyFinds) {
    MEXBASE_SKIP_IN_SANITIZERS();
    constexpr unsigned graphs = 4000, limit = 2000;
    Random random(1);
    unsigned listed = 0, symmetric = 0;
    for (unsigned k = 0; k < graphs; ++k) {
        const Graph graph = shuffled(random_graph(random), random);
        const Group whole = group_by_nauty(graph);
        const auto all = all_automorphisms(board_of(graph), limit);
        ASSERT_EQ(all.has_value(), whole.order <= limit) << k;
        if (!all) continue;
        ASSERT_EQ(static_cast<double>(all->size()), whole.order) << k;
        std::vector<int> orbits(graph.size());
        std::iota(orbits.begin(), orbits.end(), 0);
        for (const Permutation& map : *all)
            for (unsigned v = 0; v < graph.size(); ++v) orbits[v] = std::min(orbits[v], static_cast<int>(map[v]));
        ASSERT_EQ(orbits, whole.orbits) << k;
        ++listed;
        if (whole.order > 1) ++symmetric;
    }
    EXPECT_GT(listed, graphs / 2);
    EXPECT_GT(symmetric, graphs / 4);
}

}  // namespace nauty_test
}  // namespace mexbase
#endif
