/// \file
/// Vertices whose outcome is due at a later ply, by what lies outside of the graph.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

#include "frontier.hpp"

namespace mexbase::detail {

/// The vertices to be looked at when a ply begins: an option outside of the graph decides them then, unless an option
/// inside has done so before.
class PlySchedule {
  public:
    /// Those due at one ply, the lost ones first.
    using PlyBucket = std::array<Frontier, 2>;

    /// Of a graph with vertices 0..vertices-1.
    PlySchedule(ChunkPool& pool, Index vertices) : pool_(&pool), vertices_(vertices) {}

    void add(std::uint64_t ply, bool won, Index v) {
        auto at = buckets_.find(ply);
        if (at == buckets_.end())
            at = buckets_.emplace(ply, PlyBucket{Frontier(*pool_, vertices_), Frontier(*pool_, vertices_)}).first;
        at->second[won].push(v);
    }
    bool empty() const { return buckets_.empty(); }
    /// The first ply at which something is due.
    std::optional<std::uint64_t> next() const {
        return buckets_.empty() ? std::nullopt : std::optional(buckets_.begin()->first);
    }
    /// Takes out what is due at `ply`; nothing if nothing is.
    std::optional<PlyBucket> take(std::uint64_t ply) {
        const auto at = buckets_.find(ply);
        if (at == buckets_.end()) return std::nullopt;
        PlyBucket bucket = std::move(at->second);
        buckets_.erase(at);
        return bucket;
    }

    /// Calls `f(ply, won, v)` for all that is due.
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
