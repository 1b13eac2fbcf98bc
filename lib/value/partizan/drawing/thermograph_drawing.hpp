// SPDX-License-Identifier: MIT
/// \file
/// Drawings of thermographs.
#pragma once

#include <string>

#include "../../../board/drawing.hpp"
#include "../arena.hpp"
#include "../thermograph.hpp"

namespace mexbase {

/// Draws the walls from temperature -1 up to the mast. As usual, values grow to the left and temperatures upwards, in
/// equal scales. Left's wall is blue and Right's wall is red. The mast, in which they meet, is thick. A faint line
/// marks temperature 0. Faint lines lead from this line down to the numbers of the two stops. The other numbers at the
/// lower edge are the mean and the values at which a wall bends above temperature 0. Values below temperature 0 have no
/// numbers. Numbers at the left edge are the temperatures at which a wall begins, bends or ends. A number is left out
/// if it would overlap another.
Drawing drawing_of_thermograph(const Thermograph& thermograph);

/// Returns the thermograph of a game as an SVG file. Throws `Error{not_applicable}` if a point is out of the bounds of
/// `Dyadic`.
std::string thermograph_svg(const GameArena& arena, PartizanId game);

}  // namespace mexbase
