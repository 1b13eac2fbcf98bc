// SPDX-License-Identifier: MIT
/// \file
/// Vertices that options outside the graph decide at a later ply.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "frontier.hpp"

namespace mexbase::detail {

/// The vertices to be checked when a ply begins: an option outside the graph decides them then, unless an option inside
/// has done so before.
class PlySchedule {
  public:
    /// The vertices scheduled for one ply, the lost ones first.
    using PlyBucket = std::array<Frontier, 2>;

    /// For a graph with vertices 0..vertices-1.
    PlySchedule(ChunkPool& pool, Index vertices) : pool_(&pool), vertices_(vertices) {}

    void add(std::uint64_t ply, bool won, Index v) {
        auto at = buckets_.find(ply);
        if (at == buckets_.end())
            at = buckets_.emplace(ply, PlyBucket{Frontier(*pool_, vertices_), Frontier(*pool_, vertices_)}).first;
        at->second[won].push(v);
    }
    bool empty() const { return buckets_.empty(); }
    /// Returns the first scheduled ply.
    std::optional<std::uint64_t> next() const {
        return buckets_.empty() ? std::nullopt : std::optional(buckets_.begin()->first);
    }
    /// Takes out the vertices scheduled for `ply`, or returns `std::nullopt`.
    std::optional<PlyBucket> take(std::uint64_t ply) {
        const auto at = buckets_.find(ply);
        if (at == buckets_.end()) return std::nullopt;
        PlyBucket bucket = std::move(at->second);
        buckets_.erase(at);
        return bucket;
    }

    /// Calls `f(ply, won, v)` for all entries.
    template <class F>
    void for_each(F&& f) const {
        for (const auto& [ply, bucket] : buckets_)
            for (const bool won : {false, true}) bucket[won].for_each([&, when = ply](Index v) { f(when, won, v); });
    }

  private:
    ChunkPool* pool_;
    Index vertices_;
    std::map<std::uint64_t, PlyBucket> buckets_;
};

}  // namespace mexbase::detail
