/// \file
/// Two kings on a board, up to its symmetries.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "squares.hpp"

namespace mexbase::chess {

/// Where symmetries take squares.
inline constexpr auto images = [] {
    std::array<std::array<Square, square_count>, symmetry_count> table{};
    for (unsigned g = 0; g < symmetry_count; ++g)
        for (unsigned s = 0; s < square_count; ++s) table[g][s] = image_of(s, g);
    return table;
}();

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
    static const KingPairs& shared(bool pawns) {
        static const KingPairs with(true), without(false);
        return pawns ? with : without;
    }

    std::uint16_t size() const { return static_cast<std::uint16_t>(pairs_.size()); }
    const Place& place(unsigned first, unsigned second) const { return places_[first * square_count + second]; }
    const Pair& pair(std::size_t orbit) const { return pairs_[orbit]; }

  private:
    explicit KingPairs(bool pawns) {
        const unsigned symmetries = pawns ? 2 : symmetry_count;
        for (unsigned first = 0; first < square_count; ++first)
            for (unsigned second = 0; second < square_count; ++second) {
                const bool apart = first != second && (attacks.empty[king][first] & bit(second)) == 0;
                if (!apart || !represents(first, second, pawns)) continue;
                const auto orbit = static_cast<std::uint16_t>(pairs_.size());
                pairs_.push_back({static_cast<Square>(first), static_cast<Square>(second)});
                const bool mirrored = !pawns && file_of(first) == rank_of(first) && file_of(second) == rank_of(second);
                // Backwards, so that the least symmetry stays.
                for (unsigned g = symmetries; g-- > 0;)
                    places_[images[g][first] * square_count + images[g][second]] = {
                        orbit, static_cast<std::uint8_t>(inverse_of(g)), mirrored};
            }
    }
    static bool represents(unsigned first, unsigned second, bool pawns) {
        if (file_of(first) > 3) return false;
        if (pawns) return true;
        if (rank_of(first) > 3 || rank_of(first) > file_of(first)) return false;
        return rank_of(first) < file_of(first) || rank_of(second) <= file_of(second);
    }

    std::array<Place, square_count * square_count> places_;
    std::vector<Pair> pairs_;
};

}  // namespace mexbase::chess
