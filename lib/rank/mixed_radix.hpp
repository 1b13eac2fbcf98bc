// SPDX-License-Identifier: MIT
/// \file
/// Ranks of tuples of digits. Each digit has its own base.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "../index.hpp"

namespace mexbase {

/// The bijection between tuples (d_0, …, d_{k-1}) with d_i < base_i and 0..size-1: the first digit has the greatest
/// weight (Knuth, The Art of Computer Programming, volume 2, section 4.1).
class MixedRadix {
  public:
    /// Makes the bijection for positive bases whose product fits into an index (see `product`).
    explicit MixedRadix(std::span<const std::uint64_t> bases)
        : bases_(bases.begin(), bases.end()), weights_(bases.size()) {
        for (std::size_t place = bases_.size(); place > 0; --place) {
            weights_[place - 1] = size_;
            size_ *= bases_[place - 1];
        }
    }

    /// Returns the product of the bases, or `std::nullopt` if it exceeds `most`.
    static std::optional<Index> product(std::span<const std::uint64_t> bases, Index most) {
        Index size = 1;
        for (const std::uint64_t base : bases) {
            if (base == 0) return Index{0};
            if (size > most / base) return std::nullopt;
            size *= base;
        }
        return size;
    }

    Index size() const { return size_; }
    std::size_t places() const { return bases_.size(); }
    /// Returns the number of values of digit `place`.
    std::uint64_t base(std::size_t place) const { return bases_[place]; }
    /// Returns the growth of the rank when digit `place` grows by one.
    Index weight(std::size_t place) const { return weights_[place]; }

    /// Returns the rank of a tuple of `places()` digits, each below its base.
    Index rank(std::span<const std::uint64_t> digits) const {
        Index index = 0;
        for (std::size_t place = 0; place < bases_.size(); ++place) index += digits[place] * weights_[place];
        return index;
    }
    /// Writes the tuple of rank `index`, which is below size(), to the `places()` entries of `digits`.
    void unrank(Index index, std::span<std::uint64_t> digits) const {
        for (std::size_t place = 0; place < bases_.size(); ++place) {
            digits[place] = index / weights_[place];
            index %= weights_[place];
        }
    }
    /// Steps to the next tuple in index order. After the last tuple, sets all digits to 0 and returns false.
    bool next(std::span<std::uint64_t> digits) const {
        for (std::size_t place = bases_.size(); place > 0; --place) {
            if (++digits[place - 1] < bases_[place - 1]) return true;
            digits[place - 1] = 0;
        }
        return false;
    }

  private:
    std::vector<std::uint64_t> bases_, weights_;
    Index size_ = 1;
};

}  // namespace mexbase
