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
class Calendar {
  public:
    /// Those due at one ply, the lost ones first.
    using Page = std::array<Frontier, 2>;

    /// Of a graph with vertices 0..vertices-1.
    Calendar(ChunkPool& pool, Index vertices) : pool_(&pool), vertices_(vertices) {}

    void add(std::uint64_t ply, bool won, Index v) {
        auto at = pages_.find(ply);
        if (at == pages_.end())
            at = pages_.emplace(ply, Page{Frontier(*pool_, vertices_), Frontier(*pool_, vertices_)}).first;
        at->second[won].push(v);
    }
    bool empty() const { return pages_.empty(); }
    /// The first ply at which something is due.
    std::optional<std::uint64_t> next() const {
        return pages_.empty() ? std::nullopt : std::optional(pages_.begin()->first);
    }
    /// Takes out what is due at `ply`; nothing if nothing is.
    std::optional<Page> take(std::uint64_t ply) {
        const auto at = pages_.find(ply);
        if (at == pages_.end()) return std::nullopt;
        Page page = std::move(at->second);
        pages_.erase(at);
        return page;
    }

    /// Calls `f(ply, won, v)` for all that is due.
    template <class F>
    void for_each(F&& f) const {
        for (const auto& [ply, page] : pages_)
            for (const bool won : {false, true}) page[won].for_each([&, when = ply](Index v) { f(when, won, v); });
    }

  private:
    ChunkPool* pool_;
    Index vertices_;
    std::map<std::uint64_t, Page> pages_;
};

}  // namespace mexbase::detail
