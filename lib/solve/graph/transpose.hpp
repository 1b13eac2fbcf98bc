/// \file
/// The edges of a graph turned round, for graphs that do not know their predecessors.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "../../error.hpp"
#include "../../index.hpp"

namespace mexbase {

/// The sources of the edges that reach each vertex, in compressed sparse rows: 4 bytes an edge and 4 bytes a vertex (8
/// bytes a vertex from 2^32 edges on). Immutable once built; any number of threads may read. Vertices are 32 bits wide.
class Transpose {
  public:
    /// True where `size` vertices have numbers of 32 bits.
    static constexpr bool fits(Index size) { return size <= Index{std::numeric_limits<std::uint32_t>::max()}; }
    /// Bytes that the transpose of such a graph takes.
    static constexpr std::uint64_t bytes(Index size, std::uint64_t edges) {
        return 4 * edges + (edges >> 32 == 0 ? 4 : 8) * (size + 1);
    }

    /// Builds from `for_each_edge(f)`, which calls f(u, w) for every edge from u to w, in order of u; it is called
    /// twice. Throws `Error{not_applicable}` if the vertices do not fit into 32 bits.
    template <class ForEachEdge>
    Transpose(Index size, const ForEachEdge& for_each_edge) {
        if (!fits(size))
            throw Error(ErrorCode::not_applicable,
                        "a graph of " + std::to_string(size) + " vertices has no transpose with 32-bit vertices");
        std::uint64_t edges = 0;
        std::vector<std::uint32_t> degrees(static_cast<std::size_t>(size) + 1);
        for_each_edge([&](Index, Index w) {
            ++degrees[w];
            ++edges;
        });
        if (edges >> 32 == 0) {
            narrow_ = std::move(degrees);
            fill(narrow_, size, edges, for_each_edge);
        } else {
            wide_.assign(degrees.begin(), degrees.end());
            degrees = {};
            fill(wide_, size, edges, for_each_edge);
        }
    }

    Index size() const { return narrow_.empty() && wide_.empty() ? 0 : narrow_.size() + wide_.size() - 1; }
    std::uint64_t edge_count() const { return sources_.size(); }
    /// Bytes in use.
    std::uint64_t bytes() const { return 4 * (sources_.size() + narrow_.size()) + 8 * wide_.size(); }

    template <class F>
    void for_each_source(Index v, F&& f) const {
        const auto [first, last] = row(v);
        for (std::uint64_t k = first; k < last; ++k) f(Index{sources_[k]});
    }
    /// Brings the place of a row into the cache, to be followed by `prefetch_row` some time later.
    void prefetch_place(Index v) const {
        if (wide_.empty())
            __builtin_prefetch(narrow_.data() + v);
        else
            __builtin_prefetch(wide_.data() + v);
    }
    void prefetch_row(Index v) const { __builtin_prefetch(sources_.data() + row(v).first); }

  private:
    struct Row {
        std::uint64_t first, last;
    };
    Row row(Index v) const {
        if (wide_.empty()) return {narrow_[v], narrow_[v + 1]};
        return {wide_[v], wide_[v + 1]};
    }
    [[noreturn]] static void throw_changed() {
        throw Error(ErrorCode::bad_usage, "the rules name other options when they are asked again");
    }
    // Counting sort: an entry is first a degree, then the end of its row, and is counted down to the row's start.
    template <class Offset, class ForEachEdge>
    void fill(std::vector<Offset>& offsets, Index size, std::uint64_t edges, const ForEachEdge& for_each_edge) {
        Offset end = 0;
        for (Index v = 0; v < size; ++v) offsets[v] = end = static_cast<Offset>(end + offsets[v]);
        offsets[size] = end;
        sources_.resize(edges);
        std::uint64_t again = 0;
        for_each_edge([&](Index u, Index w) {
            if (offsets[w] == 0) throw_changed();
            sources_[--offsets[w]] = static_cast<std::uint32_t>(u);
            ++again;
        });
        if (again != edges) throw_changed();
    }

    std::vector<std::uint32_t> narrow_, sources_;
    std::vector<std::uint64_t> wide_;
};

}  // namespace mexbase
