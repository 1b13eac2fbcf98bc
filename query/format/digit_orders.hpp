/// \file
/// In which order a table stores the digits of indices that are numbers in mixed radix. The index itself stays what the
/// rules say: it is taken apart into its digits, and these make the place where its values stand.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "../../lib/digits.hpp"
#include "../../lib/index.hpp"

namespace mexbase {

/// A range of indices, and the order in which the digits of what an index is above `first` are stored.
struct DigitOrder {
    Index first = 0;
    /// Of the digits, each at least 2, that which weighs most in the index first.
    std::vector<std::uint64_t> radices;
    /// A permutation: which of them stands at each place of the stored number, the one that weighs most first.
    std::vector<std::uint8_t> digits;

    /// How many indices the range has: the product of the radices.
    Index size() const {
        Index product = 1;
        for (const std::uint64_t radix : radices) product *= radix;
        return product;
    }
    friend bool operator==(const DigitOrder&, const DigitOrder&) = default;
};

namespace format {

inline constexpr std::size_t most_orders = 4096;  ///< ranges with an order of their own, of one table

/// The section of digit orders.
std::vector<std::byte> encode_orders(std::span<const DigitOrder> orders);
/// Throws `Error{corrupt}` where they are none, or go past index `size`.
std::vector<DigitOrder> parse_orders(std::span<const std::byte> bytes, Index size);

}  // namespace format

namespace detail {

/// The number that has the same digits in another order: no division, and no step that waits for another.
class DigitPermutation {
  public:
    DigitPermutation() = default;
    /// Takes numbers of these radices; the digit `digits[k]` of the new number's places comes to place k.
    DigitPermutation(std::span<const std::uint64_t> radices, std::span<const std::uint8_t> digits);

    /// `number` is below the product of the radices.
    Index operator()(Index number) const {
        Index sum = number * last_;
        for (unsigned k = 0; k < count_; ++k) {
            // Exact below 2^63: the inverse is 2^63 times a power of two that is no less than the weight, divided by
            // the weight and rounded up, so that its error is less than that power.
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
    // Quotients by the weight of each digit but the last, times factors: modulo 2^64, as factors may be negative. There
    // are steps that do nothing, so that most numbers take equally many, and no processor has to guess.
    static constexpr unsigned least_steps = 3;
    std::uint64_t last_ = 1;
    unsigned count_ = least_steps;
    std::array<Step, std::max<std::size_t>(most_digits - 1, least_steps)> steps_{};
};

/// Where each index is stored, both ways. Immutable; safe for any number of threads.
class StoredOrders {
  public:
    struct Range {
        // What a probe needs stands together.
        Index first = 0;  ///< that of `order`
        Index last = 0;   ///< the first index past it
        DigitPermutation to_stored, to_index;
        Index group = 1;  ///< so many indices at a time, from `first` on, change places among themselves
        DigitOrder order;
    };

    /// The ranges ascend, have no index in common, and end by 2^63; each has two digits at least.
    explicit StoredOrders(std::vector<DigitOrder> orders);

    const std::vector<Range>& ranges() const { return ranges_; }
    /// The range with that index, or place; null if there is none.
    const Range* find(Index index) const {
        if (index >= end_) return nullptr;
        std::uint32_t r = starts_[static_cast<std::size_t>(index >> shift_)];
        while (r < ranges_.size() && index >= ranges_[r].last) ++r;
        return r < ranges_.size() && index >= ranges_[r].first ? &ranges_[r] : nullptr;
    }
    /// The place of an index.
    Index place(Index index) const {
        const Range* range = find(index);
        return range == nullptr ? index : range->first + range->to_stored(index - range->first);
    }
    /// The index that stands at a place.
    Index index(Index place) const {
        const Range* range = find(place);
        return range == nullptr ? place : range->order.first + range->to_index(place - range->order.first);
    }

  private:
    std::vector<Range> ranges_;
    std::vector<std::uint32_t> starts_;  ///< by the highest bits of an index: the first range that ends past its like
    unsigned shift_ = 0;
    Index end_ = 0;
};

/// Walks along places of one range, and says which index stands at each: faster than `to_index` for each.
class StoredIndexWalk {
  public:
    /// From `place` on, which counts from the range's first.
    StoredIndexWalk(const DigitOrder& order, Index place);
    /// The index at the place, from the range's first.
    Index index() const { return index_; }
    /// To the next place; past the last one comes the first.
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
    std::array<Digit, most_digits> digits_{};  ///< as stored, the one that weighs most first
    unsigned count_ = 0;
    Index index_ = 0;
};

}  // namespace detail
}  // namespace mexbase
