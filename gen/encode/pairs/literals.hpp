/// \file
/// The literals of a grammar for the codec `pairs`: which numbers share one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "dont_care.hpp"

namespace mexbase::detail {

/// Samples of the blocks that a grammar is to pack; `dont_care` where any number may stand, a gap.
using Numbers = std::vector<std::vector<std::uint32_t>>;

/// Gives every `dont_care` the number before it, or the first that is given. True if all that are given are equal (or
/// none is).
bool settle(std::span<std::uint32_t> numbers);

/// Literals for the numbers 0 to `limit` - 1 that take the least room if no pairs are made: neighbours that are rare,
/// or as frequent as one another, share one. At most `most`. The samples are without gaps.
std::vector<std::uint8_t> shared_literals(std::uint32_t limit, const Numbers& samples, std::size_t most);

/// Finds the literals of numbers.
class LiteralIndex {
  public:
    LiteralIndex() = default;
    /// Literals that stand for 2^`extra` numbers each.
    explicit LiteralIndex(std::span<const std::uint8_t> extra);

    /// Whether every number has a literal of its own, which is then the number itself.
    bool plain() const { return plain_; }
    /// The least number that a literal stands for.
    std::uint32_t first(std::size_t literal) const { return first_[literal]; }
    std::uint16_t literal_of(std::uint32_t number) const {
        if (plain_) return static_cast<std::uint16_t>(number);
        if (number < small_.size()) return small_[number];
        return static_cast<std::uint16_t>(std::ranges::upper_bound(first_, number) - first_.begin() - 1);
    }

  private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint16_t> small_;  // literals of small numbers, most of those that occur
    bool plain_ = true;
};

}  // namespace mexbase::detail
