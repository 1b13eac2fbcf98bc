// SPDX-License-Identifier: MIT
/// \file
/// Maps texts to numbers of the same bytewise order, so that millions of texts can be sorted without storing them.
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace mexbase {

/// Order of texts by numbers in mixed radix. The digit of each place is the rank of its byte among the bytes seen at
/// that place. The first places are used, as many as fit into 64 bits.
class TextOrder {
  public:
    void add(std::string_view text);
    void add(const TextOrder& other);
    void finish();
    /// Returns the number of a text seen before. Different numbers are in the order of their texts.
    std::uint64_t key(std::string_view text) const;
    /// Returns true if different texts have different numbers.
    bool exact() const { return ranks_.size() == seen_.size(); }

  private:
    struct Ranks {
        std::array<std::uint16_t, 256> of{};
        std::uint64_t radix = 0;
        std::uint16_t first = 0;  ///< 1 if a text may have ended before
    };

    std::vector<std::bitset<256>> seen_;  // by place
    std::size_t shortest_ = std::size_t(-1);
    std::vector<Ranks> ranks_;  // of the first places
};

}  // namespace mexbase
