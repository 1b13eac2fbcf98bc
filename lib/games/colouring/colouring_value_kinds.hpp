/// \file
/// The kinds of value of colouring games.
#pragma once

#include <array>

#include "../../value/value_kind.hpp"

namespace mexbase {

/// The kinds of value of a colouring game that has an impartial and a partizan form, the most usual of either first:
/// the first three are of impartial games, the others of partizan ones.
inline constexpr std::array colouring_value_kinds{ValueKind::nimber, ValueKind::outcome, ValueKind::obliged,
                                                  ValueKind::canonical, ValueKind::partizan_outcome};

}  // namespace mexbase
