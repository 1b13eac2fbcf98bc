/// \file
/// Two kings on a board, up to its symmetries.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "squares.hpp"

namespace mexbase::chess {

/// All ways to place two kings that are not next to each other, as orbits under the symmetries that the rest of the men
/// allows: 462 under all eight; 1,806 with pawns, which leave only the mirror of the files.
///
/// Of an orbit the representative has the first king on files a to d; without pawns also on ranks 1 to 4 and not above
/// the diagonal, and the second king not above it where the first is on it. Orbits are numbered by the first king's
/// square, then the second's.
class KingPairs {
  public:
    struct Place {
        std::uint16_t orbit = none;  ///< `none` for kings next to each other
        std::uint8_t symmetry = 0;   ///< that leads to the representative
        bool mirrored = false;       ///< the representative is its own image when files and ranks are exchanged
    };
    struct Pair {
        Square first = 0, second = 0;
    };
    static constexpr std::uint16_t none = 0xffff;

    /// Those of boards with pawns, or without. Made once.
    static const KingPairs& shared(bool pawns);

    std::uint16_t size() const { return static_cast<std::uint16_t>(pairs_.size()); }
    const Place& place(unsigned first, unsigned second) const { return places_[first * square_count + second]; }
    const Pair& pair(std::size_t orbit) const { return pairs_[orbit]; }

  private:
    explicit KingPairs(bool pawns);

    std::array<Place, square_count * square_count> places_;
    std::vector<Pair> pairs_;
};

/// Where symmetries take squares.
inline constexpr auto images = [] {
    std::array<std::array<Square, square_count>, symmetry_count> table{};
    for (unsigned g = 0; g < symmetry_count; ++g)
        for (unsigned s = 0; s < square_count; ++s) table[g][s] = image_of(s, g);
    return table;
}();

}  // namespace mexbase::chess
