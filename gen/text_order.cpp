// SPDX-License-Identifier: MIT
#include "text_order.hpp"

#include <algorithm>
#include <string>
#include <utility>

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

format::ColumnBytes TextOrder::columns() const {
    format::ColumnBytes bytes{shortest_, {}};
    for (const auto& column : seen_) {
        std::string& occur = bytes.columns.emplace_back();
        for (std::size_t byte = 0; byte < column.size(); ++byte)
            if (column[byte]) occur.push_back(static_cast<char>(byte));
    }
    return bytes;
}

void TextOrder::finish() {
    format::ColumnBytes first = columns();
    while (!format::KeyColumns::fit(first)) first.columns.pop_back();
    first.shortest = std::min(first.shortest, first.columns.size());
    if (!first.columns.empty()) numbers_ = format::KeyColumns(std::move(first));
}

}  // namespace mexbase
