/// \file
/// The letters of a grammar for the codec `pairs`: which numbers share one.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mexbase::detail {

/// Samples of the blocks that a grammar is to pack; `dont_care` where any number may stand, a gap.
using Numbers = std::vector<std::vector<std::uint32_t>>;

/// What stands for a number that may be any: `dont_care`.
inline constexpr std::uint32_t any_number = 0xffffffff;

/// Gives every `any_number` the number before it, or the first that is given. True if all that are given are equal (or
/// none is).
bool settle(std::span<std::uint32_t> numbers);

/// Letters for the numbers 0 to `limit` - 1 that take the least room if no pairs are made: neighbours that are rare, or
/// as frequent as one another, share one. At most `most`. The samples are without gaps.
std::vector<std::uint8_t> shared_letters(std::uint32_t limit, const Numbers& samples, std::size_t most);

/// Finds the letters of numbers.
class LetterIndex {
  public:
    LetterIndex() = default;
    /// Letters that stand for 2^`extra` numbers each.
    explicit LetterIndex(std::span<const std::uint8_t> extra);

    /// Whether every number has a letter of its own, which is then the number itself.
    bool plain() const { return plain_; }
    /// The least number that a letter stands for.
    std::uint32_t first(std::size_t letter) const { return first_[letter]; }
    std::uint16_t letter_of(std::uint32_t number) const {
        if (plain_) return static_cast<std::uint16_t>(number);
        if (number < small_.size()) return small_[number];
        return static_cast<std::uint16_t>(std::ranges::upper_bound(first_, number) - first_.begin() - 1);
    }

  private:
    std::vector<std::uint32_t> first_;
    std::vector<std::uint16_t> small_;  // letters of small numbers, most of those that occur
    bool plain_ = true;
};

}  // namespace mexbase::detail
