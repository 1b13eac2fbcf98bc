// SPDX-License-Identifier: MIT
/// \file
/// Random rules.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "lib/rules/ruleset.hpp"

namespace mexbase::test {

/// A game with random options, some for one player only, and random ends.
struct RandomRules {
    using Position = std::uint32_t;
    std::uint32_t seed = 0, size = 0, most = 0;
    bool partizan_moves = false, stops = false;

    std::mt19937 random(Position p, unsigned salt) const { return std::mt19937(seed * 1000003U + p * 31U + salt); }
    std::vector<Position> starts() const { return {1 % size, 0}; }
    std::string text(Position p) const { return (p % 3 == 0 ? "t" : "p") + std::to_string(p * 7919U % 10007U); }
    bool partizan() const { return partizan_moves; }
    std::optional<OutcomeValue> terminal(Position p, Player player) const {
        auto dice = random(p, 5);
        if (!stops || dice() % 4 != 0) return std::nullopt;
        constexpr std::array outcomes{Outcome::win, Outcome::loss, Outcome::tie, Outcome::draw};
        // Partizan outcomes have no ties.
        const Outcome left = outcomes[dice() % (partizan_moves ? 2 : 4)],
                      right = outcomes[dice() % (partizan_moves ? 2 : 4)];
        return OutcomeValue{player == Player::left || !partizan_moves ? left : right, 0};
    }
    template <class F>
    void for_each_option(Position p, Player player, F f) const {
        auto dice = random(p, partizan_moves && player == Player::right ? 1 : 0);
        for (auto n = dice() % (most + 1); n != 0; --n) f(static_cast<Position>(dice() % size));
    }
};

}  // namespace mexbase::test
