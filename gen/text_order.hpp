// SPDX-License-Identifier: MIT
/// \file
/// Maps texts to numbers of the same bytewise order, so that millions of texts can be sorted without storing them.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "../query/format/keys.hpp"

namespace mexbase {

/// Converter of texts to numbers (`format::KeyColumns`), to sort the texts. A number is made from the first bytes of a
/// text, as many as fit.
class TextOrder {
  public:
    void add(std::string_view text);
    void add(const TextOrder& other);
    /// Returns the bytes that occur in each column (at each offset) of the texts.
    format::ColumnBytes columns() const;

    /// Chooses the numbers of the texts. Must be called after the last `add`.
    void finish();
    /// Returns the number of a text that was added. Different numbers are in the order of their texts.
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
