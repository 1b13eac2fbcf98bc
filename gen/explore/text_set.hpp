/// \file
/// Many short texts, each once.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace mexbase {

/// Distinct texts, numbered in the order in which they came: their bytes one after another, and 8 to 16 bytes more for
/// each. Fewer than 2^32 - 1. For one thread while texts are added.
class TextSet {
  public:
    /// The number of `text`, and whether it is new.
    std::pair<std::uint32_t, bool> add(std::string_view text);
    std::uint64_t size() const { return ends_.size(); }
    /// Valid until the next one is added.
    std::string_view operator[](std::uint32_t number) const {
        const std::uint64_t begin = number == 0 ? 0 : ends_[number - 1];
        return {bytes_.data() + begin, static_cast<std::size_t>(ends_[number] - begin)};
    }
    /// Memory that is taken.
    std::uint64_t bytes() const {
        return bytes_.capacity() + ends_.capacity() * sizeof ends_[0] + places_.capacity() * sizeof places_[0];
    }

  private:
    static constexpr std::uint32_t none = 0xffffffff;
    std::size_t place_of(std::string_view text) const;
    void grow();

    std::vector<char> bytes_;
    std::vector<std::uint64_t> ends_;
    std::vector<std::uint32_t> places_;  // hashed, with linear probing; a third of them is free at least
};

}  // namespace mexbase
