/// \file
/// Men of two colours on a square of at most 4 x 4 cells, and what is equal by the symmetry of the square.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "../../../rank/orbits.hpp"
#include "drawings.hpp"
#include "rows.hpp"

namespace mexbase {

/// Who has which cells of a square, a bit each: bit 0 is the left end of the top row.
struct SquareMen {
    std::array<std::uint16_t, 2> of{};  ///< each player's, the first player's first; disjoint
    std::uint8_t mover = 0;             ///< who is to move
    friend bool operator==(const SquareMen&, const SquareMen&) = default;

    std::uint32_t mine() const { return of[mover]; }
    std::uint32_t theirs() const { return of[1 - mover]; }
    /// As the player to move sees it.
    OrbitPairs::Pair seen() const { return {mine(), theirs()}; }
    /// The position that `mover` sees like that.
    static SquareMen seen_by(unsigned mover, const OrbitPairs::Pair& seen) {
        SquareMen p;
        p.mover = static_cast<std::uint8_t>(mover);
        p.of[mover] = static_cast<std::uint16_t>(seen.first);
        p.of[1 - mover] = static_cast<std::uint16_t>(seen.second);
        return p;
    }
};

/// The same men with the other player to move.
inline SquareMen with_other_mover(SquareMen p) {
    p.mover = static_cast<std::uint8_t>(1 - p.mover);
    return p;
}

/// The eight rotations and reflections of a square, the identity first. `side` is at most 4.
std::vector<CellPermutation> square_symmetries(unsigned side);

/// How many images `image_of` has: the symmetries, for each player to move.
inline unsigned count_images(const Orbits& orbits) {
    return 2 * orbits.symmetries();
}
/// The image of number `g` of what a mover sees: those with the first player to move come first, and of these what is
/// seen itself.
SquareMen image_of(const Orbits& orbits, const OrbitPairs::Pair& seen, unsigned g);
/// Its number after the image of number `h`, as in `Has::images`.
inline unsigned compose_images(const Orbits& orbits, unsigned g, unsigned h) {
    const unsigned n = orbits.symmetries();
    return (g / n ^ h / n) * n + orbits.compose(g % n, h % n);
}
/// The least number of the image of `representative` that p is; it is one.
unsigned least_image(const Orbits& orbits, const OrbitPairs::Pair& representative, const SquareMen& p);

/// Reads a board whose cells are free or one player's, as `form.cells` lists them. Throws `Error{bad_position}`.
SquareMen read_square(std::string_view text, const RowsForm& form);
/// Writes the same.
std::string write_square(const RowsForm& form, const SquareMen& p);
/// `picture_of_rows`.
std::string picture_of_square(const RowsForm& form, const SquareMen& p);
/// `drawing_of_rows`.
Drawing drawing_of_square(const RowsForm& form, std::span<const Man, 3> men, const SquareMen& p);

}  // namespace mexbase
