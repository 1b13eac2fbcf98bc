/// \file
/// Texts as numbers in the order of their bytes, so that millions of them can be sorted without being kept.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mexbase {

/// Which bytes stand in which places of texts. A text becomes a number in mixed radix: in each place the rank of its
/// byte among those that were seen there, from the first place on, as many places as 64 bits have room for.
class TextOrder {
  public:
    /// Adds a text.
    void add(std::string_view text);
    /// All texts that `other` has seen.
    void add(const TextOrder& other);
    /// After the last text.
    void finish();
    /// The number of a text that was seen: where the numbers of two differ, they are ordered as the texts are.
    std::uint64_t key(std::string_view text) const;
    /// Whether different texts have different numbers.
    bool exact() const { return ranks_.size() == seen_.size(); }

  private:
    struct Ranks {
        std::array<std::uint16_t, 256> of{};
        std::uint64_t radix = 0;
        std::uint16_t first = 0;  ///< 1 where a text may have ended before
    };

    std::vector<std::bitset<256>> seen_;  // by place
    std::size_t shortest_ = std::size_t(-1);
    std::vector<Ranks> ranks_;  // of the first places
};

}  // namespace mexbase
