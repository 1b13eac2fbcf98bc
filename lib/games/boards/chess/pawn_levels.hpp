// SPDX-License-Identifier: MIT
/// \file
/// The placements of the pawns of a material, in the order in which pawn moves leave them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace mexbase::chess {

/// Number of squares on the six ranks of pawns, from the second to the seventh.
inline constexpr unsigned pawn_squares = 48;

/// All placements of the pawns of both sides on the 48 squares of their ranks. They are grouped by level, the number of
/// ranks that all pawns have advanced. A pawn move leads to a higher level.
///
/// The code of a placement is s·n + t: s is the number (`rank_subset`) of the set of squares of the first side's pawns,
/// t that of the second side's, and n the number of sets of the second side.
class PawnLevels {
  public:
    struct Place {
        std::uint8_t level = 0;
        std::uint32_t rank = 0;  ///< number of the placement among those of its level
    };

    PawnLevels() = default;
    /// Makes the placements of `pawns[side]` pawns of each side. `advanced` is added to all levels.
    PawnLevels(const std::array<unsigned, 2>& pawns, unsigned advanced);

    /// Returns 1 + the greatest level.
    unsigned levels() const { return static_cast<unsigned>(codes_.size()); }
    /// Returns the number of placements on a level below `levels()`; it may be 0.
    std::uint32_t size(unsigned level) const { return static_cast<std::uint32_t>(codes_[level].size()); }
    const Place& place(std::uint32_t code) const { return places_[code]; }
    std::uint32_t code(unsigned level, std::uint32_t rank) const { return codes_[level][rank]; }

  private:
    std::vector<Place> places_;                      // by code
    std::vector<std::vector<std::uint32_t>> codes_;  // by level and rank
};

}  // namespace mexbase::chess
