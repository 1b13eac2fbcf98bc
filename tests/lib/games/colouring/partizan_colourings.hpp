// SPDX-License-Identifier: MIT
/// \file
/// Partizan colouring games directly by their rules, and texts of their positions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "../partizan_conformance.hpp"
#include "colouring_brute.hpp"
#include "lib/board/colouring.hpp"

namespace mexbase::test {

/// Returns the moves, with black for Left and white for Right.
inline SlowPartizanOptions partizan_moves(brute::ColouringRules rules, const Board& board) {
    return [slow = brute::Colourings(rules, board), rules](const std::string& text, Player player) {
        const char own = player == Player::left ? 'B' : 'W';
        std::multiset<std::string> options;
        if (rules == brute::ColouringRules::cutthroat) {
            for (std::size_t v = 0; v < text.size(); ++v) {
                if (text[v] != 'G' && text[v] != own) continue;
                std::string rest = text;
                rest[v] = '-';
                options.insert(slow.settled(rest));
            }
            return options;
        }
        for (const std::string& to : slow.options_by_move(text)) {
            const auto [before, after] = std::ranges::mismatch(text, to);
            if (*after == own) options.insert(to);
        }
        return options;
    };
}

/// Reads a text of the brute force; green vertices are open.
inline Colouring colouring_of(const std::string& text) {
    Colouring c;
    for (unsigned v = 0; v < text.size(); ++v) {
        if (text[v] == 'B') c.black |= just(v);
        if (text[v] == 'W') c.white |= just(v);
        if (text[v] == '.' || text[v] == 'G') c.open |= just(v);
    }
    return c;
}

/// Returns all texts of n of these letters.
inline std::vector<std::string> texts_of(std::string_view letters, std::size_t n) {
    std::vector<std::string> texts{""};
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<std::string> longer;
        for (const std::string& text : texts)
            for (const char c : letters) longer.push_back(text + c);
        texts = std::move(longer);
    }
    return texts;
}

/// Returns the edges of a board as text.
inline std::string picture(const Board& board) {
    std::string text;
    for (Vertex v = 0; v < board.vertex_count(); ++v)
        for (const Vertex w : board.successors(v))
            if (v < w) text += ' ' + board.name(v) + '-' + board.name(w);
    return text;
}

}  // namespace mexbase::test
