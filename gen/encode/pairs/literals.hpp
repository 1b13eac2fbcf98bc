// SPDX-License-Identifier: MIT
/// \file
/// Literals of a grammar for the codec `pairs`: each covers one number or an interval of numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mexbase {

/// Marks an index without a value, such as one that is not a position. The writer stores any number that packs well.
inline constexpr std::uint32_t dont_care = 0xffffffff;

namespace detail {

/// Returns 256 times the binary logarithm of a number above 0, rounded down. It needs no floating point, so costs of
/// codes are equal on all machines.
inline std::uint64_t log2_256(std::uint64_t x) {
    const auto whole = static_cast<unsigned>(std::bit_width(x) - 1);
    std::uint64_t fraction = whole > 31 ? x >> (whole - 31) : x << (31 - whole);  // in [2^31, 2^32)
    std::uint64_t log = whole;
    for (int i = 0; i < 8; ++i) {
        fraction = fraction * fraction >> 31;
        const std::uint64_t above = fraction >> 32;
        fraction >>= above;
        log = log << 1 | above;
    }
    return log;
}

/// Numbers of several blocks, one vector per block. `dont_care` stands for any number.
using NumberBlocks = std::vector<std::vector<std::uint32_t>>;

/// Replaces every `dont_care` by the number before it. At the beginning, uses the first number that is given. Returns
/// true if all given numbers are equal, or if none is given.
bool settle(std::span<std::uint32_t> numbers);

/// Returns the cheapest choice of at most `most` literals for the numbers 0 to `limit` - 1, if no pairs are made.
/// Literal k is a symbol for 2^result[k] consecutive numbers. Neighbours share a literal if they are rare or about
/// equally frequent. The samples must not contain `dont_care`.
std::vector<std::uint8_t> shared_literals(std::uint32_t limit, const NumberBlocks& samples, std::size_t most);

/// Map from numbers to literals (symbols that each cover 2^e consecutive numbers).
class LiteralIndex {
  public:
    LiteralIndex() = default;
    /// Makes an index of literals. Literal k covers 2^`extra[k]` numbers.
    explicit LiteralIndex(std::span<const std::uint8_t> extra);

    /// Returns true if each number has its own literal, equal to the number.
    bool plain() const { return plain_; }
    /// Returns the smallest number that a literal covers.
    std::uint32_t first(std::size_t literal) const { return first_[literal]; }
    std::uint16_t literal_of(std::uint32_t number) const {
        if (plain_) return static_cast<std::uint16_t>(number);
        if (number < small_.size()) return small_[number];
        return static_cast<std::uint16_t>(std::ranges::upper_bound(first_, number) - first_.begin() - 1);
    }

  private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint16_t> small_;  // literals of small numbers, which are most frequent
    bool plain_ = true;
};

}  // namespace detail

}  // namespace mexbase
