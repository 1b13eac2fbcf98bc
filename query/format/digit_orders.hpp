// SPDX-License-Identifier: MIT
/// \file
/// Order in which a table stores the digits of mixed-radix indices. The rules determine the index of a position.
/// Permuting the digits of the index gives the stored index: the place of the position's value in the streams.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../../lib/index.hpp"

namespace mexbase {

/// A range of indices with an order of digits. The table stores the digits of (index - `first`) in this order.
struct DigitOrder {
    Index first = 0;
    /// Radices of the digits in the index, the most significant first; each is at least 2.
    std::vector<std::uint64_t> radices;
    /// Permutation of the digits: `digits[k]` is the number of the index digit that is digit k of the stored index.
    /// Digits are numbered from 0, the most significant first.
    std::vector<std::uint8_t> digits;

    /// Returns the number of indices in the range: the product of the radices.
    Index size() const {
        Index product = 1;
        for (const std::uint64_t radix : radices) product *= radix;
        return product;
    }
    friend bool operator==(const DigitOrder&, const DigitOrder&) = default;
};

namespace format {

inline constexpr std::size_t most_orders = 4096;  ///< maximum number of ranges of one table

std::vector<std::byte> encode_orders(std::span<const DigitOrder> orders);
/// Reads the section of digit orders. Throws `Error{corrupt}` if it is malformed or if a range goes past index `size`.
std::vector<DigitOrder> parse_orders(std::span<const std::byte> bytes, Index size);

}  // namespace format

namespace detail {

/// Permutation of the digits of a number. It is fast: it takes no divisions, and its steps do not depend on each other.
class DigitPermutation {
  public:
    DigitPermutation() = default;
    /// Makes the permutation for these radices. Digit `digits[k]` of the number becomes digit k of the result.
    DigitPermutation(std::span<const std::uint64_t> radices, std::span<const std::uint8_t> digits);

    /// Returns the permuted number. `number` must be below the product of the radices.
    Index operator()(Index number) const {
        Index sum = number * last_;
        for (unsigned k = 0; k < count_; ++k) {
            // Divides `number` by the weight w of the digit. `inverse` is 2^63·P / w, rounded up, with a power of two P
            // of at least w. So `inverse` · w exceeds 2^63·P by less than P, and the quotient is exact for numbers
            // below 2^63.
            const auto product = static_cast<unsigned __int128>(number) * steps_[k].inverse;
            sum += (static_cast<Index>(product >> 64) >> steps_[k].shift) * steps_[k].factor;
        }
        return sum;
    }

  private:
    struct Step {
        std::uint64_t inverse = 0;
        std::uint64_t factor = 0;
        unsigned shift = 0;
    };
    // The result is a sum over all digits but the last: the quotient of the number by the digit's weight, times a
    // factor. It is computed modulo 2^64, because factors may be negative. Steps of factor 0 are added up to
    // `least_steps`, so that most permutations take equally many steps and branches are predictable.
    static constexpr unsigned least_steps = 3;
    std::uint64_t last_ = 1;
    unsigned count_ = least_steps;
    std::array<Step, std::max<std::size_t>(most_digits - 1, least_steps)> steps_{};
};

/// Maps each index to its stored index (position in each stream), and back. Immutable; safe to share among threads.
class StoredOrders {
  public:
    struct Range {
        // Members that a probe reads are adjacent, for the processor's cache.
        Index first = 0;  ///< first index of the range
        Index last = 0;   ///< first index past the range
        DigitPermutation to_stored, to_index;
        Index group = 1;  ///< the permutation maps each group of this many indices, counted from `first`, to itself
        DigitOrder order;
    };

    /// Prepares the maps. The ranges must be ascending and disjoint, and end at or below 2^63. Each must have at least
    /// two digits.
    explicit StoredOrders(std::vector<DigitOrder> orders);

    const std::vector<Range>& ranges() const { return ranges_; }
    /// Returns the range that contains an index, or null. A stored index is in the same range as its index.
    const Range* find(Index index) const {
        if (index >= end_) return nullptr;
        std::uint32_t r = starts_[static_cast<std::size_t>(index >> shift_)];
        while (r < ranges_.size() && index >= ranges_[r].last) ++r;
        return r < ranges_.size() && index >= ranges_[r].first ? &ranges_[r] : nullptr;
    }
    /// Returns the stored index of `index`, which is its position in each stream.
    Index place(Index index) const {
        const Range* range = find(index);
        return range == nullptr ? index : range->first + range->to_stored(index - range->first);
    }
    /// Inverse of `place`: returns the index with this stored index.
    Index index(Index place) const {
        const Range* range = find(place);
        return range == nullptr ? place : range->order.first + range->to_index(place - range->order.first);
    }

  private:
    std::vector<Range> ranges_;
    std::vector<std::uint32_t> starts_;  ///< element p: number of the first range that ends past index p << shift_
    unsigned shift_ = 0;
    Index end_ = 0;
};

/// Iterator over stored indices of a range, in order. Returns the index of each, faster than calls of `to_index`.
class StoredIndexWalk {
  public:
    /// Starts at stored index `place`, counted from the start of the range.
    StoredIndexWalk(const DigitOrder& order, Index place);
    /// Returns the index for the current stored index, counted from the start of the range.
    Index index() const { return index_; }
    /// Moves to the next stored index, or from the last to the first.
    void next() {
        for (unsigned k = count_; k-- > 0;) {
            Digit& digit = digits_[k];
            index_ += digit.weight;
            if (++digit.value < digit.radix) return;
            index_ -= digit.weight * digit.radix;
            digit.value = 0;
        }
    }

  private:
    struct Digit {
        std::uint64_t value = 0, radix = 1, weight = 0;
    };
    std::array<Digit, most_digits> digits_{};  ///< as stored, the most significant first
    unsigned count_ = 0;
    Index index_ = 0;
};

}  // namespace detail
}  // namespace mexbase
