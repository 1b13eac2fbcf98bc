// SPDX-License-Identifier: MIT
/// \file
/// Converts texts to 64-bit numbers in the same order, so that texts can be sorted without storing them.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "../query/format/keys.hpp"

namespace mexbase {

/// Converts texts to numbers whose order is the order of the texts. A number is made from the first bytes of a text, as
/// many as fit into 64 bits.
class TextOrder {
  public:
    void add(std::string_view text);
    void add(const TextOrder& other);
    /// Returns which bytes occur at each offset of the texts.
    format::ColumnBytes columns() const;

    /// Chooses how texts are converted to numbers. Must be called after the last `add` and before `key`.
    void finish();
    /// Returns the number of a text that was added. Texts with different numbers are in the order of their numbers.
    std::uint64_t key(std::string_view text) const {
        return *numbers_.number(text.substr(0, numbers_.bytes().columns.size()));
    }
    /// Returns true if different texts have different numbers.
    bool exact() const { return numbers_.bytes().columns.size() == seen_.size(); }

  private:
    std::vector<std::bitset<256>> seen_;  // by column
    std::size_t shortest_ = std::size_t(-1);
    format::KeyColumns numbers_;
};

}  // namespace mexbase
