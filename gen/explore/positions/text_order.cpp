// SPDX-License-Identifier: MIT
#include "text_order.hpp"

#include <algorithm>
#include <limits>

namespace mexbase {

void TextOrder::add(std::string_view text) {
    if (seen_.size() < text.size()) seen_.resize(text.size());
    for (std::size_t k = 0; k < text.size(); ++k) seen_[k].set(static_cast<std::uint8_t>(text[k]));
    shortest_ = std::min(shortest_, text.size());
}

void TextOrder::add(const TextOrder& other) {
    if (seen_.size() < other.seen_.size()) seen_.resize(other.seen_.size());
    for (std::size_t k = 0; k < other.seen_.size(); ++k) seen_[k] |= other.seen_[k];
    shortest_ = std::min(shortest_, other.shortest_);
}

void TextOrder::finish() {
    std::uint64_t numbers = 1;
    for (std::size_t k = 0; k < seen_.size(); ++k) {
        Ranks ranks;
        ranks.first = k >= shortest_ ? 1 : 0;
        ranks.radix = ranks.first;
        for (std::size_t byte = 0; byte < 256; ++byte)
            if (seen_[k][byte]) ranks.of[byte] = static_cast<std::uint16_t>(ranks.radix++);
        if (numbers > std::numeric_limits<std::uint64_t>::max() / ranks.radix) return;
        numbers *= ranks.radix;
        ranks_.push_back(ranks);
    }
}

std::uint64_t TextOrder::key(std::string_view text) const {
    std::uint64_t number = 0;
    for (std::size_t k = 0; k < ranks_.size(); ++k)
        number = number * ranks_[k].radix + (k < text.size() ? ranks_[k].of[static_cast<std::uint8_t>(text[k])] : 0);
    return number;
}

}  // namespace mexbase
