// SPDX-License-Identifier: MIT
/// \file
/// Slow moves of games on grids and rows, on the texts of their positions.
#pragma once

#include "../partizan_conformance.hpp"

namespace mexbase::test {

/// Returns moves in Domineering. Rows are separated by `/`.
inline std::multiset<std::string> domineering_options(const std::string& text, Player player) {
    const std::size_t width = std::min(text.find('/'), text.size());
    std::multiset<std::string> options;
    for (std::size_t at = 0; at < text.size(); ++at) {
        // A row is followed by a /, which is not a cell.
        const std::size_t other = at + (player == Player::left ? width + 1 : 1);
        if (other >= text.size() || text[at] != '.' || text[other] != '.') continue;
        std::string after = text;
        after[at] = after[other] = '#';
        options.insert(after);
    }
    return options;
}

inline std::string row_or_none(const std::string& row) {
    return row.empty() ? "0" : row;
}

/// Returns moves in Toppling Dominoes.
inline std::multiset<std::string> toppling_options(const std::string& text, Player player) {
    std::multiset<std::string> options;
    for (std::size_t at = 0; at < text.size() && text != "0"; ++at) {
        if (text[at] == (player == Player::left ? 'W' : 'B')) continue;
        options.insert(row_or_none(text.substr(0, at)));
        options.insert(row_or_none(text.substr(at + 1)));
    }
    return options;
}

}  // namespace mexbase::test
