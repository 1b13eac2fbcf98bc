// SPDX-License-Identifier: MIT
#include "lib/board/automorphisms.hpp"

#include <algorithm>
#include <numeric>
#include <random>
#include <set>

#include "lib/board/families.hpp"
#include "lib/board/text/graph_file.hpp"
#include "read_board.hpp"

namespace mexbase::automorphisms_test {

using Edges = std::vector<std::pair<Vertex, Vertex>>;

Board board_of(Vertex vertices, const Edges& edges) {
    std::vector<std::string> names;
    for (Vertex v = 0; v < vertices; ++v) names.push_back("v" + std::to_string(v));
    std::vector<Board::Arc> arcs;
    for (const auto& [v, w] : edges) {
        arcs.emplace_back(v, w);
        arcs.emplace_back(w, v);
    }
    return Board(false, std::move(names), arcs);
}

/// Returns the disjoint union of the boards.
Board side_by_side(const std::vector<Board>& boards) {
    Edges edges;
    Vertex before = 0;
    for (const Board& board : boards) {
        for (Vertex v = 0; v < board.vertex_count(); ++v)
            for (const Vertex w : board.successors(v))
                if (v < w) edges.emplace_back(before + v, before + w);
        before += static_cast<Vertex>(board.vertex_count());
    }
    return board_of(before, edges);
}

bool is_automorphism(const Board& board, const Permutation& map) {
    for (Vertex v = 0; v < board.vertex_count(); ++v) {
        std::set<Vertex> images, neighbours;
        for (const Vertex w : board.successors(v)) images.insert(map[w]);
        for (const Vertex w : board.successors(map[v])) neighbours.insert(w);
        if (images != neighbours) return false;
    }
    return std::set<Vertex>(map.begin(), map.end()).size() == board.vertex_count();
}

/// Checks the list against the automorphisms among all permutations.
void expect_as_by_brute_force(const Board& board) {
    Permutation map(board.vertex_count());
    std::iota(map.begin(), map.end(), Vertex{0});
    std::vector<Permutation> expected;
    do
        if (is_automorphism(board, map)) expected.push_back(map);
    while (std::ranges::next_permutation(map).found);

    EXPECT_EQ(all_automorphisms(board, expected.size()), expected) << sketch(board);
    EXPECT_EQ(all_automorphisms(board, expected.size() - 1), std::nullopt) << sketch(board);
    EXPECT_EQ(all_automorphisms(board, 5040), expected) << sketch(board);
}

/// Returns the number of automorphisms, each found once, or `std::nullopt` if they are more than 1,200.
std::optional<std::uint64_t> order(const Board& board) {
    const auto all = all_automorphisms(board, 1'200);
    if (!all) return std::nullopt;
    EXPECT_EQ(std::set(all->begin(), all->end()).size(), all->size());
    for (const Permutation& each : *all) EXPECT_TRUE(is_automorphism(board, each));
    return all->size();
}
std::optional<std::uint64_t> order(std::string_view family) {
    return order(family_board(family));
}

std::uint64_t factorial(std::uint64_t n) {
    return n == 0 ? 1 : n * factorial(n - 1);
}

/// Returns the graph on 0..n-1 in which v and w are joined if `joined(v, w)`.
template <class Joined>
Board graph_where(Vertex n, Joined&& joined) {
    Edges edges;
    for (Vertex v = 0; v < n; ++v)
        for (Vertex w = v + 1; w < n; ++w)
            if (joined(v, w)) edges.emplace_back(v, w);
    return board_of(n, edges);
}

/// Two graphs of 16 vertices with 6 neighbours each, which have equal counts of common neighbours: squares of a 4x4
/// board in one row or column, and steps (0, 1), (1, 0), (1, 1) in both directions on a torus.
const Board& rook() {
    static const Board board = graph_where(16, [](Vertex v, Vertex w) { return v / 4 == w / 4 || v % 4 == w % 4; });
    return board;
}
const Board& shrikhande() {
    static const Board board = graph_where(16, [](Vertex v, Vertex w) {
        const unsigned down = (w / 4 + 4 - v / 4) % 4;
        const unsigned right = (w % 4 + 4 - v % 4) % 4;
        return (down == 0 && right % 2 == 1) || (right == 0 && down % 2 == 1) || (down == right && down % 2 == 1);
    });
    return board;
}

TEST(Automorphisms, AreThoseAmongAllPermutationsForEveryGraphOfUpToFiveVertices) {
    for (Vertex n = 1; n <= 5; ++n)
        for (unsigned graph = 0; graph < 1U << (n * (n - 1) / 2); ++graph) {
            unsigned bit = 0;
            expect_as_by_brute_force(graph_where(n, [&](Vertex, Vertex) { return (graph >> bit++ & 1) != 0; }));
        }
}

TEST(Automorphisms, AreThoseAmongAllPermutationsForGraphsOfSixAndSevenVertices) {
    std::mt19937 random(6);
    for (unsigned graph = 0; graph < 60; ++graph) {
        const unsigned sparsity = 2 + graph % 3;
        expect_as_by_brute_force(
            graph_where(graph % 4 == 0 ? 7 : 6, [&](Vertex, Vertex) { return random() % sparsity == 0; }));
    }
    expect_as_by_brute_force(family_board("cycle-7"));
    expect_as_by_brute_force(family_board("bipartite-3x3"));
    expect_as_by_brute_force(side_by_side({family_board("cycle-3"), family_board("cycle-3")}));
    expect_as_by_brute_force(side_by_side({family_board("path-2"), family_board("path-3"), family_board("path-2")}));
}

TEST(Automorphisms, OfFamiliesHaveTheKnownOrders) {
    EXPECT_EQ(order("path-1"), 1U);
    EXPECT_EQ(order("star-0"), 1U);
    EXPECT_EQ(order("star-1"), 2U);
    for (const unsigned n : {2U, 3U, 10U, 63U}) EXPECT_EQ(order("path-" + std::to_string(n)), 2U) << n;
    for (const unsigned n : {3U, 4U, 7U, 60U}) EXPECT_EQ(order("cycle-" + std::to_string(n)), 2U * n) << n;
    for (const unsigned n : {2U, 3U, 7U, 8U})
        EXPECT_EQ(order("grid-" + std::to_string(n) + "x" + std::to_string(n)), 8U) << n;
    for (const char* grid : {"grid-2x3", "grid-8x7", "grid-10x4"}) EXPECT_EQ(order(grid), 4U) << grid;
    EXPECT_EQ(order("grid-1x9"), 2U);
    for (const unsigned n : {2U, 5U, 6U}) {
        EXPECT_EQ(order("star-" + std::to_string(n)), factorial(n)) << n;
        EXPECT_EQ(order("complete-" + std::to_string(n)), factorial(n)) << n;
    }
    EXPECT_EQ(order("bipartite-3x3"), 72U);
    EXPECT_EQ(order("bipartite-3x5"), factorial(3) * factorial(5));
}

TEST(Automorphisms, TooManyAreNotListed) {
    for (const char* family : {"complete-9", "complete-64", "star-20", "star-63", "bipartite-10x10", "bipartite-32x32"})
        EXPECT_EQ(order(family), std::nullopt) << family;
    EXPECT_EQ(order(graph_where(64, [](Vertex, Vertex) { return false; })), std::nullopt);
    EXPECT_EQ(order(graph_where(64, [](Vertex v, Vertex w) { return v / 2 == w / 2; })), std::nullopt);
}

TEST(Automorphisms, OfWellKnownGraphsHaveTheKnownOrders) {
    const Board petersen = graph_where(10, [](Vertex v, Vertex w) {
        if (w < 5) return w - v == 1 || w - v == 4;
        return v < 5 ? w == v + 5 : w - v == 2 || w - v == 3;
    });
    EXPECT_EQ(order(petersen), 120U);
    const auto cube = [](Vertex v, Vertex w) { return ((v ^ w) & ((v ^ w) - 1)) == 0; };
    EXPECT_EQ(order(graph_where(8, cube)), 48U);
    EXPECT_EQ(order(graph_where(64, cube)), std::nullopt);
    EXPECT_EQ(order(rook()), 2 * factorial(4) * factorial(4));
    EXPECT_EQ(order(shrikhande()), 192U);
    // The Frucht graph: three neighbours everywhere, and no symmetry.
    const Board frucht =
        parse_graph("graph { 0--1--2--3--4--5--6--0--7--1; 2--8--9--3; 4--9; 5--10--6; 7--11--8; 10--11 }", "frucht");
    EXPECT_EQ(order(frucht), 1U);
}

TEST(Automorphisms, ArePartByPartWherePartsLookAlike) {
    EXPECT_EQ(order(side_by_side({family_board("cycle-3"), family_board("cycle-3"), family_board("cycle-6")})),
              2U * 6 * 6 * 12);
    EXPECT_EQ(order(side_by_side({rook(), shrikhande(), shrikhande(), rook()})), std::nullopt);
}

TEST(Automorphisms, AllOfThemAreListedUpToTheLimit) {
    const Board grid = family_board("grid-8x8");
    const auto all = all_automorphisms(grid, 8);
    ASSERT_TRUE(all.has_value());
    EXPECT_EQ(all->size(), 8U);
    EXPECT_TRUE(std::ranges::is_sorted(*all));
    EXPECT_EQ(std::ranges::adjacent_find(*all), all->end());
    EXPECT_EQ(all->front()[57], 57U) << "the identity comes first";
    for (const Permutation& map : *all) EXPECT_TRUE(is_automorphism(grid, map));
    EXPECT_EQ(all_automorphisms(grid, 7), std::nullopt);
    EXPECT_EQ(all_automorphisms(family_board("complete-8"), 40320)->size(), 40320U);
    EXPECT_EQ(all_automorphisms(family_board("path-1"), 1), std::vector<Permutation>(1, Permutation{0}));
    EXPECT_EQ(all_automorphisms(family_board("path-1"), 0), std::nullopt);
}

}  // namespace mexbase::automorphisms_test
