/// \file
/// Options that several moves lead to, named once.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../../../index.hpp"

namespace mexbase {

/// The indices named so far, at most `capacity` of them, to name none twice.
///
/// Where an index stands for positions that symmetries make equal, moves that differ may lead to one index, and not as
/// many of them as lead back: named once, options and predecessors count alike.
template <std::size_t capacity>
class SeenIndices {
  public:
    /// Calls `f(index)` unless it was named before. Indices are below 2^32.
    template <class F>
    void operator()(Index index, F&& f) {
        const auto hash = static_cast<std::uint32_t>(index) * 0x9e3779b9U >> 24;
        std::uint64_t& word = filter_[hash >> 6];
        const std::uint64_t bit = std::uint64_t{1} << (hash & 63);
        if ((word & bit) != 0)
            for (std::size_t k = 0; k < count_; ++k)
                if (seen_[k] == index) return;
        word |= bit;
        seen_[count_++] = static_cast<std::uint32_t>(index);
        f(index);
    }

  private:
    std::array<std::uint64_t, 4> filter_{};  ///< bits of the hashes of what was named: few that differ share one
    std::array<std::uint32_t, capacity> seen_;
    std::size_t count_ = 0;
};

}  // namespace mexbase
