// SPDX-License-Identifier: MIT
/// \file
/// Recognises sums of a number, a nimber and copies of powers of up (N. A. McKay, "Canonical forms of uptimals",
/// Theoretical Computer Science 412, 2011).
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "../arena.hpp"

namespace mexbase {

/// A game of the form number + ups[0] copies of up + ups[1] copies of the second power of up + ... + *nimber. The last
/// element of `ups` is not 0.
struct UpExpansion {
    Dyadic number;
    std::vector<int> ups;
    unsigned nimber = 0;

    /// Returns true if the expansion is one copy of one power, up or down, plus the number and the nimber.
    bool is_power() const;
    /// Returns true if `ups` has one copy of each power, all of them of up or all of down.
    bool is_power_sum() const;
    friend bool operator==(const UpExpansion&, const UpExpansion&) = default;
};

/// Computes expansions (`UpExpansion`) of an arena's games and caches them. Borrows the arena, which may grow.
class UpExpansions {
  public:
    explicit UpExpansions(const GameArena& arena) : arena_(&arena) {}

    /// Returns the expansion of g, valid as long as this object. Returns null if g has no expansion, or one with powers
    /// above `GameArena::most_power`.
    const UpExpansion* of(PartizanId g);

  private:
    std::optional<UpExpansion> find(std::span<const PartizanId> lefts, std::span<const PartizanId> rights,
                                    bool up) const;

    const GameArena* arena_;
    std::unordered_map<PartizanId, std::optional<UpExpansion>> known_;
    std::vector<PartizanId> steps_;  // games to be computed; options are above their game
};

}  // namespace mexbase
