// SPDX-License-Identifier: MIT
/// \file
/// Quixo on a square of 3 x 3 or 4 x 4 cubes as rules without an index (docs/rulesets.md).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lib/rules/ruleset.hpp"

namespace mexbase {

/// Rules of `Quixo`.
struct QuixoRules {
    using Position = std::array<std::uint16_t, 3>;  // cubes of the player to move, cubes of the other, 1 if O moves
    unsigned n;
    std::vector<unsigned> lines;
    std::vector<std::array<unsigned, 5>> pushes;  // cube taken, cubes that move on, cube set, distance up or down
    explicit QuixoRules(unsigned side) : n(side), lines(2 * side + 2) {
        for (unsigned k = 0; k < n; ++k) lines.front() |= 1U << k * (n + 1), lines.back() |= 1U << (k + 1) * (n - 1);
        for (unsigned line = 0; line < 2 * n; ++line)
            for (unsigned from = 0; from < n; ++from)
                for (const unsigned end : {0U, n - 1}) {
                    unsigned k = line % n, by = line < n ? 1 : n, moved = 0;
                    const auto cube = [=, this](unsigned at) { return 1U << (k * n / by + at * by); };
                    lines[1 + line] |= cube(from);
                    for (unsigned at = from; at != end;) moved |= cube(at < end ? ++at : --at);
                    if (moved != 0 && (k % (n - 1) == 0 || from % (n - 1) == 0))
                        pushes.push_back({cube(from), moved, cube(end), end == 0 ? by : 0, end == 0 ? 0 : by});
                }
    }
    std::vector<Position> starts() const { return {{0, 0, 0}}; }
    std::string text(const Position& p) const {
        std::string all = (p[2] == 0 ? "X:" : "O:") + std::string(n * n + n - 1, '/');
        for (unsigned c = 0; c < n * n; ++c)
            all[2 + c + c / n] = "XO."[(p[0] >> c & 1) != 0 ? p[2] : (p[1] >> c & 1) != 0 ? 1 - p[2] : 2];
        return all;
    }
    std::optional<OutcomeValue> terminal(const Position& p, Player) const {
        for (const std::size_t side : {0U, 1U})
            for (const unsigned line : lines)
                if ((p[side] & line) == line) return OutcomeValue{side == 0 ? Outcome::win : Outcome::loss, 0};
        return std::nullopt;
    }
    template <class F>
    void for_each_option(const Position& p, Player, F&& f) const {
        for (const auto& [taken, moved, set, up, down] : pushes) {
            const unsigned mine = (p[0] & ~(taken | moved)) | (p[0] & moved) << up >> down | set;
            const unsigned theirs = (p[1] & ~moved) | (p[1] & moved) << up >> down;
            if ((p[1] & taken) == 0) f(Position{std::uint16_t(theirs), std::uint16_t(mine), std::uint16_t(1 - p[2])});
        }
    }
};

/// Quixo up to the square's eight symmetries, from the view of the player to move.
struct ReducedQuixoRules : QuixoRules {
    std::array<std::vector<std::uint16_t>, 8> images;  // images of each set of cubes

    explicit ReducedQuixoRules(unsigned side) : QuixoRules(side) {
        for (std::size_t g = 0; g < 8; ++g)
            for (std::uint32_t set = 0; set < 1U << n * n; ++set) {
                std::uint32_t image = 0;
                for (unsigned r = 0; r < n; ++r)
                    for (unsigned c = 0; c < n; ++c) {
                        const unsigned y = (g & 1) != 0 ? n - 1 - r : r, x = (g & 2) != 0 ? n - 1 - c : c;
                        if ((set >> (r * n + c) & 1) != 0) image |= 1U << ((g & 4) != 0 ? x * n + y : y * n + x);
                    }
                images[g].push_back(static_cast<std::uint16_t>(image));
            }
    }
    Position canonical(const Position& p) const {
        Position least{p[0], p[1], 0};
        for (const auto& image : images) least = std::min(least, Position{image[p[0]], image[p[1]], 0});
        return least;
    }
};

}  // namespace mexbase
