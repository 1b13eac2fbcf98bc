/// \file
/// Quixo on a square of 3 x 3 or 4 x 4 cubes as rules without an index (docs/adding-a-game.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lib/rules/ruleset.hpp"

namespace mexbase {

/// The rules of `Quixo`: cubes marked by the player to move, by the other, and whether that is O's move.
struct QuixoRules {
    struct Position {
        std::uint16_t mine, theirs, o;
    };
    int n;
    std::vector<std::array<std::uint32_t, 5>>
        pushes;  // cube taken, cubes that move on, end, and by how much up or down
    std::vector<std::uint32_t> lines{0, 0};

    explicit QuixoRules(int side) : n(side) {
        for (int k = 0; k < n; ++k) lines[0] |= 1U << k * (n + 1), lines[1] |= 1U << (k + 1) * (n - 1);
        for (int k = 0; k < 2 * n; ++k) {
            const unsigned by = k < n ? 1 : static_cast<unsigned>(n),
                           first = static_cast<unsigned>(k < n ? k * n : k - n);
            const auto cell = [&](int at) { return 1U << (first + static_cast<unsigned>(at) * by); };
            lines.push_back(0);
            for (int from = 0; from < n; ++from) {
                lines.back() |= cell(from);
                for (const int end : {0, n - 1}) {
                    if (from == end || (k % n % (n - 1) != 0 && from % (n - 1) != 0)) continue;
                    std::uint32_t moved = 0;
                    for (int at = from; at != end;) moved |= cell(at += end == 0 ? -1 : 1);
                    pushes.push_back({cell(from), moved, cell(end), end == 0 ? by : 0, end == 0 ? 0 : by});
                }
            }
        }
    }
    std::vector<Position> starts() const { return {{0, 0, 0}}; }
    std::string text(const Position& p) const {
        std::string all = p.o != 0 ? "O:" : "X:";
        for (int c = 0; c < n * n; ++c) {
            if (c % n == 0 && c != 0) all += '/';
            all += (p.mine >> c & 1) != 0 ? "XO"[p.o] : (p.theirs >> c & 1) != 0 ? "OX"[p.o] : '.';
        }
        return all;
    }
    std::optional<OutcomeValue> terminal(const Position& p, Player) const {
        for (const std::uint32_t line : lines)
            if ((p.mine & line) == line) return OutcomeValue{Outcome::win, 0};
        for (const std::uint32_t line : lines)
            if ((p.theirs & line) == line) return OutcomeValue{Outcome::loss, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(const Position& p, Player, F&& f) const {
        for (const auto& [taken, moved, end, up, down] : pushes) {
            if ((p.theirs & taken) != 0) continue;
            const std::uint32_t own = (p.mine & ~(taken | moved)) | (p.mine & moved) << up >> down | end;
            const std::uint32_t other = (p.theirs & ~(taken | moved)) | (p.theirs & moved) << up >> down;
            f(Position{std::uint16_t(other), std::uint16_t(own), std::uint16_t(1 - p.o)});
        }
    }
};

/// The same up to the square's eight symmetries, and as the player to move sees it.
struct ReducedQuixoRules : QuixoRules {
    std::array<std::vector<std::uint16_t>, 8> images;  // of each set of cubes

    explicit ReducedQuixoRules(int side) : QuixoRules(side) {
        for (std::size_t g = 0; g < 8; ++g)
            for (std::uint32_t set = 0; set < 1U << n * n; ++set) {
                std::uint32_t image = 0;
                for (int r = 0; r < n; ++r)
                    for (int c = 0; c < n; ++c) {
                        const int y = (g & 1) != 0 ? n - 1 - r : r, x = (g & 2) != 0 ? n - 1 - c : c;
                        if ((set >> (r * n + c) & 1) != 0) image |= 1U << ((g & 4) != 0 ? x * n + y : y * n + x);
                    }
                images[g].push_back(static_cast<std::uint16_t>(image));
            }
    }
    Position canonical(const Position& p) const {
        std::pair<std::uint16_t, std::uint16_t> least{p.mine, p.theirs};
        for (const auto& image : images) least = std::min(least, {image[p.mine], image[p.theirs]});
        return {least.first, least.second, 0};
    }
};

}  // namespace mexbase
