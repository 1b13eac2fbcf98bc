/// \file
/// Names of the colouring games, for what treats all of them.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "../../value/value_kind.hpp"

namespace mexbase {

/// The kinds of value of a colouring game that has an impartial and a partizan form, the most usual of either first:
/// the first three are of impartial games, the others of partizan ones.
inline constexpr std::array colouring_value_kinds{ValueKind::nimber, ValueKind::outcome, ValueKind::obliged,
                                                  ValueKind::canonical, ValueKind::partizan_outcome};

/// The colouring games, in their impartial forms: either player uses either colour, and who cannot move loses.
enum class ColouringGame : std::uint8_t {
    col,          ///< colour an open vertex so that no neighbour has its colour
    snort,        ///< colour an open vertex so that no neighbour has the other colour
    nogo,         ///< colour an open vertex so that every group, of either colour, keeps an open neighbour
    node_kayles,  ///< remove a vertex with its neighbours
    cutthroat,    ///< remove a vertex of a component of several colours; components of one colour go
    go_cut,       ///< NoGo; when that is over, open vertices go, and Cutthroat is played with what is left
    sno_go,       ///< Snort; when that is over, or once two neighbours differ, NoGo on the same board
};

}  // namespace mexbase
