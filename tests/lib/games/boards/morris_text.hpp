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

/// `W:................:66`: point n is character 2 + n, and the men in hand are the last two characters.
inline constexpr std::size_t board = 2;

/// A board: lines of points, lists of three points that are mills, and if three men may jump.
struct Rules {
    std::size_t points = 16;
    std::vector<std::vector<std::size_t>> lines;
    std::vector<std::array<std::size_t, 3>> mills;
    bool jumping = false;

    std::vector<std::size_t> neighbours(std::size_t point) const {
        std::vector<std::size_t> near;
        for (const auto& line : lines)
            for (std::size_t at = 1; at < line.size(); ++at) {
                if (line[at - 1] == point) near.push_back(line[at]);
                if (line[at] == point) near.push_back(line[at - 1]);
            }
        return near;
    }
    bool in_mill(const std::string& text, std::size_t point) const {
        const char colour = text[board + point];
        for (const auto& [a, b, c] : mills)
            if ((a == point || b == point || c == point) && text[board + a] == colour && text[board + b] == colour &&
                text[board + c] == colour)
                return true;
        return false;
    }
    std::vector<std::string> options(const std::string& text) const;
    std::optional<OutcomeValue> stopped(const std::string& text) const;
};

inline Rules two_squares() {
    return {16,
            {{0, 1, 2, 9, 15, 14, 13, 6, 0}, {3, 4, 5, 8, 12, 11, 10, 7, 3}, {1, 4}, {6, 7}, {8, 9}, {11, 14}},
            {{0, 1, 2}, {2, 9, 15}, {13, 14, 15}, {0, 6, 13}, {3, 4, 5}, {5, 8, 12}, {10, 11, 12}, {3, 7, 10}},
            false};
}

inline Rules three_squares(bool diagonals, bool jumping) {
    Rules rules{24,
                {{0, 1, 2, 14, 23, 22, 21, 9, 0},
                 {3, 4, 5, 13, 20, 19, 18, 10, 3},
                 {6, 7, 8, 12, 17, 16, 15, 11, 6},
                 {1, 4, 7},
                 {9, 10, 11},
                 {12, 13, 14},
                 {16, 19, 22}},
                {{0, 1, 2},
                 {2, 14, 23},
                 {21, 22, 23},
                 {0, 9, 21},
                 {3, 4, 5},
                 {5, 13, 20},
                 {18, 19, 20},
                 {3, 10, 18},
                 {6, 7, 8},
                 {8, 12, 17},
                 {15, 16, 17},
                 {6, 11, 15},
                 {1, 4, 7},
                 {9, 10, 11},
                 {12, 13, 14},
                 {16, 19, 22}},
                jumping};
    if (diagonals)
        for (const auto& [a, b, c] :
             std::vector<std::array<std::size_t, 3>>{{0, 3, 6}, {2, 5, 8}, {15, 18, 21}, {17, 20, 23}}) {
            rules.lines.push_back({a, b, c});
            rules.mills.push_back({a, b, c});
        }
    return rules;
}

/// Returns the number of men in hand that a digit means: after 9 come the letters.
inline int men_of(char digit) {
    return digit >= 'a' ? digit - 'a' + 10 : digit - '0';
}

/// Returns the options as texts, one per move.
inline std::vector<std::string> Rules::options(const std::string& text) const {
    const char mover = text[0], enemy = mover == 'W' ? 'B' : 'W';
    std::vector<std::string> all;
    const auto moved = [&](std::string after, std::size_t to) {
        after[0] = enemy;
        after[board + to] = mover;
        std::vector<std::size_t> enemies, outside;
        for (std::size_t point = 0; point < points; ++point) {
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
    const std::size_t hand = text.size() - (mover == 'W' ? 2 : 1);
    const bool jumps = jumping && std::count(text.begin() + board, text.end(), mover) == 3;
    for (std::size_t point = 0; point < points; ++point) {
        std::string after = text;
        if (text[hand] > '0') {
            if (text[board + point] != '.') continue;
            after[hand] = text[hand] == 'a' ? '9' : static_cast<char>(text[hand] - 1);
            moved(after, point);
        } else if (text[board + point] == mover) {
            after[board + point] = '.';
            for (std::size_t to = 0; jumps && to < points; ++to)
                if (text[board + to] == '.') moved(after, to);
            for (const std::size_t to : jumps ? std::vector<std::size_t>{} : neighbours(point))
                if (text[board + to] == '.') moved(after, to);
        }
    }
    return all;
}

inline std::optional<OutcomeValue> Rules::stopped(const std::string& text) const {
    for (const char colour : {'W', 'B'})
        if (std::count(text.begin() + board, text.end(), colour) +
                men_of(text[text.size() - (colour == 'W' ? 2 : 1)]) ==
            2)
            return OutcomeValue{Outcome::loss, 0};
    if (text.find('.') == std::string::npos) return OutcomeValue{Outcome::draw, 0};
    if (options(text).empty()) return OutcomeValue{Outcome::loss, 0};
    return std::nullopt;
}

}  // namespace mexbase::morris_text
