// SPDX-License-Identifier: MIT
/// \file
/// Small boards for tests: every connected graph of a few vertices, random ones, and paths, cycles and grids.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "lib/board/board.hpp"

namespace mexbase::small {

/// Undirected edges, each once.
using Edges = std::vector<Board::Arc>;

/// Returns the undirected board of n vertices, named by their numbers, with these edges.
inline Board board_of(unsigned n, const Edges& edges) {
    std::vector<std::string> names;
    for (unsigned v = 0; v < n; ++v) names.push_back(std::to_string(v));
    std::vector<Board::Arc> arcs;
    for (const auto& [a, b] : edges) {
        arcs.emplace_back(a, b);
        arcs.emplace_back(b, a);
    }
    return Board(false, std::move(names), arcs);
}

/// Returns the path 0 - 1 - ... - (n - 1).
inline Board path(unsigned n) {
    Edges edges;
    for (unsigned v = 1; v < n; ++v) edges.emplace_back(v - 1, v);
    return board_of(n, edges);
}

/// Returns the path with its ends joined; n >= 3.
inline Board cycle(unsigned n) {
    Edges edges;
    for (unsigned v = 0; v < n; ++v) edges.emplace_back(v, (v + 1) % n);
    return board_of(n, edges);
}

/// Returns a grid of squares: the square in row r and column c is vertex r columns + c.
inline Board grid(unsigned rows, unsigned columns) {
    Edges edges;
    for (unsigned r = 0; r < rows; ++r)
        for (unsigned c = 0; c < columns; ++c) {
            const unsigned v = r * columns + c;
            if (c + 1 < columns) edges.emplace_back(v, v + 1);
            if (r + 1 < rows) edges.emplace_back(v, v + columns);
        }
    return board_of(rows * columns, edges);
}

/// Returns the complete graph of n vertices.
inline Board complete(unsigned n) {
    Edges edges;
    for (unsigned a = 0; a < n; ++a)
        for (unsigned b = a + 1; b < n; ++b) edges.emplace_back(a, b);
    return board_of(n, edges);
}

/// Returns true if every vertex is reachable from every other; true for no vertices.
inline bool connected(unsigned n, const Edges& edges) {
    std::vector<unsigned> part(n);
    std::iota(part.begin(), part.end(), 0U);
    for (const auto& [a, b] : edges) {
        const unsigned from = part[a];
        const unsigned to = part[b];
        std::replace(part.begin(), part.end(), from, to);
    }
    return std::all_of(part.begin(), part.end(), [&](unsigned p) { return p == part[0]; });
}

/// Returns the connected simple graphs on n <= 6 vertices, one per isomorphism class, in ascending order of codes (OEIS
/// A001349 counts 1, 1, 2, 6, 21, 112 of them for n = 1..6).
///
/// A code is the set of edges as bits. The loop keeps the least code of a class and crosses out the others.
inline std::vector<Board> connected_graphs(unsigned n) {
    Edges pairs;
    std::vector<std::vector<unsigned>> number(n, std::vector<unsigned>(n));
    for (unsigned a = 0; a < n; ++a)
        for (unsigned b = a + 1; b < n; ++b) {
            number[a][b] = number[b][a] = static_cast<unsigned>(pairs.size());
            pairs.emplace_back(a, b);
        }
    std::vector<Board> boards;
    std::vector<bool> crossed(std::size_t{1} << pairs.size());
    for (std::size_t code = 0; code < crossed.size(); ++code) {
        if (crossed[code]) continue;
        Edges edges;
        for (std::size_t i = 0; i < pairs.size(); ++i)
            if (code >> i & 1) edges.push_back(pairs[i]);
        std::vector<unsigned> to(n);
        std::iota(to.begin(), to.end(), 0U);
        do {
            std::size_t image = 0;
            for (const auto& [a, b] : edges) image |= std::size_t{1} << number[to[a]][to[b]];
            crossed[image] = true;
        } while (std::next_permutation(to.begin(), to.end()));
        if (connected(n, edges)) boards.push_back(board_of(n, edges));
    }
    return boards;
}

/// Returns the graphs of `connected_graphs(1)`, ..., `connected_graphs(most)`.
inline std::vector<Board> connected_graphs_up_to(unsigned most) {
    std::vector<Board> boards;
    for (unsigned n = 1; n <= most; ++n)
        for (Board& board : connected_graphs(n)) boards.push_back(std::move(board));
    return boards;
}

/// Returns a connected graph on n vertices: a random tree, and every further edge with one random probability.
/// Reproducible on all platforms, unlike the standard's distributions.
inline Board random_connected(unsigned n, std::mt19937_64& random) {
    std::vector<unsigned> name(n);
    std::iota(name.begin(), name.end(), 0U);
    for (unsigned v = n; v > 1; --v) std::swap(name[v - 1], name[random() % v]);
    const std::uint64_t percent = random() % 101;
    Edges edges;
    for (unsigned b = 1; b < n; ++b) {
        const auto parent = static_cast<unsigned>(random() % b);
        for (unsigned a = 0; a < b; ++a)
            if (a == parent || random() % 100 < percent) edges.emplace_back(name[a], name[b]);
    }
    return board_of(n, edges);
}

}  // namespace mexbase::small
