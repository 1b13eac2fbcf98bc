// SPDX-License-Identifier: MIT
/// \file
/// Lists of texts written as one block.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mexbase::test {

/// Returns the texts of a block. Line feeds or at least two spaces separate them.
inline std::vector<std::string> texts_in(std::string_view block) {
    std::vector<std::string> texts;
    for (;;) {
        block.remove_prefix(std::min(block.find_first_not_of(" \n"), block.size()));
        if (block.empty()) return texts;
        const std::size_t end = std::min({block.find("  "), block.find('\n'), block.size()});
        texts.emplace_back(block.substr(0, end));
        block.remove_prefix(end);
    }
}

/// Returns both sides of each text of a block, such as `6/4 = 3/2`.
inline std::vector<std::pair<std::string, std::string>> equations_in(std::string_view block) {
    std::vector<std::pair<std::string, std::string>> sides;
    for (const std::string& text : texts_in(block)) {
        const std::size_t at = text.find(" = ");
        sides.emplace_back(text.substr(0, at), text.substr(at + 3));
    }
    return sides;
}

}  // namespace mexbase::test
