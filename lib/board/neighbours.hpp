// SPDX-License-Identifier: MIT
/// \file
/// Sets of vertices as bits, and the neighbours of every vertex as such sets, for boards of at most 64 vertices.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "board.hpp"

namespace mexbase {

/// A set of vertices of a board with at most 64 vertices. Bit v is vertex v.
using VertexSet = std::uint64_t;

/// Maximum number of vertices in a `VertexSet`.
inline constexpr unsigned most_set_vertices = 64;

constexpr VertexSet just(unsigned v) {
    return VertexSet{1} << v;
}

/// Calls `f(v)` for every vertex of `set`, in ascending order.
template <class F>
void for_each_vertex(VertexSet set, F&& f) {
    for (; set != 0; set &= set - 1) f(static_cast<unsigned>(std::countr_zero(set)));
}

/// The neighbours of every vertex of an undirected board. An immutable plain value; no allocation.
struct Neighbours {
    unsigned vertices = 0;
    std::array<VertexSet, most_set_vertices> of{};

    Neighbours() = default;
    /// Reads a board of at most `most_set_vertices` vertices. Loops are left out, and parallel edges count once.
    explicit Neighbours(const Board& board) : vertices(static_cast<unsigned>(board.vertex_count())) {
        for (unsigned v = 0; v < vertices; ++v)
            for (const Vertex w : board.successors(v))
                if (w != v) of[v] |= just(w);
    }

    VertexSet all() const { return vertices == most_set_vertices ? ~VertexSet{0} : just(vertices) - 1; }

    /// Returns the union of the neighbours of the vertices of `set`; it may include vertices of `set`.
    VertexSet around(VertexSet set) const {
        VertexSet found = 0;
        for_each_vertex(set, [&](unsigned v) { found |= of[v]; });
        return found;
    }

    /// Returns the connected component of `v` in the subgraph on `within`, which contains `v`.
    VertexSet component(unsigned v, VertexSet within) const {
        VertexSet found = just(v);
        for (VertexSet fresh = found; fresh != 0;) {
            fresh = around(fresh) & within & ~found;
            found |= fresh;
        }
        return found;
    }
};

/// Calls `f(component)` for every connected component of the subgraph on `set`, ordered by smallest vertex.
template <class F>
void for_each_component(const Neighbours& board, VertexSet set, F&& f) {
    while (set != 0) {
        const VertexSet found = board.component(static_cast<unsigned>(std::countr_zero(set)), set);
        set &= ~found;
        f(found);
    }
}

}  // namespace mexbase
