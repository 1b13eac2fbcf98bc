// SPDX-License-Identifier: MIT
/// \file
/// Drawings of thermographs.
#pragma once

#include "../../../board/drawing.hpp"
#include "../thermograph.hpp"

namespace mexbase {

/// Draws the walls from temperature -1 up to the mast. As usual, values grow to the left and temperatures upwards, in
/// equal scales. Left's wall is blue and Right's wall is red. The mast, in which they meet, is thick. Numbers at the
/// edges name the values and temperatures where a wall begins, bends or ends, unless there is no space for them. A
/// faint line marks temperature 0.
Drawing drawing_of_thermograph(const Thermograph& thermograph);

}  // namespace mexbase
