/// \file
/// The arcs of a graph in rows: compressed sparse rows, with 32 bits an arc and a vertex.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "names.hpp"

namespace mexbase {

/// For each vertex the other ends of its arcs, of those that leave it or of those that reach it. A plain value.
struct ArcRows {
    std::vector<std::uint32_t> offsets{0};  ///< where each vertex's row begins in `ends`, and the end of the last
    std::vector<Vertex> ends;
    std::vector<std::uint8_t> owners;  ///< of each arc, or nothing where all are of either player

    std::uint64_t vertices() const { return offsets.size() - 1; }
    std::span<const Vertex> row(Vertex v) const { return {ends.data() + offsets[v], ends.data() + offsets[v + 1]}; }
    std::span<const std::uint8_t> owners_of_row(Vertex v) const {
        if (owners.empty()) return {};
        return {owners.data() + offsets[v], owners.data() + offsets[v + 1]};
    }
    friend bool operator==(const ArcRows&, const ArcRows&) = default;
};

/// The same arcs from their other ends. Each row is in the order of the vertices it names, parallel arcs in theirs.
ArcRows turned_round(const ArcRows& rows);

/// Turns counts into rows to be filled from behind: `offsets` holds the length of each row, and 0 after the last; it
/// gets where each row ends, and `ends` gets its size. Whoever puts arcs into `ends[--offsets[v]]`, from the last to
/// the first, finds `offsets` as it should be when all are there.
void open_rows(ArcRows& rows);

}  // namespace mexbase
