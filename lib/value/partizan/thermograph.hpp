// SPDX-License-Identifier: MIT
/// \file
/// Thermographs, means and temperatures of short games (Berlekamp, Conway and Guy, "Winning Ways", 1982, chapter 6;
/// Siegel, "Combinatorial Game Theory", 2013, section II.5).
#pragma once

#include <unordered_map>
#include <vector>

#include "arena.hpp"
#include "form_facts.hpp"
#include "wide_dyadic.hpp"

namespace mexbase {

/// The stops of a game cooled by t, as functions of t >= -1: the Left wall if Left begins, the Right wall if Right
/// begins. Both are piecewise linear and meet in the mast, which is vertical from the game's temperature on.
struct Thermograph {
    struct Point {
        Dyadic temperature, value;
        friend bool operator==(const Point&, const Point&) = default;
    };
    /// Points at which a wall begins (at -1), bends and ends (at the temperature of the game, where it may not bend).
    /// Between two points a wall is vertical (constant in value) or has slope 1 in value per temperature. Left's wall
    /// falls, and Right's rises.
    std::vector<Point> left, right;

    /// Returns the value of the mast: the average value per copy in a sum of many copies of the game.
    const Dyadic& mean() const { return left.back().value; }
    /// Returns the smallest t from which on both walls are equal: -1 for an integer, -1/2^k for m/2^k in lowest terms.
    const Dyadic& temperature() const { return left.back().temperature; }
    /// Returns the value of the wall at t. Throws `Error{not_applicable}` for t < -1.
    Dyadic left_wall(const Dyadic& t) const;
    Dyadic right_wall(const Dyadic& t) const;

    friend bool operator==(const Thermograph&, const Thermograph&) = default;
};

/// Computes thermographs of an arena's games and caches them. Borrows the arena. The arena may grow between calls.
/// Throws `Error{not_applicable}` if a result is out of the bounds of `Dyadic`, or if computing it takes numbers that
/// are not multiples of 2^-128.
class Thermographs {
  public:
    explicit Thermographs(const GameArena& arena) : arena_(&arena) {}

    Thermograph of(PartizanId g);
    Dyadic mean(PartizanId g) { return walls(g).left.back().value.narrow(); }
    Dyadic temperature(PartizanId g) { return walls(g).left.back().temperature.narrow(); }

    /// Returns the number of cached thermographs.
    std::size_t size() const { return known_.size(); }

    /// Points of a wall, as in `Thermograph`.
    struct Point {
        WideDyadic temperature, value;
    };
    using Wall = std::vector<Point>;
    struct Walls {
        Wall left, right;
    };

  private:
    /// Returns the walls of g. The reference is valid as long as this object.
    const Walls& walls(PartizanId g);

    const GameArena* arena_;
    std::unordered_map<PartizanId, Walls> known_;
};

FormFacts facts_of(const GameArena& arena, PartizanId g);

}  // namespace mexbase
