// SPDX-License-Identifier: MIT
/// \file
/// Men's Morris on texts, by its rules alone.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "lib/value/outcome.hpp"

namespace mexbase::morris_text {

/// `W:................:66`: point n is character 2 + n, men in hand are characters 19 and 20.
inline constexpr std::size_t board = 2, hands = 19;

/// Returns the points that are joined to each point by a line.
inline const std::array<std::vector<std::size_t>, 16>& neighbours() {
    static const auto made = [] {
        const std::vector<std::vector<std::size_t>> chains{
            {0, 1, 2, 9, 15, 14, 13, 6, 0}, {3, 4, 5, 8, 12, 11, 10, 7, 3}, {1, 4}, {6, 7}, {8, 9}, {11, 14}};
        std::array<std::vector<std::size_t>, 16> near;
        for (const auto& chain : chains)
            for (std::size_t at = 1; at < chain.size(); ++at) {
                near[chain[at - 1]].push_back(chain[at]);
                near[chain[at]].push_back(chain[at - 1]);
            }
        return near;
    }();
    return made;
}

inline bool in_mill(const std::string& text, std::size_t point) {
    static constexpr std::array<std::array<std::size_t, 3>, 8> mills{
        {{0, 1, 2}, {2, 9, 15}, {13, 14, 15}, {0, 6, 13}, {3, 4, 5}, {5, 8, 12}, {10, 11, 12}, {3, 7, 10}}};
    const char colour = text[board + point];
    for (const auto& [a, b, c] : mills)
        if ((a == point || b == point || c == point) && text[board + a] == colour && text[board + b] == colour &&
            text[board + c] == colour)
            return true;
    return false;
}

/// Returns the options as texts, one per move.
inline std::vector<std::string> options(const std::string& text) {
    const char mover = text[0], enemy = mover == 'W' ? 'B' : 'W';
    std::vector<std::string> all;
    const auto moved = [&](std::string after, std::size_t to) {
        after[0] = enemy;
        after[board + to] = mover;
        std::vector<std::size_t> enemies, outside;
        for (std::size_t point = 0; point < 16; ++point) {
            if (after[board + point] != enemy) continue;
            enemies.push_back(point);
            if (!in_mill(after, point)) outside.push_back(point);
        }
        if (!in_mill(after, to) || enemies.empty()) {
            all.push_back(after);
            return;
        }
        for (const std::size_t point : outside.empty() ? enemies : outside) {
            std::string removed = after;
            removed[board + point] = '.';
            all.push_back(removed);
        }
    };
    const std::size_t hand = hands + (mover == 'W' ? 0 : 1);
    for (std::size_t point = 0; point < 16; ++point) {
        std::string after = text;
        if (text[hand] > '0') {
            if (text[board + point] != '.') continue;
            --after[hand];
            moved(after, point);
        } else if (text[board + point] == mover) {
            after[board + point] = '.';
            for (const std::size_t to : neighbours()[point])
                if (text[board + to] == '.') moved(after, to);
        }
    }
    return all;
}

inline std::optional<OutcomeValue> stopped(const std::string& text) {
    for (const char colour : {'W', 'B'})
        if (std::count(text.begin() + board, text.end(), colour) + text[hands + (colour == 'W' ? 0 : 1)] - '0' == 2)
            return OutcomeValue{Outcome::loss, 0};
    if (options(text).empty()) return OutcomeValue{Outcome::loss, 0};
    return std::nullopt;
}

}  // namespace mexbase::morris_text
