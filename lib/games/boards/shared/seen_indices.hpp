// SPDX-License-Identifier: MIT
/// \file
/// Lists an index once even if several moves lead to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "../../../index.hpp"

namespace mexbase {

/// A filter that lists each index once, for at most `capacity` different indices.
///
/// If an index stands for symmetric positions, several moves may lead to one index, and a different number of reverse
/// moves may lead back. With repetitions skipped, each option and each predecessor counts once.
template <std::size_t capacity>
class SeenIndices {
  public:
    /// Pass `may_repeat` = false if no index will repeat; then nothing is checked.
    explicit SeenIndices(bool may_repeat = true) : may_repeat_(may_repeat) {}

    /// Calls `f(index)` unless it was listed before. Indices are below 2^32.
    template <class F>
    void operator()(Index index, F&& f) {
        if (!may_repeat_) return f(index);
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
    bool may_repeat_;
    std::array<std::uint64_t, 4> filter_{};  ///< hash bits of the listed indices: if the bit is clear, the index is new
    std::array<std::uint32_t, capacity> seen_;
    std::size_t count_ = 0;
};

}  // namespace mexbase
